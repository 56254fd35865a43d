import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startControl } from '../../../sandbox/control/control.ts'
import type { ActResult } from '../../../sandbox/control/people.ts'
import { type Answer, intents, type RawBot, type RawGateway, startRawBot } from './support.ts'

let bot: RawBot
let control: Awaited<ReturnType<typeof startControl>>
let gateway: RawGateway

beforeEach(async () => {
  bot = await startRawBot({ privilegedIntents: ['presences'] })
  control = await startControl(bot)
  gateway = await bot.identified(intents.guilds | intents.guildMessages)
})

afterEach(async () => {
  await control.close()
  await bot.stop()
})

const act = async (as: string, deed: object, channel = bot.discord.addresses.channelId) => {
  const response = await fetch(`${control.url}/act`, {
    method: 'POST',
    body: JSON.stringify({ platform: 'discord', as, channel, do: deed }),
    headers: { 'content-type': 'application/json' },
  })
  return (await response.json()) as ActResult & { error?: string; field?: string }
}
const byAdmin = (deed: object, channel?: string) => act(bot.discord.addresses.adminId, deed, channel)
const byMember = (deed: object, channel?: string) => act(bot.discord.addresses.memberId, deed, channel)
const manage = (what: string, more: object = {}, channel?: string) =>
  byAdmin({ manage: { what, ...more } }, channel)

const post = (content: string, channel = bot.discord.addresses.channelId) =>
  bot.call('POST', `/channels/${channel}/messages`, { content })
const answer = ({ status, body }: Answer) => [status, body.code]

/** An interaction that a member started, answered at once with a message. */
const answered = async () => {
  const { applicationId } = bot.discord.addresses
  await bot.call('PUT', `/applications/${applicationId}/commands`, [{ name: 'ping', description: 'Ping' }])
  const acting = byMember({ command: '/ping' })
  const { id, token } = (await gateway.next('INTERACTION_CREATE')).d as { id: string; token: string }
  await bot.callAs(undefined, 'POST', `/interactions/${id}/${token}/callback`, {
    type: 4,
    data: { content: 'pong' },
  })
  await acting
  return `/webhooks/${applicationId}/${token}`
}

describe('a message', () => {
  test('that an admin deletes is told to the bot, and is unknown with 10008 afterwards', async () => {
    const { body } = await post('a song')
    expect(await byAdmin({ delete: { message: body.id } })).toEqual({ event: body.id })
    const { channelId, guildId } = bot.discord.addresses
    expect((await gateway.next('MESSAGE_DELETE')).d).toEqual({
      id: body.id,
      channel_id: channelId,
      guild_id: guildId,
    })
    const path = `/channels/${channelId}/messages/${body.id}`
    for (const method of ['GET', 'PATCH', 'DELETE'])
      expect(answer(await bot.call(method, path, method === 'PATCH' ? { content: 'b' } : undefined))).toEqual(
        [404, 10008],
      )
  })

  test('that answered an interaction is unknown with 10008 by its token too', async () => {
    const webhook = await answered()
    const { body } = await bot.callAs(undefined, 'GET', `${webhook}/messages/@original`)
    await byAdmin({ delete: { message: body.id } })
    const edit = await bot.callAs(undefined, 'PATCH', `${webhook}/messages/@original`, { content: 'later' })
    expect(answer(edit)).toEqual([404, 10008])
  })

  test('is deleted by who wrote it, and by others only with the right', async () => {
    const own = await byMember({ say: 'mine' })
    const bots = await post('a song')
    expect(await byMember({ delete: { message: own.event } })).toEqual({ event: own.event })
    expect(await byMember({ delete: { message: bots.body.id } })).toEqual({
      event: '',
      refused: 'You do not have the right to do that here',
    })
    expect(await byMember({ delete: { message: '1' } })).toMatchObject({ field: 'message' })
  })
})

describe('a bot that was removed', () => {
  test('is told so, and out of everything', async () => {
    const { guildId, channelId, memberId, applicationId } = bot.discord.addresses
    const { body } = await post('a song')
    expect(await manage('remove bot')).toEqual({ event: '' })
    expect((await gateway.next('GUILD_DELETE')).d).toEqual({ id: guildId })
    const path = `/channels/${channelId}`
    // https://github.com/discord/discord-api-docs/issues/5840: the server itself is unknown.
    expect(answer(await bot.call('GET', `/guilds/${guildId}`))).toEqual([404, 10004])
    // https://github.com/discord/discord-api-docs/issues/1716: what is below it is out of reach.
    const refusals = await Promise.all([
      bot.call('GET', path),
      post('another'),
      bot.call('PATCH', `${path}/messages/${body.id}`, { content: 'b' }),
      bot.call('GET', `/guilds/${guildId}/members/${memberId}`),
      bot.call('GET', `/guilds/${guildId}/channels`),
      bot.call('GET', `/guilds/${guildId}/roles`),
      bot.call('GET', `/applications/${applicationId}/guilds/${guildId}/commands`),
    ])
    expect(refusals.map(answer)).toEqual(refusals.map(() => [403, 50001]))
  })

  test('hears nothing of the server, and is offered to nobody there', async () => {
    await answered()
    await manage('remove bot')
    await byMember({ say: 'is it gone?' })
    expect(await byMember({ command: '/ping' })).toMatchObject({ refused: expect.stringContaining('"ping"') })
    expect(await byMember({ command: '/ping' }, '@tunesmith')).toHaveProperty('refused')
    gateway.send({ op: 1, d: null })
    await gateway.next(11)
    expect(gateway.received.at(-2)).toMatchObject({ t: 'GUILD_DELETE' })
    const again = await bot.identified()
    expect(again.received.find(({ t }) => t === 'READY')).toMatchObject({ d: { guilds: [] } })
  })

  test('cannot write to people it shares no server with', async () => {
    const { memberId } = bot.discord.addresses
    await manage('remove bot')
    const opened = await bot.call('POST', '/users/@me/channels', { recipient_id: memberId })
    expect(opened.status).toBe(200)
    // https://docs.discord.com/developers/topics/opcodes-and-status-codes#json
    expect(answer(await post('still here', String(opened.body.id)))).toEqual([403, 50278])
  })

  test('comes back by an invitation: told of the server again, with a new role, and may write', async () => {
    const { guildId, applicationId } = bot.discord.addresses
    const all = await bot.identified(intents.guilds | intents.guildPresences)
    const before = (await all.next('GUILD_CREATE')).d as { roles: { id: string; tags?: object }[] }
    await manage('remove bot')
    expect(await manage('remove bot')).toHaveProperty('refused')
    expect(await manage('invite bot')).toEqual({ event: '' })
    expect(await manage('invite bot')).toHaveProperty('refused')
    await gateway.next('GUILD_DELETE')
    const created = (await gateway.next('GUILD_CREATE')).d
    expect(created).toMatchObject({ id: guildId, unavailable: false, member_count: 5 })
    expect(created).toMatchObject({ members: [{ user: { id: applicationId } }] })
    const whole = (await all.next('GUILD_CREATE')).d as typeof before & { members: object[] }
    expect(whole.members).toHaveLength(5)
    const own = (roles: typeof before.roles) => roles.find(({ tags }) => tags)?.id
    expect(own(whole.roles)).not.toBe(own(before.roles))
    expect((await post('back')).status).toBe(200)
    expect(bot.refusals()).toEqual([])
  })
})

describe('a channel', () => {
  test('that an admin deletes is told, and unknown with 10003 afterwards, for its interactions too', async () => {
    const { channelId, guildId } = bot.discord.addresses
    const webhook = await answered()
    const { body } = await post('a song')
    expect(await manage('delete channel')).toEqual({ event: '' })
    expect((await gateway.next('CHANNEL_DELETE')).d).toMatchObject({
      id: channelId,
      guild_id: guildId,
      type: 0,
    })
    const refusals = await Promise.all([
      bot.call('GET', `/channels/${channelId}`),
      post('another'),
      bot.call('GET', `/channels/${channelId}/messages/${body.id}`),
      bot.callAs(undefined, 'PATCH', `${webhook}/messages/@original`, { content: 'later' }),
      bot.callAs(undefined, 'POST', webhook, { content: 'later' }),
    ])
    expect(refusals.map(answer)).toEqual(refusals.map(() => [404, 10003]))
    expect(gateway.received.filter(({ t }) => t === 'MESSAGE_DELETE')).toEqual([])
    expect(await byMember({ say: 'hello?' })).toMatchObject({ field: 'channel' })
  })

  test.each([
    ['SendMessages', 403, 50013],
    ['ViewChannel', 403, 50001],
  ])(
    'that denies the bot %s is told, and refuses it with %i %i until it is allowed',
    async (permission, ...no) => {
      const { channelId, applicationId } = bot.discord.addresses
      expect(await manage('deny', { permission })).toEqual({ event: '' })
      const updated = (await gateway.next('CHANNEL_UPDATE')).d
      expect(updated).toMatchObject({
        id: channelId,
        permission_overwrites: [{ id: applicationId, type: 1, allow: '0' }],
      })
      expect(answer(await post('a song'))).toEqual(no)
      await manage('allow', { permission })
      expect((await gateway.next('CHANNEL_UPDATE')).d).toMatchObject({
        permission_overwrites: [{ deny: '0' }],
      })
      expect((await post('a song')).status).toBe(200)
    },
  )
})

describe('nobody', () => {
  test.each([
    [{ what: 'remove bot' }],
    [{ what: 'invite bot' }],
    [{ what: 'delete channel' }],
    [{ what: 'deny', permission: 'SendMessages' }],
    [{ what: 'allow', permission: 'SendMessages' }],
  ])('without the right does %o', async (management) => {
    const refused = 'You do not have the right to do that here'
    expect(await byMember({ manage: management })).toEqual({ event: '', refused })
  })

  test('does what Discord has not, or gives a right that they do not hold', async () => {
    expect(await manage('archive channel')).toHaveProperty('refused')
    expect(await manage('allow', { permission: 'Administrator' })).toHaveProperty('refused')
    expect(await manage('remove bot', {}, '@tunesmith')).toHaveProperty('refused')
    expect(await manage('deny', { permission: 'Flying' })).toMatchObject({ field: 'permission' })
    expect(await manage('deny')).toMatchObject({ field: 'do.manage.permission' })
    expect(await manage('burn')).toMatchObject({ field: 'do.manage.what' })
  })
})
