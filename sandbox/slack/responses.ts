import { z } from 'zod'
import { checkText, readBlocks, readMetadata, refuseAttachments } from './contents.ts'
import { changeMessage, deleteMessage, postMessage } from './messages.ts'
import { reportPings } from './pings.ts'
import { threadOf } from './places.ts'
import { Refused } from './refusal.ts'
import { channelOf } from './render.ts'
import type { Interaction, Message, Metadata, World } from './state.ts'
import type { Block } from './validation/blocks.ts'
import { readBy } from './validation/problems.ts'

/**
 * What a command's acknowledgement and a response URL take.
 * https://docs.slack.dev/interactivity/handling-user-interaction#message_responses
 */
const responseBody = z.strictObject({
  text: z.string().optional(),
  blocks: z.unknown().optional(),
  attachments: z.unknown().optional(),
  metadata: z.unknown().optional(),
  response_type: z.enum(['ephemeral', 'in_channel']).optional(),
  replace_original: z.boolean().optional(),
  delete_original: z.boolean().optional(),
  thread_ts: z.string().optional(),
  mrkdwn: z.boolean().optional(),
  unfurl_links: z.boolean().optional(),
  unfurl_media: z.boolean().optional(),
})

type Response = {
  readonly text: string
  readonly blocks: readonly Block[] | undefined
  readonly metadata: Metadata | undefined
  readonly threadTs: string | undefined
  /** Who is to see it; undefined where nothing is said of that. */
  readonly audience: 'ephemeral' | 'in_channel' | undefined
  readonly what: 'post' | 'replace' | 'delete'
}

/** Reads what an app answers with, or throws Slack's refusal. */
export const readResponse = (world: World, body: unknown): Response => {
  const given = readBy(responseBody, body, 'invalid_payload')
  refuseAttachments(given.attachments)
  checkText(given.text)
  const blocks = readBlocks(world, given.blocks)
  const what = given.delete_original ? 'delete' : given.replace_original ? 'replace' : 'post'
  if (what !== 'delete' && !given.text && !blocks?.length) throw new Refused('no_text')
  return {
    text: given.text ?? '',
    blocks,
    metadata: readMetadata(given.metadata),
    threadTs: given.thread_ts,
    audience: given.response_type,
    what,
  }
}

/** The message that a response may replace or delete: the app's own, whose control was used. */
const originalOf = (world: World, { source }: Interaction): Message => {
  if (source?.userId !== world.app.userId || source.state === 'deleted')
    throw new Refused('message_not_found')
  return source
}

const isForAll = ({ audience }: Response): boolean => audience === 'in_channel'

/**
 * A message stays where it is and is seen by the same people. Slack overwrites it whatever else it is told; an app
 * that says otherwise of a message takes it for another one.
 * https://docs.slack.dev/interactivity/handling-user-interaction#updating_message_response,
 * https://docs.slack.dev/messaging/modifying-messages
 */
const refuseMoving = (original: Message, response: Response): void => {
  const isOtherThread = response.threadTs !== undefined && response.threadTs !== original.threadTs
  const isOtherAudience =
    response.audience !== undefined && isForAll(response) !== (original.seenBy === 'all')
  if (isOtherThread) throw new Refused('invalid_payload', { messages: ['[ERROR] a message cannot be moved'] })
  if (isOtherAudience)
    throw new Refused('invalid_payload', { messages: ['[ERROR] who sees a message cannot be changed'] })
}

const replaceOriginal = (world: World, original: Message, response: Response): void => {
  refuseMoving(original, response)
  const { text, blocks = [], metadata } = response
  changeMessage(world, original, { text, blocks, metadata })
  reportPings(world, { text, blocks, isForOne: original.seenBy !== 'all' })
}

/**
 * Does what a response asks for. Without a word on who sees it, only the one
 * who started the interaction does.
 */
export const showResponse = (world: World, interaction: Interaction, response: Response): void => {
  const { text, blocks = [], metadata } = response
  switch (response.what) {
    case 'delete':
      deleteMessage(world, originalOf(world, interaction))
      return
    case 'replace':
      replaceOriginal(world, originalOf(world, interaction), response)
      return
    case 'post':
      postMessage(world, {
        channelId: interaction.channelId,
        userId: world.app.userId,
        text,
        blocks,
        metadata,
        threadTs: threadOf(world, channelOf(world, interaction.channelId), response.threadTs),
        seenBy: isForAll(response) ? 'all' : interaction.userId,
      })
      reportPings(world, { text, blocks, isForOne: !isForAll(response) })
  }
}
