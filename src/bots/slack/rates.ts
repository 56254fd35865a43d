import type { Rate } from '../../core/pacing/lanes.ts'

/**
 * Calls per minute of each method and workspace, by the tier on the method's own page.
 * https://docs.slack.dev/apis/web-api/rate-limits and https://docs.slack.dev/reference/methods
 */
const perMinute: Readonly<Record<string, number>> = {
  'chat.delete': 50,
  'chat.update': 50,
  'conversations.history': 50,
  'conversations.info': 50,
  'conversations.replies': 50,
  'chat.postEphemeral': 100,
  'files.completeUploadExternal': 100,
  'files.getUploadURLExternal': 100,
  'files.info': 100,
  'users.info': 100,
  'views.open': 100,
}

/** For a method that nobody has looked up: what most methods take at least. */
const unknownPerMinute = 20

/**
 * "Several hundred messages per minute" over all channels.
 * https://docs.slack.dev/reference/methods/chat.postMessage
 */
const postsPerMinute = 300
const postsPerMinuteAndChannel = 60
/** "Short bursts" are allowed. So few that two processes together stay within what can be called short. */
const postsAtOnce = 2

const burstShare = 0.2

/**
 * What may go at once and what comes back in a minute make up the rate, so that it
 * holds whichever minute is counted.
 */
const withinAnyMinute = (lane: string, callsPerMinute: number): Rate => ({
  lane,
  burst: callsPerMinute * burstShare,
  perMinute: callsPerMinute * (1 - burstShare),
})

/** What a call of this method counts against, the narrowest first. */
export const ratesOf = (method: string, channel: unknown): readonly Rate[] =>
  method === 'chat.postMessage'
    ? [
        { lane: `${method} ${channel}`, burst: postsAtOnce, perMinute: postsPerMinuteAndChannel },
        withinAnyMinute(method, postsPerMinute),
      ]
    : [withinAnyMinute(method, perMinute[method] ?? unknownPerMinute)]
