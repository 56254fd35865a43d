import { createTimedCache } from '../../../core/caches.ts'
import { effectKey } from '../../../core/job-id.ts'
import type { Log } from '../../../core/log.ts'
import type { MessageRef } from '../../../core/target.ts'
import { refusedText } from '../incoming/channels.ts'
import { isTooEarly, postError, refusalCode, tokenCodes } from '../outgoing/errors.ts'
import { type FindOptions, findJobMessage, postJobMessage } from '../outgoing/job-message.ts'
import { type Place, refAt } from '../outgoing/place.ts'
import type { Shown } from './respond.ts'

/**
 * Outcome of a job's first message. `refused`: it does not exist, and why; with `isPassing` only because Slack
 * was busy. `unknown`: it may exist.
 */
export type Posted =
  | { kind: 'given'; message: MessageRef }
  | { kind: 'refused'; text: string; isPassing: boolean }
  | { kind: 'unknown' }

interface PlaceholderOptions extends FindOptions {
  log: Log
  now: () => number
}

/** Posts the message that will hold a job's result: one per job, however often it is called. */
export interface Placeholders {
  /** `mayExist`: another process may have posted it already. */
  post(jobId: string, place: Place, shown: Shown, mayExist: boolean): Promise<Posted>
  /** Deletes a duplicate message; failures are logged. */
  remove(ref: MessageRef): Promise<void>
}

const lookedAtMax = 50

const rememberedMs = 10 * 60_000
const rememberedMax = 10_000

/** Our message of this job among the latest ones here; also undefined if Slack does not say. */
const findPosted = async (
  options: PlaceholderOptions,
  jobId: string,
  place: Place,
): Promise<MessageRef | undefined> => {
  try {
    const near = { pageSize: lookedAtMax, pagesMax: 1, mayMiss: true }
    const ts = await findJobMessage(options, place, effectKey(jobId), near)
    return ts === undefined ? undefined : refAt(place, ts)
  } catch (error) {
    options.log.warn('Slack did not say whether a job has its message', {
      error: postError(error),
      job: jobId,
    })
    return undefined
  }
}

const failedPost = ({ log }: PlaceholderOptions, jobId: string, error: unknown): Posted => {
  const failure = postError(error)
  const refused = refusalCode(error) ?? refusalCode(failure.cause)
  // While the token is refused results wait, but nothing new is bought. An exhausted rate limit passes.
  const isPassing = isTooEarly(failure) && !tokenCodes.has(refused ?? '')
  if (failure.code === 'program_fault') {
    log.error("a job's first message could not be posted", { error: failure, job: jobId })
    return { kind: 'refused', text: failure.memberText, isPassing }
  }
  if (isPassing) log.debug("a job's first message was left out", { job: jobId })
  else log.warn("a job's first message could not be posted", { error: failure, job: jobId })
  if (failure.code === 'platform_unavailable' && !isTooEarly(failure)) return { kind: 'unknown' }
  return { kind: 'refused', text: refusedText(refused), isPassing }
}

const post = async (
  options: PlaceholderOptions,
  jobId: string,
  place: Place,
  shown: Shown,
): Promise<Posted> => {
  try {
    const ts = await postJobMessage(options.web, place, shown, effectKey(jobId))
    return { kind: 'given', message: refAt(place, ts) }
  } catch (error) {
    return failedPost(options, jobId, error)
  }
}

/** If the answer was lost, or proves nothing, the message may exist nevertheless. */
const postOnce = async (
  options: PlaceholderOptions,
  jobId: string,
  place: Place,
  shown: Shown,
  mayExist: boolean,
): Promise<Posted> => {
  const before = mayExist ? await findPosted(options, jobId, place) : undefined
  if (before !== undefined) return { kind: 'given', message: before }
  const posted = await post(options, jobId, place, shown)
  if (posted.kind !== 'unknown') return posted
  const found = await findPosted(options, jobId, place)
  return found === undefined ? posted : { kind: 'given', message: found }
}

/** See `Placeholders`. `web` waits for its turn and gives up within a few seconds. */
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
      const work = postOnce(options, jobId, place, shown, mayExist)
      posted.remember(jobId, work)
      return work
    },
    async remove({ channel, message }) {
      try {
        await options.web.chat.delete({ channel, ts: message })
      } catch (error) {
        options.log.warn('a duplicate message stays', { error: postError(error) })
      }
    },
  }
}
