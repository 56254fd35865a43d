import {
  type APIApplicationCommandPermission,
  ApplicationCommandPermissionType,
  PermissionFlagsBits,
} from 'discord-api-types/v10'
import { permissionsOf } from './messages.ts'
import { allPermissions, holds } from './permissions.ts'
import { rightsPlace } from './places.ts'
import type { Actor, Channel, Command, Guild, World } from './state.ts'

type Entry = APIApplicationCommandPermission

/**
 * Stands for every channel of a server.
 * https://docs.discord.com/developers/interactions/application-commands#application-command-permissions-object-application-command-permissions-constants
 */
export const allChannelsOf = (guild: Guild): string => String(BigInt(guild.id) - 1n)

/**
 * What was set in a server for one id: a command's or, for all that have nothing
 * of their own, the application's.
 */
export const commandPermissions = (world: World, guild: Guild, id: string): readonly Entry[] =>
  world.commandPermissions.get(`${guild.id}/${id}`) ?? []

/** Sets them in place of what was there. */
export const setCommandPermissions = (
  world: World,
  guild: Guild,
  id: string,
  entries: readonly Entry[],
): void => {
  world.commandPermissions.set(`${guild.id}/${id}`, entries)
}

const entriesFor = (world: World, guild: Guild, command: Command): readonly Entry[] => {
  const own = commandPermissions(world, guild, command.id)
  return own.length > 0 ? own : commandPermissions(world, guild, world.applicationId)
}

const wordOn = (
  entries: readonly Entry[],
  type: ApplicationCommandPermissionType,
  id: string,
): boolean | undefined => entries.find((entry) => entry.type === type && entry.id === id)?.permission

const allowsChannel = (world: World, guild: Guild, entries: readonly Entry[], channel: Channel): boolean => {
  const { Channel: type } = ApplicationCommandPermissionType
  return (
    wordOn(entries, type, rightsPlace(world, channel).id) ??
    wordOn(entries, type, allChannelsOf(guild)) ??
    true
  )
}

/**
 * A word on the member comes before one on a role, of which one that allows is enough,
 * and that before one on everyone.
 */
const wordOnMember = (guild: Guild, entries: readonly Entry[], userId: string): boolean | undefined => {
  const { Role, User } = ApplicationCommandPermissionType
  const onRoles = (guild.members.get(userId)?.roleIds ?? [])
    .map((id) => wordOn(entries, Role, id))
    .filter((word) => word !== undefined)
  return (
    wordOn(entries, User, userId) ??
    (onRoles.length > 0 ? onRoles.some((word) => word) : wordOn(entries, Role, guild.id))
  )
}

const holdsDefault = ({ default_member_permissions: needed }: Command, held: bigint): boolean =>
  needed === null || needed === undefined || (needed !== '0' && holds(held, BigInt(needed)))

/**
 * Whether a server lets a member use a command of an app that is installed there, by its Integrations page.
 * Administrators may use all.
 * https://docs.discord.com/developers/interactions/application-commands#permissions
 */
export const mayUseCommand = (
  world: World,
  guild: Guild,
  command: Command,
  { userId, channel }: Actor,
): boolean => {
  const held = permissionsOf(world, userId, channel)
  if (held === allPermissions) return true
  if (!holds(held, PermissionFlagsBits.UseApplicationCommands)) return false
  const entries = entriesFor(world, guild, command)
  if (!allowsChannel(world, guild, entries, channel)) return false
  return wordOnMember(guild, entries, userId) ?? holdsDefault(command, held)
}
