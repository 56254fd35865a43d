import { MessageFlags, PermissionFlagsBits } from 'discord-api-types/v10'
import { z } from 'zod'
import { draftMessage } from '../drafts.ts'
import { limits } from '../limits.ts'
import { changeMessage, deleteMessage, permissionsOf, postMessage } from '../messages.ts'
import { holds } from '../permissions.ts'
import { reportUnguardedMentions } from '../pings.ts'
import { spendLateEdit } from '../rates/limiting.ts'
import { refused } from '../refusal.ts'
import { renderAnswer, renderCreated } from '../render.ts'
import { type Call, route } from '../route.ts'
import type { Channel, Message, World } from '../state.ts'
import { editBody, type MessageBody, type NewMessageBody, newMessageBody } from '../validation/message.ts'
import { complain, readBody, refuseProblems, snowflake } from '../validation/problems.ts'
import { visibleChannel } from './channels.ts'
import {
  checkEmbeds,
  checkFiles,
  checkReplying,
  checkSending,
  refuseArchived,
  withoutForbiddenEmbeds,
} from './rights.ts'

const settableOnCreate =
  MessageFlags.SuppressEmbeds |
  MessageFlags.SuppressNotifications |
  MessageFlags.IsVoiceMessage |
  MessageFlags.IsComponentsV2
const settableOnEdit = MessageFlags.SuppressEmbeds | MessageFlags.IsComponentsV2

const repliedTo = (world: World, channel: Channel, body: NewMessageBody): Message | undefined => {
  const reference = body.message_reference
  if (!reference) return undefined
  checkReplying(world, channel)
  const target = world.messages.get(reference.message_id)
  const isHere =
    (reference.channel_id ?? channel.id) === channel.id &&
    (reference.guild_id ?? channel.guildId) === channel.guildId
  if (isHere && target?.channelId === channel.id && target.state !== 'deleted' && target.seenBy === 'all')
    return target
  if (reference.fail_if_not_exists !== false)
    refuseProblems([
      { path: ['message_reference'], code: 'REPLIES_UNKNOWN_MESSAGE', message: 'Unknown message' },
    ])
  return undefined
}

/**
 * The message that the bot posted lately under the same nonce. One that was deleted since is not made again:
 * the try is answered as any request for a message that is gone.
 * https://github.com/discord/discord-api-docs/pull/6647
 */
const sameNonce = (world: World, body: NewMessageBody): Message | undefined => {
  if (!body.enforce_nonce || body.nonce === undefined) return undefined
  const notBefore = world.clock.now() - limits.nonceWindowMs
  const earlier = [...world.messages.values()].find(
    ({ nonce, authorId, createdAtMs }) =>
      authorId === world.bot.id && nonce === body.nonce && createdAtMs >= notBefore,
  )
  if (earlier?.state === 'deleted') throw refused('unknownMessage')
  return earlier
}

/** The author of the message replied to is rung, unless the sender says what may ring and leaves that out. */
const rungByReply = (target: Message | undefined, { allowed_mentions: allowed }: NewMessageBody) =>
  target && (allowed === undefined || allowed.replied_user === true) ? [target.authorId] : []

const createMessage = (world: World, { params, payload, files }: Call<'channelId'>) => {
  const channel = visibleChannel(world, params.channelId)
  const asked = readBody(newMessageBody, payload ?? {})
  checkSending(world, channel, asked)
  checkFiles(world, channel, files)
  checkEmbeds(world, channel, asked, files)
  const body = withoutForbiddenEmbeds(world, channel, asked)
  const earlier = sameNonce(world, body)
  if (earlier) return renderCreated(world, earlier)
  const target = repliedTo(world, channel, body)
  const draft = draftMessage(world, body, {
    channel,
    incoming: files,
    before: undefined,
    at: [],
    settable: settableOnCreate,
  })
  reportUnguardedMentions(world, draft, body.allowed_mentions)
  const message = postMessage(world, {
    channelId: channel.id,
    authorId: world.bot.id,
    draft,
    nonce: body.nonce,
    tts: body.tts,
    replyToId: target?.id,
    alsoMentioned: rungByReply(target, body),
  })
  return renderCreated(world, message)
}

/** A message that everybody in the channel sees; ephemeral ones do not exist on these routes. */
const publicMessage = (world: World, channel: Channel, messageId: string): Message => {
  const message = world.messages.get(messageId)
  if (!message || message.channelId !== channel.id || message.state === 'deleted' || message.seenBy !== 'all')
    throw refused('unknownMessage')
  return message
}

/** One's own, or anybody's where nothing but its flags change and the bot may manage messages. */
const editableMessage = (world: World, channel: Channel, messageId: string, body: MessageBody): Message => {
  const message = publicMessage(world, channel, messageId)
  const isFlagsAlone = Object.entries(body).every(([name, value]) => name === 'flags' || value === undefined)
  const mayManage = holds(permissionsOf(world, world.bot.id, channel), PermissionFlagsBits.ManageMessages)
  if (message.authorId !== world.bot.id && !(isFlagsAlone && mayManage)) throw refused('notYourMessage')
  return message
}

const editMessage = (world: World, { params, payload, files }: Call<'channelId' | 'messageId'>) => {
  const channel = visibleChannel(world, params.channelId)
  refuseArchived(channel)
  const asked = readBody(editBody, payload ?? {})
  const message = editableMessage(world, channel, params.messageId, asked)
  spendLateEdit(world, message)
  checkFiles(world, channel, files)
  const body = withoutForbiddenEmbeds(world, channel, asked)
  const draft = draftMessage(world, body, {
    channel,
    incoming: files,
    before: message,
    at: [],
    settable: settableOnEdit,
  })
  reportUnguardedMentions(world, draft, body.allowed_mentions)
  changeMessage(world, message, draft)
  return renderAnswer(world, message)
}

const pageQuery = z
  .object({
    limit: z
      .string()
      .regex(/^\d+$/)
      .default('50')
      .transform(Number)
      .pipe(z.int().min(1).max(limits.messagesPerPage)),
    before: snowflake.optional(),
    after: snowflake.optional(),
    around: snowflake.optional(),
  })
  .superRefine(({ before, after, around }, context) => {
    const given = Object.entries({ before, after, around }).filter(([, id]) => id !== undefined)
    for (const [name] of given.slice(1))
      complain(context, 'BASE_TYPE_FORBIDDEN', 'Only one of before, after and around may be given.', [name])
  })

const readsHistory = (world: World, channel: Channel): boolean =>
  holds(permissionsOf(world, world.bot.id, channel), PermissionFlagsBits.ReadMessageHistory)

/** Newest first, as Discord does; `after` takes the oldest ones that fit. */
const pageOf = (messages: readonly Message[], query: z.output<typeof pageQuery>): readonly Message[] => {
  const id = (text: string) => BigInt(text)
  const { before, after, around, limit } = query
  if (after !== undefined)
    return messages
      .filter((message) => id(message.id) > id(after))
      .slice(0, limit)
      .reverse()
  if (around !== undefined) {
    const newer = messages.filter((message) => id(message.id) >= id(around)).slice(0, Math.ceil(limit / 2))
    const older = messages.filter((message) => id(message.id) < id(around)).slice(-Math.floor(limit / 2))
    return [...older, ...newer].reverse()
  }
  return messages
    .filter((message) => before === undefined || id(message.id) < id(before))
    .slice(-limit)
    .reverse()
}

/** Who may not read what was said before gets an empty list. */
const listMessages = (world: World, { params, query }: Call<'channelId'>) => {
  const channel = visibleChannel(world, params.channelId)
  const page = readBody(pageQuery, query)
  if (!readsHistory(world, channel)) return []
  const messages = [...world.messages.values()].filter(
    ({ channelId, state, seenBy }) => channelId === channel.id && state !== 'deleted' && seenBy === 'all',
  )
  return pageOf(messages, page).map((message) => renderAnswer(world, message))
}

const removeMessage = (world: World, { params }: Call<'channelId' | 'messageId'>): undefined => {
  const channel = visibleChannel(world, params.channelId)
  const message = publicMessage(world, channel, params.messageId)
  const mayManage = holds(permissionsOf(world, world.bot.id, channel), PermissionFlagsBits.ManageMessages)
  if (message.authorId !== world.bot.id && !mayManage) throw refused('missingPermissions')
  deleteMessage(world, message)
}

const withFiles = { body: 'json and files' } as const

/** Messages in channels, with the bot's own token. */
export const messageRoutes = (world: World) => [
  route('POST', '/channels/:channelId/messages', (call) => createMessage(world, call), withFiles),
  route('GET', '/channels/:channelId/messages', (call) => listMessages(world, call), {
    query: Object.keys(pageQuery.shape),
  }),
  route('GET', '/channels/:channelId/messages/:messageId', ({ params }) => {
    const channel = visibleChannel(world, params.channelId)
    if (!readsHistory(world, channel)) throw refused('missingPermissions')
    return renderAnswer(world, publicMessage(world, channel, params.messageId))
  }),
  route('PATCH', '/channels/:channelId/messages/:messageId', (call) => editMessage(world, call), withFiles),
  route('DELETE', '/channels/:channelId/messages/:messageId', (call) => removeMessage(world, call)),
]
