import { PermissionFlagsBits } from 'discord-api-types/v10'
import type { ChosenLanguage, Management, OwnAccount, ServerManagement } from '../../control/people.ts'
import {
  ageRestrict,
  boost,
  createChannel,
  deleteChannel,
  hasBot,
  inviteBot,
  makePrivate,
  removeBot,
  renameChannel,
  setBotRights,
  startPrivateThread,
} from '../guild-changes.ts'
import { changeThread, deleteMessage } from '../messages.ts'
import { type Actor, type Guild, guildOf, type World } from '../state.ts'
import { setCommandPermission } from './integrations.ts'
import { findMember, manageMembers } from './manage-members.ts'
import { findMessage, NotAllowed } from './references.ts'
import { findPermission, requireRight } from './rights.ts'

/** Deletes a message as a person; what only they see they can but dismiss, which nobody hears of. */
export const runDelete = (world: World, actor: Actor, { message: id }: { message: string }): string => {
  const message = findMessage(world, actor.channel, id, actor.userId)
  if (message.seenBy !== 'all') throw new NotAllowed('Only you see this: it can be dismissed, not deleted')
  if (message.authorId !== actor.userId) {
    if (actor.channel.guildId === undefined)
      throw new NotAllowed('In a direct message you delete only your own')
    requireRight(world, actor, PermissionFlagsBits.ManageMessages)
  }
  deleteMessage(world, message)
  return message.id
}

const channelRight = PermissionFlagsBits.ManageChannels

/**
 * Nobody gives or takes a right that they do not hold.
 * https://docs.discord.com/developers/resources/channel#edit-channel-permissions
 */
const changeRights = (world: World, actor: Actor, how: 'deny' | 'allow', name: string): void => {
  const permissions = findPermission(name)
  requireRight(world, actor, PermissionFlagsBits.ManageRoles | permissions)
  setBotRights(world, actor.channel, { how, permissions })
}

const invite = (world: World, guild: Guild, inviterId: string): void => {
  if (hasBot(world, guild)) throw new NotAllowed('The bot is here already')
  inviteBot(world, guild, { permissions: world.invitedPermissions, inviterId })
}

const remove = (world: World, guild: Guild): void => {
  if (!hasBot(world, guild)) throw new NotAllowed('The bot is not here')
  removeBot(world, guild)
}

/**
 * Who started a thread may archive it; only moderators close it to all others.
 * https://docs.discord.com/developers/topics/threads#editing-%26-deleting-threads
 */
const closeThread = (world: World, actor: Actor, isLocked: boolean): void => {
  const { thread } = actor.channel
  if (!thread) throw new NotAllowed('This is no thread')
  if (isLocked || thread.ownerId !== actor.userId)
    requireRight(world, actor, PermissionFlagsBits.ManageThreads)
  changeThread(world, actor.channel, { isArchived: true, ...(isLocked && { isLocked }) })
}

/**
 * The owner of a private thread may remove members from it, and every member of it may add others.
 * https://docs.discord.com/developers/resources/channel#remove-thread-member
 */
const changeThreadMembers = (
  world: World,
  actor: Actor,
  guild: Guild,
  { what, member: name }: { readonly what: 'add to thread' | 'remove from thread'; readonly member: string },
): void => {
  const { thread } = actor.channel
  if (!thread?.memberIds) throw new NotAllowed('This is no private thread')
  const { userId } = findMember(world, guild, name)
  const others = [...thread.memberIds].filter((id) => id !== userId)
  if (what === 'remove from thread' && thread.ownerId !== actor.userId)
    requireRight(world, actor, PermissionFlagsBits.ManageThreads)
  thread.memberIds = new Set(what === 'add to thread' ? [...others, userId] : others)
}

const manageBot = (world: World, actor: Actor, guild: Guild, what: 'remove bot' | 'invite bot'): void => {
  requireRight(world, actor, PermissionFlagsBits.ManageGuild)
  if (what === 'remove bot') remove(world, guild)
  else invite(world, guild, actor.userId)
}

/**
 * Looks after the server or the channel as somebody who may; answers with the id
 * of what came of it, if anything.
 */
export const runManage = (
  world: World,
  actor: Actor,
  deed: Exclude<Management, OwnAccount | ChosenLanguage> | ServerManagement,
): string => {
  const guild = guildOf(world, actor.channel)
  if (!guild) throw new NotAllowed('Nobody looks after a direct message')
  switch (deed.what) {
    case 'remove bot':
    case 'invite bot':
      manageBot(world, actor, guild, deed.what)
      return ''
    case 'create channel':
      requireRight(world, actor, channelRight)
      return createChannel(world, guild, deed.name).id
    case 'rename channel':
      requireRight(world, actor, channelRight)
      renameChannel(world, actor.channel, deed.name)
      return ''
    case 'delete channel':
      requireRight(world, actor, channelRight)
      deleteChannel(world, actor.channel)
      return ''
    case 'archive channel':
      throw new NotAllowed('Discord does not archive channels')
    case 'share channel':
      throw new NotAllowed('Discord shares no channels between servers')
    case 'make private':
      requireRight(world, actor, PermissionFlagsBits.ManageRoles | PermissionFlagsBits.ViewChannel)
      makePrivate(world, actor.channel, actor.userId)
      return ''
    case 'deny':
    case 'allow':
      changeRights(world, actor, deed.what, deed.permission)
      return ''
    case 'deny command':
    case 'allow command':
      setCommandPermission(world, guild, actor, deed)
      return ''
    case 'archive thread':
    case 'lock thread':
      closeThread(world, actor, deed.what === 'lock thread')
      return ''
    case 'start private thread':
      requireRight(world, actor, PermissionFlagsBits.CreatePrivateThreads)
      return startPrivateThread(world, actor.channel, actor.userId, deed.name).id
    case 'add to thread':
    case 'remove from thread':
      changeThreadMembers(world, actor, guild, deed)
      return ''
    case 'age-restrict channel':
      requireRight(world, actor, channelRight)
      ageRestrict(world, actor.channel)
      return ''
    case 'boost':
      boost(world, guild, deed.tier)
      return ''
    default:
      manageMembers(world, actor, guild, deed)
      return ''
  }
}
