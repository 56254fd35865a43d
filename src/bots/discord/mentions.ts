import {
  DiscordAPIError,
  type Message,
  MessageReferenceType,
  PermissionFlagsBits,
  SnowflakeUtil,
} from 'discord.js'
import type { Answer, Invocation, PointedMessage } from '../../core/command.ts'
import { readRequest } from '../../core/command-text.ts'
import type { Log } from '../../core/log.ts'
import type { Acknowledgement, Dispatch } from '../../core/platform.ts'
import { answerBody } from './answer-body.ts'
import { clipsOf, pointedMessage, refOf } from './clips.ts'
import { postError } from './errors.ts'
import { cannotPostText, canSpeak, fileBytesMaxByTier, rolesApart } from './rights.ts'
import { threadOf } from './thread.ts'

interface MentionOptions {
  dispatch: Dispatch
  log: Log
  /** Whether Discord lets us read messages that do not mention us. */
  readsContent: boolean
}

type ServerMessage = Message<true>

/**
 * What follows the bot's name where a message begins with it.
 * https://docs.discord.com/developers/reference#message-formatting
 */
export const textAfterMention = (content: string, botId: string): string | undefined =>
  new RegExp(`^\\s*<@!?${botId}>\\s*(.*)$`, 's').exec(content)?.[1]

/**
 * Whether we were shown what is in a message. Without the message content intent Discord empties every message that is
 * not ours and does not mention us. https://docs.discord.com/developers/events/gateway#message-content-intent
 */
export const isVisible = (
  { content, attachments }: { content: string; attachments: { size: number } },
  readsContent: boolean,
): boolean => readsContent || content !== '' || attachments.size > 0

/** The message replied to. discord.js keeps what came along with the reply, and asks Discord for it otherwise. */
const repliedTo = async (
  message: ServerMessage,
  { readsContent, log }: MentionOptions,
): Promise<PointedMessage[]> => {
  const { reference } = message
  if (reference?.messageId === undefined || reference.type !== MessageReferenceType.Default) return []
  try {
    const target = await message.fetchReference()
    return [pointedMessage(target, isVisible(target, readsContent))]
  } catch (error) {
    log.info('the message replied to cannot be read', { reason: postError(error).message })
    const atMs = SnowflakeUtil.timestampFrom(reference.messageId)
    return [{ message: reference.messageId, atMs, files: [], isVisible: false }]
  }
}

const pointedAt = async (message: ServerMessage, options: MentionOptions): Promise<PointedMessage[]> => {
  const own = pointedMessage(message, true)
  return [...(own.files.length > 0 ? [own] : []), ...(await repliedTo(message, options))]
}

const permissionsIn = ({ channel, client }: ServerMessage) => channel.permissionsFor(client.user)

const invocationFrom = async (
  message: ServerMessage,
  text: string,
  options: MentionOptions,
): Promise<Invocation> => {
  const permissions = permissionsIn(message)
  return {
    ...readRequest(options.dispatch.commands, text),
    eventId: message.id,
    form: undefined,
    pointedAt: await pointedAt(message, options),
    target: {
      platform: 'discord',
      server: message.guildId,
      channel: message.channelId,
      ...threadOf(message.channel),
      member: message.author.id,
    },
    groups:
      message.member === null
        ? undefined
        : rolesApart([...message.member.roles.cache.keys()], message.guildId),
    isAdmin: message.member?.permissions.has(PermissionFlagsBits.ManageGuild) ?? false,
    cannotPost: permissions === null ? undefined : cannotPostText(permissions, message.channel.isThread()),
    fileBytesMax: fileBytesMaxByTier[message.guild.premiumTier],
    replyToken: '',
  }
}

/** A reply needs the right to read what was said before; without it the answer stands by itself. */
const mayReply = (message: ServerMessage): boolean =>
  permissionsIn(message)?.has(PermissionFlagsBits.ReadMessageHistory) ?? true

/** Discord has no private answer to a message, so what was asked in front of all is answered in front of all. */
const post = (message: ServerMessage, answer: Answer): Promise<Message> => {
  const body = {
    ...answerBody(answer),
    allowedMentions: { parse: [], repliedUser: false },
    nonce: message.id,
    enforceNonce: true,
  }
  return mayReply(message) ? message.reply({ ...body, failIfNotExists: false }) : message.channel.send(body)
}

/** What became of an answer that failed: what Discord refused is not there, of anything else we do not know. */
export const failedReply = (error: unknown): Acknowledgement =>
  error instanceof DiscordAPIError && error.status < 500 ? { kind: 'too_late' } : { kind: 'unknown' }

/** Answers a message of a member's that begins with the bot's name. */
export const onMention = async (options: MentionOptions, message: ServerMessage): Promise<void> => {
  const { dispatch, log } = options
  const text = textAfterMention(message.content, message.client.user.id)
  if (text === undefined) return
  const permissions = permissionsIn(message)
  if (permissions !== null && !canSpeak(permissions, message.channel.isThread())) {
    log.info('asked where nothing may be said', { channel: message.channelId })
    return
  }
  const answer = await dispatch.answer(await invocationFrom(message, text, options))
  const acknowledgement = await post(message, answer).then(
    (posted): Acknowledgement => ({ kind: 'given', message: refOf(posted) }),
    (error: unknown) => {
      log.warn('an answer did not reach Discord', { error: postError(error), event: message.id })
      return failedReply(error)
    },
  )
  if (answer.kind === 'accepted') await dispatch.acknowledged(answer.jobId, acknowledgement)
}

/** Tells of a member's message that brought clips, so that it can be pointed at later. */
export const onSighting = async (
  { dispatch, readsContent }: MentionOptions,
  message: ServerMessage,
): Promise<void> => {
  const clips = clipsOf(message)
  if (!readsContent || clips.length === 0) return
  await dispatch.saw({
    account: `discord:${message.guildId}`,
    channel: message.channelId,
    message: message.id,
    atMs: message.createdTimestamp,
    clips,
  })
}
