import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  type AnyThreadChannel,
  Client,
  Collection,
  Events,
  type Message,
  type PermissionOverwrites,
  TextChannel,
  type User,
} from 'discord.js'
import { afterEach, describe, expect, test } from 'vitest'
import { limits } from '../../../../sandbox/discord/limits.ts'
import { startDiscord } from '../../../../sandbox/discord/stand-in.ts'
import type { Wire } from '../../../../sandbox/wire.ts'
import type { ShardRange } from '../../../../src/bots/discord/incoming/gateway.ts'
import { createGateway, discard } from '../../../../src/bots/discord/incoming/gateway.ts'
import { listenForArrivals } from '../../../../src/bots/discord/incoming/joined.ts'
import type { IsMissing } from '../../../../src/core/job/left-servers.ts'
import type { Arrival } from '../../../../src/core/job/welcome.ts'
import type { PlatformName } from '../../../../src/core/target.ts'
import { startClock } from '../../../../studio/kit/clock.ts'
import { createRecordingLog } from '../../../support/recording-log.ts'
import { createStrictWire, expectRefusals } from '../../../support/sandbox/strict.ts'
import { type Listening, startListening } from '../listening.ts'

// Bits of https://docs.discord.com/developers/events/gateway#list-of-intents
const guilds = 1 << 0
const guildMessages = 1 << 9
const directMessages = 1 << 12
const messageContent = 1 << 15
const always = guilds | guildMessages | directMessages

const identifiedWith = (wire: Wire) =>
  wire
    .since(0)
    .filter(({ summary }) => summary === 'gateway identify')
    .map(({ detail }) => (detail as { intents: number }).intents)

const isRefusal = (warning: string) =>
  warning.includes('DISCORD_MESSAGE_CONTENT=off') && warning.includes('Developer Portal')

describe('the message content intent', () => {
  let at: Listening
  afterEach(() => at.stop())

  test('is asked for', async () => {
    at = await startListening()
    expect(identifiedWith(at.wire)).toEqual([always | messageContent])
    expect(at.log.warnings()).toEqual([])
  })

  test('is not asked for where it is switched off here', async () => {
    at = await startListening({ messageContent: false })
    expect(identifiedWith(at.wire)).toEqual([always])
  })

  test('is given up with a warning where Discord refuses it', async () => {
    expectRefusals('gateway closed with 4014: Disallowed intent(s).')
    at = await startListening({ intents: [] })
    expect(at.discord.problem()).toBeUndefined()
    expect(identifiedWith(at.wire)).toEqual([always])
    expect(at.log.warnings().filter(isRefusal)).toHaveLength(1)
    await at.act({ say: '@Tunesmith help' })
    await at.sees('Well.')
    expect(at.asked).toHaveLength(1)
  })
})

describe('the gateway', () => {
  const setUp = async (shards?: ShardRange, readsContent = true) => {
    const clock = startClock()
    const wire = createStrictWire(clock)
    const standIn = await startDiscord({ clock, wire })
    const log = createRecordingLog()
    const attached: { client: Client; readsContent: boolean }[] = []
    const work: Promise<void>[] = []
    const gateway = createGateway({
      token: standIn.addresses.token,
      shards,
      messageContent: readsContent,
      log,
      rest: { api: standIn.addresses.api, version: '10', retries: 0 },
      attach: (client, readsContent) => {
        if (attached.length > 0) clock.advance(limits.identifyWindowMs) // the library would wait that long
        attached.push({ client, readsContent })
      },
      track: (promise) => void work.push(promise),
      wait: async (spanMs) => clock.advance(spanMs),
    })
    const opened = gateway.open()
    if (shards === undefined) await opened
    const stop = async () => {
      await gateway.close()
      await standIn.close()
      clock.stop()
    }
    return { wire, log, attached, work, gateway, opened, standIn, stop }
  }

  test('keeps three messages of a channel, and for a short time, as it does members and users other than itself', async () => {
    const { gateway, stop } = await setUp()
    const client = gateway.client()
    const own = client?.user
    if (client === undefined || !own) throw new Error('it is not connected')
    const message = { id: '1' } as Message<true>
    const channel = client.channels.cache.find((each) => each.isTextBased() && !each.isDMBased())
    const kept = channel?.isTextBased() ? channel.messages.cache : undefined
    for (const id of ['1', '2', '3', '4']) kept?.set(id, message)
    expect([...(kept?.keys() ?? [])]).toEqual(['2', '3', '4'])

    const other = { id: '1' } as User
    client.users.cache.set('1', other)
    for (let id = 2; id <= 5_100; id += 1) client.users.cache.set(String(id), other)
    expect(client.users.cache.size).toBeLessThanOrEqual(5_001)
    const { messages, guildMembers, threads, users } = client.options.sweepers ?? {}
    const isSwept = threads?.filter?.() ?? (() => false)
    const isGone = (thread: object) =>
      isSwept.call(undefined, thread as AnyThreadChannel, '', new Collection())
    expect([{ archived: true }, { archived: false }].map(isGone)).toEqual([true, false])
    for (const regular of [messages, guildMembers, users])
      expect(regular?.interval).toBeLessThanOrEqual(3_600)
    client.sweepers.sweepMessages(messages?.filter?.() ?? (() => false))
    client.sweepers.sweepUsers(users?.filter?.() ?? (() => false))
    client.sweepers.sweepGuildMembers(guildMembers?.filter?.() ?? (() => false))
    expect(kept?.size).toBe(0)
    expect([...client.users.cache.keys()]).toEqual([own.id])
    for (const { members } of client.guilds.cache.values()) expect(members.me?.id).toBe(own.id)
    await stop()
  })

  test('offers to leave only a server whose channels have more than 20,000 permission overwrites', async () => {
    const { gateway, standIn, wire, log, work, stop } = await setUp()
    const client = gateway.client()
    const guild = client?.guilds.cache.get(standIn.addresses.guildId)
    const channel = guild?.channels.cache.get(standIn.addresses.channelId)
    if (client === undefined || guild === undefined || !(channel instanceof TextChannel))
      throw new Error('not connected')
    const arrivals: Arrival[] = []
    const dispatch = {
      joined: async (arrival: Arrival) => void arrivals.push(arrival),
      left: async () => undefined,
      lookForMissing: async () => undefined,
    }
    listenForArrivals({ client, dispatch, log, track: (promise) => void work.push(promise) })
    client.emit(Events.GuildCreate, guild)
    const overwrites = channel.permissionOverwrites.cache
    for (let id = 1; overwrites.size <= 20_000; id += 1)
      overwrites.set(String(id), {} as PermissionOverwrites)
    client.emit(Events.GuildCreate, guild)
    const [small, large] = arrivals
    expect(small?.leave).toBeUndefined()
    const gone = new Promise((resolve) => client.once(Events.GuildDelete, resolve))
    await large?.leave?.()
    await gone
    expect(wire.since(0).filter(({ summary }) => /^DELETE .*guilds/.test(summary))).toHaveLength(1)
    await stop()
  })

  test('says that a server is missing only of its own shards, and while all of them are connected', async () => {
    const { gateway, opened, standIn, log, work, stop } = await setUp({ from: 0, to: 0, total: 2 })
    await opened
    const client = gateway.client()
    if (client?.isReady() !== true) throw new Error('not connected')
    const lookedFor: IsMissing[] = []
    const dispatch = {
      joined: async () => undefined,
      left: async () => undefined,
      lookForMissing: async (_: PlatformName, isMissing: IsMissing) => void lookedFor.push(isMissing),
    }
    listenForArrivals({ client, dispatch, log, track: (promise) => void work.push(promise) })
    client.emit(Events.ClientReady, client)
    // https://docs.discord.com/developers/events/gateway#sharding-sharding-formula
    const [ofShard0, ofShard1] = [String(2n << 22n), String(1n << 22n)]
    expect(lookedFor.map((isMissing) => [isMissing(ofShard0), isMissing(ofShard1)])).toEqual([[true, false]])
    const away = new Promise((resolve) => client.once(Events.ShardReconnecting, resolve))
    standIn.faults.add({ network: 'cut' })
    await away
    expect(lookedFor.map((isMissing) => isMissing(ofShard0))).toEqual([false])
    standIn.faults.clear()
    await stop()
  })

  /** As discord.js says that a shard will not come back. */
  const closeForGood = (client: Client | undefined, code: number) =>
    client?.emit(Events.ShardDisconnect, { code, reason: '', wasClean: true }, 0)

  test('row 32, is not open while the network is cut, and is again when that is over', async () => {
    const { attached, gateway, standIn, stop } = await setUp()
    const [{ client } = { client: undefined }] = attached
    const away = new Promise((resolve) => client?.once(Events.ShardReconnecting, resolve))
    standIn.faults.add({ network: 'cut' })
    await away
    expect(gateway.isOpen()).toBe(false)
    const back = new Promise((resolve) => {
      client?.once(Events.ShardResume, resolve)
      client?.once(Events.ShardReady, resolve)
    })
    standIn.faults.clear()
    await back
    expect(gateway.isOpen()).toBe(true)
    await stop()
  })

  test('reconnects without the intent when that was switched off while it ran, once for all shards', async () => {
    const { attached, work, gateway, log, wire, stop } = await setUp()
    closeForGood(attached[0]?.client, 4014)
    closeForGood(attached[0]?.client, 4014)
    await Promise.all(work)
    expect(attached.map(({ readsContent }) => readsContent)).toEqual([true, false])
    expect(identifiedWith(wire)).toEqual([always | messageContent, always])
    expect(log.warnings().filter(isRefusal)).toHaveLength(1)
    expect(gateway.isOpen()).toBe(true)
    await stop()
  })

  test('that Discord closes for good comes back by itself, and says meanwhile what is wrong', async () => {
    const { attached, gateway, log, standIn, stop } = await setUp()
    standIn.faults.add({ gateway: 'close', code: 4004 })
    const back = new Promise<void>((resolve) => {
      const look = () => {
        if (attached.length < 2) setImmediate(look)
        else attached[1]?.client.once(Events.ClientReady, () => resolve())
      }
      look()
    })
    const lost = new Promise<void>((resolve) =>
      attached[0]?.client.once(Events.ShardDisconnect, () => resolve()),
    )
    await lost
    expect(gateway.isOpen()).toBe(false)
    expect(gateway.problem()).toMatch(/4004/)
    await back
    expect(gateway.isOpen()).toBe(true)
    expect(log.errors()).toEqual(['the connection to Discord is lost; reconnecting'])
    await stop()
  })

  test.each([
    [4004, 'Set DISCORD_TOKEN to the new one and restart'],
    [4010, 'Fix DISCORD_SHARDS and restart'],
    [4011, 'Fix DISCORD_SHARDS and restart'],
    [4012, 'Update Tunesmith and restart'],
    [4013, 'Update Tunesmith and restart'],
    [4014, 'in the Developer Portal under Bot'],
    [4099, 'for good, with code 4099'],
  ])('that Discord closes for good with %s says what mends it', async (code, mend) => {
    const { attached, gateway, stop } = await setUp(undefined, false)
    closeForGood(attached[0]?.client, code)
    expect(gateway.problem()).toContain(mend)
    gateway.refuse()
    await stop()
  })

  test('that fails to open leaves nothing behind that goes on connecting', async () => {
    const opens = { ours: 0, control: 0 }
    const again = Promise.withResolvers<void>()
    const server = createServer(({ url = '' }, response) => {
      const name = url.startsWith('/ours') ? 'ours' : 'control'
      const gateway = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/${name}`
      const session_start_limit = { total: 1_000, remaining: 1_000, reset_after: 1, max_concurrency: 1 }
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ url: gateway, shards: 1, session_start_limit }))
    })
    server.on('upgrade', ({ url = '' }, socket) => {
      opens[url.startsWith('/ours') ? 'ours' : 'control'] += 1
      if (opens.control === 2) again.resolve()
      socket.end('HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\n\r\n')
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const restOf = (name: keyof typeof opens) => ({
      api: `http://127.0.0.1:${(server.address() as AddressInfo).port}/${name}`,
      version: '10',
      retries: 0,
    })
    const ours = createGateway({
      token: 'a.b.c',
      shards: undefined,
      messageContent: false,
      log: createRecordingLog(),
      rest: restOf('ours'),
      attach: () => undefined,
      track: () => undefined,
      wait: async () => undefined,
    })
    await expect(ours.open()).rejects.toMatchObject({ code: 'platform_unavailable' })
    // A client that is only destroyed connects again half a second later: by then ours would have, too.
    const control = new Client({ intents: [], rest: restOf('control') })
    await control.login('a.b.c').catch(() => control.destroy())
    await again.promise
    expect(opens.ours).toBe(1)
    await discard(control)
    server.closeAllConnections()
    server.close()
  })

  test('that refuses the shards names the setting', async () => {
    expectRefusals('gateway closed with 4010: Invalid shard.')
    const { opened, gateway, stop } = await setUp({ from: 2, to: 2, total: 1 })
    await expect(opened).rejects.toMatchObject({
      code: 'configuration',
      message:
        "Discord's gateway refuses us (4010): it does not accept these shards. Fix DISCORD_SHARDS and restart.",
    })
    expect(gateway.isOpen()).toBe(false)
    await stop()
  })

  test('that is told to stop does not reconnect', async () => {
    const { attached, work, gateway, stop } = await setUp()
    closeForGood(attached[0]?.client, 4014)
    gateway.refuse()
    await Promise.all(work)
    expect(attached).toHaveLength(1)
    expect(gateway.isOpen()).toBe(false)
    await stop()
  })
})
