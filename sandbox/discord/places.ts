import {
  ChannelType,
  GuildPremiumTier,
  InteractionContextType,
  PermissionFlagsBits,
} from 'discord-api-types/v10'
import { limits } from './limits.ts'
import { refused } from './refusal.ts'
import { type Channel, guildOf, type World } from './state.ts'

/**
 * Which of the three kinds of places a channel is.
 * https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-object-interaction-context-types
 */
export const contextOf = ({ guildId, recipientId }: Channel): InteractionContextType => {
  if (guildId !== undefined) return InteractionContextType.Guild
  return recipientId === undefined ? InteractionContextType.PrivateChannel : InteractionContextType.BotDM
}

/**
 * The channel whose word on rights counts: a thread has none of its own.
 * https://docs.discord.com/developers/topics/threads#permissions
 */
export const rightsPlace = (world: World, channel: Channel): Channel =>
  (channel.thread && world.channels.get(channel.thread.parentId)) ?? channel

/** The right that writing takes: in threads it is one of their own, and the channel's has no effect there. */
export const sendingRight = ({ thread }: Channel): bigint =>
  thread ? PermissionFlagsBits.SendMessagesInThreads : PermissionFlagsBits.SendMessages

/** Whether messages stand in a channel itself: a forum holds only posts, which are threads. */
export const holdsMessages = ({ type }: Channel): boolean => type !== ChannelType.GuildForum

/**
 * How large a file may be there. A server's boosts raise it for all, bots too.
 * https://docs.discord.com/developers/reference#uploading-files
 */
export const fileLimitOf = (world: World, channel: Pick<Channel, 'guildId'>): number => {
  switch (guildOf(world, channel)?.premiumTier) {
    case GuildPremiumTier.Tier2:
      return limits.fileBytesTier2
    case GuildPremiumTier.Tier3:
      return limits.fileBytesTier3
    case GuildPremiumTier.None:
    case GuildPremiumTier.Tier1:
    case undefined:
      return limits.fileBytes
  }
}

const sizeOf = (files: readonly { readonly bytes: Uint8Array }[]): number =>
  files.reduce((sum, { bytes }) => sum + bytes.length, 0)

/** Throws Discord's 413 for a file, or files together, over what the channel takes. */
export const refuseTooLarge = (
  world: World,
  channel: Channel,
  files: readonly { readonly bytes: Uint8Array }[],
): void => {
  const limit = fileLimitOf(world, channel)
  const isOver = files.some(({ bytes }) => bytes.length > limit)
  if (isOver || sizeOf(files) > Math.max(limits.requestBytes, limit)) throw refused('tooLarge')
}

/** How large any request may be: what the most boosted server takes, with room for the form around it. */
export const requestLimitOf = (world: World): number =>
  Math.max(
    limits.requestBytes,
    ...[...world.guilds.values()]
      .filter(({ premiumTier }) => premiumTier >= GuildPremiumTier.Tier2)
      .map((guild) => fileLimitOf(world, { guildId: guild.id }) + limits.formBytes),
  )
