import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { rateLimits } from '../../../sandbox/discord/limits.ts'
import { isLong, runs } from '../../support/suite/runs.ts'
import { type Answered, ask, earnedLimits, inTurn, lastOf, rateHeaders } from './asking.ts'
import { type RawBot, startRawBot, times } from './support.ts'

let bot: RawBot

beforeEach(async () => {
  bot = await startRawBot()
})

afterEach(() => bot.stop())

const channel = (index = 0) => bot.discord.addresses.channelIds[index] ?? ''
const post = (index = 0) => ask(bot, 'POST', `/channels/${channel(index)}/messages`, { content: 'a song' })
const postId = async () => String((await post()).body.id)
const edit = (id: string) => ask(bot, 'PATCH', `/channels/${channel()}/messages/${id}`, { content: 'edited' })

const interaction = async () => {
  const { applicationId, memberId, channelId } = bot.discord.addresses
  const gateway = await bot.identified()
  await bot.call('PUT', `/applications/${applicationId}/commands`, [{ name: 'ping', description: 'Ping' }])
  const start = async () => {
    void bot.discord.people.act(memberId, channelId, { command: '/ping', options: {}, files: [] })
    const { id, token } = (await gateway.next('INTERACTION_CREATE')).d as { id: string; token: string }
    const path = `/webhooks/${applicationId}/${token}`
    const callback = () => ask(bot, 'POST', `/interactions/${id}/${token}/callback`, { type: 5 }, '')
    return { path, callback, followUp: () => ask(bot, 'POST', path, { content: 'more' }, '') }
  }
  return start
}

// https://docs.discord.com/developers/topics/rate-limits#header-format
describe('the headers of an answer', () => {
  test('tell the bucket, its size, what is left of it and when it is full again', async () => {
    const [first, second] = await inTurn(2, () => post())
    const nowMs = bot.clock.now()
    expect(rateHeaders(first ?? expect.fail())).toEqual({
      'x-ratelimit-limit': '5',
      'x-ratelimit-remaining': '4',
      'x-ratelimit-reset': expect.stringMatching(/^\d+\.\d{3}$/),
      'x-ratelimit-reset-after': '5.000',
      'x-ratelimit-bucket': expect.stringMatching(/^[0-9a-f]{32}$/),
    })
    expect(second?.headers.get('x-ratelimit-remaining')).toBe('3')
    const resetMs = Number(second?.headers.get('x-ratelimit-reset')) * 1000
    expect(resetMs).toBeLessThanOrEqual(nowMs + 5_000)
    expect(second?.headers.get('x-ratelimit-bucket')).toBe(first?.headers.get('x-ratelimit-bucket'))
  })

  test('say nothing where no bucket is known', async () => {
    expect(rateHeaders(await ask(bot, 'GET', '/users/@me'))).toEqual({})
  })

  test('count every request, also one that is refused', async () => {
    const path = `/channels/${channel()}/messages`
    expect((await ask(bot, 'POST', path, {})).headers.get('x-ratelimit-remaining')).toBe('4')
  })
})

// The sizes were observed; sandbox/discord/rateLimits.ts says by whom.
describe('a request over the rate of its bucket is refused with 429', () => {
  test('with the time to wait in header and body', async () => {
    const over = lastOf(await inTurn(6, () => post()))
    expect(over.status).toBe(429)
    const { retry_after: seconds, ...body } = over.body
    expect(body).toEqual({ message: 'You are being rate limited.', global: false })
    expect(seconds).toBe(Number(over.headers.get('x-ratelimit-reset-after')))
    expect(over.headers.get('retry-after')).toBe(String(Math.ceil(Number(seconds))))
    expect(rateHeaders(over)).toMatchObject({ 'x-ratelimit-remaining': '0', 'x-ratelimit-scope': 'user' })
    expect(over.headers.has('x-ratelimit-global')).toBe(false)
    expect(earnedLimits(bot)).toEqual([expect.stringContaining('429 0 You are being rate limited.')])
  })

  test('until its time is over', async () => {
    await inTurn(6, () => post())
    bot.clock.advance(5_000)
    expect((await post()).status).toBe(200)
  })

  test('and other channels and other routes are not', async () => {
    await inTurn(6, () => post())
    expect((await post(1)).status).toBe(200)
    expect((await ask(bot, 'GET', `/channels/${channel()}/messages`)).status).toBe(200)
  })

  test('by the sixth edit in five seconds', async () => {
    const id = await postId()
    expect((await inTurn(6, () => edit(id))).map(({ status }) => status)).toEqual([
      200, 200, 200, 200, 200, 429,
    ])
  })

  test('by the third list of commands in a minute', async () => {
    const path = `/applications/${bot.discord.addresses.applicationId}/commands`
    const answers = await inTurn(3, () => ask(bot, 'PUT', path, []))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429])
  })

  test('by the sixth request with one token of an interaction in two seconds, and another has its own', async () => {
    const start = await interaction()
    const [one, other] = [await start(), await start()]
    for (const { callback } of [one, other]) expect((await callback()).status).toBe(204)
    const answers = await inTurn(6, () => ask(bot, 'GET', `${one.path}/messages/@original`, undefined, ''))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429])
    expect((await other.followUp()).status).toBe(200)
  })

  // https://github.com/discord/discord-api-docs/issues/8330
  test.each([
    ['that is young', 0, 5],
    ['that is over ten seconds old', 11_000, 3],
    ['that is over two weeks old', 15 * 24 * 60 * 60_000, 30],
  ])('by deleting more messages than are allowed of one %s', async (_age, ageMs, allowed) => {
    const ids = await inTurn(allowed + 1, async () => {
      bot.clock.advance(5_000)
      return post()
    }).then((answers) => answers.map(({ body }) => String(body.id)))
    bot.clock.advance(ageMs)
    const young = ageMs === 0 ? times(allowed + 1, () => ids.at(-1) ?? '') : ids
    const answers = await inTurn(young.length, (index) =>
      ask(bot, 'DELETE', `/channels/${channel()}/messages/${young[index]}`),
    )
    expect(answers.findIndex(({ status }) => status === 429)).toBe(allowed)
  })
})

test('the hidden limit of a channel refuses what webhooks post there, and blames nobody (discord-api-docs#4043)', async () => {
  const start = await interaction()
  const answers: Answered[] = []
  while (answers.length < 31) {
    const { callback, followUp } = await start()
    await callback()
    answers.push(...(await inTurn(Math.min(5, 31 - answers.length), followUp)))
  }
  expect(answers.map(({ status }) => status)).toEqual([...times(30, () => 200), 429])
  expect(lastOf(answers).body).toMatchObject({
    message: 'The resource is being rate limited.',
    global: false,
  })
  expect(lastOf(answers).headers.get('x-ratelimit-scope')).toBe('shared')
  expect(lastOf(answers).headers.get('x-ratelimit-remaining')).not.toBeNull()
  expect(earnedLimits(bot)).toEqual([])
})

// https://docs.discord.com/developers/topics/rate-limits#global-rate-limit
describe('more than fifty requests a second', () => {
  const me = () => ask(bot, 'GET', '/users/@me')

  test('are refused with 429, whatever they ask', async () => {
    const answers = await Promise.all(times(rateLimits.globalRequests + 1, me))
    const over = answers.find(({ status }) => status === 429) ?? expect.fail('all were answered')
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(rateLimits.globalRequests)
    expect(over.body).toMatchObject({ message: 'You are being rate limited.', global: true })
    expect(rateHeaders(over)).toEqual({ 'x-ratelimit-global': 'true', 'x-ratelimit-scope': 'global' })
    expect((await post()).status).toBe(429)
    bot.clock.advance(1_000)
    expect((await post()).status).toBe(200)
  })

  test('do not hold up the answers to interactions', async () => {
    const start = await interaction()
    const { callback, followUp } = await start()
    await Promise.all(times(rateLimits.globalRequests + 1, me))
    expect((await callback()).status).toBe(204)
    expect((await followUp()).status).toBe(200)
  })
})

// https://docs.discord.com/developers/topics/rate-limits#invalid-request-limit-aka-cloudflare-bans
describe('invalid requests', () => {
  const invalid = () => ask(bot, 'GET', '/users/@me', undefined, 'Bot nobody')
  const many = async (count: number) => {
    for (let sent = 0; sent < count; sent += 100) await Promise.all(times(100, invalid))
  }

  // The short form lowers the limit: sending ten thousand requests takes long.
  const most = runs(300, rateLimits.invalidRequests)

  test('up to ten thousand in ten minutes are borne, one more and the address is banned for a while', async () => {
    await bot.stop()
    bot = await startRawBot(isLong ? {} : { invalidRequestsMax: most })
    await many(200)
    bot.clock.advance(rateLimits.invalidWindowMs)
    await many(most - 100)
    expect((await inTurn(100, invalid)).every(({ status }) => status === 401)).toBe(true)
    const banned = await ask(bot, 'GET', '/users/@me')
    expect(banned.status).toBe(429)
    expect(banned.body).toEqual({ code: 0, message: expect.stringContaining('You are being blocked') })
    expect([...banned.headers.keys()].filter((name) => /ratelimit|retry/.test(name))).toEqual([])
    expect((await ask(bot, 'POST', '/interactions/1/x/callback', { type: 5 }, '')).status).toBe(429)
    bot.clock.advance(rateLimits.banMs)
    expect((await ask(bot, 'GET', '/users/@me')).status).toBe(200)
  })
})

describe('edits of messages over an hour old (starboard-4#118)', () => {
  test('are refused with 30046 from the fourth in twenty seconds of a channel', async () => {
    const id = await postId()
    bot.clock.advance(60 * 60_000 + 1)
    const answers = await inTurn(4, () => edit(id))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429])
    expect(lastOf(answers).body).toEqual({
      message: 'Maximum number of edits to messages older than 1 hour reached. Try again later',
      retry_after: expect.any(Number),
      global: false,
      code: 30_046,
    })
    bot.clock.advance(20_000)
    expect((await edit(id)).status).toBe(200)
  })

  test('are no rarer than others before', async () => {
    const id = await postId()
    bot.clock.advance(59 * 60_000)
    expect((await inTurn(5, () => edit(id))).every(({ status }) => status === 200)).toBe(true)
  })
})
