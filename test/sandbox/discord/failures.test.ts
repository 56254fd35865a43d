import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startControl } from '../../../sandbox/control/control.ts'
import type { ActResult } from '../../../sandbox/control/people.ts'
import {
  type Answer,
  identify,
  intents,
  type RawBot,
  type RawGateway,
  sessionIdOf,
  startRawBot,
} from './support.ts'

// The failures that a bot on Discord must survive, each commanded by what an
// outsider has: the control address.

let bot: RawBot
let control: Awaited<ReturnType<typeof startControl>>
let gateway: RawGateway

beforeEach(async () => {
  bot = await startRawBot()
  control = await startControl(bot)
  const { applicationId } = bot.discord.addresses
  await bot.call('PUT', `/applications/${applicationId}/commands`, [{ name: 'song', description: 'Song' }])
  gateway = await bot.identified(intents.guilds | intents.guildMessages)
  await gateway.next('GUILD_CREATE')
})

afterEach(async () => {
  await control.close()
  await bot.stop()
})

const post = async (path: string, body: object): Promise<ActResult> => {
  const response = await fetch(`${control.url}${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
  expect(response.status).toBe(200)
  return (await response.json()) as ActResult
}
const fail = (fault: object) => post('/faults', { target: 'discord', ...fault })
const advance = (advanceMs: number) => post('/clock', { advanceMs })
const actIn = (channel: string, as: string, deed: object) =>
  post('/act', { platform: 'discord', as, channel, do: deed })
const byMember = (deed: object) =>
  actIn(bot.discord.addresses.channelId, bot.discord.addresses.memberId, deed)
const byAdmin = (deed: object) => actIn(bot.discord.addresses.channelId, bot.discord.addresses.adminId, deed)

type Received = { id: string; token: string }
const interactionOf = ({ d }: Awaited<ReturnType<RawGateway['next']>>) => d as unknown as Received
const callback = ({ id, token }: Received, body: object = { type: 5 }) =>
  bot.call('POST', `/interactions/${id}/${token}/callback`, body)
const edit = ({ token }: Received) =>
  bot.call('PATCH', `/webhooks/${bot.discord.addresses.applicationId}/${token}/messages/@original`, {
    content: 'a song',
  })
const postInChannel = () =>
  bot.call('POST', `/channels/${bot.discord.addresses.channelId}/messages`, { content: 'a song' })
const answer = ({ status, body }: Answer) => [status, body.code]

/** A command that was deferred in time. */
const deferred = async (): Promise<Received> => {
  const acting = byMember({ command: '/song' })
  const interaction = interactionOf(await gateway.next('INTERACTION_CREATE'))
  await callback(interaction)
  await acting
  return interaction
}

const resume = async (seq: number): Promise<RawGateway> => {
  const again = await bot.connect()
  const { token } = bot.discord.addresses
  again.send({ op: 6, d: { token, session_id: sessionIdOf(gateway), seq } })
  return again
}

describe('a rolling restart:', () => {
  test('while two bots run on one token, both hear of a command, and only the first answer counts', async () => {
    const newer = await bot.identified(intents.guilds)
    const acting = byMember({ command: '/song' })
    const [first, second] = [
      interactionOf(await gateway.next('INTERACTION_CREATE')),
      interactionOf(await newer.next('INTERACTION_CREATE')),
    ]
    expect(second).toEqual(first)
    expect((await callback(second)).status).toBe(204)
    expect(answer(await callback(first))).toEqual([400, 40060])
    await acting
  })

  test('a bot that starts within five seconds of the one before is told to wait, and its sessions are counted', async () => {
    const { token } = bot.discord.addresses
    const newer = await bot.connect()
    newer.send(identify(token, intents.guilds))
    expect(await newer.next(9)).toMatchObject({ d: false })
    await advance(5_000)
    newer.send(identify(token, intents.guilds))
    await newer.next('READY')
    const { body } = await bot.call('GET', '/gateway/bot')
    expect(body.session_start_limit).toMatchObject({ remaining: 997 })
  })

  test('a day with too few sessions left, and a bot that must shard, are asked for', async () => {
    const { adminId, channelId } = bot.discord.addresses.otherGuild
    await actIn(channelId, adminId, { manage: { what: 'invite bot' } })
    const gatewayRules = { sessionsPerDay: 5, guildsPerShard: 1, shards: 2 }
    await post('/install', { platform: 'discord', gatewayRules })
    expect((await bot.call('GET', '/gateway/bot')).body).toMatchObject({
      shards: 2,
      session_start_limit: { total: 5, remaining: 4 },
    })
    await advance(5_000)
    const newer = await bot.connect()
    newer.send(identify(bot.discord.addresses.token, intents.guilds))
    expect(await newer.closed).toBe(4011)
  })
})

describe('a disconnect:', () => {
  test.each([
    ['the connection breaks', { gateway: 'drop' }],
    ['the server asks to reconnect', { gateway: 'reconnect' }],
    ['the server closes', { gateway: 'close', code: 4000 }],
    ['the connection falls silent', { gateway: 'silence' }],
    ['the session is called invalid but resumable', { gateway: 'invalid session', resumable: true }],
    ['the network is cut for a second', { network: 'cut', ms: 1000 }],
  ])('%s, and a command from meanwhile comes after a resume', async (_what, fault) => {
    await fail(fault)
    const acting = byMember({ command: '/song' })
    await advance(1000)
    const again = await resume(2)
    expect((await callback(interactionOf(await again.next('INTERACTION_CREATE')))).status).toBe(204)
    await again.next('RESUMED')
    await acting
  })

  test('a session that is over is told by op 9, and a command from the gap fails for its person', async () => {
    await fail({ gateway: 'invalid session' })
    const acting = byMember({ command: '/song' })
    await advance(5_000)
    await acting
    expect(await (await resume(2)).next(9)).toMatchObject({ d: false })
    const { memberId, channelId } = bot.discord.addresses
    const seen = await fetch(
      `${control.url}/messages?platform=discord&viewer=${memberId}&channel=${channelId}`,
    )
    expect(await seen.json()).toMatchObject([{ state: 'did not respond' }])
  })

  test('a server goes out of service and comes back', async () => {
    await fail({ gateway: 'guild outage', ms: 60_000 })
    expect((await gateway.next('GUILD_DELETE')).d).toMatchObject({ unavailable: true })
    expect(await byMember({ say: 'hello?' })).toHaveProperty('refused')
    await advance(60_000)
    await gateway.next('GUILD_CREATE')
    expect(await byMember({ say: 'hello!' })).not.toHaveProperty('refused')
  })

  test('what was missed comes twice, late or in another order', async () => {
    await fail({ events: 'repeat' })
    const acting = byMember({ command: '/song' })
    const first = await gateway.next('INTERACTION_CREATE')
    expect((await gateway.next('INTERACTION_CREATE')).s).toBe(first.s)
    await callback(interactionOf(first))
    await acting
    await gateway.next('MESSAGE_CREATE')
    await fail({ events: 'reorder' })
    await byMember({ say: 'one' })
    await byMember({ say: 'two' })
    const [earlier, later] = [await gateway.next('MESSAGE_CREATE'), await gateway.next('MESSAGE_CREATE')]
    const idOf = ({ d }: typeof earlier) => BigInt((d as unknown as { id: string }).id)
    expect(idOf(earlier)).toBeGreaterThan(idOf(later))
  })
})

describe('a result that has no place any more:', () => {
  test('the token died, and the channel takes it', async () => {
    const interaction = await deferred()
    await advance(15 * 60_000)
    expect(answer(await edit(interaction))).toEqual([401, 50027])
    expect((await postInChannel()).status).toBe(200)
  })

  test('the answer was deleted', async () => {
    const interaction = await deferred()
    const { applicationId } = bot.discord.addresses
    const original = `/webhooks/${applicationId}/${interaction.token}/messages/@original`
    const { body } = await bot.call('PATCH', original, { content: 'working' })
    await byAdmin({ delete: { message: body.id } })
    expect(answer(await edit(interaction))).toEqual([404, 10008])
  })

  test.each([
    ['the bot may not write', { what: 'deny', permission: 'SendMessages' }, [403, 50013]],
    ['the bot may not see the channel', { what: 'deny', permission: 'ViewChannel' }, [403, 50001]],
    ['the channel was deleted', { what: 'delete channel' }, [404, 10003]],
    ['the bot was removed', { what: 'remove bot' }, [403, 50001]],
  ])('%s', async (_what, management, refusal) => {
    await deferred()
    await advance(15 * 60_000)
    expect(await byAdmin({ manage: management })).not.toHaveProperty('refused')
    expect(answer(await postInChannel())).toEqual(refusal)
  })
})

test('a double click: one interaction each, both told, each with a token of its own', async () => {
  const { body } = await bot.call('POST', `/channels/${bot.discord.addresses.channelId}/messages`, {
    components: [{ type: 1, components: [{ type: 2, style: 1, label: 'Again', custom_id: 'again' }] }],
  })
  const press = { press: { message: body.id, button: 'Again' } }
  const acting = [byMember(press), byMember(press)]
  const presses = [
    interactionOf(await gateway.next('INTERACTION_CREATE')),
    interactionOf(await gateway.next('INTERACTION_CREATE')),
  ]
  expect(new Set(presses.map(({ token }) => token)).size).toBe(2)
  for (const each of presses) expect((await callback(each, { type: 6 })).status).toBe(204)
  await Promise.all(acting)
})

test('a server that is left while a job runs: nothing is told of it and nothing taken, until it is invited again', async () => {
  const { guildId } = bot.discord.addresses
  await deferred()
  await byAdmin({ manage: { what: 'remove bot' } })
  expect((await gateway.next('GUILD_DELETE')).d).toEqual({ id: guildId })
  expect(answer(await postInChannel())).toEqual([403, 50001])
  expect(await byMember({ command: '/song' })).toHaveProperty('refused')
  await byAdmin({ manage: { what: 'invite bot' } })
  expect((await gateway.next('GUILD_CREATE')).d).toMatchObject({ id: guildId })
  expect((await postInChannel()).status).toBe(200)
})
