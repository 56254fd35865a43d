import {
  DiscordAPIError,
  GuildPremiumTier,
  type Message,
  MessageReferenceType,
  PermissionFlagsBits,
  SnowflakeUtil,
} from 'discord.js'
import { type AcceptedAnswer, type Answer, privately } from '../../../core/command/answer.ts'
import { readRequest } from '../../../core/command/command-text.ts'
import { requestInWords } from '../../../core/command/in-words.ts'
import { type Asked, bringsFiles, type PointedMessage } from '../../../core/command/invocation.ts'
import { type AroundMention, addressedText } from '../../../core/command/mention-text.ts'
import type { Acknowledgement, Dispatch } from '../../../core/job/platform.ts'
import { effectKey } from '../../../core/job-id.ts'
import type { Log } from '../../../core/log.ts'
import { plainMessage } from '../../../core/message/message.ts'
import { personalServer } from '../../../core/target.ts'
import { say } from '../../../core/text/say.ts'
import { within } from '../../../core/waiting.ts'
import { answerBody, publicAnswer, withSmallFiles } from '../answers/answer-body.ts'
import type { OtherCopy } from '../answers/other-copy.ts'
import { postError } from '../outgoing/errors.ts'
import { isOfOtherTaker } from '../render/buttons.ts'
import { limits } from '../render/limits.ts'
import { pointedMessage, refOf } from './clips.ts'
import { cannotPostText, canSpeak, fileBytesMaxByTier, mayAttach, placeIn, rolesApart } from './rights.ts'
import { inWords, namesKnownTo } from './words.ts'

/** How long a job waits for its answer to be posted. */
const answerWaitMs = 2_000

/**
 * A channel takes one answer a second. Behind this many, another would come after Discord forgot its nonce, so it isn't
 * posted, and of a job only the result is.
 */
const waitingMax = 20
const waitingInAllMax = 1_000 // strangers could fill the memory with answers that wait

interface MentionOptions {
  /** The number of answers that wait for their turn, by channel. */
  waiting: Map<string, number>
  /** Limits how often a member who gets nothing is told why. */
  mayBeTold: (member: string, atMs: number) => boolean
  dispatch: Dispatch
  log: Log
  otherCopy: Pick<OtherCopy, 'report'>
  /** Whether Discord lets us read messages that do not mention us. */
  readsContent: boolean
}

/**
 * The text around the bot's name, which can be repeated. Discord's client offers the bot's managed role under the same
 * name, so that counts too. https://docs.discord.com/developers/reference#message-formatting
 */
export const aroundMention = (content: string, botId: string, roleId?: string): AroundMention | undefined => {
  const role = roleId === undefined ? '' : `|&${roleId}`
  const name = `<@(?:!?${botId}${role})>`
  const found = new RegExp(`${name}(?:[\\s,]*${name})*`).exec(content)
  if (found === null) return undefined
  return { before: content.slice(0, found.index), behind: content.slice(found.index + found[0].length) }
}

/**
 * Whether we can see a message's contents. Without the message content intent Discord empties every message
 * that is not ours and does not mention us.
 * https://docs.discord.com/developers/events/gateway#message-content-intent
 */
export const isVisible = (
  { content, attachments }: { content: string; attachments: { size: number } },
  readsContent: boolean,
): boolean => readsContent || content !== '' || attachments.size > 0

/** The message replied to. discord.js caches what came with the reply, and asks Discord for it otherwise. */
const repliedTo = async (message: Message, options: MentionOptions): Promise<PointedMessage[]> => {
  const { reference } = message
  if (reference?.messageId === undefined || reference.type !== MessageReferenceType.Default) return []
  try {
    const target = await message.fetchReference()
    return [pointedMessage(target, isVisible(target, readsAll(message, options)))]
  } catch (error) {
    options.log.info('the message replied to cannot be read', { reason: postError(error).message })
    const atMs = SnowflakeUtil.timestampFrom(reference.messageId)
    return [{ message: reference.messageId, atMs, files: [], isVisible: false }]
  }
}

const pointedAt = async (message: Message, options: MentionOptions): Promise<PointedMessage[]> => {
  const own: PointedMessage = { ...pointedMessage(message, true), isRequest: true }
  return [...(bringsFiles(own) ? [own] : []), ...(await repliedTo(message, options))]
}

/** Null if Discord does not say, and in a direct message, where everything is allowed. */
const permissionsIn = (message: Message) =>
  message.inGuild() ? message.channel.permissionsFor(message.client.user) : null

/** In a direct message Discord shows everything. */
const readsAll = (message: Message, { readsContent }: Pick<MentionOptions, 'readsContent'>): boolean =>
  readsContent || !message.inGuild()

const serverOf = (message: Message): string =>
  message.inGuild() ? message.guildId : personalServer(message.author.id)

/** The roles of a message's author; none in a direct message. */
const groupsOf = (message: Message): readonly string[] | undefined => {
  if (!message.inGuild()) return []
  return message.member === null
    ? undefined
    : rolesApart([...message.member.roles.cache.keys()], message.guildId)
}

const askedIn = (message: Message, text: string, options: MentionOptions): Asked => {
  const permissions = permissionsIn(message)
  const place = placeIn(message.channel)
  const { commands } = options.dispatch
  const asker = { platform: 'discord', server: serverOf(message), member: message.author.id } as const
  const nameOf = namesKnownTo(message.client, asker)
  return {
    ...requestInWords(commands, readRequest(commands, text), (typed) => inWords(typed, nameOf)),
    eventId: message.id,
    form: undefined,
    pointedAt: [],
    learn: async () => ({ pointedAt: await pointedAt(message, options) }),
    target: { ...asker, channel: message.channelId, ...place.thread },
    channelKinds: place.kinds,
    groups: groupsOf(message),
    isAdmin: message.member?.permissions.has(PermissionFlagsBits.ManageGuild) ?? false,
    isBot: async (id) => message.client.users.cache.get(id)?.bot === true,
    cannotPost: permissions === null ? undefined : cannotPostText(permissions, message.channel.type),
    fileBytesMax: fileBytesMaxByTier[message.guild?.premiumTier ?? GuildPremiumTier.None],
    replyToken: '',
  }
}

/** A reply requires the right to read history; without it the answer is a separate message. */
const mayReply = (message: Message): boolean =>
  permissionsIn(message)?.has(PermissionFlagsBits.ReadMessageHistory) ?? true

/** Discord has no private answers to messages, so a public request gets a public answer. */
const post = async (message: Message, answer: Answer): Promise<Message> => {
  // The job's message is posted under the job's own key: if this answer is lost, the job's next message is
  // known to be the same one.
  const permissions = permissionsIn(message)
  const isJobs = answer.kind === 'accepted' && answer.isPrivate !== true
  const nonce = isJobs ? effectKey(answer.jobId) : message.id
  const shown = answerBody(
    message.inGuild() ? publicAnswer(answer) : answer,
    permissions === null || mayAttach(permissions),
  )
  const body = {
    ...(await withSmallFiles(shown)),
    allowedMentions: { ...shown.allowedMentions, repliedUser: false },
    nonce: nonce.slice(0, limits.nonce),
    enforceNonce: true,
  }
  return !message.inGuild() || mayReply(message)
    ? message.reply({ ...body, failIfNotExists: false })
    : message.channel.send(body)
}

/** The outcome of a failed answer: one that Discord refused does not exist; anything else is unknown. */
export const failedReply = (error: unknown): Acknowledgement =>
  error instanceof DiscordAPIError && error.status < 500 ? { kind: 'too_late' } : { kind: 'unknown' }

/**
 * The acknowledgement of a posted answer. If two copies share a token, Discord returns the first copy's
 * message, because their nonce is the same; if that copy has another Redis, its job is the one that counts.
 */
const acknowledgementOf = (
  { otherCopy }: MentionOptions,
  answer: Answer,
  posted: Message,
): Acknowledgement => {
  const taker = answer.kind === 'accepted' ? answer.taker : undefined
  if (taker === undefined || !isOfOtherTaker(posted.components, taker))
    return { kind: 'given', message: refOf(posted) }
  otherCopy.report()
  return { kind: 'too_late' }
}

/** Posts an answer when its channel has capacity, and counts it as waiting until then. */
const postAnswer = async (
  options: MentionOptions,
  message: Message,
  answer: Answer,
): Promise<Acknowledgement> => {
  const { log, waiting } = options
  const { channelId } = message
  waiting.set(channelId, (waiting.get(channelId) ?? 0) + 1)
  try {
    return acknowledgementOf(options, answer, await post(message, answer))
  } catch (error) {
    log.warn('an answer did not reach Discord', { error: postError(error), event: message.id })
    return failedReply(error)
  } finally {
    const left = (waiting.get(channelId) ?? 1) - 1
    if (left > 0) waiting.set(channelId, left)
    else waiting.delete(channelId)
  }
}

/** Whether so many answers wait that another is not posted. */
const isCrowded = ({ waiting }: MentionOptions, { channelId }: Message): boolean =>
  (waiting.get(channelId) ?? 0) >= waitingMax ||
  [...waiting.values()].reduce((sum, count) => sum + count, 0) >= waitingInAllMax

const withoutMessage = { kind: 'given', message: undefined } as const

/**
 * Starts a job once its answer is posted, or after a short wait, since a job that waits too long is given up. A
 * late answer becomes the job's message.
 */
const startJob = async (
  { dispatch }: MentionOptions,
  { jobId, isPrivate }: AcceptedAnswer,
  posting: Promise<Acknowledgement>,
): Promise<void> => {
  const inTime = await within(answerWaitMs, posting)
  if (inTime === undefined) await dispatch.acknowledged(jobId, withoutMessage)
  const acknowledgement = inTime ?? (await posting)
  if (inTime !== undefined || isPrivate !== true) await dispatch.acknowledged(jobId, acknowledgement)
}

/**
 * The bot's managed role in a server; none if the bot was invited without permissions.
 * https://docs.discord.com/developers/topics/permissions#role-object-role-tags-structure
 */
const ownRole = ({ guild, client }: Message): string | undefined => guild?.roles.botRoleFor(client.user)?.id

/** The request in a message. In a direct message everything is for the bot, with or without its name in front. */
const textFor = (message: Message, { dispatch }: MentionOptions): string | undefined => {
  const around = aroundMention(message.content, message.client.user.id, ownRole(message))
  const said = around && addressedText(dispatch.commands, around)
  return message.inGuild() ? said : (said ?? message.content)
}

/** Without the message content intent Discord sends the roles that a message mentions, but not its text. */
const isHiddenCall = (message: Message): boolean => {
  const role = ownRole(message)
  return message.content === '' && role !== undefined && message.mentions.roles.has(role)
}

/** Tells a member how to address the bot, once a minute at most: it may have been mentioned in passing. */
const explainRole = async (options: MentionOptions, message: Message): Promise<void> => {
  if (!options.mayBeTold(message.author.id, message.createdTimestamp)) return
  const text = say("I can't read messages that mention my role. Type @ again and pick the bot, not the role.")
  await postAnswer(options, message, privately(plainMessage(text, 'failed')))
}

/** Answers a member's message that addresses the bot by name, or that nobody else reads. */
export const onMention = async (options: MentionOptions, message: Message): Promise<void> => {
  const { dispatch, log } = options
  const text = textFor(message, options)
  if (text === undefined && !isHiddenCall(message)) return
  const permissions = permissionsIn(message)
  if (permissions !== null && !canSpeak(permissions, message.channel.isThread())) {
    log.info('a mention came from a channel where the bot cannot post', { channel: message.channelId })
    return
  }
  if (text === undefined) return explainRole(options, message)
  const answer = await dispatch.answer(askedIn(message, text, options))
  if (answer.kind === 'message' && answer.isRepeat === true) return // another process answers it
  const isShutOut = answer.kind === 'message' && answer.isShutOut === true
  if (isShutOut && !options.mayBeTold(message.author.id, message.createdTimestamp)) return
  if (isCrowded(options, message)) {
    if (answer.kind === 'accepted') await dispatch.acknowledged(answer.jobId, withoutMessage)
    return
  }
  if (answer.kind !== 'accepted') {
    const { id, displayName } = message.author
    const nameOf = async (member: string) => (member === id ? displayName : undefined)
    const whole =
      answer.kind === 'message' && !message.inGuild()
        ? await answer.whole?.({ drawsCharts: false, nameOf })
        : undefined
    await postAnswer(options, message, whole === undefined ? answer : privately(whole))
    return
  }
  await startJob(options, answer, postAnswer(options, message, answer))
}

/** Reports a member's message with clips, so that it can be pointed at later. */
export const onSighting = async (options: MentionOptions, message: Message): Promise<void> => {
  if (!readsAll(message, options)) return
  const { files: clips, forwardOf, job } = pointedMessage(message, true)
  if (clips.length === 0) return
  const { channelId: channel, author } = message
  await options.dispatch.saw({
    target: { platform: 'discord', server: serverOf(message), channel, member: author.id },
    message: message.id,
    atMs: message.createdTimestamp,
    clips,
    ...(forwardOf !== undefined && { forwardOf }),
    ...(job !== undefined && { job }),
  })
}
