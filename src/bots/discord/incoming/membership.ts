import {
  ChannelType,
  type Client,
  DiscordAPIError,
  PermissionFlagsBits,
  PermissionsBitField,
  type REST,
  RESTJSONErrorCodes,
  Routes,
} from 'discord.js'
import type { Asked } from '../../../core/command/invocation.ts'
import type { Asker } from '../../../core/target.ts'
import { permissionsIn, serverChannelsIn, serverRightsIn } from './channel-rights.ts'
import { isRecord } from './id.ts'
import { placeIn, readingRights, rolesApart, threadTypes } from './rights.ts'

/** https://docs.discord.com/developers/topics/opcodes-and-status-codes#json */
const notThereCodes = new Set<number | string>([
  RESTJSONErrorCodes.UnknownGuild,
  RESTJSONErrorCodes.UnknownMember,
  RESTJSONErrorCodes.UnknownUser,
  RESTJSONErrorCodes.UnknownChannel,
  RESTJSONErrorCodes.MissingAccess,
])

const listIn = (value: unknown, name: string): readonly unknown[] => {
  const list = isRecord(value) ? value[name] : undefined
  return Array.isArray(list) ? list : []
}

/** A member's role ids. https://docs.discord.com/developers/resources/guild#guild-member-object */
const rolesOf = (member: unknown): readonly string[] =>
  listIn(member, 'roles').flatMap((role) => (typeof role === 'string' ? [role] : []))

/** Permissions of these roles of a server. https://docs.discord.com/developers/topics/permissions#role-object */
const permissionsOf = (guild: unknown, ids: readonly string[]): PermissionsBitField =>
  new PermissionsBitField(
    listIn(guild, 'roles').flatMap((role) =>
      isRecord(role) && typeof role.permissions === 'string' && ids.includes(String(role.id))
        ? [BigInt(role.permissions)]
        : [],
    ),
  )

/** The role that all members have has the server's own id. */
const mayManage = (guild: unknown, server: string, user: string, roles: readonly string[]): boolean =>
  (isRecord(guild) && guild.owner_id === user) ||
  permissionsOf(guild, [server, ...roles]).has(PermissionFlagsBits.ManageGuild)

const isNotThere = (error: unknown): boolean =>
  error instanceof DiscordAPIError && notThereCodes.has(error.code)

/** What Discord answers; undefined if there is no such thing, or it is hidden from the bot. */
export const ifThere = async (rest: REST, route: `/${string}`): Promise<unknown> => {
  try {
    return await rest.get(route)
  } catch (error) {
    if (isNotThere(error)) return undefined
    throw error
  }
}

/** A member of a server, and that server, as Discord describes them now. */
export interface FoundMember {
  guild: unknown
  member: unknown
}

/**
 * Asks Discord for a member; undefined if they or the bot have left the server.
 * https://docs.discord.com/developers/resources/guild#get-guild-member
 */
export const findMember = async (
  rest: REST,
  { server, member: user }: Pick<Asker, 'server' | 'member'>,
): Promise<FoundMember | undefined> => {
  const [guild, member] = await Promise.all([
    ifThere(rest, Routes.guild(server)),
    ifThere(rest, Routes.guildMember(server, user)),
  ])
  return guild === undefined || member === undefined ? undefined : { guild, member }
}

/** A channel, and the private thread in it that was meant, if it was one. */
export interface FoundPlace {
  channel: unknown
  privateThread?: string
}

/**
 * Asks Discord for a channel, or the one around a thread; undefined if it is deleted or hidden from the bot. A rule for a
 * kind then refuses the request. https://docs.discord.com/developers/resources/channel#get-channel
 */
export const findPlace = async (rest: REST, id: string): Promise<FoundPlace | undefined> => {
  const found = await ifThere(rest, Routes.channel(id))
  if (found === undefined) return undefined
  if (!isRecord(found) || !threadTypes.has(found.type) || typeof found.parent_id !== 'string')
    return { channel: found }
  const around = await findPlace(rest, found.parent_id)
  return around && { ...around, ...(found.type === ChannelType.PrivateThread && { privateThread: id }) }
}

/**
 * Whether a member can read in a channel, and is in the thread if it is a private one, or moderates threads: Discord tells of
 * one member of a thread without an intent. https://docs.discord.com/developers/topics/permissions#permission-overwrites,
 * https://docs.discord.com/developers/resources/channel#get-thread-member
 */
export const seesPlace = async (
  rest: REST,
  { server, member: user }: Pick<Asker, 'server' | 'member'>,
  { guild, member }: FoundMember,
  { channel, privateThread }: FoundPlace,
): Promise<boolean> => {
  const [place] = isRecord(channel) && channel.guild_id === server ? serverChannelsIn([channel]) : []
  if (place === undefined) return false
  const permissions = permissionsIn(serverRightsIn(guild, member, user), place)
  if (!permissions.has(readingRights(place.type))) return false
  if (privateThread === undefined || permissions.has(PermissionFlagsBits.ManageThreads)) return true
  return (await ifThere(rest, Routes.threadMembers(privateThread, user))) !== undefined
}

/**
 * A member's roles and rights in a server, and what they see of one of its channels, for requests in direct messages on
 * its behalf; undefined if the member or the bot has left it. Discord sends direct messages to one process and servers
 * to others, so Discord is always asked.
 */
export const membershipIn =
  ({ rest }: Client, user: string): NonNullable<Asked['membershipIn']> =>
  async (server, channel) => {
    const asker = { server, member: user }
    const [found, place] = await Promise.all([findMember(rest, asker), findPlace(rest, channel)])
    if (found === undefined) return undefined
    const roles = rolesOf(found.member)
    return {
      groups: rolesApart(roles, server),
      isAdmin: mayManage(found.guild, server, user, roles),
      channelKinds: isRecord(place?.channel) ? placeIn(place.channel).kinds : undefined,
      seesChannel: place !== undefined && (await seesPlace(rest, asker, found, place)),
    }
  }
