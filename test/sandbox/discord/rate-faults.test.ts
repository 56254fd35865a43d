import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { faultSpans } from '../../../sandbox/discord/limits.ts'
import { ask, earnedLimits, rateHeaders } from './asking.ts'
import { type RawBot, startRawBot } from './support.ts'

let bot: RawBot
const route = 'POST /channels/:channelId/messages'

beforeEach(async () => {
  bot = await startRawBot()
})

afterEach(() => bot.stop())

const limit = (rateLimit: object) => bot.discord.faults.add({ rateLimit })
const post = (index = 0) =>
  ask(bot, 'POST', `/channels/${bot.discord.addresses.channelIds[index]}/messages`, { content: 'a song' })
const me = () => ask(bot, 'GET', '/users/@me')

// https://docs.discord.com/developers/topics/rate-limits#exceeding-a-rate-limit
describe('a limit that is requested', () => {
  test.each([
    ['user', 'You are being rate limited.', '0'],
    ['shared', 'The resource is being rate limited.', '5'],
  ])('of scope %s is met by the next request, which is not to blame', async (scope, message, remaining) => {
    limit({ route, scope, retryAfterMs: 1_500 })
    const answer = await post()
    expect(answer).toMatchObject({ status: 429, body: { message, retry_after: 1.5, global: false } })
    expect(answer.headers.get('retry-after')).toBe('2')
    expect(rateHeaders(answer)).toMatchObject({
      'x-ratelimit-scope': scope,
      'x-ratelimit-remaining': remaining,
    })
    bot.clock.advance(1_500)
    expect((await post()).status).toBe(200)
    expect(bot.refusals()).toEqual([])
  })

  test('is met in one channel and by other routes not at all', async () => {
    limit({ route, retryAfterMs: 60_000 })
    expect((await post()).status).toBe(429)
    expect((await post(1)).status).toBe(200)
    expect((await me()).status).toBe(200)
  })

  test('is met as often as was requested, each time when the time before is over', async () => {
    limit({ route, retryAfterMs: 2_000, times: 3 })
    for (let met = 0; met < 3; met += 1) {
      expect((await post()).status).toBe(429)
      bot.clock.advance(2_000)
    }
    expect((await post()).status).toBe(200)
    expect(bot.refusals()).toEqual([])
  })

  test('is earned by a client that comes back too soon, unless they were underway by then', async () => {
    limit({ route, retryAfterMs: 60_000 })
    await Promise.all([post(), post()])
    expect(earnedLimits(bot)).toEqual([])
    bot.clock.advance(faultSpans.underwayMs + 1)
    const early = await post()
    expect(early.status).toBe(429)
    expect(Number(early.body.retry_after)).toBeLessThan(60)
    expect(earnedLimits(bot)).toHaveLength(1)
  })

  test('of all routes is met by any of them, but not by interactions', async () => {
    limit({ route: 'global', retryAfterMs: 60_000 })
    const answers = await Promise.all([me(), post()])
    const limited = { status: 429, body: { global: true, retry_after: expect.closeTo(60, -1) } }
    expect(answers).toMatchObject([limited, limited])
    expect(rateHeaders(answers[0])).toEqual({ 'x-ratelimit-global': 'true', 'x-ratelimit-scope': 'global' })
    expect((await ask(bot, 'POST', '/interactions/123456/x/callback', { type: 5 }, '')).status).toBe(404)
    bot.clock.advance(60_000)
    expect((await post()).status).toBe(200)
    expect(earnedLimits(bot)).toEqual([])
  })

  test('is not met any more once faults are taken back', async () => {
    limit({ route, retryAfterMs: 60_000, times: 9 })
    await post()
    bot.discord.faults.clear()
    expect((await post()).status).toBe(200)
  })

  test('on the way to an interaction takes the blame from a bot that then answers too late', async () => {
    const { applicationId, memberId, channelId } = bot.discord.addresses
    const gateway = await bot.identified()
    await bot.call('PUT', `/applications/${applicationId}/commands`, [{ name: 'ping', description: 'Ping' }])
    limit({ route: 'POST /interactions/:interactionId/:token/callback', retryAfterMs: 4_000 })
    const acting = bot.discord.people.act(memberId, channelId, { command: '/ping' })
    const { id, token } = (await gateway.next('INTERACTION_CREATE')).d as { id: string; token: string }
    const answer = () => ask(bot, 'POST', `/interactions/${id}/${token}/callback`, { type: 5 }, '')
    expect((await answer()).status).toBe(429)
    bot.clock.advance(4_000)
    await acting
    expect((await answer()).body).toMatchObject({ code: 10_062 })
    expect(bot.refusals()).toEqual([])
  })
})

describe('a limit makes no sense', () => {
  test.each([
    ['on a route that is not served', { route: 'POST /nowhere', retryAfterMs: 5 }, 'route'],
    ['of nobody', { route, scope: 'nobody', retryAfterMs: 5 }, 'scope'],
    ['of all routes, and of a resource', { route: 'global', scope: 'shared', retryAfterMs: 5 }, 'scope'],
    [
      'of all routes, on one that it does not hold',
      { route: 'POST /webhooks/:applicationId/:token', scope: 'global', retryAfterMs: 5 },
      'scope',
    ],
    ['without a time', { route }, 'retryAfterMs'],
    ['that is over at once', { route, retryAfterMs: 0 }, 'retryAfterMs'],
    ['met no time at all', { route, retryAfterMs: 5, times: 0 }, 'times'],
    ['with a field that means nothing', { route, retryAfterMs: 5, mood: 1 }, 'mood'],
  ])('%s', (_what, rateLimit, field) => {
    expect(() => limit(rateLimit)).toThrow(expect.objectContaining({ field: `rateLimit.${field}` }))
  })
})
