import type { JobRecord } from '../../core/job/job.ts'
import { boundsOf, tightestOf } from '../../core/ledger/bound.ts'
import type { JobDeps } from '../job-deps.ts'
import type { PaidJob } from './result-facts.ts'

/**
 * Reads what whoever asked may still use there now, as `/credits` says it. A result is shown without that where
 * it cannot be read, or where limits of groups may bind that nobody knows the member's of.
 */
export const withLeft = async (
  { budgets, log }: Pick<JobDeps, 'budgets' | 'log'>,
  job: JobRecord,
): Promise<PaidJob> => {
  if ((job.settled ?? 0) === 0) return job
  try {
    const reading = await budgets.readFor(job.target, job.groups)
    return reading.lacksGroups ? job : { ...job, left: tightestOf(boundsOf(reading)) }
  } catch (error) {
    log.warn('what is left could not be read', { error, job: job.id })
    return job
  }
}
