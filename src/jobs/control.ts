import type { JobControl } from '../core/job-control.ts'
import type { WakeUp } from '../core/job-store.ts'
import type { Log } from '../core/log.ts'
import type { JobDeps } from './job-deps.ts'
import { queueWakeUp } from './wake.ts'

type ControlDeps = Pick<JobDeps, 'store' | 'queue' | 'now'> & { log: Log }

/** What a member did is done by then: a wake-up that gets lost is the sweeper's to find. */
const wakeSoon = async (deps: ControlDeps, jobId: string, wakeUp: WakeUp | undefined): Promise<void> => {
  if (wakeUp === undefined) return
  try {
    await queueWakeUp(deps, jobId, wakeUp)
  } catch (error) {
    deps.log.warn('a job could not be woken; the sweeper will see to it', { error, job: jobId })
  }
}

/** Lets members cancel jobs, and ask for results that were kept back. Throws AppError `store_unavailable`. */
export const createJobControl = (deps: ControlDeps): JobControl => ({
  async cancel(job, by) {
    const result = await deps.store.cancel(job, by)
    if (result.status === 'voided') await wakeSoon(deps, job.id, result)
    if (result.status === 'flagged') await wakeSoon(deps, job.id, result.wakeUp)
    return result.status
  },
  async recover(job) {
    const result = await deps.store.recover(job)
    if (result.status === 'woken') await wakeSoon(deps, job.id, result)
    return result.status
  },
})
