import { directMessage } from './messages.ts'
import { requireScope } from './method.ts'
import { Refused } from './refusal.ts'
import { scopeKindOf } from './render.ts'
import type { Channel, Message, World } from './state.ts'

/** Whether the app cannot know of a conversation. */
export const isHidden = (world: World, { isDeleted, isPrivate, memberIds }: Channel): boolean =>
  isDeleted === true || (isPrivate === true && !memberIds.has(world.app.userId))

/** A conversation that the app can know of: any public channel, and those that it is in. */
export const findChannel = (world: World, id: string): Channel => {
  const channel = world.channels.get(id)
  if (!channel || isHidden(world, channel)) throw new Refused('channel_not_found')
  return channel
}

/** Asks for the scope that a conversation of this kind takes: `channels:history`, `groups:read`. */
export const requireChannelScope = (world: World, channel: Channel, right: 'read' | 'history'): void =>
  requireScope(world, [`${scopeKindOf(channel)}:${right}`])

/** A conversation in which the app is; the others it may know, and no more. */
export const findJoined = (world: World, id: string): Channel => {
  const channel = findChannel(world, id)
  if (!channel.memberIds.has(world.app.userId)) throw new Refused('not_in_channel')
  return channel
}

/** A conversation in which the app may write. A person's id stands for the direct message with them. */
export const findWritable = (world: World, id: string): Channel => {
  const user = world.users.get(id)
  const channel = user && !user.isBot ? directMessage(world, id) : findChannel(world, id)
  if (channel.isArchived) throw new Refused('is_archived')
  if (channel.kind === 'im' && !world.installation.hasMessagesTab) throw new Refused('messages_tab_disabled')
  const mayVisit = scopeKindOf(channel) === 'channels' && world.installation.scopes.has('chat:write.public')
  if (!channel.memberIds.has(world.app.userId) && !mayVisit) throw new Refused('not_in_channel')
  return channel
}

/** A message that everybody in the conversation sees, so no ephemeral one. */
export const findMessage = (world: World, channel: Channel, ts: string): Message => {
  const message = world.messages.get(ts)
  if (message?.channelId !== channel.id || message.seenBy !== 'all' || message.state !== 'shown')
    throw new Refused('message_not_found')
  return message
}

/** The first message of the thread that a time stamp names; a reply's stands for its thread. */
export const threadOf = (world: World, channel: Channel, ts: string | undefined): string | undefined => {
  if (ts === undefined) return undefined
  const message = world.messages.get(ts)
  if (message?.channelId !== channel.id || message.seenBy !== 'all' || message.state !== 'shown')
    throw new Refused('thread_not_found')
  return message.threadTs ?? message.ts
}
