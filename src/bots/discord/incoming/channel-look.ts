import { type Client, PermissionFlagsBits } from 'discord.js'
import type { ChannelLook, ChannelPlace } from '../../../core/job/channel-look.ts'
import type { Asker } from '../../../core/target.ts'
import { lackingRights } from './rights.ts'

/**
 * What the bot can do in a channel or thread, from the gateway's cache: Discord sends every channel of a server, and
 * every change of a role or a channel. https://docs.discord.com/developers/topics/permissions
 */
export const lookAtChannel = (
  client: Client | undefined,
  { server }: Asker,
  { channel, parent }: ChannelPlace,
): ChannelLook => {
  const guild = client?.guilds.cache.get(server)
  const me = guild?.members.me
  if (guild === undefined || me === undefined || me === null) return { status: 'unanswered' }
  const found = guild.channels.cache.get(channel)
  // Archived threads are not sent; the rights in one are those of its channel.
  const place = found ?? guild.channels.cache.get(parent ?? channel)
  if (place === undefined) return { status: 'looked', lacks: [{ kind: 'unknown' }] }
  const permissions = place.permissionsFor(me)
  const isThread = place.isThread() || (parent !== undefined && parent !== channel)
  const lacking = lackingRights(permissions, place.type, isThread)
  // One that can't be seen has no other rights, and the others follow from this one.
  const names = permissions.has(PermissionFlagsBits.ViewChannel) ? lacking : lacking.slice(0, 1)
  return { status: 'looked', lacks: names.map((name) => ({ kind: 'right', name })) }
}
