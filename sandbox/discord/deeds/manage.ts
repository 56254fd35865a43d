import { PermissionFlagsBits } from 'discord-api-types/v10'
import { type Management, type OwnAccount, UnknownReference } from '../../people.ts'
import {
  ageRestrict,
  boost,
  deleteChannel,
  hasBot,
  inviteBot,
  removeBot,
  setBotRights,
} from '../guild-changes.ts'
import { invitedPermissions } from '../guilds.ts'
import { changeThread, deleteMessage, permissionsOf } from '../messages.ts'
import { holds } from '../permissions.ts'
import { type Guild, guildOf, type World } from '../state.ts'
import { setCommandPermission } from './integrations.ts'
import type { Actor } from './offers.ts'
import { findMessage, NotAllowed } from './references.ts'

const requireRight = (world: World, { userId, channel }: Actor, wanted: bigint): void => {
  if (!holds(permissionsOf(world, userId, channel), wanted))
    throw new NotAllowed('You do not have the right to do that here')
}

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

const isPermission = (name: string): name is keyof typeof PermissionFlagsBits =>
  Object.hasOwn(PermissionFlagsBits, name)

/** Nobody gives or takes a right that they do not hold. https://docs.discord.com/developers/resources/channel#edit-channel-permissions */
const changeRights = (world: World, actor: Actor, how: 'deny' | 'allow', name: string): void => {
  if (!isPermission(name)) throw new UnknownReference('permission', `There is no right "${name}"`)
  const permissions = PermissionFlagsBits[name]
  requireRight(world, actor, PermissionFlagsBits.ManageRoles | permissions)
  setBotRights(world, actor.channel, { how, permissions })
}

const invite = (world: World, guild: Guild): void => {
  if (hasBot(world, guild)) throw new NotAllowed('The bot is here already')
  inviteBot(world, guild, invitedPermissions)
}

const remove = (world: World, guild: Guild): void => {
  if (!hasBot(world, guild)) throw new NotAllowed('The bot is not here')
  removeBot(world, guild)
}

/** Who started a thread may archive it; only moderators close it to all others. https://docs.discord.com/developers/topics/threads#editing-%26-deleting-threads */
const closeThread = (world: World, actor: Actor, isLocked: boolean): void => {
  const { thread } = actor.channel
  if (!thread) throw new NotAllowed('This is no thread')
  if (isLocked || thread.ownerId !== actor.userId)
    requireRight(world, actor, PermissionFlagsBits.ManageThreads)
  changeThread(world, actor.channel, { isArchived: true, ...(isLocked && { isLocked }) })
}

/** Looks after the server or the channel as somebody who may. */
export const runManage = (world: World, actor: Actor, deed: Exclude<Management, OwnAccount>): void => {
  const guild = guildOf(world, actor.channel)
  if (!guild) throw new NotAllowed('Nobody looks after a direct message')
  switch (deed.what) {
    case 'remove bot':
      requireRight(world, actor, PermissionFlagsBits.ManageGuild)
      remove(world, guild)
      break
    case 'invite bot':
      requireRight(world, actor, PermissionFlagsBits.ManageGuild)
      invite(world, guild)
      break
    case 'delete channel':
      requireRight(world, actor, PermissionFlagsBits.ManageChannels)
      deleteChannel(world, actor.channel)
      break
    case 'archive channel':
      throw new NotAllowed('Discord does not archive channels')
    case 'deny':
    case 'allow':
      changeRights(world, actor, deed.what, deed.permission)
      break
    case 'deny command':
    case 'allow command':
      setCommandPermission(world, guild, actor, deed)
      break
    case 'archive thread':
    case 'lock thread':
      closeThread(world, actor, deed.what === 'lock thread')
      break
    case 'age-restrict channel':
      requireRight(world, actor, PermissionFlagsBits.ManageChannels)
      ageRestrict(world, actor.channel)
      break
    case 'boost':
      boost(world, guild, deed.tier)
  }
}
