import type { webApi } from '@slack/bolt'
import { hasLinkIn } from '../../../core/clip/link.ts'
import { bringsFiles, type PointedMessage } from '../../../core/command/invocation.ts'
import type { ClipSighting } from '../../../core/job/platform.ts'
import type { Log } from '../../../core/log.ts'
import { jobOfButtons, readCommandId } from '../../../core/message/command-link.ts'
import type { MessageRef } from '../../../core/target.ts'
import { postError } from '../outgoing/errors.ts'
import { readPressValue } from '../render/buttons.ts'
import { type Identity, isOurs } from '../setup/access.ts'
import {
  buttonValuesIn,
  type Carrier,
  filesIn,
  forwardIn,
  hasUntoldFiles,
  textsIn,
  toldFilesIn,
} from './carried-files.ts'
import { serverIn } from './channels.ts'
import { clipsOfMessage, sortedFiles } from './clips.ts'

/** A channel message, with the fields that we use. https://docs.slack.dev/reference/events/message */
export interface ChannelMessage extends Carrier {
  channel: string
  ts: string
  thread_ts?: string | undefined
  text?: string | undefined
  /** Its author. */
  user?: string | undefined
  bot_id?: string | undefined
}

/**
 * The page size that Slack recommends.
 * https://docs.slack.dev/reference/methods/conversations.replies#pagination
 */
const pageSize = 200
/** The newest replies come last, and every page takes some of the seconds that the member waits. */
const pagesMax = 3
/** Further messages would be skipped anyway. */
const pointedMax = 10

const momentOf = (ts: string): number => Math.floor(Number(ts) * 1000)

const refOf = ({ channel, ts, thread_ts }: ChannelMessage): MessageRef => {
  const thread = thread_ts === undefined || thread_ts === ts ? {} : { thread: thread_ts }
  return { platform: 'slack', channel, message: ts, ...thread }
}

const hasLink = (message: ChannelMessage): boolean => textsIn(message).some(hasLinkIn)

/** Dependencies for reading messages. `us`: whose messages are our own. */
export interface PointingOptions {
  web: webApi.WebClient
  log: Log
  us: Pick<Identity, 'userId' | 'botId'>
}

/** The job whose result one of our messages shows, or a forward of one. Buttons of another app's message are not ours. */
const jobIn = (us: PointingOptions['us'], message: ChannelMessage): string | undefined => {
  const areForwarded = !isOurs(us, message)
  if (areForwarded && forwardIn(message) === undefined) return undefined
  const values = buttonValuesIn(message, { areForwarded })
  return jobOfButtons(values.flatMap((value) => readPressValue(value) ?? readCommandId(value) ?? []))
}

/** A message that a member points at. */
const pointedMessage = async (
  { web, log, us }: PointingOptions,
  message: ChannelMessage,
): Promise<PointedMessage> => {
  const { ts, user } = message
  const { files: told, areTold } = await toldFilesIn(web, log, message)
  const { clips, refused, unreadable, unknown, others } = sortedFiles(told, refOf(message), us.userId)
  const forwardOf = forwardIn(message)
  const job = jobIn(us, message)
  const isForMember = isOurs(us, message) || job !== undefined
  const files = isForMember ? clips.map((clip) => ({ ...clip, isOwnerLost: true as const })) : clips
  return {
    message: ts,
    ...(user !== undefined && { by: user }),
    atMs: momentOf(ts),
    files,
    isVisible: areTold || clips.length > 0,
    ...(refused.length > 0 && { refused }),
    ...(unreadable.length > 0 && { unreadable }),
    ...(unknown.length > 0 && { unknown }),
    ...(others.length > 0 && { others }),
    ...(hasLink(message) && { hasLink: true }),
    ...(forwardOf !== undefined && { forwardOf }),
    ...(job !== undefined && { job }),
  }
}

/**
 * What an entry of a message's menu points at: that message, and the first one of its thread if it is also
 * shown in the channel. https://docs.slack.dev/reference/events/message/thread_broadcast
 */
export const pointedByMenu = async (
  options: PointingOptions,
  message: ChannelMessage & { root?: unknown },
): Promise<readonly PointedMessage[]> => {
  const { channel, root } = message
  const isMessage = typeof root === 'object' && root !== null && 'ts' in root && typeof root.ts === 'string'
  const above: ChannelMessage[] = isMessage ? [{ ...root, ts: String(root.ts), channel }] : []
  return Promise.all([message, ...above].map((pointed) => pointedMessage(options, pointed)))
}

const isBefore = (one: string, other: string): boolean => Number(one) < Number(other)

/** The messages before a mention in its thread, the nearest first; undefined if there are more than we read. */
const repliesBefore = async (
  web: webApi.WebClient,
  { channel, ts }: ChannelMessage,
  thread: string,
): Promise<readonly ChannelMessage[] | undefined> => {
  const before: ChannelMessage[] = []
  let cursor: string | undefined
  for (let page = 0; page < pagesMax && cursor !== ''; page += 1) {
    const { messages = [], response_metadata } = await web.conversations.replies({
      channel,
      ts: thread,
      latest: ts,
      limit: pageSize,
      ...(cursor !== undefined && { cursor }),
    })
    for (const { ts: id, thread_ts, user, bot_id, text, files, blocks, attachments } of messages)
      if (id !== undefined && isBefore(id, ts))
        before.push({ channel, ts: id, thread_ts, user, bot_id, text, files, blocks, attachments })
    cursor = response_metadata?.next_cursor ?? ''
  }
  return cursor === '' ? before.sort((one, other) => Number(other.ts) - Number(one.ts)) : undefined
}

/** Whether a message may bring clips, before any file is looked up. */
const mayBringClips = (message: ChannelMessage): boolean =>
  hasUntoldFiles(message) || clipsOfMessage(filesIn(message), refOf(message)).length > 0

/**
 * What a mention points at, the nearest first: its own message if that has files or may have some that we can't see,
 * then those before it in its thread that bring clips, and the nearest with a link. If a nearer clip may be in messages
 * that we can't see, it points at nothing farther away.
 */
export const pointedByMention = async (
  options: PointingOptions,
  mention: ChannelMessage,
): Promise<readonly PointedMessage[]> => {
  const { web, log } = options
  const { ts, thread_ts: thread } = mention
  const request: PointedMessage = { ...(await pointedMessage(options, mention)), isRequest: true }
  const own = bringsFiles(request) || !request.isVisible ? [request] : []
  if (thread === undefined || thread === ts) return own
  try {
    const before = await repliesBefore(web, mention, thread)
    if (before === undefined) return own
    const replies = before.filter((message) => message.ts !== thread)
    const near = replies.filter(mayBringClips)
    const parent = before.filter((message) => message.ts === thread && near.length <= pointedMax)
    const chosen = [...near.slice(0, pointedMax), ...parent, replies.find(hasLink)]
    const pointed = before.filter((message) => chosen.includes(message))
    return [...own, ...(await Promise.all(pointed.map((message) => pointedMessage(options, message))))]
  } catch (error) {
    log.warn('Slack did not show a thread', { error: postError(error) })
    return own
  }
}

/**
 * A member's message as a sighting of clips; undefined if it brought none. Files that need a look-up are left
 * out: most are never needed.
 */
export const sightingIn = (
  us: PointingOptions['us'] & Pick<Identity, 'server'>,
  member: string,
  message: ChannelMessage,
): ClipSighting | undefined => {
  const clips = clipsOfMessage(filesIn(message), refOf(message), us.userId)
  if (clips.length === 0) return undefined
  const { channel, ts } = message
  const [forwardOf, job] = [forwardIn(message), jobIn(us, message)]
  return {
    target: { platform: 'slack', server: serverIn(us, channel, member), channel, member },
    message: ts,
    atMs: momentOf(ts),
    clips,
    ...(forwardOf !== undefined && { forwardOf }),
    ...(job !== undefined && { job }),
  }
}
