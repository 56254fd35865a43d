import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { limits } from '../../../sandbox/discord/limits.ts'
import type { DiscordOptions } from '../../../sandbox/discord/stand-in.ts'
import { identify, type RawBot, sessionIdOf, startRawBot } from './support.ts'

let bot: RawBot

const startWith = async (gatewayRules: DiscordOptions['gatewayRules']) => {
  await bot.stop()
  bot = await startRawBot({ gatewayRules: gatewayRules ?? {} })
}

beforeEach(async () => {
  bot = await startRawBot()
})

afterEach(() => bot.stop())

/** Identifies at once, on a connection of its own, and answers with what comes of it. */
const start = async (shard: readonly [number, number] = [0, 1]): Promise<string | number> => {
  const gateway = await bot.connect()
  const { op, d } = identify(bot.discord.addresses.token, 1)
  gateway.send({ op, d: { ...d, shard } })
  return Promise.race([
    gateway.next('READY', 9).then(({ op: answer }) => (answer === 9 ? 'op 9' : 'READY')),
    gateway.closed,
  ])
}

const startLimit = async () => (await bot.call('GET', '/gateway/bot')).body.session_start_limit

// https://docs.discord.com/developers/events/gateway#rate-limiting
describe('a session that starts within five seconds of another', () => {
  test('is told by op 9 that it is invalid, and may start when the time is over', async () => {
    expect(await start()).toBe('READY')
    bot.clock.advance(limits.identifyWindowMs - 1000)
    expect(await start()).toBe('op 9')
    bot.clock.advance(1000)
    expect(await start()).toBe('READY')
    expect(bot.refusals()).toEqual([])
  })

  test('is refused on the wire when its client was told, and comes again at once', async () => {
    expect([await start(), await start()]).toEqual(['READY', 'op 9'])
    expect(bot.refusals()).toEqual([])
    expect(await start()).toBe('op 9')
    expect(bot.refusals()).toEqual(['identified again too soon'])
  })

  // https://docs.discord.com/developers/events/gateway#sharding-max-concurrency
  test('may start at once in another bucket: its shard modulo max_concurrency', async () => {
    await startWith({ maxConcurrency: 2 })
    expect(await start([0, 4])).toBe('READY')
    expect(await start([1, 4])).toBe('READY')
    expect(await start([2, 4])).toBe('op 9')
    expect(await startLimit()).toMatchObject({ max_concurrency: 2 })
  })

  test('is not meant by a resume', async () => {
    const gateway = await bot.identified()
    const again = await bot.connect()
    again.send({ op: 6, d: { token: bot.discord.addresses.token, session_id: sessionIdOf(gateway), seq: 2 } })
    await again.next('RESUMED')
    expect(await startLimit()).toMatchObject({ remaining: 999 })
  })
})

// https://docs.discord.com/developers/events/gateway#session-start-limit-object
describe('the sessions of a day', () => {
  test('are counted down, and all there again a day after the first', async () => {
    expect(await startLimit()).toEqual({ total: 1000, remaining: 1000, reset_after: 0, max_concurrency: 1 })
    await start()
    bot.clock.advance(60_000)
    await start()
    const { remaining, reset_after } = (await startLimit()) as { remaining: number; reset_after: number }
    expect(remaining).toBe(998)
    expect(reset_after).toBeLessThanOrEqual(limits.sessionsDayMs - 60_000)
    expect(reset_after).toBeGreaterThan(limits.sessionsDayMs - 120_000)
    bot.clock.advance(limits.sessionsDayMs)
    expect(await startLimit()).toEqual({ total: 1000, remaining: 1000, reset_after: 0, max_concurrency: 1 })
  })

  test('are over with one too many: every session ends and the token is reset', async () => {
    await startWith({ sessionsPerDay: 1 })
    const { token } = bot.discord.addresses
    const gateway = await bot.identified()
    expect(await startLimit()).toMatchObject({ total: 1, remaining: 0 })
    bot.clock.advance(limits.identifyWindowMs)
    expect([await start(), await gateway.closed]).toEqual([4004, 4004])
    expect(bot.refusals()).toEqual(['started more sessions than a day allows'])
    expect((await bot.callAs(`Bot ${token}`, 'GET', '/users/@me')).status).toBe(401)
    expect(bot.discord.addresses.token).not.toBe(token)
    expect((await bot.call('GET', '/users/@me')).status).toBe(200)
  })
})

test('anybody may ask where the gateway is', async () => {
  const answer = await bot.callAs(undefined, 'GET', '/gateway')
  expect(answer).toEqual({ status: 200, body: { url: bot.discord.addresses.gateway } })
  expect((await bot.callAs(undefined, 'GET', '/gateway/bot')).status).toBe(401)
})
