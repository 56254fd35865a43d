import {
  type Channel,
  ChannelType,
  type Client,
  GuildPremiumTier,
  PermissionFlagsBits,
  type PermissionsBitField,
  ThreadChannel,
} from 'discord.js'
import type { ChannelKind } from '../../../core/command/settings.ts'
import type { Asker, Target } from '../../../core/target.ts'
import { declared, say, sayDeclared, sayList } from '../../../core/text/say.ts'

/** The types of threads, each in a channel around it. */
export const threadTypes: ReadonlySet<unknown> = new Set<unknown>([
  ChannelType.AnnouncementThread,
  ChannelType.PublicThread,
  ChannelType.PrivateThread,
])

/**
 * Their messages are only for those who have Connect too.
 * https://docs.discord.com/developers/resources/message#get-channel-messages
 */
const voiceTypes: ReadonlySet<unknown> = new Set<unknown>([
  ChannelType.GuildVoice,
  ChannelType.GuildStageVoice,
])

/** Permissions without which a channel of this type has no messages for somebody. */
export const readingRights = (type: unknown): bigint =>
  PermissionFlagsBits.ViewChannel | (voiceTypes.has(type) ? PermissionFlagsBits.Connect : 0n)

/** Permissions that the bot needs where it posts a result, by Discord's names. */
const neededRights = [
  { flag: PermissionFlagsBits.ViewChannel, name: declared('View Channel') },
  { flag: PermissionFlagsBits.SendMessages, name: declared('Send Messages') },
  { flag: PermissionFlagsBits.EmbedLinks, name: declared('Embed Links') },
  { flag: PermissionFlagsBits.AttachFiles, name: declared('Attach Files') },
] as const

/** The same in the chat of a voice channel. */
const neededInVoice = [
  { flag: PermissionFlagsBits.Connect, name: declared('Connect') },
  ...neededRights,
] as const

/** The right that counts in threads instead of Send Messages. */
export const inThreads = {
  flag: PermissionFlagsBits.SendMessagesInThreads,
  name: declared('Send Messages in Threads'),
}

/** Needed in addition, to find messages again and to read those that members point at. */
const history = {
  flag: PermissionFlagsBits.ReadMessageHistory,
  name: declared('Read Message History'),
}

/** What the bot needs in a server, as the bits of an invitation. */
export const invitedRights: bigint = [...neededRights, inThreads, history].reduce(
  (bits, { flag }) => bits | flag,
  0n,
)

/** What the bot lacks with these permissions, by Discord's names. */
export const lackingRights = (
  permissions: Readonly<PermissionsBitField>,
  type: unknown,
  isThread = threadTypes.has(type),
): readonly string[] =>
  [...(voiceTypes.has(type) ? neededInVoice : neededRights), history]
    .map((right) => (isThread && right.flag === PermissionFlagsBits.SendMessages ? inThreads : right))
    .filter(({ flag }) => !permissions.has(flag))
    .map(({ name }) => sayDeclared(name))

/** Why no result can be posted in a channel of this type with these permissions, and how to fix it; undefined if one can. */
export const cannotPostText = (
  permissions: Readonly<PermissionsBitField>,
  type: unknown,
): string | undefined => {
  const missing: string[] = []
  const isThread = threadTypes.has(type)
  for (const right of voiceTypes.has(type) ? neededInVoice : neededRights) {
    const { flag, name } = isThread && right.flag === PermissionFlagsBits.SendMessages ? inThreads : right
    if (!permissions.has(flag)) missing.push(sayDeclared(name))
  }
  return missing.length === 0
    ? undefined
    : say(
        "I can't post results here. Missing permissions: {{rights}}. Someone who manages this channel can grant them.",
        {
          rights: sayList(missing, 'unit'),
        },
      )
}

/** Whether anything can be posted with these permissions. */
export const canSpeak = (permissions: Readonly<PermissionsBitField>, isThread: boolean): boolean =>
  permissions.has(isThread ? inThreads.flag : PermissionFlagsBits.SendMessages)

/** Whether files can be attached with these permissions. */
export const mayAttach = (permissions: Readonly<PermissionsBitField>): boolean =>
  permissions.has(PermissionFlagsBits.AttachFiles)

const mebibyte = 1024 * 1024

/**
 * A member's roles without the one that all have, whose id is the server's.
 * https://docs.discord.com/developers/topics/permissions#role-object
 */
export const rolesApart = (roles: readonly string[], server: string | null): readonly string[] =>
  roles.filter((role) => role !== server)

/**
 * Maximum bytes of one file by the bot in a server, by its boosts; interactions report it themselves.
 * https://docs.discord.com/developers/reference#uploading-files
 * https://support.discord.com/hc/en-us/articles/360028038352-Server-Boosting-FAQ
 */
export const fileBytesMaxByTier = {
  [GuildPremiumTier.None]: 10 * mebibyte,
  [GuildPremiumTier.Tier1]: 10 * mebibyte,
  [GuildPremiumTier.Tier2]: 50 * mebibyte,
  [GuildPremiumTier.Tier3]: 100 * mebibyte,
} as const satisfies Record<GuildPremiumTier, number>

/** Maximum bytes of a file that every place accepts. */
export const fileBytesMaxAnywhere = fileBytesMaxByTier[GuildPremiumTier.None]

/** A channel as a place for requests. */
interface Place {
  /** What a target says of a thread, which is a channel inside another one. */
  thread: Pick<Target, 'parent' | 'isClosed'>
  /** Undefined if the channel, or that around a thread, is not known. */
  kinds: readonly ChannelKind[] | undefined
}

/** What Discord says of a channel that tells its kinds. */
interface KnownChannel {
  type?: unknown
  nsfw?: unknown
}

/**
 * A thread counts for the channel around it, and has no mark of its own.
 * https://docs.discord.com/developers/topics/threads#age-restricted-threads
 * https://docs.discord.com/developers/resources/channel#channel-object-channel-types
 */
export const placeIn = (channel: Channel | KnownChannel | null): Place => {
  let thread: Place['thread'] = {}
  let around: KnownChannel | null = channel
  if (channel instanceof ThreadChannel && channel.parentId !== null) {
    const isClosed = channel.type === ChannelType.PrivateThread
    thread = { parent: channel.parentId, ...(isClosed && { isClosed }) }
    around = channel.parent
  }
  if (around === null) return { thread, kinds: undefined }
  const kinds: ChannelKind[] = []
  if (around.nsfw === true) kinds.push('age_restricted')
  if (around.type === ChannelType.GuildAnnouncement) kinds.push('announcement')
  return { thread, kinds }
}

/**
 * Whether an acting member can read where something was posted, from the gateway's cache alone: every event has
 * the current roles of the member who acts, but not of others. A thread that anyone can join is visible to everyone who
 * sees its channel; a private one counts as visible to nobody, since Discord lists its members only with
 * another intent. https://docs.discord.com/developers/topics/permissions,
 * https://docs.discord.com/developers/topics/threads
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
  return place.permissionsFor(member).has(readingRights(place.type))
}
