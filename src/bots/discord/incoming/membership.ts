import {
  type Client,
  DiscordAPIError,
  PermissionFlagsBits,
  PermissionsBitField,
  RESTJSONErrorCodes,
  Routes,
} from 'discord.js'
import type { Invocation } from '../../../core/command/invocation.ts'
import { isRecord } from './id.ts'
import { rolesApart } from './rights.ts'

/** https://docs.discord.com/developers/topics/opcodes-and-status-codes#json */
const notThereCodes = new Set<number | string>([
  RESTJSONErrorCodes.UnknownGuild,
  RESTJSONErrorCodes.UnknownMember,
  RESTJSONErrorCodes.UnknownUser,
  RESTJSONErrorCodes.MissingAccess,
])

const listIn = (value: unknown, name: string): readonly unknown[] => {
  const list = isRecord(value) ? value[name] : undefined
  return Array.isArray(list) ? list : []
}

/** The ids of a member's roles. https://docs.discord.com/developers/resources/guild#guild-member-object */
const rolesOf = (member: unknown): readonly string[] =>
  listIn(member, 'roles').flatMap((role) => (typeof role === 'string' ? [role] : []))

/** What these roles of a server may. https://docs.discord.com/developers/topics/permissions#role-object */
const permissionsOf = (guild: unknown, ids: readonly string[]): PermissionsBitField =>
  new PermissionsBitField(
    listIn(guild, 'roles').flatMap((role) =>
      isRecord(role) && typeof role.permissions === 'string' && ids.includes(String(role.id))
        ? [BigInt(role.permissions)]
        : [],
    ),
  )

/** The role that all have has the server's own id. */
const mayManage = (guild: unknown, server: string, user: string, roles: readonly string[]): boolean =>
  (isRecord(guild) && guild.owner_id === user) ||
  permissionsOf(guild, [server, ...roles]).has(PermissionFlagsBits.ManageGuild)

/**
 * How somebody stands in a server, for what they ask in a direct message in its name; undefined where they or we are
 * not in it any more. Discord tells direct messages to one process and servers to others, so Discord is always asked.
 * https://docs.discord.com/developers/resources/guild#get-guild-member
 */
export const membershipIn =
  ({ rest }: Client, user: string): NonNullable<Invocation['membershipIn']> =>
  async (server) => {
    try {
      const [guild, member] = await Promise.all([
        rest.get(Routes.guild(server)),
        rest.get(Routes.guildMember(server, user)),
      ])
      const roles = rolesOf(member)
      return { groups: rolesApart(roles, server), isAdmin: mayManage(guild, server, user, roles) }
    } catch (error) {
      if (error instanceof DiscordAPIError && notThereCodes.has(error.code)) return undefined
      throw error
    }
  }
