import {
  type Client,
  DiscordAPIError,
  PermissionFlagsBits,
  PermissionsBitField,
  RESTJSONErrorCodes,
  Routes,
} from 'discord.js'
import type { Invocation } from '../../../core/command/invocation.ts'
import { permissionsIn, serverChannelsIn, serverRightsIn } from './channel-rights.ts'
import { isRecord } from './id.ts'
import { placeIn, rolesApart, threadTypes } from './rights.ts'

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

/**
 * A channel, or the one around a thread; undefined if it is deleted or hidden from the bot. A rule for a kind then
 * refuses the request. https://docs.discord.com/developers/resources/channel#get-channel
 */
const channelIn = async (client: Client, channel: string): Promise<unknown> => {
  try {
    const found = await client.rest.get(Routes.channel(channel))
    const around = isRecord(found) && threadTypes.has(found.type) ? found.parent_id : undefined
    return typeof around === 'string' ? await channelIn(client, around) : found
  } catch (error) {
    if (isNotThere(error)) return undefined
    throw error
  }
}

/** Whether a member has View Channel. https://docs.discord.com/developers/topics/permissions#permission-overwrites */
const sees = (guild: unknown, member: unknown, user: string, channel: unknown): boolean => {
  const [place] = serverChannelsIn([channel])
  return (
    place !== undefined &&
    permissionsIn(serverRightsIn(guild, member, user), place).has(PermissionFlagsBits.ViewChannel)
  )
}

/**
 * A member's roles and rights in a server, and what they see of one of its channels, for requests in direct messages on
 * its behalf; undefined if the member or the bot has left it. Discord sends direct messages to one process and servers
 * to others, so Discord is always asked. https://docs.discord.com/developers/resources/guild#get-guild-member
 */
export const membershipIn =
  (client: Client, user: string): NonNullable<Invocation['membershipIn']> =>
  async (server, channel) => {
    const { rest } = client
    try {
      const [guild, member, place] = await Promise.all([
        rest.get(Routes.guild(server)),
        rest.get(Routes.guildMember(server, user)),
        channelIn(client, channel),
      ])
      const roles = rolesOf(member)
      return {
        groups: rolesApart(roles, server),
        isAdmin: mayManage(guild, server, user, roles),
        channelKinds: isRecord(place) ? placeIn(place).kinds : undefined,
        seesChannel: sees(guild, member, user, place),
      }
    } catch (error) {
      if (isNotThere(error)) return undefined
      throw error
    }
  }
