import {
  type APIApplicationCommandPermission,
  ApplicationCommandPermissionType,
  type GatewayApplicationCommandPermissionsUpdateDispatchData,
  GatewayDispatchEvents,
  PermissionFlagsBits,
} from 'discord-api-types/v10'
import { UnknownReference } from '../../control/people.ts'
import { allChannelsOf, commandPermissions, setCommandPermissions } from '../command-permissions.ts'
import { permissionsOf } from '../messages.ts'
import { holds } from '../permissions.ts'
import { type Actor, announce, type Guild, type World } from '../state.ts'
import { findUser, NotAllowed } from './references.ts'

type Target = Pick<APIApplicationCommandPermission, 'id' | 'type'>

const isNamed = (name: string) => (item: { readonly id: string; readonly name: string }) =>
  item.id === name || item.name.replace(/^@/, '') === name

/** "everyone", "everywhere", "#music", a role or a person. */
const findTarget = (world: World, guild: Guild, name: string): Target => {
  const { Role, User, Channel } = ApplicationCommandPermissionType
  if (name === 'everywhere') return { type: Channel, id: allChannelsOf(guild) }
  const channels = [...world.channels.values()].filter(({ guildId }) => guildId === guild.id)
  const channel = channels.find(isNamed(name.replace(/^#/, '')))
  if (channel) return { type: Channel, id: channel.id }
  const role = [...guild.roles.values()].find(isNamed(name.replace(/^@/, '')))
  if (role) return { type: Role, id: role.id }
  const user = findUser(world, name)
  if (!user || !guild.members.has(user.id))
    throw new UnknownReference('to', `The server has no channel, role or member "${name}"`)
  return { type: User, id: user.id }
}

/** The id of a command that serves the server, or of the application where none is named. */
const findSubject = (world: World, guild: Guild, command: string | undefined): string => {
  if (command === undefined) return world.applicationId
  const plain = command.replace(/^\//, '')
  const found = [guild.id, 'global']
    .flatMap((scope) => world.commands.get(scope) ?? [])
    .find(({ name }) => name === plain)
  if (!found) throw new UnknownReference('command', `There is no command "${command}"`)
  return found.id
}

type Wish = { what: 'deny command' | 'allow command'; command?: string | undefined; to: string }

/**
 * Sets on the server's Integrations page who may use a command or all of them,
 * and where, and tells the gateway.
 * https://docs.discord.com/developers/interactions/application-commands#syncing-and-unsyncing-permissions
 */
export const setCommandPermission = (world: World, guild: Guild, actor: Actor, wish: Wish): void => {
  const needed = PermissionFlagsBits.ManageGuild | PermissionFlagsBits.ManageRoles
  if (!holds(permissionsOf(world, actor.userId, actor.channel), needed))
    throw new NotAllowed('You do not have the right to do that here')
  const id = findSubject(world, guild, wish.command)
  const target = findTarget(world, guild, wish.to)
  const others = commandPermissions(world, guild, id).filter(
    (entry) => entry.type !== target.type || entry.id !== target.id,
  )
  const permissions = [...others, { ...target, permission: wish.what === 'allow command' }]
  setCommandPermissions(world, guild, id, permissions)
  announce(world, {
    event: GatewayDispatchEvents.ApplicationCommandPermissionsUpdate,
    guildId: guild.id,
    intents: 0,
    data: {
      id,
      application_id: world.applicationId,
      guild_id: guild.id,
      permissions,
    } satisfies GatewayApplicationCommandPermissionsUpdateDispatchData,
  })
}
