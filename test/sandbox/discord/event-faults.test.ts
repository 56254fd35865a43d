import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { faultSpans, limits } from '../../../sandbox/discord/limits.ts'
import { intents, type RawBot, type RawGateway, sessionIdOf, startRawBot } from './support.ts'

let bot: RawBot
let gateway: RawGateway

beforeEach(async () => {
  bot = await startRawBot()
  const { applicationId } = bot.discord.addresses
  await bot.call('PUT', `/applications/${applicationId}/commands`, [{ name: 'ping', description: 'Ping' }])
  gateway = await bot.identified(intents.guilds | intents.guildMessages | intents.messageContent)
  await gateway.next('GUILD_CREATE')
})

afterEach(() => bot.stop())

const say = (text: string) => {
  const { memberId, channelId } = bot.discord.addresses
  return bot.discord.people.act(memberId, channelId, { say: text })
}
const ping = () => {
  const { memberId, channelId } = bot.discord.addresses
  return bot.discord.people.act(memberId, channelId, { command: '/ping' })
}
const heard = async () => {
  gateway.send({ op: 1, d: null })
  await gateway.next(11)
  return gateway.received.flatMap(({ t, s, d }) =>
    t === 'MESSAGE_CREATE' ? [[(d as unknown as { content: string }).content, s]] : [],
  )
}
const callback = async ({ d }: Awaited<ReturnType<RawGateway['next']>>) => {
  const { id, token } = d as unknown as { id: string; token: string }
  const body = { type: 4, data: { content: 'pong' } }
  return (await bot.call('POST', `/interactions/${id}/${token}/callback`, body)).status
}

describe('on request, what people do', () => {
  test('is told twice under one number, as an overlapping resume does', async () => {
    bot.discord.faults.add({ events: 'repeat' })
    await say('one')
    await say('two')
    expect(await heard()).toEqual([
      ['one', 3],
      ['one', 3],
      ['two', 4],
    ])
  })

  test('is told late, by a second or as long as was requested', async () => {
    bot.discord.faults.add({ events: 'delay' })
    bot.discord.faults.add({ events: 'delay', ms: 5_000 })
    await say('one')
    await say('two')
    await say('three')
    expect(await heard()).toEqual([['three', 3]])
    bot.clock.advance(faultSpans.lateEventMs)
    expect(await heard()).toContainEqual(['one', 4])
    bot.clock.advance(5_000)
    expect(await heard()).toContainEqual(['two', 5])
  })

  test('is told in another order, or late when nothing overtakes it', async () => {
    bot.discord.faults.add({ events: 'reorder', times: 2 })
    await say('one')
    await say('two')
    await say('three')
    expect((await heard()).map(([text]) => text)).toEqual(['three', 'two', 'one'])
    bot.discord.faults.add({ events: 'reorder' })
    await say('four')
    bot.clock.advance(faultSpans.lateEventMs)
    expect((await heard()).at(-1)?.[0]).toBe('four')
  })

  test('comes so and no other way in a replay: each number once', async () => {
    bot.discord.faults.add({ events: 'repeat' })
    bot.discord.faults.add({ events: 'reorder' })
    for (const text of ['one', 'two', 'three']) await say(text)
    const again = await bot.connect()
    again.send({ op: 6, d: { token: bot.discord.addresses.token, session_id: sessionIdOf(gateway), seq: 2 } })
    await again.next('RESUMED')
    expect(again.received.flatMap(({ s }) => s ?? [])).toEqual([3, 4, 5, 6])
  })

  test('waits no longer when faults are cleared', async () => {
    bot.discord.faults.add({ events: 'reorder', times: 5 })
    await say('one')
    bot.discord.faults.clear()
    await say('two')
    expect((await heard()).map(([text]) => text)).toEqual(['one', 'two'])
  })

  test('may be a command: told twice, its second answer is refused with 40060', async () => {
    bot.discord.faults.add({ events: 'repeat' })
    const acting = ping()
    const [first, second] = [
      await gateway.next('INTERACTION_CREATE'),
      await gateway.next('INTERACTION_CREATE'),
    ]
    expect(second.d).toEqual(first.d)
    expect([await callback(first), await callback(second)]).toEqual([204, 400])
    await acting
    expect(bot.refusals()).toEqual([expect.stringContaining('400 40060')])
  })

  test('may be a command that is told too late to answer', async () => {
    bot.discord.faults.add({ events: 'delay', ms: limits.answerMs + 1 })
    const acting = ping()
    await bot.call('GET', '/users/@me') // by when it is underway
    bot.clock.advance(limits.answerMs + 1)
    await acting
    expect(await callback(await gateway.next('INTERACTION_CREATE'))).toBe(404)
  })
})

test.each([
  [{ events: 'lose' }, 'events'],
  [{ events: 'repeat', times: 0 }, 'times'],
  [{ events: 'delay', ms: -1 }, 'ms'],
  [{ events: 'delay', id: 'new' }, 'id'],
])('nothing becomes of them for %o', (fault, field) => {
  expect(() => bot.discord.faults.add(fault)).toThrow(expect.objectContaining({ field }))
})
