import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Management } from '../../../sandbox/control/people.ts'
import { arrive, inviting } from './installing.ts'
import { type RawBot, type RawGateway, startRawBot } from './support.ts'

let bot: RawBot
let gateway: RawGateway

beforeEach(async () => {
  bot = await startRawBot()
  gateway = await bot.identified()
})

afterEach(() => bot.stop())

const manage = (deed: Management, as = bot.discord.addresses.adminId) =>
  bot.discord.people.act(as, bot.discord.addresses.channelId, { manage: deed })

/** Whether somebody is offered "/ping" in a channel; what is offered is answered. */
const isOffered = async (as: string, channel = bot.discord.addresses.channelId): Promise<boolean> => {
  const acting = bot.discord.people.act(as, channel, { command: '/ping' })
  const refused = await Promise.race([
    acting.then(({ refused: words }) => words),
    gateway.next('INTERACTION_CREATE'),
  ])
  if (typeof refused === 'string') return false
  const { d } = refused as unknown as { d: { id: string; token: string } }
  await bot.call('POST', `/interactions/${d.id}/${d.token}/callback`, { type: 5 })
  return true
}

type Set = readonly [how: 'allow' | 'deny', to: string, command?: string]
// https://docs.discord.com/developers/interactions/application-commands#permissions
const cases: readonly [string, object, readonly Set[], boolean][] = [
  ['to all, without a word', {}, [], true],
  ['to nobody without the right that it asks for', { default_member_permissions: '32' }, [], false],
  ['to nobody, where it asks for "0"', { default_member_permissions: '0' }, [], false],
  [
    'to who is allowed, whatever right it asks for',
    { default_member_permissions: '32' },
    [['allow', 'Max', '/ping']],
    true,
  ],
  ['to nobody, where everyone is denied', {}, [['deny', 'everyone', '/ping']], false],
  [
    'to a member before everyone',
    {},
    [
      ['deny', 'everyone', '/ping'],
      ['allow', 'Max', '/ping'],
    ],
    true,
  ],
  ['not in a channel that is denied', {}, [['deny', '#general', '/ping']], false],
  [
    'in a channel that is allowed, where all are denied',
    {},
    [
      ['deny', 'everywhere', '/ping'],
      ['allow', '#general', '/ping'],
    ],
    true,
  ],
  ['nowhere, where all channels are denied', {}, [['deny', 'everywhere', '/ping']], false],
  ['by what was set for the whole app', {}, [['deny', 'Max']], false],
  [
    'by what was set for the command before the whole app',
    {},
    [
      ['deny', 'Max'],
      ['allow', 'Max', '/ping'],
    ],
    true,
  ],
]

test.each(cases)('a command is offered %s', async (_whom, more, sets, offered) => {
  await inviting(bot, more)
  for (const [how, to, command] of sets)
    expect(await manage({ what: `${how} command`, to, command })).toEqual({ event: '' })
  expect(await isOffered(bot.discord.addresses.memberId)).toBe(offered)
})

test('what is denied in a channel is denied in its threads', async () => {
  await inviting(bot, {})
  const { memberId, threadIds } = bot.discord.addresses
  expect(await isOffered(memberId, threadIds[0])).toBe(true)
  await manage({ what: 'deny command', to: '#music' })
  expect(await isOffered(memberId, threadIds[0])).toBe(false)
})

test('who may not manage the server and its roles sets nothing', async () => {
  await inviting(bot, {})
  const { memberId } = bot.discord.addresses
  expect(await manage({ what: 'deny command', to: 'everyone' }, memberId)).toHaveProperty('refused')
})

test('a bot is told of what was set, and may look it up', async () => {
  const { body } = await inviting(bot, {})
  const { guildId, applicationId, memberId } = bot.discord.addresses
  await manage({ what: 'deny command', command: '/ping', to: 'Max' })
  const set = {
    id: body.id,
    application_id: applicationId,
    guild_id: guildId,
    permissions: [{ id: memberId, type: 2, permission: false }],
  }
  expect((await gateway.next('APPLICATION_COMMAND_PERMISSIONS_UPDATE')).d).toEqual(set)
  const path = `/applications/${applicationId}/guilds/${guildId}/commands`
  expect((await bot.call('GET', `${path}/permissions`)).body).toEqual([set])
  expect((await bot.call('GET', `${path}/${body.id}/permissions`)).body).toEqual(set)
  expect(bot.refusals()).toEqual([])
})

test('commands run in threads and beside the talk, and not in archived threads or in a forum itself', async () => {
  await inviting(bot, {})
  const { memberId, channelIds, threadIds, forumChannelId, voiceChannelId } = bot.discord.addresses
  const { event, callback } = await arrive(bot, gateway, { as: memberId, channel: threadIds[0] ?? '' })
  expect(event).toMatchObject({ channel: { type: 11, parent_id: channelIds[1] } })
  expect((await callback({ type: 4, data: { content: 'x' } })).status).toBe(204)
  expect(await isOffered(memberId, voiceChannelId)).toBe(true)
  for (const channel of [threadIds[1], threadIds[2], forumChannelId])
    expect(await isOffered(memberId, channel)).toBe(false)
})
