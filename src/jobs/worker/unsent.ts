import type { Feature } from '../../core/command/feature.ts'
import type { Ending, JobRecord } from '../../core/job/job.ts'
import { onChange } from '../../core/log.ts'
import { retrying } from '../../core/waiting.ts'
import { retryDelayMs } from '../deadlines.ts'
import type { JobDeps } from '../job-deps.ts'
import { lookAgain, releasePlace, wakeAfter } from '../wake.ts'

const keepTriesMax = 1_200
const keepPauseMs = 500

/**
 * What we know of a paid request must not be lost because Redis is away for a while, for nobody else knows
 * it: try on for ten minutes, with one warning per trouble. A write whose reply was lost gets its first answer again.
 */
export const keep = <Moved>(
  { pause, log, now }: JobDeps,
  { id }: JobRecord,
  write: () => Promise<Moved>,
  known: { knows: string; task?: string },
): Promise<Moved> =>
  retrying(write, {
    triesMax: keepTriesMax,
    pauseMs: keepPauseMs,
    wait: pause,
    onRetry: onChange(
      (error) =>
        log.warn('what is known of a paid request could not be kept yet', { error, job: id, ...known }),
      now,
    ),
  })

/** Ends a job of which nothing was bought. */
export const giveUp = async (
  deps: JobDeps,
  job: JobRecord,
  ending: Ending,
  detail?: string,
): Promise<void> => {
  const moved = await keep(deps, job, () => deps.store.void(job, ending, detail), { knows: ending })
  await wakeAfter(deps, job, moved)
}

/** Nothing was bought: the job looks again later, and that is written before anything else. */
const returnToLine = async (
  deps: JobDeps,
  job: JobRecord,
  why: 'busy' | 'unsent' | 'unkept',
  delayMs: number,
): Promise<void> => {
  const retryAtMs = deps.now() + delayMs
  const moved = await keep(deps, job, () => deps.store.returnToAccepted(job, retryAtMs, why), {
    knows: 'not bought',
  })
  await wakeAfter(deps, job, moved)
}

/** It did not leave this machine: others may be luckier meanwhile. */
export const tryAgain = async (deps: JobDeps, job: JobRecord): Promise<void> => {
  await returnToLine(deps, job, 'unsent', retryDelayMs(job.unsentTries, deps.random))
  await releasePlace(deps, job, job.epoch)
}

/**
 * This process does not send it for now, and alone knows that it did not; whoever takes the job up next may.
 */
export const leaveUnsent = async (deps: JobDeps, job: JobRecord, why: string): Promise<void> => {
  deps.log.warn(`nothing is sent, for ${why}`, { job: job.id })
  await returnToLine(deps, job, 'unkept', retryDelayMs(job.submitTries, deps.random))
  await releasePlace(deps, job, job.epoch)
}

/**
 * A process that was asked to end begins nothing: what is not written as being sent, nobody has to say was
 * not sent, should Redis be away by then.
 */
export const leaveUnbegun = async (deps: JobDeps, job: JobRecord): Promise<void> => {
  deps.log.info('a request is left to others, for this process is ending', { job: job.id })
  await lookAgain(deps, job, retryDelayMs(job.submitTries, deps.random))
  await releasePlace(deps, job, job.epoch)
}

/**
 * The service has too much in hand: the job waits for its next turn where it
 * was called from, and all go slower.
 */
export const waitAgain = async (deps: JobDeps, job: JobRecord, feature: Feature): Promise<void> => {
  deps.log.info('the service has too much in hand for one more', { job: job.id })
  await returnToLine(deps, job, 'busy', retryDelayMs(0, deps.random))
  await deps.places.busy(job, feature.usualSeconds, 0.5 + deps.random() / 2)
}
