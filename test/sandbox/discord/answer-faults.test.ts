import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ask } from './asking.ts'
import { type RawBot, startRawBot } from './support.ts'

let bot: RawBot
const route = 'POST /channels/:channelId/messages'

const post = () =>
  bot.call('POST', `/channels/${bot.discord.addresses.channelId}/messages`, { content: 'a song' })
const shown = () => bot.discord.people.messages({}).length
const fail = (respond: object) => bot.discord.faults.add({ respond: { route, ...respond } })

beforeEach(async () => {
  bot = await startRawBot()
})

afterEach(() => bot.stop())

describe('an answer to come', () => {
  test.each([
    ['before', 0],
    ['acting', 1],
  ])('fails with the server, after %s: %i messages', async (after, count) => {
    fail({ status: 503, after })
    expect((await post()).status).toBe(503)
    expect(shown()).toBe(count)
    expect((await post()).status).toBe(200)
    expect(shown()).toBe(count + 1)
  })

  test.each([
    ['before', 0],
    ['acting', 1],
  ])('is lost, after %s: %i messages', async (after, count) => {
    fail({ status: 'lost', after })
    await expect(post()).rejects.toThrow('fetch failed')
    expect(shown()).toBe(count)
    expect(bot.wire.since(0).map(({ summary }) => summary)).toContainEqual(expect.stringMatching(/ lost$/))
  })

  test('is a refusal with a code of Discord, for which nobody is blamed', async () => {
    fail({ status: 403, code: 50_001 })
    expect(await post()).toEqual({ status: 403, body: { message: 'Missing Access', code: 50_001 } })
    fail({ status: 400, code: 10_020 })
    expect((await post()).body).toEqual({ message: 'Unknown Session', code: 10_020 })
    fail({ status: 404 })
    expect((await post()).body).toEqual({ message: '404: Not Found', code: 0 })
    expect(shown()).toBe(0)
    expect(bot.refusals()).toEqual([])
  })

  test('is a ban by Cloudflare, which does not say when to come back', async () => {
    fail({ status: 429 })
    const path = `/channels/${bot.discord.addresses.channelId}/messages`
    const { status, headers, body } = await ask(bot, 'POST', path, { content: 'a song' })
    expect({ status, body }).toEqual({
      status: 429,
      body: { message: expect.stringContaining('You are being blocked'), code: 0 },
    })
    expect(headers.has('retry-after')).toBe(false)
    expect(bot.refusals()).toEqual([])
  })

  test('is a page that is no JSON, with a status that looks well', async () => {
    fail({ status: 'no json' })
    await expect(post()).rejects.toThrow('is not valid JSON')
  })

  test.each([
    ['before', 0],
    ['acting', 1],
  ])('never comes, after %s: %i messages', async (after, count) => {
    fail({ status: 'never', after })
    const posting = post()
    await bot.wire.changed(0)
    expect(shown()).toBe(count)
    bot.discord.faults.add({ network: 'cut' })
    await expect(posting).rejects.toThrow('fetch failed')
  })

  test.each([
    ['before', 0],
    ['acting', 1],
  ])('comes slowly, after %s: %i messages at first', async (after, count) => {
    fail({ status: 'slow', ms: 60_000, after })
    const posting = post()
    await bot.wire.changed(0)
    expect(shown()).toBe(count)
    bot.clock.advance(60_000)
    expect((await posting).status).toBe(200)
    expect(shown()).toBe(1)
  })

  test("that is lost on the way to an interaction is not the bot's failure", async () => {
    const { applicationId, memberId, channelId } = bot.discord.addresses
    const gateway = await bot.identified()
    await bot.call('PUT', `/applications/${applicationId}/commands`, [{ name: 'ping', description: 'Ping' }])
    const acting = bot.discord.people.act(memberId, channelId, { command: '/ping', options: {}, files: [] })
    const { id, token } = (await gateway.next('INTERACTION_CREATE')).d as { id: string; token: string }
    const answer = () => bot.callAs(undefined, 'POST', `/interactions/${id}/${token}/callback`, { type: 5 })
    fail({ route: 'POST /interactions/:interactionId/:token/callback', status: 'lost', after: 'acting' })
    await expect(answer()).rejects.toThrow('fetch failed')
    await acting
    expect((await answer()).body).toMatchObject({ code: 40_060 })
    expect(bot.refusals()).toEqual([])
  })

  test('fails as often as was requested, and other routes do not', async () => {
    fail({ status: 500, times: 2 })
    expect((await bot.call('GET', '/users/@me')).status).toBe(200)
    expect([await post(), await post(), await post()].map(({ status }) => status)).toEqual([500, 500, 200])
  })

  test('does not fail any more once faults are taken back', async () => {
    fail({ status: 500, times: 9 })
    bot.discord.faults.clear()
    expect((await post()).status).toBe(200)
  })

  test.each([
    ['a route that is not served', { route: 'POST /nowhere', status: 500 }, 'respond.route'],
    ['a status that is no failure', { status: 302 }, 'respond.status'],
    ['a ban with a code', { status: 429, code: 30_046 }, 'respond.code'],
    ['a code that Discord does not have', { status: 404, code: 12 }, 'respond.code'],
    ['a code of a server that fails', { status: 500, code: 50_001 }, 'respond.code'],
    ['a code that comes with another status', { status: 404, code: 50_001 }, 'respond.code'],
    ['a refusal after it was carried out', { status: 403, after: 'acting' }, 'respond.after'],
    ['a time where nothing is slow', { status: 500, ms: 5 }, 'respond.ms'],
    ['no time at all', { status: 500, times: 0 }, 'respond.times'],
    ['a field that means nothing', { status: 500, mood: 1 }, 'respond.mood'],
  ])('is not made to fail with %s', (_what, respond, field) => {
    expect(() => fail(respond)).toThrow(expect.objectContaining({ field }))
  })
})
