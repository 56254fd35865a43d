import { type Channel, ChannelType, type Client, PermissionFlagsBits } from 'discord.js'
import type { Asker, Target } from '../../../core/target.ts'

/** A thread is a channel of its own, in another: https://docs.discord.com/developers/topics/threads */
export const threadOf = (channel: Channel | null): Pick<Target, 'parent' | 'isClosed'> => {
  if (!channel?.isThread() || channel.parentId === null) return {}
  const isClosed = channel.type === ChannelType.PrivateThread
  return { parent: channel.parentId, ...(isClosed && { isClosed }) }
}

/**
 * Whether a member has View Channel where something was posted, by what the gateway told: nothing is asked
 * for. Whoever does anything is known by the event that tells of it, with the roles that they have then. A
 * thread that everybody may join is seen by whoever sees its channel; one that is for its members alone is
 * seen by nobody here, for who they are Discord does not tell without another intent.
 * https://docs.discord.com/developers/topics/permissions, https://docs.discord.com/developers/topics/threads
 */
export const canSeeChannel = (
  client: Client | undefined,
  viewer: Asker,
  { channel, parent, isClosed }: Target,
): boolean => {
  const guild = client?.guilds.cache.get(viewer.server)
  const member = guild?.members.cache.get(viewer.member)
  const place = guild?.channels.cache.get(parent ?? channel)
  if (member === undefined || place === undefined || isClosed === true) return false
  if (place.type === ChannelType.PrivateThread) return false
  return place.permissionsFor(member).has(PermissionFlagsBits.ViewChannel)
}
