import {
  AuditLogEvent,
  type Client,
  Events,
  type Guild,
  type GuildMember,
  PermissionFlagsBits,
  ShardClientUtil,
  Status,
} from 'discord.js'
import type { Dispatch } from '../../../core/job/platform.ts'
import type { WelcomePlace } from '../../../core/job/welcome.ts'
import type { Log } from '../../../core/log.ts'

interface JoinedOptions {
  client: Client
  dispatch: Pick<Dispatch, 'joined' | 'left' | 'lookForMissing'>
  log: Log
  /** Tracks pending work until it is done. */
  track: (work: Promise<void>) => void
}

/** One in a busy server may have been followed by others. */
const entriesRead = 20

/**
 * Who added the bot, by the audit log, which only a bot with View Audit Log can read.
 * https://docs.discord.com/developers/resources/audit-log#get-guild-audit-log
 */
const adderOf = async (log: Log, guild: Guild, me: GuildMember): Promise<string | undefined> => {
  if (!me.permissions.has(PermissionFlagsBits.ViewAuditLog)) return undefined
  try {
    const { entries } = await guild.fetchAuditLogs({ type: AuditLogEvent.BotAdd, limit: entriesRead })
    return entries.find(({ targetId }) => targetId === me.id)?.executorId ?? undefined
  } catch (error) {
    log.warn('the audit log did not say who added the bot', { error, server: guild.id })
    return undefined
  }
}

const spoken = PermissionFlagsBits.ViewChannel | PermissionFlagsBits.SendMessages

/**
 * The channel for system messages, where new members are greeted, too.
 * https://docs.discord.com/developers/resources/guild#guild-object
 */
const findPlace = async (log: Log, guild: Guild): Promise<WelcomePlace | undefined> => {
  const { systemChannel: channel } = guild
  const me = guild.members.me
  if (me === null) return undefined
  const place = { platform: 'discord', server: guild.id, channel: channel?.id ?? '' } as const
  if (channel?.permissionsFor(me).has(spoken)) return { target: { ...place, member: me.id }, how: 'channel' }
  const adder = await adderOf(log, guild, me)
  return adder === undefined ? undefined : { target: { ...place, member: adder }, how: 'direct' }
}

/**
 * The most permission overwrites of all channels of a server that isn't let in: discord.js keeps each in memory, some 300
 * bytes, and Discord allows 1,000 in each of 500 channels.
 */
const overwritesMax = 20_000

const overwritesIn = (guild: Guild): number =>
  guild.channels.cache.reduce(
    (sum, channel) => sum + ('permissionOverwrites' in channel ? channel.permissionOverwrites.cache.size : 0),
    0,
  )

/**
 * Whether the bot is certainly not in a server: each of our shards is connected, and the one that would have this server
 * was not told of it. Discord also names the servers that it can't reach:
 * https://docs.discord.com/developers/events/gateway-events#ready
 */
const isMissing = (client: Client, server: string): boolean => {
  const { shards } = client.ws
  const { shardCount } = client.options
  if (shardCount === undefined || !/^\d+$/.test(server)) return false
  if (!client.isReady() || !shards.every(({ status }) => status === Status.Ready)) return false
  const isOurs = shards.has(ShardClientUtil.shardIdForGuildId(server, shardCount))
  return isOurs && !client.guilds.cache.has(server)
}

/**
 * Reports every server when the connection is up, and those that removed the bot meanwhile; later each that adds or
 * removes it. Discord tells of a server again after each reconnect:
 * https://docs.discord.com/developers/events/gateway-events#guild-create. The library has another event for a server that
 * Discord can't reach: https://docs.discord.com/developers/events/gateway-events#guild-delete
 */
export const listenForArrivals = ({ client, dispatch, log, track }: JoinedOptions): void => {
  const report = (guild: Guild): void =>
    track(
      dispatch.joined({
        account: `discord:${guild.id}`,
        joinedAtMs: guild.joinedTimestamp,
        isAlone: client.guilds.cache.size === 1,
        isToldAgain: false,
        ...(overwritesIn(guild) > overwritesMax && { leave: () => guild.leave() }),
        findPlace: () => findPlace(log, guild),
      }),
    )
  client.on(Events.ClientReady, ({ guilds }) => {
    for (const guild of guilds.cache.values()) report(guild)
    track(dispatch.lookForMissing('discord', (server) => isMissing(client, server)))
  })
  client.on(Events.GuildCreate, report)
  client.on(Events.GuildDelete, ({ id }) => track(dispatch.left(`discord:${id}`)))
}
