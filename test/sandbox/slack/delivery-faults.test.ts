import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { manifest, type RawApp, type RawSocket, startRawApp, until } from './support.ts'

const events = ['app_home_opened', 'app_uninstalled', 'message.channels', 'tokens_revoked']

let app: RawApp

beforeEach(async () => {
  app = await startRawApp({ manifest: manifest({ events }) })
})

afterEach(() => app.stop())

const fail = (fault: object) => app.slack.faults.add(fault)
const invalid = (field: string) => expect.objectContaining({ name: 'InvalidFault', field })

describe('a fault that makes no sense is refused, and names its field', () => {
  test.each<readonly [string, object, string]>([
    ['of a socket that does something else', { socket: 'explode' }, 'socket'],
    ['of sockets that nobody knows', { socket: 'drop', which: 'third' }, 'which'],
    ['of sockets when none is open', { socket: 'drop' }, 'socket'],
    ['of events that do something else', { events: 'explode' }, 'events'],
    ['of repeated events, and when', { events: 'repeat', ms: 5 }, 'ms'],
    ['of delayed events, and under which id', { events: 'delay', id: 'new' }, 'id'],
    ['of a token that is not revoked', { token: 'lend' }, 'token'],
    ['of a token with a code of something else', { token: 'revoke', answer: 'no_text' }, 'answer'],
    ['of a signature that is something else', { signature: 'pretty' }, 'signature'],
    ['of a signature in Socket Mode, where nothing is signed', { signature: 'wrong' }, 'signature'],
  ])('%s', (_what, fault, field) => {
    expect(() => fail(fault)).toThrow(invalid(field))
  })
})

// https://docs.slack.dev/apis/events-api/using-socket-mode#disconnect
describe('a socket', () => {
  test.each([
    ['disconnect', 'link_disabled'],
    ['refresh', 'refresh_requested'],
  ])('is ended by %s with the word %s, and the app comes back', async (how, reason) => {
    const socket = await app.connect()
    fail({ socket: how })
    expect(await socket.next('disconnect')).toMatchObject({
      reason,
      debug_info: { host: expect.any(String) },
    })
    await socket.closed
    const next = await app.connect()
    await app.act({ say: 'hello' })
    next.ack(await next.next('message'))
  })

  test('is warned ten seconds before it ends, and serves until then', async () => {
    const socket = await app.connect()
    fail({ socket: 'warning' })
    expect(await socket.next('disconnect')).toMatchObject({ reason: 'warning' })
    app.clock.advance(9_000)
    await app.act({ say: 'hello' })
    socket.ack(await socket.next('message'))
    app.clock.advance(1_000)
    expect(await socket.next('disconnect')).toMatchObject({ reason: 'refresh_requested' })
    await socket.closed
  })

  test('that left after the warning is not told again', async () => {
    const socket = await app.connect()
    fail({ socket: 'warning' })
    await socket.next('disconnect')
    socket.end()
    await socket.closed
    app.clock.advance(10_000)
    expect(socket.received.filter(({ type }) => type === 'disconnect')).toHaveLength(1)
  })

  test('is dropped without a word', async () => {
    const socket = await app.connect()
    fail({ socket: 'drop' })
    expect(await socket.closed).toBe(1006)
    expect(socket.received.map(({ type }) => type)).toEqual(['hello'])
  })

  test('is the oldest alone, when that is said', async () => {
    const [oldest, other] = [await app.connect(), await app.connect()]
    fail({ socket: 'refresh', which: 'oldest' })
    await oldest.closed
    await app.act({ say: 'hello' })
    other.ack(await other.next('message'))
  })
})

const textsOf = ({ received }: RawSocket): readonly unknown[] =>
  received.flatMap(({ payload }) => {
    const { event } = (payload ?? {}) as { event?: { text?: string } }
    return event ? [event.text] : []
  })

describe('an event', () => {
  let socket: RawSocket
  beforeEach(async () => {
    socket = await app.connect()
  })

  const ofKind = (wanted: string) => app.wire.since(0).filter(({ kind }) => kind === wanted)

  /** Until it is known to have been acknowledged, so that the clock may be moved. */
  const take = async () => {
    const before = ofKind('ack').length
    const envelope = await socket.next('message')
    socket.ack(envelope)
    await until(app.wire, () => ofKind('ack').length > before)
    return envelope
  }

  test.each([
    ['same', true],
    ['new', false],
  ])('comes twice, with the %s id', async (id, isSame) => {
    fail({ events: 'repeat', id })
    await app.act({ say: 'one' })
    const [first, second] = [await take(), await take()]
    expect(first.payload.event).toEqual(second.payload.event)
    expect(first.payload.event_id === second.payload.event_id).toBe(isSame)
    expect(first.envelope_id).not.toBe(second.envelope_id)
  })

  test('comes late, and others do not', async () => {
    fail({ events: 'delay', ms: 60_000 })
    await app.act({ say: 'late' })
    await app.act({ say: 'soon' })
    await take()
    app.clock.advance(60_000)
    await take()
    expect(textsOf(socket)).toEqual(['soon', 'late'])
  })

  test('is overtaken by the next ones', async () => {
    fail({ events: 'reorder', times: 2 })
    for (const say of ['one', 'two', 'three']) await app.act({ say })
    for (let taken = 0; taken < 3; taken += 1) await take()
    expect(textsOf(socket)).toEqual(['three', 'two', 'one'])
    app.clock.advance(10_000)
    expect(ofKind('event')).toHaveLength(3)
    expect(app.refusals()).toEqual([])
  })

  test('that should be overtaken by none comes anyway', async () => {
    fail({ events: 'reorder', ms: 5_000 })
    await app.act({ say: 'one' })
    app.clock.advance(5_000)
    await take()
    expect(textsOf(socket)).toEqual(['one'])
  })
})

describe('a token that is revoked', () => {
  // https://docs.slack.dev/reference/methods/auth.test lists all three
  test.each(['token_revoked', 'invalid_auth', 'account_inactive'])('is refused with %s', async (answer) => {
    fail({ token: 'revoke', answer })
    expect(await app.call('auth.test')).toMatchObject({ ok: false, error: answer })
    expect(app.refusals()).toEqual([`auth.test: ${answer}`])
    app.slack.faults.clear()
    expect(await app.call('auth.test')).toMatchObject({ ok: true })
  })

  test('takes the app with it, which hears of that and of nothing else', async () => {
    const socket = await app.connect()
    const { user_id } = await app.call('auth.test')
    fail({ token: 'revoke' })
    await app.act({ say: 'hello' })
    const revoked = await socket.next('tokens_revoked')
    const uninstalled = await socket.next('app_uninstalled')
    expect(revoked.payload.event).toMatchObject({ tokens: { oauth: [], bot: [user_id] } })
    for (const envelope of [revoked, uninstalled]) socket.ack(envelope)
    expect(await app.act({ command: '/music' })).toMatchObject({ refused: '/music is not a valid command' })
    expect(textsOf(socket)).toHaveLength(2)
  })

  test('reads no private file', async () => {
    const { event } = await app.act({ say: 'clip', files: [{ name: 'clip.mp3', base64: 'aGk=' }] })
    const { messages } = await app.call('conversations.history', { channel: app.slack.addresses.channelId })
    expect(event).toBeDefined()
    const [{ files: [file] = [] } = {}] = messages as { files?: { url_private: string }[] }[]
    const headers = { authorization: `Bearer ${app.slack.addresses.botToken}` }
    fail({ token: 'revoke' })
    expect(await (await fetch(file?.url_private ?? '', { headers })).text()).toContain('Sign in')
  })

  test('is good again when the app is installed again', async () => {
    fail({ token: 'revoke' })
    app.slack.installManifest(manifest({ events }))
    expect(await app.call('auth.test')).toMatchObject({ ok: true })
    app.slack.faults.clear()
    void app.act({ command: '/music' }).catch(() => undefined)
    await until(app.wire, () => app.wire.since(0).some(({ summary }) => summary.startsWith('slash_commands')))
  })

  test("of the app's sockets opens none, and the bot's calls go on", async () => {
    fail({ token: 'revoke', which: 'app' })
    const headers = { authorization: `Bearer ${app.slack.addresses.appToken}` }
    expect(await app.request('apps.connections.open', { headers })).toMatchObject({ error: 'token_revoked' })
    expect(await app.call('auth.test')).toMatchObject({ ok: true })
  })
})

// https://docs.slack.dev/authentication/verifying-requests-from-slack
describe('a request whose signature is not in order', () => {
  let server: Server
  let seen: IncomingHttpHeaders[]
  let status: number

  beforeEach(async () => {
    seen = []
    status = 401
    server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const [, challenge] = /"challenge":"([^"]+)"/.exec(Buffer.concat(chunks).toString()) ?? []
        if (challenge !== undefined) response.end(challenge)
        else response.writeHead(seen.push(request.headers) === 1 ? status : 200).end()
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    app.slack.setRequestUrl(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  })

  afterEach(() => {
    server.closeAllConnections()
    server.close()
  })

  const acknowledged = () => until(app.wire, () => app.wire.since(0).some(({ kind }) => kind === 'ack'))
  const timeOf = (headers?: IncomingHttpHeaders) => Number(headers?.['x-slack-request-timestamp'])
  const signatureOf = (headers?: IncomingHttpHeaders) => headers?.['x-slack-signature']

  test.each<readonly [string, (forged?: IncomingHttpHeaders, genuine?: IncomingHttpHeaders) => boolean]>([
    ['wrong', (forged, genuine) => signatureOf(forged) !== signatureOf(genuine)],
    ['old', (forged, genuine) => timeOf(genuine) - timeOf(forged) > 300],
    ['future', (forged, genuine) => timeOf(forged) - timeOf(genuine) > 300],
    ['missing', (forged) => signatureOf(forged) === undefined],
    ['doubled', (forged) => String(signatureOf(forged)).split(', ').length === 2],
  ])('goes ahead of the genuine one: %s', async (signature, holds) => {
    fail({ signature })
    await app.act({ say: 'hello' })
    await acknowledged()
    const [forged, genuine] = seen
    expect(holds(forged, genuine)).toBe(true)
    expect(genuine?.['x-slack-signature']).toMatch(/^v0=[\da-f]{64}$/)
    expect(app.refusals()).toEqual([])
  })

  test('may not be taken', async () => {
    status = 200
    fail({ signature: 'wrong' })
    await app.act({ say: 'hello' })
    await acknowledged()
    expect(app.refusals()).toEqual(['event message.channels: taken with a signature that is wrong'])
  })
})
