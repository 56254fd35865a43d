import { type CallbackAddresses, taskNamedIn } from '../../core/job/callbacks.ts'
import type { JobDeps } from '../job-deps.ts'
import { queueWakeUp } from '../wake.ts'

type HearDeps = Pick<JobDeps, 'store' | 'queue' | 'now' | 'log'> & { addresses: CallbackAddresses }

/** More at once are let go unheard: look-ups tell the same, only later. */
const atOnceMax = 100

const pass = async ({ store, queue, now, log }: HearDeps, jobId: string, taskId: string): Promise<void> => {
  try {
    const hinted = await store.hint(jobId, taskId)
    if (hinted.status === 'woken') await queueWakeUp({ queue, now }, jobId, hinted)
  } catch (error) {
    log.warn('a callback was lost; a look-up will tell the same', { error, job: jobId })
  }
}

/**
 * Hears callbacks of the audio service: `code` is what stands behind the path, `text` the body. What is
 * not ours, or says nothing, changes nothing. Resolves when the job knows of it, and never rejects:
 * nobody who calls is to learn anything.
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
