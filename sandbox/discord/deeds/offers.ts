import type { APIAuthorizingIntegrationOwnersMap, ApplicationCommandType } from 'discord-api-types/v10'
import { mayUseCommand } from '../command-permissions.ts'
import { hasBot } from '../guild-changes.ts'
import { isUnowned, ownersOfCommand } from '../installations.ts'
import { holdsMessages, rightsPlace } from '../places.ts'
import { type Actor, type Channel, type Command, guildOf, type World } from '../state.ts'
import { NotAllowed } from './references.ts'

/** A command that the client offers, and by which installations of the app it does. */
export type Offer = { readonly command: Command; readonly owners: APIAuthorizingIntegrationOwnersMap }

/**
 * A server's word counts where the app is installed there; who installed it for
 * themselves needs nobody's leave elsewhere.
 */
const isPermitted = (world: World, command: Command, actor: Actor): boolean => {
  const guild = guildOf(world, actor.channel)
  return !guild || !hasBot(world, guild) || mayUseCommand(world, guild, command, actor)
}

/**
 * In archived threads nobody uses commands.
 * https://docs.discord.com/developers/topics/threads#active-%26-archived-threads
 */
const isOpen = (channel: Channel): boolean => holdsMessages(channel) && channel.thread?.isArchived !== true

/**
 * Age-restricted commands are offered only in age-restricted channels. In private they need a setting of the
 * user, which nobody here has made.
 * https://docs.discord.com/developers/interactions/application-commands#agerestricted-commands
 */
const isForAge = (world: World, { nsfw }: Command, { channel }: Actor): boolean =>
  !nsfw || rightsPlace(world, channel).isAgeRestricted === true

const findOffer = (
  world: World,
  actor: Actor,
  isWanted: (command: Command) => boolean,
): Offer | undefined => {
  const { guildId } = actor.channel
  const scopes = [...(guildId === undefined ? [] : [guildId]), 'global']
  return scopes
    .flatMap((scope) => world.commands.get(scope) ?? [])
    .filter(isWanted)
    .map((command) => ({ command, owners: ownersOfCommand(world, command, actor) }))
    .find(({ owners }) => !isUnowned(owners))
}

const isAllowed = (world: World, actor: Actor, command: Command): boolean =>
  isOpen(actor.channel) && isPermitted(world, command, actor) && isForAge(world, command, actor)

/**
 * Everything that the client offers this person in this place, the server's own commands before the global
 * ones, which they hide where both have one name.
 */
export const offeredCommands = (
  world: World,
  actor: Actor,
  type: ApplicationCommandType,
): readonly Command[] => {
  const names = new Set(
    [...world.commands.values()].flat().flatMap((command) => (command.type === type ? command.name : [])),
  )
  return [...names].flatMap((name) => {
    const offer = findOffer(world, actor, (command) => command.name === name && command.type === type)
    return offer && isAllowed(world, actor, offer.command) ? offer.command : []
  })
}

/**
 * The command that the client offers under that name: the server's own before the global one.
 * Throws NotAllowed where it offers none to this person in this place.
 */
export const offeredCommand = (
  world: World,
  actor: Actor,
  name: string,
  type: ApplicationCommandType,
): Offer => {
  const offer = findOffer(world, actor, (command) => command.name === name && command.type === type)
  if (!offer || !isAllowed(world, actor, offer.command))
    throw new NotAllowed(`The client offers no command "${name}" here to this person`)
  return offer
}
