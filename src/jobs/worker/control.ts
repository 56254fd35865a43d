import type { JobControl } from '../../core/job/job-store.ts'
import type { JobDeps } from '../job-deps.ts'
import { queueWakeUp } from '../wake.ts'

type ControlDeps = Pick<JobDeps, 'store' | 'queue' | 'now'>

/** Lets members cancel jobs and request hidden results. Throws AppError `store_unavailable`. */
export const createJobControl = (deps: ControlDeps): JobControl => ({
  async cancel(job, by, wish) {
    const result = await deps.store.cancel(job, by, wish)
    if (result.status === 'voided') await queueWakeUp(deps, job.id, result)
    if (result.status === 'flagged' && result.wakeUp !== undefined)
      await queueWakeUp(deps, job.id, result.wakeUp)
    return result.status
  },
  async recover(job) {
    const result = await deps.store.recover(job)
    if (result.status === 'too_soon') return result
    if (result.status === 'woken') await queueWakeUp(deps, job.id, result)
    return result.status
  },
  async remove(job, by) {
    const result = await deps.store.remove(job, by)
    if (result.status === 'woken') await queueWakeUp(deps, job.id, result)
    return result.status
  },
})
