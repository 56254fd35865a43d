import { createTimedCache } from '../../../core/caches.ts'

/**
 * Slack repeats an unacknowledged event for up to an hour; most repeats come within minutes.
 * https://docs.slack.dev/apis/events-api#retries
 */
const seenMs = 60 * 60_000
/** Of all workspaces together. After a flood of messages, the database still knows which request was made. */
const seenMax = 10_000

/** Where a message is. */
interface Message {
  channel: string
  ts: string
}

/**
 * Identifies a message permanently. An event's own id does not: Slack has sent one message under several of
 * them. https://github.com/slackapi/node-slack-sdk/issues/2141
 */
export const messageId = ({ channel, ts }: Message): string => `${channel} ${ts}`

/** Handles a message's request once in each workspace; repeats wait until it is known. */
export type Once = (workspace: string, message: Message, hear: () => Promise<void>) => Promise<void>

/** See `Once`. One for all workspaces of a process, so that no number of them keeps more. */
export const createOnce = (now: () => number): Once => {
  const heard = createTimedCache<Promise<void>>({ now, spanMs: seenMs, entriesMax: seenMax })
  return (workspace, message, hear) => {
    const id = `${workspace} ${messageId(message)}`
    const before = heard.recall(id)
    if (before !== undefined) return before
    const hearing = hear()
    heard.remember(id, hearing)
    hearing.catch(() => heard.forget(id))
    return hearing
  }
}
