import type { Channel } from 'discord.js'
import type { Target } from '../../core/target.ts'

/** A thread is a channel of its own, in another: https://docs.discord.com/developers/topics/threads */
export const threadOf = (channel: Channel | null): Pick<Target, 'parent'> =>
  channel?.isThread() && channel.parentId !== null ? { parent: channel.parentId } : {}
