import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { button, manifest, openSocket, type RawApp, startRawApp, until } from './support.ts'

let app: RawApp

beforeEach(async () => {
  app = await startRawApp()
})

afterEach(() => app.stop())

const socketUrl = async (): Promise<string> => {
  const headers = { authorization: `Bearer ${app.slack.addresses.appToken}` }
  return String((await app.request('apps.connections.open', { headers })).url)
}

describe('a socket', () => {
  test('is greeted, and opened by a ticket that is good once', async () => {
    const url = await socketUrl()
    const socket = await openSocket(url)
    expect(await socket.next('hello')).toMatchObject({
      type: 'hello',
      num_connections: 1,
      connection_info: { app_id: expect.stringMatching(/^A0/) },
    })
    await expect(openSocket(url)).rejects.toThrow('403')
    expect(app.refusals()).toEqual(['a socket came with a ticket that is unknown, used or too old'])
    socket.end()
  })

  test('shares the envelopes with the others', async () => {
    const sockets = [await app.connect(), await app.connect()]
    await app.act({ say: 'one' })
    await app.act({ say: 'two' })
    const events = await Promise.all(sockets.map((socket) => socket.next('message')))
    expect(new Set(events.map(({ payload }) => payload.event.text))).toEqual(new Set(['one', 'two']))
    sockets.forEach((socket, index) => {
      const envelope = events[index]
      if (envelope) socket.ack(envelope)
    })
    await until(app.wire, () => app.wire.since(0).filter(({ kind }) => kind === 'ack').length === 2)
    expect(app.refusals()).toEqual([])
  })
})

type Seen = { headers: IncomingMessage['headers']; body: string }
type Answer = (seen: Seen, response: ServerResponse) => void

/** An app behind an address: it returns the challenge, and answers the rest as the test says. */
const listen = async (answer: Answer): Promise<{ url: string; seen: Seen[]; server: Server }> => {
  const seen: Seen[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const got = { headers: request.headers, body: Buffer.concat(chunks).toString() }
      const [, challenge] = /"challenge":"([^"]+)"/.exec(got.body) ?? []
      if (challenge !== undefined && !seen.length) response.end(challenge)
      else answer(got, response)
      seen.push(got)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/slack/events`, seen, server }
}

describe('a signed request', () => {
  let server: Server | undefined

  afterEach(() => {
    server?.closeAllConnections()
    server?.close()
  })

  const start = async (answer: Answer) => {
    const listening = await listen(answer)
    server = listening.server
    app.slack.setRequestUrl(listening.url)
    return listening
  }

  // https://docs.slack.dev/authentication/verifying-requests-from-slack
  const isSigned = ({ headers, body }: Seen): boolean => {
    const base = `v0:${headers['x-slack-request-timestamp']}:${body}`
    const mac = createHmac('sha256', app.slack.addresses.signingSecret).update(base).digest('hex')
    return headers['x-slack-signature'] === `v0=${mac}`
  }

  test('comes after a challenge, as a form for commands and interactions and as JSON for events', async () => {
    const { seen } = await start((_seen, response) => response.end())
    const blocks = [{ type: 'actions', elements: [button()] }]
    const channel = app.slack.addresses.channelId
    const { ts } = await app.call('chat.postMessage', { channel, text: 'x', blocks })
    await until(app.wire, () => app.wire.since(0).some(({ kind }) => kind === 'ack'))
    void app.act({ command: '/music a & b' })
    await until(app.wire, () => app.wire.since(0).filter(({ kind }) => kind === 'ack').length === 2)
    void app.act({ press: { message: String(ts), button: 'Go' } })
    await until(app.wire, () => app.wire.since(0).filter(({ kind }) => kind === 'ack').length === 3)
    const [challenge, event, command, press] = seen
    expect(seen.every(isSigned)).toBe(true)
    expect(JSON.parse(challenge?.body ?? '')).toMatchObject({ type: 'url_verification' })
    expect(JSON.parse(event?.body ?? '')).toMatchObject({
      type: 'event_callback',
      event: { type: 'message', ts },
    })
    expect(new URLSearchParams(command?.body).get('text')).toBe('a & b')
    expect(JSON.parse(new URLSearchParams(press?.body).get('payload') ?? '')).toMatchObject({
      type: 'block_actions',
    })
    expect(app.refusals()).toEqual([])
  })

  test.each<readonly [string, string, string]>([
    ['text', 'Coming up', 'text/plain'],
    ['JSON', JSON.stringify({ text: 'Coming up' }), 'application/json'],
  ])('is answered with %s', async (_what, body, type) => {
    await start((_seen, response) => response.setHeader('content-type', type).end(body))
    await app.act({ command: '/music' })
    expect(app.slack.people.messages({})).toMatchObject([{ text: 'Coming up' }])
  })
})

describe('an event is told', () => {
  test('of a message in a channel and of a mention, whole', async () => {
    const socket = await app.connect()
    const { memberId, channelId, teamId } = app.slack.addresses
    const { event: ts } = await app.act({ say: '@Tunesmith sing <loud> & https://example.com' })
    const { user_id } = await app.call('auth.test')
    const message = await socket.next('message')
    const text = `<@${user_id}> sing &lt;loud&gt; &amp; <https://example.com>`
    expect(message).toMatchObject({
      type: 'events_api',
      accepts_response_payload: false,
      payload: {
        type: 'event_callback',
        team_id: teamId,
        event_id: expect.stringMatching(/^Ev0/),
        authorizations: [{ team_id: teamId, user_id, is_bot: true }],
        event: { type: 'message', channel: channelId, channel_type: 'channel', user: memberId, ts, text },
      },
    })
    expect((await socket.next('app_mention')).payload.event).toMatchObject({
      type: 'app_mention',
      channel: channelId,
      user: memberId,
      text,
      blocks: [{ type: 'rich_text' }],
    })
  })

  test('of a mention in a thread, with the thread', async () => {
    const socket = await app.connect()
    const { event: parent } = await app.act({ say: 'a clip' })
    await app.act({ say: '@Tunesmith remix it', replyTo: parent })
    expect((await socket.next('app_mention')).payload.event).toMatchObject({ thread_ts: parent })
  })

  test('of a file that somebody shares', async () => {
    const socket = await app.connect()
    await app.act({ say: 'my clip', files: [{ name: 'clip.mp3', base64: 'aGk=' }] })
    const { payload } = await socket.next('file_share')
    const [file] = payload.event.files as { id: string }[]
    expect(payload.event).toMatchObject({
      subtype: 'file_share',
      upload: false,
      files: [{ name: 'clip.mp3', mimetype: 'audio/mpeg' }],
    })
    // https://github.com/slackapi/slack-api-specs/issues/62
    expect(payload.event).not.toHaveProperty('team')
    expect((await socket.next('file_shared')).payload.event).toMatchObject({
      file_id: file?.id,
      file: { id: file?.id },
    })
  })

  test('of edits and deletions', async () => {
    const socket = await app.connect()
    const channel = app.slack.addresses.channelId
    const { ts } = await app.call('chat.postMessage', { channel, text: 'old' })
    await app.call('chat.update', { channel, ts, text: 'new' })
    expect((await socket.next('message_changed')).payload.event).toMatchObject({
      message: { ts, text: 'new' },
      previous_message: { text: 'old' },
    })
    await app.call('chat.delete', { channel, ts })
    expect((await socket.next('message_deleted')).payload.event).toMatchObject({ deleted_ts: ts })
  })

  test('of a direct message, which is no mention', async () => {
    const socket = await app.connect()
    await app.act({ say: '@Tunesmith hello' }, '@tunesmith')
    expect((await socket.next('message')).payload.event).toMatchObject({ channel_type: 'im' })
    await app.act({ visit: 'messages' }, '@tunesmith')
    await socket.next('app_home_opened')
    expect(
      socket.received.map(({ payload }) => (payload as { event?: { type: string } })?.event?.type),
    ).not.toContain('app_mention')
  })

  test('of nothing that the manifest does not ask for, or where the app is not', async () => {
    app.slack.installManifest(manifest({ events: ['app_home_opened', 'app_mention'] }))
    const socket = await app.connect()
    await app.act({ say: 'hello' })
    await app.act({ say: '@Tunesmith hello' }, app.slack.addresses.channelIds[2])
    await app.act({ visit: 'messages' })
    await socket.next('app_home_opened')
    expect(socket.received.map(({ type }) => type)).toEqual(['hello', 'events_api'])
  })
})
