import { z } from 'zod'
import { checkText, readBlocks, readMetadata, refuseAttachments } from '../contents.ts'
import { limits } from '../limits.ts'
import { changeMessage, deleteMessage, postMessage } from '../messages.ts'
import { flag, jsonArgument, type Method, method } from '../method.ts'
import { reportPings } from '../pings.ts'
import { findChannel, findMessage, findWritable, threadOf } from '../places.ts'
import { Refused } from '../refusal.ts'
import type { RefusalCode } from '../refusal-codes.ts'
import { channelOf, renderMessage } from '../render.ts'
import { permalink } from '../render-forward.ts'
import type { Message, World } from '../state.ts'
import type { Block } from '../validation/blocks.ts'
import { withIds } from '../views.ts'

const write = { scopes: ['chat:write'] }
const text = z.string().optional()

const contentArguments = {
  text,
  blocks: jsonArgument,
  attachments: jsonArgument,
  markdown_text: text,
  link_names: flag.optional(),
  parse: z.enum(['full', 'none']).optional(),
}

const unfurling = { unfurl_links: flag.optional(), unfurl_media: flag.optional(), mrkdwn: flag.optional() }

type ContentArguments = {
  readonly text?: string | undefined
  readonly blocks?: unknown
  readonly attachments?: unknown
  readonly markdown_text?: string | undefined
  readonly link_names?: boolean | undefined
  readonly parse?: 'full' | 'none' | undefined
}

/** Text in Markdown becomes a block of it; with anything else beside it, it is refused. */
const readMarkdown = (world: World, args: ContentArguments): readonly Block[] | undefined => {
  const { markdown_text: markdown } = args
  if (markdown === undefined) return undefined
  if (args.text !== undefined || args.blocks !== undefined) throw new Refused('markdown_text_conflict')
  if (markdown.length > limits.markdownText) throw new Refused('msg_too_long')
  return withIds(world, [{ type: 'markdown', text: markdown }])
}

type Content = { text: string | undefined; blocks: readonly Block[] | undefined; parsesNames: boolean }

const readContent = (world: World, args: ContentArguments, textMax: number = limits.text): Content => {
  refuseAttachments(args.attachments)
  checkText(args.text, textMax)
  return {
    text: args.text ?? args.markdown_text,
    blocks: readMarkdown(world, args) ?? readBlocks(world, args.blocks),
    parsesNames: (args.link_names ?? false) || args.parse === 'full',
  }
}

/** Something that has to be shown: with neither text nor blocks there is nothing. */
const readNewContent = (world: World, args: ContentArguments) => {
  const content = readContent(world, args)
  if (!content.text && !content.blocks?.length) throw new Refused('no_text')
  return { ...content, text: content.text ?? '', blocks: content.blocks ?? [] }
}

const answer = (world: World, message: Message) => ({
  channel: message.channelId,
  ts: message.ts,
  message: renderMessage(world, message, { withMetadata: true }),
})

/** https://docs.slack.dev/reference/methods/chat.postMessage */
const postMethod = (world: World): Method =>
  method(
    'chat.postMessage',
    {
      channel: z.string(),
      ...contentArguments,
      ...unfurling,
      thread_ts: text,
      reply_broadcast: flag.optional(),
      metadata: jsonArgument,
    },
    (args) => {
      const channel = findWritable(world, args.channel)
      const content = readNewContent(world, args)
      const message = postMessage(world, {
        ...content,
        channelId: channel.id,
        userId: world.app.userId,
        threadTs: threadOf(world, channel, args.thread_ts),
        isBroadcast: args.reply_broadcast ?? false,
        metadata: readMetadata(args.metadata),
      })
      reportPings(world, content)
      return answer(world, message)
    },
    write,
  )

const ownMessage = (world: World, channelId: string, ts: string, otherwise: RefusalCode): Message => {
  const message = findMessage(world, findChannel(world, channelId), ts)
  if (message.userId !== world.app.userId) throw new Refused(otherwise)
  return message
}

/** A text without blocks takes the old blocks away. https://docs.slack.dev/reference/methods/chat.update */
const updateMethod = (world: World): Method =>
  method(
    'chat.update',
    {
      channel: z.string(),
      ts: z.string(),
      ...contentArguments,
      as_user: flag.optional(),
      reply_broadcast: flag.optional(),
      metadata: jsonArgument,
    },
    (args) => {
      const message = ownMessage(world, args.channel, args.ts, 'cant_update_message')
      if (channelOf(world, message.channelId).isArchived) throw new Refused('is_inactive')
      const { text, blocks, parsesNames } = readContent(world, args, limits.updatedText)
      const kept = text === undefined ? message.blocks : []
      const after = { text: text ?? message.text, blocks: blocks ?? kept }
      const metadata = readMetadata(args.metadata)
      if (text === undefined && blocks === undefined && metadata === undefined) throw new Refused('no_text')
      if (after.text === '' && after.blocks.length === 0 && message.files.length === 0)
        throw new Refused('no_text')
      changeMessage(world, message, { ...after, metadata })
      reportPings(world, { ...after, parsesNames })
      return { ...answer(world, message), text: message.text }
    },
    write,
  )

/** https://docs.slack.dev/reference/methods/chat.delete */
const deleteMethod = (world: World): Method =>
  method(
    'chat.delete',
    { channel: z.string(), ts: z.string(), as_user: flag.optional() },
    ({ channel, ts }) => {
      deleteMessage(world, ownMessage(world, channel, ts, 'cant_delete_message'))
      return { channel, ts }
    },
    write,
  )

/** https://docs.slack.dev/reference/methods/chat.postEphemeral */
const ephemeralMethod = (world: World): Method =>
  method(
    'chat.postEphemeral',
    { channel: z.string(), user: z.string(), ...contentArguments, thread_ts: text },
    (args) => {
      const channel = findWritable(world, args.channel)
      if (!channel.memberIds.has(args.user)) throw new Refused('user_not_in_channel')
      const content = readNewContent(world, args)
      const message = postMessage(world, {
        ...content,
        channelId: channel.id,
        userId: world.app.userId,
        threadTs: threadOf(world, channel, args.thread_ts),
        seenBy: args.user,
      })
      reportPings(world, { ...content, isForOne: true })
      return { message_ts: message.ts }
    },
    write,
  )

/** Takes no scope of its own. https://docs.slack.dev/reference/methods/chat.getPermalink */
const permalinkMethod = (world: World): Method =>
  method('chat.getPermalink', { channel: z.string(), message_ts: z.string() }, ({ channel, message_ts }) => {
    const message = findMessage(world, findChannel(world, channel), message_ts)
    return { channel, permalink: permalink(world, message) }
  })

/** The methods that post, change and delete messages, and the one that gives a message's address. */
export const chatMethods = (world: World): readonly Method[] => [
  postMethod(world),
  updateMethod(world),
  deleteMethod(world),
  ephemeralMethod(world),
  permalinkMethod(world),
]
