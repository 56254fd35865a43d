import { MessageFlags, PermissionFlagsBits } from 'discord-api-types/v10'
import { recordBreach } from '../breaches.ts'
import { sharesGuild } from '../installations.ts'
import { permissionsOf } from '../messages.ts'
import { holds } from '../permissions.ts'
import { holdsMessages, sendingRight } from '../places.ts'
import { refused } from '../refusal.ts'
import type { Channel, World } from '../state.ts'
import type { MessageBody } from '../validation/message.ts'

const botHolds = (world: World, channel: Channel, right: bigint): boolean =>
  holds(permissionsOf(world, world.bot.id, channel), right)

/** Who shares no server with the bot, or let nobody of their servers write to them, gets nothing from it. */
const checkRecipient = (world: World, { recipientId }: Channel): void => {
  if (recipientId === undefined) return
  if (!sharesGuild(world, recipientId)) throw refused('noMutualGuilds')
  if (world.closedRecipients.has(recipientId)) throw refused('closedRecipient')
}

/**
 * Writing unarchives a thread, unless it is locked; nothing else is done in an archived one.
 * https://docs.discord.com/developers/topics/threads#active-%26-archived-threads
 */
const checkThread = (world: World, channel: Channel): void => {
  const { thread } = channel
  if (thread?.isLocked && !botHolds(world, channel, PermissionFlagsBits.ManageThreads))
    throw refused('lockedThread')
}

/** Throws Discord's refusal of any edit in a thread that is archived. */
export const refuseArchived = ({ thread }: Channel): void => {
  if (thread?.isArchived) throw refused('archivedThread')
}

const isVoice = ({ flags }: MessageBody): boolean => ((flags ?? 0) & MessageFlags.IsVoiceMessage) !== 0

/** Throws Discord's refusal where the bot may not write a message of that kind. */
export const checkSending = (world: World, channel: Channel, body: MessageBody): void => {
  checkRecipient(world, channel)
  if (!holdsMessages(channel)) throw refused('forumChannel')
  if (!botHolds(world, channel, sendingRight(channel))) throw refused('missingPermissions')
  checkThread(world, channel)
  if (body.tts && !botHolds(world, channel, PermissionFlagsBits.SendTTSMessages))
    throw refused('missingPermissions')
  if (isVoice(body) && !botHolds(world, channel, PermissionFlagsBits.SendVoiceMessages))
    throw refused('voiceNotAllowed')
}

/** Throws Discord's 50013 where the bot may not attach files. */
export const checkFiles = (world: World, channel: Channel, files: readonly unknown[]): void => {
  if (files.length > 0 && !botHolds(world, channel, PermissionFlagsBits.AttachFiles))
    throw refused('missingPermissions')
}

/**
 * What is left of a message where the bot may not embed: Discord silently drops the embeds, which still fails
 * the run. https://github.com/discord/discord-api-docs/issues/2601
 */
export const withoutForbiddenEmbeds = <T extends MessageBody>(world: World, channel: Channel, body: T): T => {
  if (!body.embeds?.length || botHolds(world, channel, PermissionFlagsBits.EmbedLinks)) return body
  recordBreach(world, 'embeds were left out', { detail: { channel: channel.id } })
  return { ...body, embeds: [] }
}

/** A new message of embeds alone is refused where the bot may not embed. */
export const checkEmbeds = (
  world: World,
  channel: Channel,
  body: MessageBody,
  files: readonly unknown[],
): void => {
  const isRest = Boolean(body.content?.trim()) || Boolean(body.components?.length) || files.length > 0
  if (body.embeds?.length && !isRest && !botHolds(world, channel, PermissionFlagsBits.EmbedLinks))
    throw refused('missingPermissions')
}

/**
 * A reply shows what it answers, so it takes the right to read that.
 * https://docs.discord.com/developers/resources/message#create-message
 */
export const checkReplying = (world: World, channel: Channel): void => {
  if (!botHolds(world, channel, PermissionFlagsBits.ReadMessageHistory)) throw refused('replyWithoutHistory')
}
