import { afterEach, beforeEach, describe, expect, test } from 'vitest'
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

  test('fails as often as was asked for, and other routes do not', async () => {
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
    ['a status that is no failure of a server', { status: 404 }, 'respond.status'],
    ['no time at all', { status: 500, times: 0 }, 'respond.times'],
    ['a field that means nothing', { status: 500, mood: 1 }, 'respond.mood'],
  ])('is not made to fail with %s', (_what, respond, field) => {
    expect(() => fail(respond)).toThrow(expect.objectContaining({ field }))
  })
})
