import type { webApi } from '@slack/bolt'
import type { PointedMessage } from '../../core/command/invocation.ts'
import type { Log } from '../../core/log.ts'
import type { ClipSighting } from '../../core/platform.ts'
import { clipsOfMessage } from './clips.ts'
import { postError } from './errors.ts'

/** A message of a channel, as far as we look at it. https://docs.slack.dev/reference/events/message */
export interface ChannelMessage {
  channel: string
  ts: string
  thread_ts?: string | undefined
  /** Whoever posted it. */
  user?: string | undefined
  files?: unknown
}

/** Messages of a thread that are looked at; clips are near the mention. */
const repliesMax = 100
/** More would only be passed over. */
const pointedMax = 10

const momentOf = (ts: string): number => Math.floor(Number(ts) * 1000)

/** A message as one that a member points at. */
export const pointedMessage = ({ channel, ts, thread_ts, user, files }: ChannelMessage): PointedMessage => {
  const thread = thread_ts === undefined || thread_ts === ts ? {} : { thread: thread_ts }
  const ref = { platform: 'slack', channel, message: ts, ...thread } as const
  const by = user === undefined ? {} : { by: user }
  return { message: ts, ...by, atMs: momentOf(ts), files: clipsOfMessage(files, ref), isVisible: true }
}

const isBefore = (one: string, other: string): boolean => Number(one) < Number(other)

const threadMessages = async (
  web: webApi.WebClient,
  channel: string,
  thread: string,
): Promise<readonly ChannelMessage[]> => {
  const { messages = [] } = await web.conversations.replies({ channel, ts: thread, limit: repliesMax })
  return messages.flatMap(({ ts, thread_ts, user, files }) =>
    ts === undefined ? [] : [{ channel, ts, thread_ts, user, files }],
  )
}

/**
 * What a mention points at, the nearest first: its own message, then what stands before it in its thread.
 * Where Slack does not show the thread, its first message is there without its files.
 */
export const pointedByMention = async (
  web: webApi.WebClient,
  log: Log,
  mention: ChannelMessage,
): Promise<readonly PointedMessage[]> => {
  const { channel, ts, thread_ts: thread } = mention
  const own = pointedMessage(mention)
  if (thread === undefined || thread === ts) return [own]
  try {
    const before = (await threadMessages(web, channel, thread))
      .filter((message) => isBefore(message.ts, ts))
      .sort((one, other) => Number(other.ts) - Number(one.ts))
      .map(pointedMessage)
    const near = before.filter(({ files, message }) => files.length > 0 && message !== thread)
    const parent = before.filter(({ message }) => message === thread)
    return [own, ...near.slice(0, pointedMax), ...parent]
  } catch (error) {
    log.warn('Slack did not show a thread', { error: postError(error) })
    return [own, { message: thread, atMs: momentOf(thread), files: [], isVisible: false }]
  }
}

/** A member's message as a sighting of clips; undefined where it brought none. */
export const sightingIn = (
  server: string,
  member: string,
  message: ChannelMessage,
): ClipSighting | undefined => {
  const { files: clips } = pointedMessage(message)
  if (clips.length === 0) return undefined
  const { channel, ts } = message
  return { account: `slack:${server}`, channel, message: ts, member, atMs: momentOf(ts), clips }
}
