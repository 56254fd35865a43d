import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type RawApp, startRawApp, until } from './support.ts'

let app: RawApp

beforeEach(async () => {
  app = await startRawApp()
})

afterEach(async () => {
  vi.useRealTimers()
  await app.stop()
})

const sent = () => app.wire.since(0).filter(({ kind }) => kind === 'event')
const untilSent = (count: number) => until(app.wire, () => sent().length === count)
const untilAcknowledged = () => until(app.wire, () => app.wire.since(0).some(({ kind }) => kind === 'ack'))
const unanswered = 'event message.channels: not acknowledged within 3000 ms'

/** The three seconds that an app has, and what is left of the time from the first sending to the next one. */
const passTo = (nextAtMs: number) => {
  const [first] = sent()
  app.clock.advance(3_000)
  return {
    wait: () => app.clock.advance(Math.max((first?.atMs ?? 0) + nextAtMs - app.clock.now(), 0)),
  }
}

// Three retries, at once, after one minute and after five: https://docs.slack.dev/apis/events-api/#retries
describe('an event that no socket acknowledges', () => {
  test('comes again at once, after a minute and after five, and then no more', async () => {
    // Time passes by the test's moves alone, however busy the machine is.
    vi.useFakeTimers({ toFake: ['Date'] })
    const socket = await app.connect()
    await app.act({ say: 'hello' })
    const envelopes = [await socket.next('message')]
    for (const [index, nextAtMs] of [0, 60_000, 300_000].entries()) {
      const { wait } = passTo(nextAtMs)
      // What follows a deadline comes a turn later.
      await until(app.wire, () => app.refusals().length === index + 1)
      await Promise.resolve()
      wait()
      envelopes.push(await socket.next('message'))
    }
    app.clock.advance(3_000)
    app.clock.advance(3_600_000)
    expect(app.refusals()).toEqual([unanswered, unanswered, unanswered, unanswered])
    expect(envelopes).toMatchObject([
      { retry_attempt: 0, retry_reason: '' },
      { retry_attempt: 1, retry_reason: 'timeout' },
      { retry_attempt: 2, retry_reason: 'timeout' },
      { retry_attempt: 3, retry_reason: 'timeout' },
    ])
    expect(new Set(envelopes.map(({ payload }) => payload.event_id)).size).toBe(1)
    expect(new Set(envelopes.map(({ envelope_id }) => envelope_id)).size).toBe(4)
    const [first = 0, ...later] = sent().map(({ atMs }) => atMs)
    expect(later.map((atMs) => atMs - first)).toEqual([3_000, 60_000, 300_000])
  })

  test('goes to another socket, and ends with an acknowledgement', async () => {
    const sockets = [await app.connect(), await app.connect()]
    await app.act({ say: 'unanswered' })
    await app.act({ say: 'answered' })
    const arrived = await Promise.all(
      sockets.map(async (socket) => ({ socket, envelope: await socket.next('message') })),
    )
    const [other] = arrived.filter(({ envelope }) => envelope.payload.event.text === 'answered')
    other?.socket.ack(other.envelope)
    await untilAcknowledged()
    app.clock.advance(3_000)
    const again = await other?.socket.next('message')
    expect(again).toMatchObject({ retry_attempt: 1, payload: { event: { text: 'unanswered' } } })
    if (again) other?.socket.ack(again)
    await until(app.wire, () => app.wire.since(0).filter(({ kind }) => kind === 'ack').length === 2)
    app.clock.advance(3_600_000)
    expect(app.refusals()).toEqual([unanswered])
    expect(sent()).toHaveLength(3)
  })

  test('waits for a socket when there is none', async () => {
    await app.act({ say: 'hello' })
    await untilSent(2)
    const socket = await app.connect()
    app.clock.advance(60_000)
    const envelope = await socket.next('message')
    expect(envelope).toMatchObject({ retry_attempt: 2, retry_reason: 'connection_failed' })
    socket.ack(envelope)
    await untilAcknowledged()
    expect(app.refusals()).toEqual([])
  })

  test('comes before its time to a bot that does not wait, and not once more at its time', async () => {
    await app.act({ say: 'hello' })
    await untilSent(2)
    const socket = await app.connect()
    const heard = app.slack.untilHeard()
    const envelope = await socket.next('message')
    expect(envelope).toMatchObject({ retry_attempt: 2, retry_reason: 'connection_failed' })
    socket.ack(envelope)
    await heard
    app.clock.advance(3_600_000)
    expect(sent()).toHaveLength(3)
    expect(app.refusals()).toEqual([])
  })

  test('is given up at once by a client that does not wait', async () => {
    await app.act({ say: 'hello' })
    await app.slack.untilHeard()
    expect(sent()).toHaveLength(4)
    await app.act({ say: 'hello again' })
    await untilSent(6)
    await app.call('auth.test')
    expect(sent()).toHaveLength(6)
    app.clock.advance(3_600_000)
    await untilSent(8)
  })
})

describe('an event that a request URL', () => {
  let server: Server | undefined

  afterEach(() => {
    server?.closeAllConnections()
    server?.close()
  })

  /** Returns the challenge, and answers the rest in turn. */
  const listen = async (...answers: readonly ((response: ServerResponse) => void)[]) => {
    const seen: { headers: IncomingHttpHeaders; body: string }[] = []
    server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const body = Buffer.concat(chunks).toString()
        const [, challenge] = /"challenge":"([^"]+)"/.exec(body) ?? []
        if (challenge !== undefined) response.end(challenge)
        else (answers[seen.push({ headers: request.headers, body }) - 1] ?? ok)(response)
      })
    })
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
    app.slack.setRequestUrl(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    return seen
  }

  const ok = (response: ServerResponse) => response.end()
  const failing = (response: ServerResponse) => response.writeHead(500).end()

  test.each<readonly [string, (response: ServerResponse) => void, string]>([
    ['fails', failing, 'http_error'],
    ['breaks off', (response) => response.destroy(), 'connection_failed'],
    ['never answers', () => app.clock.advance(3_000), 'http_timeout'],
  ])('%s comes again, with its number and the reason', async (_what, answer, reason) => {
    const seen = await listen(answer)
    await app.act({ say: 'hello' })
    await untilAcknowledged()
    const [first, second] = seen
    expect(first?.headers).not.toHaveProperty('x-slack-retry-num')
    expect(second?.headers).toMatchObject({ 'x-slack-retry-num': '1', 'x-slack-retry-reason': reason })
    expect(second?.body).toBe(first?.body)
    expect(seen).toHaveLength(2)
  })

  test('fails with x-slack-no-retry does not come again', async () => {
    await listen((response) => response.writeHead(500, { 'x-slack-no-retry': '1' }).end())
    await app.act({ say: 'hello' })
    await until(app.wire, () => app.refusals().length > 0)
    app.clock.advance(3_600_000)
    await app.act({ say: 'again' })
    await untilAcknowledged()
    expect(sent()).toHaveLength(2)
  })

  test('says no to the challenge of does not come again', async () => {
    server = createServer((_request, response) => response.end('hello'))
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
    app.slack.setRequestUrl(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    await app.act({ say: 'hello' })
    await until(app.wire, () => app.refusals().length > 0)
    app.clock.advance(3_600_000)
    expect(sent()).toHaveLength(1)
  })

  test('is a command instead comes once, and the person sees that it failed', async () => {
    const seen = await listen(failing)
    await app.act({ command: '/music' })
    app.clock.advance(3_600_000)
    expect(seen).toHaveLength(1)
    expect(app.slack.people.messages({})).toMatchObject([
      { text: '/music failed with the error "dispatch_failed"' },
    ])
  })
})

// https://docs.slack.dev/interactivity/handling-user-interaction
test('a command that no socket acknowledges comes once, and the person sees that it failed', async () => {
  const sockets = [await app.connect(), await app.connect()]
  const acting = app.act({ command: '/music' })
  await Promise.race(sockets.map((socket) => socket.next('slash_commands')))
  app.clock.advance(3_000)
  await acting
  app.clock.advance(3_600_000)
  const commands = sockets.flatMap(({ received }) => received.filter(({ type }) => type === 'slash_commands'))
  expect(commands).toHaveLength(1)
  expect(commands[0]).not.toHaveProperty('retry_attempt')
  expect(app.slack.people.messages({ viewer: app.slack.addresses.memberId })).toMatchObject([
    { text: '/music failed with the error "operation_timeout"' },
  ])
})
