import { type Channel, ChannelType } from 'discord.js'
import type { Target } from '../../../core/target.ts'

/** A thread is a channel of its own, in another: https://docs.discord.com/developers/topics/threads */
export const threadOf = (channel: Channel | null): Pick<Target, 'parent' | 'isClosed'> => {
  if (!channel?.isThread() || channel.parentId === null) return {}
  const isClosed = channel.type === ChannelType.PrivateThread
  return { parent: channel.parentId, ...(isClosed && { isClosed }) }
}
