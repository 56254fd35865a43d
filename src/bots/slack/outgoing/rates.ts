import { type Rate, withinAny } from '../../../core/pacing/lanes.ts'

/**
 * Calls per minute of each method and workspace, by the tier on the method's page.
 * https://docs.slack.dev/apis/web-api/rate-limits and https://docs.slack.dev/reference/methods
 */
const perMinute: Readonly<Record<string, number>> = {
  'chat.delete': 50,
  'chat.update': 50,
  'conversations.history': 50,
  'conversations.info': 50,
  'conversations.open': 50,
  'conversations.replies': 50,
  'files.delete': 50,
  'users.conversations': 50,
  'chat.getPermalink': 300, // "hundreds of requests per minute"
  'chat.postEphemeral': 100,
  'files.completeUploadExternal': 100,
  'files.getUploadURLExternal': 100,
  'files.info': 100,
  'users.info': 100,
  'views.open': 100,
}

/** For a method that is not in the table: the minimum for most methods. */
const unknownPerMinute = 20

/**
 * "Several hundred messages per minute" over all channels.
 * https://docs.slack.dev/reference/methods/chat.postMessage
 */
const postsPerMinute = 300
const postsPerMinuteAndChannel = 60
/** "Short bursts" are allowed. Small enough that the bursts of two processes together still count as short. */
const postsAtOnce = 2

const minuteMs = 60_000
/** Every member in a burst should be told at once, and Slack calls the bursts of this method's tier generous. */
const burstShareOfNotes = 0.7

/**
 * The rates that a call of this method counts against, the narrowest first, for one of `among` processes. Slack
 * does not say which limit a call has hit. For messages it is mostly the channel's, so other channels go on.
 */
export const ratesOf = (method: string, channel: unknown, among: number): readonly Rate[] => {
  const calls = (perMinute[method] ?? unknownPerMinute) / among
  switch (method) {
    case 'chat.postMessage':
      return [
        { lane: `${method} ${channel}`, burst: postsAtOnce, perMinute: postsPerMinuteAndChannel },
        { lane: method, ...withinAny(minuteMs, postsPerMinute / among), staysOpen: true },
      ]
    case 'chat.postEphemeral':
      return [{ lane: method, ...withinAny(minuteMs, calls, burstShareOfNotes) }]
    default:
      return [{ lane: method, ...withinAny(minuteMs, calls) }]
  }
}
