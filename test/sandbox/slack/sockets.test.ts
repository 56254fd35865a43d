import { App, type LogLevel } from '@slack/bolt'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type RawApp, type RawSocket, startRawApp, times, until } from './support.ts'

// Several connections of one app: https://docs.slack.dev/apis/events-api/using-socket-mode

let app: RawApp
beforeEach(async () => {
  app = await startRawApp()
})
afterEach(() => app.stop())

const acknowledged = () => app.wire.since(0).filter(({ kind }) => kind === 'ack').length
const eventsOf = ({ received }: RawSocket) => received.filter(({ type }) => type === 'events_api')
const fail = (fault: object) => app.slack.faults.add(fault)
const helloOf = ({ received }: RawSocket) => received.find(({ type }) => type === 'hello')

/** Acknowledges one event. */
const take = async (socket: RawSocket) => {
  const envelope = await socket.next('message')
  socket.ack(envelope)
  return envelope
}

describe('ten sockets', () => {
  test('are told how many they are', async () => {
    const sockets: RawSocket[] = []
    for (const _ of times(10, () => undefined)) sockets.push(await app.connect())
    expect(sockets.map((socket) => helloOf(socket)?.num_connections)).toEqual(times(10, (index) => index + 1))
    expect(helloOf(sockets[0] as RawSocket)).toMatchObject({
      debug_info: { host: expect.any(String), approximate_connection_time: expect.any(Number) },
      connection_info: { app_id: expect.stringMatching(/^A/) },
    })
  })

  test('get each envelope once between them', async () => {
    const sockets = await Promise.all(times(10, () => app.connect()))
    for (const index of times(20, (number) => number)) await app.act({ say: `message ${index}` })
    for (const socket of sockets) for (const _ of [1, 2]) await take(socket)
    await until(app.wire, () => acknowledged() === 20)
    expect(sockets.map((socket) => eventsOf(socket).length)).toEqual(times(10, () => 2))
    const ids = sockets.flatMap((socket) => eventsOf(socket).map(({ envelope_id }) => envelope_id))
    expect(new Set(ids).size).toBe(20)
  })

  test('leave room for another when one goes', async () => {
    const [first] = await Promise.all(times(10, () => app.connect()))
    first?.end()
    await first?.closed
    const again = await app.connect()
    await app.act({ say: 'hello' })
    expect(helloOf(again)).toMatchObject({ num_connections: 10 })
    expect(app.refusals()).toEqual([])
  })
})

describe('what a socket took with it', () => {
  test('comes at once on another as the first retry, if it is an event', async () => {
    const [dying, other] = [await app.connect(), await app.connect()]
    await app.act({ say: 'hello' })
    const lost = await dying.next('message')
    fail({ socket: 'drop', which: 'oldest' })
    const again = await take(other)
    expect(again).toMatchObject({ retry_attempt: 1, payload: { event_id: lost.payload.event_id } })
    expect(again.envelope_id).not.toBe(lost.envelope_id)
    await until(app.wire, () => acknowledged() === 1)
    expect(app.refusals()).toEqual([])
  })

  test('may be acknowledged over another, as the official client does, and counts for nothing', async () => {
    const [dying, other] = [await app.connect(), await app.connect()]
    await app.act({ say: 'hello' })
    const lost = await dying.next('message')
    dying.end()
    const again = await other.next('message')
    other.ack(lost)
    other.ack(again)
    await until(app.wire, () => acknowledged() === 1)
    expect(app.refusals()).toEqual([])
  })

  test('comes after its three seconds where there was no other, and the app that was cut off is not to blame', async () => {
    const dying = await app.connect()
    await app.act({ say: 'hello' })
    await dying.next('message')
    fail({ socket: 'drop' })
    await dying.closed
    const next = await app.connect()
    app.clock.advance(3_000)
    expect(await take(next)).toMatchObject({ retry_attempt: 1 })
    expect(app.refusals()).toEqual([])
  })

  test('is held against an app that hangs up on it', async () => {
    const dying = await app.connect()
    await app.act({ say: 'hello' })
    await dying.next('message')
    dying.end()
    await dying.closed
    app.clock.advance(3_000)
    expect(app.refusals()).toEqual(['event message.channels: not acknowledged within 3000 ms'])
  })

  test('does not come again if it is a command, whose person reads that it failed', async () => {
    const [dying, other] = [await app.connect(), await app.connect()]
    const acting = app.act({ command: '/music' })
    await dying.next('slash_commands')
    fail({ socket: 'drop', which: 'oldest' })
    await dying.closed
    app.clock.advance(3_000)
    await acting
    expect(app.slack.people.messages({})).toMatchObject([
      { text: '/music failed with the error "operation_timeout"' },
    ])
    expect(other.received.some(({ type }) => type === 'slash_commands')).toBe(false)
    expect(app.refusals()).toEqual([])
  })
})

test('a new socket that is there before the old one goes loses nothing', async () => {
  const old = await app.connect()
  fail({ socket: 'warning' })
  expect(await old.next('disconnect')).toMatchObject({ reason: 'warning' })
  await app.act({ say: 'on the old one' })
  await take(old)
  const young = await app.connect()
  await app.act({ say: 'on either' })
  await app.act({ say: 'on the other' })
  await Promise.all([take(old), take(young)])
  await until(app.wire, () => acknowledged() === 3)
  app.clock.advance(10_000)
  expect(await old.next('disconnect')).toMatchObject({ reason: 'refresh_requested' })
  await old.closed
  await app.act({ say: 'on the new one' })
  expect((await take(young)).payload.event.text).toBe('on the new one')
  await until(app.wire, () => acknowledged() === 4)
  expect(app.refusals()).toEqual([])
})

describe('two processes with the official client', () => {
  const heard: string[] = []
  let apps: App[]
  const wakers = new Set<() => void>()

  beforeEach(async () => {
    heard.length = 0
    const { api, botToken: token, appToken } = app.slack.addresses
    const clientOptions = { slackApiUrl: api, retryConfig: { retries: 0 } }
    apps = ['one', 'two'].map((name) => {
      const logLevel = 'error' as LogLevel
      const process = new App({ token, appToken, socketMode: true, logLevel, clientOptions })
      process.message(async ({ message }) => {
        heard.push(`${'text' in message ? message.text : ''} by ${name}`)
        for (const wake of wakers) wake()
      })
      return process
    })
    for (const process of apps) await process.start()
  })
  afterEach(async () => {
    await Promise.all(apps.map((process) => process.stop()))
  })

  const untilHeard = (count: number) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (heard.length >= count) resolve()
      }
      wakers.add(look)
      look()
    })
  const say = async (from: number, to: number) => {
    for (let index = from; index < to; index += 1) await app.act({ say: `message ${index}` })
  }

  test('share what comes, each message once', async () => {
    await say(0, 6)
    await untilHeard(6)
    expect(heard.map((line) => line.replace(/ by .*/, '')).sort()).toEqual(times(6, (n) => `message ${n}`))
    expect(new Set(heard.map((line) => line.replace(/.* by /, '')))).toEqual(new Set(['one', 'two']))
    expect(app.refusals()).toEqual([])
  })

  test('lose nothing when the connection of one is dropped', async () => {
    await say(0, 2)
    await untilHeard(2)
    fail({ socket: 'drop', which: 'oldest' })
    await say(2, 6)
    await untilHeard(6)
    expect(heard.slice(2).every((line) => line.endsWith('by two'))).toBe(true)
    await until(app.wire, () => acknowledged() === 6)
    expect(app.refusals()).toEqual([])
  })
})
