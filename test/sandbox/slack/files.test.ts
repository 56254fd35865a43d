import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { button, manifest, type RawApp, section, startRawApp, times } from './support.ts'

let app: RawApp
let channel: string

beforeAll(async () => {
  app = await startRawApp({ manifest: manifest({ events: [] }) })
  channel = app.slack.addresses.channelId
})

afterAll(() => app.stop())

const bytes = new TextEncoder().encode('ID3 a song')

type Ticket = { upload_url: string; file_id: string }

const reserve = async (filename = 'song.mp3', length = bytes.length) =>
  (await app.call('files.getUploadURLExternal', { filename, length })) as unknown as Ticket

const send = async (url: string, body: Uint8Array | FormData = bytes) => {
  const response = await fetch(url, { method: 'POST', body: body as RequestInit['body'] & object })
  return { status: response.status, text: await response.text() }
}

const complete = (id: string, args: Record<string, unknown> = { channel_id: channel }) =>
  app.call('files.completeUploadExternal', { files: [{ id, title: 'A song' }], ...args })

const uploaded = async (filename?: string, args?: Record<string, unknown>) => {
  const { upload_url, file_id } = await reserve(filename)
  await send(upload_url)
  const { files } = await complete(file_id, args)
  return (files as Record<string, unknown>[])[0] ?? {}
}

const infoOf = async (file: unknown) =>
  (await app.call('files.info', { file })).file as Record<string, unknown>

/** Moves past the moment between the answer and the message. */
const untilShared = () => app.clock.advance(100)

const seen = () => app.slack.people.messages({})

describe('an upload', () => {
  test('goes to an address as bytes or as a form, and is shared a moment after it is complete', async () => {
    const form = new FormData()
    form.set('body', new Blob([bytes]), 'Untitled')
    for (const body of [bytes, form]) {
      app.slack.faults.add({ shares: 'late', ms: 60_000 })
      const { upload_url, file_id } = await reserve()
      expect(await send(upload_url, body)).toEqual({ status: 200, text: `OK - ${bytes.length}` })
      const answer = await complete(file_id, { channel_id: channel, initial_comment: 'Here' })
      expect(answer).toMatchObject({
        ok: true,
        files: [{ id: file_id, title: 'A song', name: 'song.mp3', filetype: 'mp3' }],
      })
      expect((await infoOf(file_id)).shares).toEqual({})
      app.clock.advance(60_000)
      const { id } = seen().at(-1) ?? {}
      expect((await infoOf(file_id)).shares).toMatchObject({ public: { [channel]: [{ ts: id }] } })
    }
    expect(seen().at(-1)).toMatchObject({
      author: 'Tunesmith',
      text: 'Here',
      files: [{ name: 'song.mp3', contentType: 'audio/mpeg', bytes: bytes.length }],
    })
    expect(app.refusals()).toEqual([])
  })

  test('goes into a thread, with blocks for a comment', async () => {
    const { ts } = await app.call('chat.postMessage', { channel, text: 'parent' })
    await uploaded('song.mp3', { channel_id: channel, thread_ts: ts, blocks: [section('*Here*')] })
    untilShared()
    expect(seen().at(-1)).toMatchObject({ replyTo: ts, text: '*Here*', files: [{}] })
  })

  // https://github.com/slackapi/node-slack-sdk/pull/2261
  test('comes with buttons, which tell where they were pressed', async () => {
    const socket = await app.connect()
    const { id } = await uploaded('song.mp3', {
      channel_id: channel,
      blocks: [{ type: 'actions', elements: [button({ value: 'v' })] }],
    })
    untilShared()
    const message = seen().at(-1)
    expect(message).toMatchObject({ files: [{}], buttons: [{ label: 'Go' }] })
    const acting = app.act({ press: { message: message?.id ?? '', button: 'Go' } })
    const envelope = await socket.next('block_actions')
    expect(envelope.payload).toMatchObject({
      container: { type: 'message', message_ts: message?.id, channel_id: channel, is_ephemeral: false },
      message: { ts: message?.id, files: [{ id }] },
      actions: [{ action_id: 'go', value: 'v' }],
    })
    socket.ack(envelope)
    await app.call('chat.update', { channel, ts: message?.id, blocks: [section('pressed')] })
    await acting
    socket.end()
  })

  // The page of chat.update has arguments that take blocks and attachments away, and none for files.
  test('stays with its message where that is changed', async () => {
    await uploaded('song.mp3', { channel_id: channel, blocks: [section('Here')] })
    untilShared()
    const ts = seen().at(-1)?.id
    for (const changes of [{ text: 'there' }, { text: 'there', blocks: [section('There')] }])
      expect(await app.call('chat.update', { channel, ts, ...changes })).toMatchObject({
        ok: true,
        message: { files: [{ name: 'song.mp3' }] },
      })
    expect(seen().at(-1)).toMatchObject({ id: ts, text: 'There', files: [{ name: 'song.mp3' }] })
  })

  test('stays the app’s own without a channel', async () => {
    const { id } = await uploaded('song.mp3', {})
    untilShared()
    expect(await infoOf(id)).toMatchObject({ shares: {}, is_public: false })
  })

  test('is shown by a picture block', async () => {
    const { id } = await uploaded('cover.png', {})
    const before = app.refusals().length
    const picture = { type: 'image', slack_file: { id }, alt_text: 'A cover' }
    expect(await app.call('chat.postMessage', { channel, text: 'x', blocks: [picture] })).toMatchObject({
      ok: true,
    })
    const [image] = seen().at(-1)?.images ?? []
    expect(image?.description).toBe('A cover')
    expect(await (await fetch(image?.url ?? '')).text()).toBe('ID3 a song')
    expect(app.refusals()).toHaveLength(before)
  })
})

describe('a private file', () => {
  const read = async (url: unknown, token?: string) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const response = await fetch(String(url), { headers })
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      text: await response.text(),
    }
  }

  test('is read with the token', async () => {
    const files = await Promise.all(['my song.mp3', `${'ü'.repeat(200)}.mp3`].map((name) => uploaded(name)))
    for (const url of files.flatMap((file) => [file.url_private, file.url_private_download]))
      expect(await read(url, app.slack.addresses.botToken)).toEqual({
        status: 200,
        type: 'audio/mpeg',
        text: 'ID3 a song',
      })
  })

  test('of somebody else is not found until it is shared where the app is', async () => {
    const [general, , elsewhere] = app.slack.addresses.channelIds
    const files = [{ name: 'clip.mp3', base64: 'aGk=' }]
    await app.act({ say: 'secret', files }, elsewhere)
    const hidden = seen().at(-1)?.files[0]?.url.replace(/\?.*/, '')
    expect(await read(hidden, app.slack.addresses.botToken)).toMatchObject({
      type: 'text/html; charset=utf-8',
    })
    await app.act({ say: 'open', files }, general)
    const open = seen().at(-1)?.files[0]?.url.replace(/\?.*/, '')
    expect(await read(open, app.slack.addresses.botToken)).toMatchObject({ text: 'hi' })
  })

  test('that is deleted is gone from its message and cannot be read', async () => {
    const file = await uploaded()
    untilShared()
    expect(await app.call('files.delete', { file: file.id })).toMatchObject({ ok: true })
    expect(seen().at(-1)?.files).toEqual([])
    expect(await app.call('files.info', { file: file.id })).toMatchObject({ error: 'file_deleted' })
    expect(await read(file.url_private, app.slack.addresses.botToken)).toMatchObject({
      type: 'text/html; charset=utf-8',
    })
    expect(app.refusals().at(-1)).toBe('private file: there is no such file')
  })
})

/** https://docs.slack.dev/reference/methods/chat.postMessage#errors */
describe('blocks that come with files are held to what a message may have:', () => {
  test.each([
    ['51 of them', times(51, () => section())],
    ['a button without words', [{ type: 'actions', elements: [button({ text: undefined })] }]],
    ['two buttons of one name', [{ type: 'actions', elements: [button(), button()] }]],
    ['a text that is too long', [section('x'.repeat(3_001))]],
    ['what is no list', { type: 'divider' }],
    ['more than a message holds', times(5, () => section('x'.repeat(3_000)))],
  ])('%s', async (_, blocks) => {
    const posted = await app.call('chat.postMessage', { channel, text: 'x', blocks })
    const { upload_url, file_id } = await reserve()
    await send(upload_url)
    expect(posted.ok).toBe(false)
    expect(await complete(file_id, { channel_id: channel, blocks })).toEqual(posted)
    expect(await infoOf(file_id)).toBeUndefined()
  })
})
