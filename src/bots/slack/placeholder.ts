import { webApi } from '@slack/bolt'
import { effectKey } from '../../core/job.ts'
import type { Log } from '../../core/log.ts'
import type { MessageRef } from '../../core/target.ts'
import { refusedText } from './channels.ts'
import { jobMetadata } from './deliver.ts'
import { postError, refusalCode } from './errors.ts'
import type { Place } from './reply.ts'
import type { Shown } from './respond.ts'
import { createTimedCache } from './timed-cache.ts'

/** What became of a job's first message. `refused`: it does not exist, and why. `unknown`: it may exist. */
type Posted = { kind: 'given'; message: MessageRef } | { kind: 'refused'; text: string } | { kind: 'unknown' }

interface PlaceholderOptions {
  web: webApi.WebClient
  log: Log
  now: () => number
  wait: (spanMs: number) => Promise<void>
}

/** Posts the message that a job's result will stand in: one for each job, however often it is asked for. */
export interface Placeholders {
  /** `mayExist`: another process may have posted it already. */
  post(jobId: string, place: Place, shown: Shown, mayExist: boolean): Promise<Posted>
}

/** About one message per second and channel is let through. https://docs.slack.dev/apis/web-api/rate-limits */
const triesMax = 3
const longestWaitMs = 2_000
const lookedAt = 50

const rememberedMs = 10 * 60_000
const rememberedMax = 10_000

const refOf = ({ channel, thread }: Place, message: string): MessageRef => ({
  platform: 'slack',
  channel,
  message,
  ...(thread !== undefined && { thread }),
})

/** Our message of this job among the latest ones here; undefined also where Slack does not tell. */
const findPosted = async (
  { web, log }: PlaceholderOptions,
  jobId: string,
  place: Place,
): Promise<MessageRef | undefined> => {
  const { channel, thread } = place
  const options = { channel, limit: lookedAt, include_all_metadata: true }
  try {
    const { messages = [] } =
      thread === undefined
        ? await web.conversations.history(options)
        : await web.conversations.replies({ ...options, ts: thread })
    const wanted = jobMetadata(effectKey(jobId))
    const found = messages.find(({ metadata }) => {
      const payload: Readonly<Record<string, unknown>> = metadata?.event_payload ?? {}
      return metadata?.event_type === wanted.event_type && payload.key === wanted.event_payload.key
    })
    return found?.ts === undefined ? undefined : refOf(place, found.ts)
  } catch (error) {
    log.warn('Slack did not tell whether a job has its message', { error: postError(error), job: jobId })
    return undefined
  }
}

const postOnce = async (
  { web }: PlaceholderOptions,
  jobId: string,
  place: Place,
  shown: Shown,
): Promise<Posted> => {
  const { channel, thread } = place
  const { ts } = await web.chat.postMessage({
    channel,
    ...shown,
    ...(thread !== undefined && { thread_ts: thread }),
    unfurl_links: false,
    unfurl_media: false,
    metadata: jobMetadata(effectKey(jobId)),
  })
  return ts === undefined ? { kind: 'unknown' } : { kind: 'given', message: refOf(place, ts) }
}

const waitAsked = (error: unknown): number | undefined =>
  error instanceof webApi.WebAPIRateLimitedError ? error.retryAfter * 1000 : undefined

const failedPost = ({ log }: PlaceholderOptions, jobId: string, error: unknown): Posted => {
  log.warn('a job’s first message could not be posted', { error: postError(error), job: jobId })
  const code = refusalCode(error)
  const isRefused = code !== undefined || error instanceof webApi.WebAPIRateLimitedError
  return isRefused ? { kind: 'refused', text: refusedText(code) } : { kind: 'unknown' }
}

const post = async (
  options: PlaceholderOptions,
  jobId: string,
  place: Place,
  shown: Shown,
): Promise<Posted> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await postOnce(options, jobId, place, shown)
    } catch (error) {
      const waitMs = waitAsked(error)
      if (waitMs === undefined || waitMs > longestWaitMs || attempt >= triesMax)
        return failedPost(options, jobId, error)
      await options.wait(waitMs)
    }
  }
}

/** See `Placeholders`. `web` gives up within a few seconds. */
export const createPlaceholders = (options: PlaceholderOptions): Placeholders => {
  const posted = createTimedCache<Promise<Posted>>({
    now: options.now,
    spanMs: rememberedMs,
    entriesMax: rememberedMax,
  })
  return {
    post(jobId, place, shown, mayExist) {
      const before = posted.recall(jobId)
      if (before !== undefined) return before
      const work = (async (): Promise<Posted> => {
        const found = mayExist ? await findPosted(options, jobId, place) : undefined
        return found === undefined ? post(options, jobId, place, shown) : { kind: 'given', message: found }
      })()
      posted.remember(jobId, work)
      return work
    },
  }
}
