import type { webApi } from '@slack/bolt'
import type { MessageRef } from '../../../core/target.ts'
import type { Shown } from '../answers/respond.ts'
import { type Identity, isOurs } from '../setup/access.ts'
import { postError, throwIfPending, unavailable } from './errors.ts'
import { type Place, postedAt } from './place.ts'

/** Names a message's job, so that we can ask Slack for it. https://docs.slack.dev/messaging/message-metadata */
const jobMetadata = (key: string) => ({ event_type: 'tunesmith_job', event_payload: { key } })

/** Keeps Slack from linking names and addresses in `text`. */
export const contentOf = ({ text, blocks }: Shown) => ({
  text,
  blocks,
  parse: 'none' as const,
  link_names: false,
})

/** Posts a message under its job's key; returns its timestamp. Throws what Slack's client throws. */
export const postJobMessage = async (
  web: webApi.WebClient,
  place: Place,
  shown: Shown,
  key: string,
): Promise<string> => {
  const { ts } = await web.chat.postMessage({
    ...postedAt(place),
    ...contentOf(shown),
    metadata: jobMetadata(key),
    unfurl_links: false,
    unfurl_media: false,
  })
  if (ts === undefined) throw unavailable('a message without a time stamp')
  return ts
}

/** Deletes one of our messages; one that is gone already counts as deleted. Throws AppErrors. */
export const deleteMessage = async (
  web: webApi.WebClient,
  { channel, message }: MessageRef,
): Promise<void> => {
  try {
    await web.chat.delete({ channel, ts: message })
  } catch (error) {
    const failure = postError(error)
    if (failure.code !== 'message_gone') throw failure
  }
}

interface Metadata {
  event_type?: string
  event_payload?: object
}

const isOfJob = ({ event_type, event_payload }: Metadata, key: string): boolean => {
  const wanted = jobMetadata(key)
  const payload: Readonly<Record<string, unknown>> = { ...event_payload }
  return event_type === wanted.event_type && payload.key === wanted.event_payload.key
}

/** A part of a conversation, in Slack's seconds. */
interface Span {
  oldest: string
  latest: string
}

/** Dependencies for finding our messages. */
export interface FindOptions {
  web: webApi.WebClient
  /** Whose messages are our own; undefined until Slack has said it. */
  us: () => Pick<Identity, 'userId' | 'botId'> | undefined
}

interface Search {
  pageSize: number
  pagesMax: number
  /** The latest messages if there is none. */
  span?: Span | undefined
  /** Whether a message beyond these pages may be missed. */
  mayMiss: boolean
}

/**
 * The timestamp of our message with this key in a conversation or its thread; any other app can mark its own in the same
 * way. Throws what Slack's client throws, and AppError `platform_unavailable` if there are more messages than can be
 * searched and none may be missed, or if we don't know yet who we are: its existence is then unknown.
 */
export const findJobMessage = async (
  { web, us }: FindOptions,
  { channel, thread }: Place,
  key: string,
  { pageSize, pagesMax, span, mayMiss }: Search,
): Promise<string | undefined> => {
  const ours = us()
  if (ours === undefined) throw unavailable('not connected yet, so our messages are not known')
  const looked = { channel, limit: pageSize, include_all_metadata: true, ...span }
  let cursor: string | undefined
  for (let page = 0; page < pagesMax; page += 1) {
    const args = { ...looked, ...(cursor !== undefined && { cursor }) }
    const { messages = [], response_metadata } =
      thread === undefined
        ? await web.conversations.history(args)
        : await web.conversations.replies({ ...args, ts: thread })
    const found = messages.find(
      (message) => message.metadata !== undefined && isOfJob(message.metadata, key) && isOurs(ours, message),
    )
    if (found?.ts !== undefined) return found.ts
    cursor = response_metadata?.next_cursor
    if (cursor === undefined || cursor === '') return undefined
  }
  if (mayMiss) return undefined
  throw unavailable('there are too many messages to look through')
}

const pageSize = 200
/** Two thousand messages within minutes: more than any conversation has. */
const pagesMax = 10
/** How far our clock may differ from Slack's. */
const clockSkewSeconds = 300
/**
 * The first message of a request that was made at `askedAtMs`, if it is among the two thousand since. Throws
 * what Slack's client throws.
 */
export const findFirstMessage = (
  options: FindOptions,
  place: Place,
  key: string,
  { askedAtMs, nowMs }: { askedAtMs: number; nowMs: number },
): Promise<string | undefined> => {
  const span = {
    oldest: String(Math.floor(askedAtMs / 1000) - clockSkewSeconds),
    latest: String(Math.floor(nowMs / 1000) + clockSkewSeconds),
  }
  return findJobMessage(options, place, key, { pageSize, pagesMax, span, mayMiss: true })
}

/** A noted call is made, or given up, long before this is over. */
const triedSeconds = 600

/**
 * The message that a call of `triedAtMs` may have posted. Throws like `findJobMessage`, and AppError
 * `platform_unavailable` while another worker may still be making the call.
 */
export const findTriedMessage = async (
  options: FindOptions,
  place: Place,
  key: string,
  { triedAtMs, nowMs }: { triedAtMs: number; nowMs: number },
): Promise<string | undefined> => {
  const tried = Math.floor(triedAtMs / 1000)
  const span = { oldest: String(tried - clockSkewSeconds), latest: String(tried + triedSeconds) }
  const found = await findJobMessage(options, place, key, { pageSize, pagesMax, span, mayMiss: false })
  if (found === undefined) throwIfPending({ triedAtMs, nowMs })
  return found
}
