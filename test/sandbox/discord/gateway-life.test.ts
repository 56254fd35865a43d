import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { limits } from '../../../sandbox/discord/limits.ts'
import { identify, intents, type RawBot, type RawGateway, startRawBot } from './support.ts'

let bot: RawBot
let gateway: RawGateway
let sessionId: string

const say = (text: string) => {
  const { memberId, channelId } = bot.discord.addresses
  return bot.discord.people.act(memberId, channelId, { say: text })
}

const start = async () => {
  gateway = await bot.connect()
  gateway.send(identify(bot.discord.addresses.token, intents.guilds | intents.guildMessages))
  const { d } = await gateway.next('READY')
  sessionId = (d as unknown as { session_id: string }).session_id
  await gateway.next('GUILD_CREATE')
}

const resume = async (seq: number | null, id = sessionId): Promise<RawGateway> => {
  const again = await bot.connect()
  again.send({ op: 6, d: { token: bot.discord.addresses.token, session_id: id, seq } })
  return again
}

/** Names and numbers of what was dispatched. */
const events = ({ received }: RawGateway) => received.filter(({ op }) => op === 0).map(({ s, t }) => [s, t])

/** The server has seen the end of a connection once another connection's heartbeat is answered after it. */
const settle = async () => {
  const other = await bot.connect()
  other.send({ op: 1, d: null })
  await other.next(11)
}

beforeEach(async () => {
  bot = await startRawBot()
  await start()
})

afterEach(() => bot.stop())

// https://docs.discord.com/developers/events/gateway#resuming
describe('a session whose connection broke', () => {
  test('is resumed: what was missed comes in order, then RESUMED', async () => {
    bot.discord.faults.add({ gateway: 'drop' })
    expect(await gateway.closed).toBe(1006)
    await settle()
    await say('one')
    await say('two')
    const again = await resume(2)
    await again.next('RESUMED')
    expect(events(again)).toEqual([
      [3, 'MESSAGE_CREATE'],
      [4, 'MESSAGE_CREATE'],
      [5, 'RESUMED'],
    ])
    await say('three')
    expect(await again.next('MESSAGE_CREATE')).toMatchObject({ s: 6 })
    expect(bot.refusals()).toEqual([])
  })

  test('gets again what its client says it has not seen, though it was sent', async () => {
    await say('one')
    await gateway.next('MESSAGE_CREATE')
    gateway.end()
    const again = await resume(2)
    await again.next('RESUMED')
    expect(events(again)).toEqual([
      [3, 'MESSAGE_CREATE'],
      [4, 'RESUMED'],
    ])
  })

  test('is taken over by the newer connection while the older one still seems open', async () => {
    const again = await resume(2)
    await again.next('RESUMED')
    expect(await gateway.closed).toBe(1006)
    await say('one')
    expect(await again.next('MESSAGE_CREATE')).toMatchObject({ s: 4 })
  })

  test('is over when nobody resumed it for a few minutes', async () => {
    gateway.end()
    await settle()
    bot.clock.advance(limits.gatewaySessionLifeMs + 1)
    expect(await (await resume(2)).next(9)).toMatchObject({ d: false })
  })

  test('is over when more happened than is kept', async () => {
    gateway.end()
    await settle()
    for (let count = 0; count <= limits.gatewayReplay; count += 1) await say('x')
    expect(await (await resume(2)).next(9)).toMatchObject({ d: false })
  })

  test.each([
    ['a number that was never sent', 99],
    ['a number below zero', -1],
    ['no number', null],
  ])('is over, with 4007, for a client that resumes with %s', async (_what, seq) => {
    expect(await (await resume(seq)).closed).toBe(4007)
    expect(bot.refusals()).toEqual(['gateway closed with 4007: Invalid seq.'])
    expect(await (await resume(2)).next(9)).toMatchObject({ d: false })
  })
})

// https://docs.discord.com/developers/events/gateway#initiating-a-disconnect
test.each([
  [1000, false],
  [1001, false],
  [4000, true],
  [4200, true],
])('a client that closes with %i can resume: %s', async (code, canResume) => {
  gateway.close(code)
  await gateway.closed
  await settle()
  const answer = await (await resume(2)).next(canResume ? 'RESUMED' : 9)
  expect(answer.op).toBe(canResume ? 0 : 9)
})

describe('on request', () => {
  test('a client is told to reconnect, and can resume', async () => {
    bot.discord.faults.add({ gateway: 'reconnect' })
    expect(await gateway.next(7)).toMatchObject({ op: 7, d: null })
    expect(await (await resume(2)).next('RESUMED')).toMatchObject({ s: 3 })
  })

  test.each([
    [true, 'RESUMED'],
    [false, 9],
  ])('a session is called invalid, resumable: %s', async (resumable, answer) => {
    bot.discord.faults.add({ gateway: 'invalid session', resumable })
    expect(await gateway.next(9)).toMatchObject({ op: 9, d: resumable })
    await (await resume(2)).next(answer)
  })

  test('a session that is called invalid, but resumable, is resumed over the same connection', async () => {
    bot.discord.faults.add({ gateway: 'invalid session', resumable: true })
    await say('one')
    gateway.send({ op: 6, d: { token: bot.discord.addresses.token, session_id: sessionId, seq: 2 } })
    expect(await gateway.next('MESSAGE_CREATE')).toMatchObject({ s: 3 })
    expect(await gateway.next('RESUMED')).toMatchObject({ s: 4 })
    expect(bot.refusals()).toEqual([])
  })

  test('an invalid session lets its connection identify again', async () => {
    bot.discord.faults.add({ gateway: 'invalid session' })
    bot.clock.advance(limits.identifyWindowMs)
    gateway.send(identify(bot.discord.addresses.token, intents.guilds))
    expect(await gateway.next('READY')).toMatchObject({ s: 1 })
  })

  test('a heartbeat is asked for', async () => {
    bot.discord.faults.add({ gateway: 'heartbeat' })
    expect(await gateway.next(1)).toMatchObject({ op: 1 })
  })

  test('a connection falls silent, and what it missed comes after a resume', async () => {
    bot.discord.faults.add({ gateway: 'silence' })
    gateway.send({ op: 1, d: 2 })
    await say('unheard')
    await settle()
    expect(gateway.received.filter(({ op, s }) => op === 11 || (s ?? 0) > 2)).toEqual([])
    const again = await resume(2)
    await again.next('RESUMED')
    expect(events(again)).toEqual([
      [3, 'MESSAGE_CREATE'],
      [4, 'RESUMED'],
    ])
  })

  // https://docs.discord.com/developers/topics/opcodes-and-status-codes#gateway-gateway-close-event-codes
  test.each([
    [4000, true],
    [4001, true],
    [4002, true],
    [4003, true],
    [4004, false],
    [4005, true],
    [4007, false],
    [4008, true],
    [4009, false],
    [4010, false],
    [4011, false],
    [4012, false],
    [4013, false],
    [4014, false],
  ])('the server closes with %i, after which a resume succeeds: %s', async (code, canResume) => {
    bot.discord.faults.add({ gateway: 'close', code })
    expect(await gateway.closed).toBe(code)
    await (await resume(2)).next(canResume ? 'RESUMED' : 9)
    expect(bot.refusals()).toEqual([])
  })

  test.each([
    ['one of no kind', {}, ''],
    ['an unknown one', { gateway: 'explode' }, 'gateway'],
    ['a close without a code', { gateway: 'close' }, 'code'],
    ['a close with a code that does not exist', { gateway: 'close', code: 4006 }, 'code'],
    ['a field that means nothing', { gateway: 'drop', code: 4000 }, 'code'],
  ])('nothing fails for %s', (_what, fault, field) => {
    expect(() => bot.discord.faults.add(fault)).toThrow(expect.objectContaining({ field }))
  })

  test('nothing fails where nobody identified', async () => {
    const empty = await startRawBot()
    expect(() => empty.discord.faults.add({ gateway: 'drop' })).toThrow(
      expect.objectContaining({ field: 'gateway' }),
    )
    await empty.stop()
  })
})
