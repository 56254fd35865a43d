import {
  ChannelType,
  GatewayDispatchEvents,
  GatewayIntentBits,
  MessageFlags,
  PermissionFlagsBits,
} from 'discord-api-types/v10'
import type { Draft } from './drafts.ts'
import { mentionsIn } from './mentions.ts'
import { directMessagePermissions, holds, permissionsIn } from './permissions.ts'
import { rightsPlace, sendingRight } from './places.ts'
import { guardContent, renderMessageEvent } from './render.ts'
import { renderChannel } from './render-channel.ts'
import { announce, type Channel, guildOf, type Interaction, type Message, type World } from './state.ts'

const inPrivate = (world: World, { recipientId, peopleIds }: Channel): readonly string[] =>
  recipientId === undefined ? (peopleIds ?? []) : [recipientId, world.bot.id]

/**
 * What somebody may do in a channel, by roles and the channel's own word; nothing for who is not a member, of the server
 * or of a private thread that they don't moderate. In the chat of a voice channel it takes Connect too: that its name is
 * seen without it isn't played. https://docs.discord.com/developers/resources/message#get-channel-messages, https://docs.discord.com/developers/topics/threads#permissions
 */
export const permissionsOf = (world: World, userId: string, channel: Channel): bigint => {
  const guild = guildOf(world, channel)
  if (!guild) return inPrivate(world, channel).includes(userId) ? directMessagePermissions : 0n
  const member = guild.members.get(userId)
  if (!member) return 0n
  const { overwrites } = rightsPlace(world, channel)
  const permissions = permissionsIn(guild, member, overwrites, sendingRight(channel))
  if (channel.type === ChannelType.GuildVoice && !holds(permissions, PermissionFlagsBits.Connect)) return 0n
  const isIn = channel.thread?.memberIds?.has(userId) ?? true
  return isIn || holds(permissions, PermissionFlagsBits.ManageThreads) ? permissions : 0n
}

const intentFor = (channel: Channel) =>
  channel.guildId === undefined ? GatewayIntentBits.DirectMessages : GatewayIntentBits.GuildMessages

/** Whether the bot may look into a channel. */
export const botSeesChannel = (world: World, channel: Channel): boolean =>
  holds(permissionsOf(world, world.bot.id, channel), PermissionFlagsBits.ViewChannel)

const botSees = (world: World, message: Message, channel: Channel): boolean =>
  message.seenBy === 'all' && botSeesChannel(world, channel)

const announceMessage = (
  world: World,
  message: Message,
  event: GatewayDispatchEvents.MessageCreate | GatewayDispatchEvents.MessageUpdate,
): void => {
  const channel = world.channels.get(message.channelId)
  if (!channel || !botSees(world, message, channel)) return
  const data = renderMessageEvent(world, message)
  announce(world, {
    event,
    guildId: channel.guildId,
    intents: intentFor(channel),
    data,
    withoutContent: guardContent(world, data),
  })
}

/** Everything about a new message that its draft does not say. */
export type Posting = {
  readonly channelId: string
  readonly authorId: string
  readonly draft: Draft
  readonly seenBy?: string
  readonly replyToId?: string | undefined
  readonly forwarded?: Message | undefined
  readonly nonce?: string | number | undefined
  readonly tts?: boolean | undefined
  readonly interaction?: Interaction | undefined
  readonly state?: Message['state']
  /** Rung besides those that the content names: the author of the message replied to. */
  readonly alsoMentioned?: readonly string[]
}

/** The draft of a message that shows nothing yet. */
export const emptyDraft: Draft = { content: '', embeds: [], components: [], files: [], flags: 0 }

/**
 * Archives a thread or takes it back into use, and tells the gateway.
 * https://docs.discord.com/developers/events/gateway-events#thread-update
 */
export const changeThread = (
  world: World,
  channel: Channel,
  change: Partial<Pick<NonNullable<Channel['thread']>, 'isArchived' | 'isLocked'>>,
): void => {
  if (!channel.thread) return
  Object.assign(channel.thread, change, { archivedAtMs: world.clock.now() })
  if (botSeesChannel(world, channel))
    announce(world, {
      event: GatewayDispatchEvents.ThreadUpdate,
      guildId: channel.guildId,
      intents: GatewayIntentBits.Guilds,
      data: renderChannel(world, channel),
    })
}

/** What is written in an archived thread, for all to see, takes it back into use. */
const unarchive = (world: World, { channelId, seenBy = 'all' }: Posting): void => {
  const channel = world.channels.get(channelId)
  if (channel?.thread?.isArchived && seenBy === 'all') changeThread(world, channel, { isArchived: false })
}

/**
 * Only who holds the right to rings everyone.
 * https://docs.discord.com/developers/resources/message#allowed-mentions-object
 */
const ringsEveryone = (
  world: World,
  { channelId, authorId, draft }: Pick<Posting, 'channelId' | 'authorId' | 'draft'>,
): boolean => {
  const channel = world.channels.get(channelId)
  if (!channel || !mentionsIn(draft.content).everyone) return false
  return holds(permissionsOf(world, authorId, channel), PermissionFlagsBits.MentionEveryone)
}

/** Puts a message into a channel and tells the gateway. */
export const postMessage = (world: World, posting: Posting): Message => {
  unarchive(world, posting)
  const { draft } = posting
  const mentions = mentionsIn(draft.content)
  const message: Message = {
    ...draft,
    id: world.nextId(),
    channelId: posting.channelId,
    authorId: posting.authorId,
    createdAtMs: world.clock.now(),
    replyToId: posting.replyToId,
    forwarded: posting.forwarded,
    nonce: posting.nonce,
    tts: posting.tts ?? false,
    interaction: posting.interaction,
    seenBy: posting.seenBy ?? 'all',
    mentionedUserIds: [...new Set([...mentions.userIds, ...(posting.alsoMentioned ?? [])])],
    mentionsEveryone: ringsEveryone(world, posting),
    state: posting.state ?? 'shown',
    edits: 0,
    editedAtMs: undefined,
  }
  world.messages.set(message.id, message)
  announceMessage(world, message, GatewayDispatchEvents.MessageCreate)
  return message
}

/**
 * Shows a draft in place of what the message showed. Filling a message that was "thinking" is not an edit.
 */
export const changeMessage = (world: World, message: Message, draft: Draft): void => {
  const wasThinking = message.state === 'thinking'
  const mentions = mentionsIn(draft.content)
  Object.assign(message, draft, {
    flags: draft.flags & ~MessageFlags.Loading,
    mentionedUserIds: mentions.userIds,
    mentionsEveryone: ringsEveryone(world, { ...message, draft }),
    state: 'shown',
  })
  if (!wasThinking) {
    message.edits += 1
    message.editedAtMs = world.clock.now()
  }
  announceMessage(world, message, GatewayDispatchEvents.MessageUpdate)
}

/** Takes a message away. Its record stays, so that people's view can say that it was deleted. */
export const deleteMessage = (world: World, message: Message): void => {
  message.state = 'deleted'
  const channel = world.channels.get(message.channelId)
  if (!channel || !botSees(world, message, channel)) return
  announce(world, {
    event: GatewayDispatchEvents.MessageDelete,
    guildId: channel.guildId,
    intents: intentFor(channel),
    data: {
      id: message.id,
      channel_id: channel.id,
      ...(channel.guildId !== undefined && { guild_id: channel.guildId }),
    },
  })
}
