import { type Management, type ServerManagement, UnknownReference } from '../../control/people.ts'
import {
  archiveChannel,
  deleteChannel,
  deleteSharedFile,
  inviteApp,
  makePrivate,
  removeApp,
  removePerson,
  shareChannel,
} from '../channel-changes.ts'
import { deleteMessage } from '../messages.ts'
import type { World } from '../state.ts'
import { type Actor, findMessage, findUser, NotAllowed } from './references.ts'

const isAdmin = (world: World, { userId }: Actor): boolean => {
  const user = world.users.get(userId)
  return user?.isAdmin === true && user.teamId === undefined
}

const requireAdmin = (world: World, actor: Actor): void => {
  if (!isAdmin(world, actor)) throw new NotAllowed('Only an admin of the workspace can do that')
}

const deleteFileOf = (world: World, actor: Actor, id: string): void => {
  const file = world.files.get(id)
  if (!file || file.isDeleted || !file.shares.some(({ channelId }) => channelId === actor.channel.id))
    throw new UnknownReference('message', `There is no file "${id}" in this channel`)
  if (file.userId !== actor.userId) requireAdmin(world, actor)
  deleteSharedFile(world, file)
}

/** Deletes a message by its time stamp or a file by its id, as the one who wrote it or as an admin. */
export const runDelete = (world: World, actor: Actor, { message: id }: { message: string }): string => {
  if (actor.channel.isArchived) throw new NotAllowed('This channel is archived')
  if (id.startsWith('F')) {
    deleteFileOf(world, actor, id)
    return id
  }
  const message = findMessage(world, actor, id)
  if (message.seenBy !== 'all') throw new NotAllowed('Only you see this: it can be dismissed, not deleted')
  if (message.userId !== actor.userId) requireAdmin(world, actor)
  deleteMessage(world, message)
  return message.ts
}

const invite = (world: World, { channel, userId }: Actor): void => {
  if (channel.isArchived) throw new NotAllowed('This channel is archived')
  if (channel.memberIds.has(world.app.userId)) throw new NotAllowed('The app is here already')
  inviteApp(world, channel, userId)
}

const remove = (world: World, actor: Actor): void => {
  requireAdmin(world, actor)
  if (!actor.channel.memberIds.has(world.app.userId)) throw new NotAllowed('The app is not here')
  removeApp(world, actor.channel, actor.userId)
}

const archive = (world: World, actor: Actor): void => {
  requireAdmin(world, actor)
  if (actor.channel.isArchived) throw new NotAllowed('This channel is archived already')
  archiveChannel(world, actor.channel, actor.userId)
}

const close = (world: World, actor: Actor): void => {
  requireAdmin(world, actor)
  if (actor.channel.isPrivate === true) throw new NotAllowed('This channel is private already')
  makePrivate(world, actor.channel)
}

/** Out of the channel; nobody is put out of a workspace here. */
const removeMember = (world: World, actor: Actor, name: string): void => {
  requireAdmin(world, actor)
  const user = findUser(world, name)
  if (!user || user.isBot || !actor.channel.memberIds.has(user.id))
    throw new UnknownReference('member', `There is no member "${name}" here`)
  removePerson(world, actor.channel, user.id)
}

/** By the admins of both workspaces, so that it is done once it is said. */
const share = (world: World, actor: Actor): void => {
  requireAdmin(world, actor)
  const other = world.registration.workspaces.find(({ team }) => team.id !== world.team.id)
  if (!other || actor.channel.sharedWith !== undefined) throw new NotAllowed('This channel is shared already')
  shareChannel(world, actor.channel, other)
}

/**
 * Looks after a channel; everybody in it may invite, the rest is for admins, as it is where nobody changed
 * that.
 */
export const runManage = (world: World, actor: Actor, deed: Management | ServerManagement): void => {
  if (actor.channel.kind === 'im') throw new NotAllowed('Nobody looks after a direct message')
  switch (deed.what) {
    case 'choose language':
      world.locales.set(actor.userId, deed.locale)
      break
    case 'remove bot':
      remove(world, actor)
      break
    case 'invite bot':
      invite(world, actor)
      break
    case 'archive channel':
      archive(world, actor)
      break
    case 'delete channel':
      requireAdmin(world, actor)
      deleteChannel(world, actor.channel)
      break
    case 'share channel':
      share(world, actor)
      break
    case 'make private':
      close(world, actor)
      break
    case 'remove member':
      removeMember(world, actor, deed.member)
      break
    case 'deny':
    case 'allow':
      throw new NotAllowed('Slack has no rights by channel')
    default:
      throw new NotAllowed(`Slack has no way to "${deed.what}"`)
  }
}
