import { ChannelType, type Client, DiscordAPIError, RESTJSONErrorCodes, Routes } from 'discord.js'
import type { FoundChannel } from '../../../core/job/platform.ts'
import type { Asker } from '../../../core/target.ts'
import { isRecord } from '../incoming/id.ts'
import { threadTypes } from '../incoming/rights.ts'

/** https://docs.discord.com/developers/topics/opcodes-and-status-codes#json */
const unknownCodes = new Set<number | string>([
  RESTJSONErrorCodes.UnknownChannel,
  RESTJSONErrorCodes.MissingAccess,
])

/** https://docs.discord.com/developers/reference#snowflakes */
const snowflake = /^\d{1,20}$/

/** What the gateway has cached, otherwise Discord's answer: the gateway leaves archived threads out. */
const tell = async (client: Client, id: string): Promise<unknown> => {
  const known = client.channels.cache.get(id)
  if (known === undefined || known.isDMBased()) return client.rest.get(Routes.channel(id))
  return { id, type: known.type, guild_id: known.guildId, parent_id: known.parentId }
}

/**
 * A channel of a server, or the one around a thread; never a category.
 * https://docs.discord.com/developers/topics/threads, https://docs.discord.com/developers/resources/channel
 */
export const findChannel = async (
  client: Client,
  { server }: Pick<Asker, 'server'>,
  id: string,
): Promise<FoundChannel> => {
  if (!snowflake.test(id)) return { status: 'unknown' }
  try {
    const told = await tell(client, id)
    if (!isRecord(told)) return { status: 'unanswered' }
    const { type, guild_id: guild, parent_id: parent } = told
    if (guild !== server || type === ChannelType.GuildCategory) return { status: 'unknown' }
    const channel = threadTypes.has(type) ? parent : id
    return typeof channel === 'string' ? { status: 'found', channel } : { status: 'unknown' }
  } catch (error) {
    const isUnknown = error instanceof DiscordAPIError && unknownCodes.has(error.code)
    return { status: isUnknown ? 'unknown' : 'unanswered' }
  }
}
