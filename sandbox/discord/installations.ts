import {
  type APIAuthorizingIntegrationOwnersMap,
  ApplicationIntegrationType,
  InteractionContextType,
  PermissionFlagsBits,
} from 'discord-api-types/v10'
import { hasBot } from './guild-changes.ts'
import { permissionsOf } from './messages.ts'
import { holds } from './permissions.ts'
import { contextOf, sendingRight } from './places.ts'
import {
  type Actor,
  type Channel,
  type Command,
  guildOf,
  type Interaction,
  type Message,
  type World,
} from './state.ts'

type Owners = APIAuthorizingIntegrationOwnersMap

/** Whether the bot and a person are in one server, without which neither can write to the other directly. */
export const sharesGuild = (world: World, userId: string): boolean =>
  [...world.guilds.values()].some((guild) => hasBot(world, guild) && guild.members.has(userId))

/** The server whose installation of the app serves a channel, "0" for a direct message with the bot. */
const guildInstallation = (world: World, channel: Channel): string | undefined => {
  const guild = guildOf(world, channel)
  if (guild) return hasBot(world, guild) ? guild.id : undefined
  return channel.recipientId !== undefined && sharesGuild(world, channel.recipientId) ? '0' : undefined
}

const mapOwners = (guild: string | undefined, user: string | undefined): Owners => ({
  ...(guild !== undefined && { [ApplicationIntegrationType.GuildInstall]: guild }),
  ...(user !== undefined && { [ApplicationIntegrationType.UserInstall]: user }),
})

/**
 * Commands of a server serve it alone; the rest say where they serve. Without a word they do so everywhere.
 */
const servesContext = (command: Command, context: InteractionContextType): boolean => {
  if (command.guild_id !== undefined) return context === InteractionContextType.Guild
  if (command.contexts) return command.contexts.includes(context)
  return command.dm_permission !== false || context === InteractionContextType.Guild
}

const serves = (command: Command, installation: ApplicationIntegrationType): boolean =>
  command.guild_id === undefined
    ? (command.integration_types?.includes(installation) ?? false)
    : installation === ApplicationIntegrationType.GuildInstall

/**
 * By which installations a person may run a command in a channel; none where it is not offered.
 * https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-object-authorizing-integration-owners-object
 */
export const ownersOfCommand = (world: World, command: Command, { userId, channel }: Actor): Owners => {
  if (!servesContext(command, contextOf(channel))) return {}
  const isInstaller = world.installers.has(userId)
  return mapOwners(
    serves(command, ApplicationIntegrationType.GuildInstall) ? guildInstallation(world, channel) : undefined,
    isInstaller && serves(command, ApplicationIntegrationType.UserInstall) ? userId : undefined,
  )
}

/**
 * The installations by which a message's buttons work: the server's, and that of the user who caused the
 * message.
 */
export const ownersOfMessage = (world: World, channel: Channel, { interaction }: Message): Owners =>
  mapOwners(guildInstallation(world, channel), interaction?.owners[ApplicationIntegrationType.UserInstall])

/** Whether nobody installed the app for this place. */
export const isUnowned = (owners: Owners): boolean => Object.keys(owners).length === 0

/**
 * Whether only its user installed the app, so that it is not in the place and lives
 * by the interaction's token alone.
 */
export const isUserInstalledOnly = ({ owners }: Pick<Interaction, 'owners'>): boolean =>
  owners[ApplicationIntegrationType.GuildInstall] === undefined

/** What an app may always do with an answer where it is not, and in private. */
const always = PermissionFlagsBits.AttachFiles | PermissionFlagsBits.EmbedLinks

/**
 * What the app may do with its answer, as interactions tell it. Where only its user installed it, it goes
 * by the user's rights, with those to embed and attach.
 * https://github.com/discord/discord-api-docs/issues/5316 and
 * https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-object
 */
export const appPermissions = (
  world: World,
  { owners, userId }: Pick<Interaction, 'owners' | 'userId'>,
  channel: Channel,
): bigint => {
  switch (contextOf(channel)) {
    case InteractionContextType.BotDM:
      return always | PermissionFlagsBits.MentionEveryone | PermissionFlagsBits.UseExternalEmojis
    case InteractionContextType.PrivateChannel:
      return always | PermissionFlagsBits.MentionEveryone
    case InteractionContextType.Guild:
      return isUserInstalledOnly({ owners })
        ? permissionsOf(world, userId, channel) | always
        : permissionsOf(world, world.bot.id, channel)
  }
}

/**
 * Whether an answer is shown to its user alone, whatever the app asks for: a server lets people
 * keep others' apps to themselves.
 * https://docs.discord.com/developers/topics/permissions#permissions-bitwise-permission-flags
 * (USE_EXTERNAL_APPS)
 */
export const isForcedEphemeral = (world: World, interaction: Interaction): boolean => {
  const channel = world.channels.get(interaction.channelId)
  if (channel?.guildId === undefined || !isUserInstalledOnly(interaction)) return false
  const wanted = PermissionFlagsBits.UseExternalApps | sendingRight(channel)
  return !holds(permissionsOf(world, interaction.userId, channel), wanted)
}
