import { type CallbackAddresses, taskNamedIn } from '../../core/job/callbacks.ts'
import type { JobDeps } from '../job-deps.ts'
import { queueWakeUp } from '../wake.ts'

type HearDeps = Pick<JobDeps, 'store' | 'queue' | 'now' | 'log'> & { addresses: CallbackAddresses }

/** Callbacks beyond this many at once are ignored; look-ups report the same later. */
const atOnceMax = 100

const pass = async ({ store, queue, now, log }: HearDeps, jobId: string, taskId: string): Promise<void> => {
  try {
    const hinted = await store.hint(jobId, taskId)
    if (hinted.status === 'woken') await queueWakeUp({ queue, now }, jobId, hinted)
  } catch (error) {
    log.warn('a callback was lost; a look-up will replace it', { error, job: jobId })
  }
}

/**
 * Handles callbacks of the audio service: `code` is the end of the path, `text` the body. Foreign or empty
 * callbacks change nothing. Resolves when the job is updated, and never rejects, so that callers learn nothing.
 */
export const createCallbackHearing = (deps: HearDeps): ((code: string, text: string) => Promise<void>) => {
  let inHand = 0
  return async (code, text) => {
    const jobId = deps.addresses.jobOf(code)
    if (jobId === undefined || inHand >= atOnceMax) return
    const taskId = taskNamedIn(text)
    if (taskId === undefined) return
    inHand += 1
    await pass(deps, jobId, taskId)
    inHand -= 1
  }
}
