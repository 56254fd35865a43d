import { formatCredits, type Microcredits } from '../../core/credits.ts'
import type { JobRecord } from '../../core/job/job.ts'
import type { Log } from '../../core/log.ts'

/** Tells the operator that the service charges, or expects to charge, more than was held for a job. */
export const logOverrun = (
  { log }: { log: Log },
  { id, held, estimate }: JobRecord,
  cost: Microcredits | undefined,
  seenAs: 'estimate' | 'final cost',
): void => {
  if (cost === undefined || cost <= held) return
  if (seenAs === 'final cost' && cost === estimate) return // said when it was estimated
  log.warn(`the ${seenAs} is more than was held`, {
    job: id,
    held: formatCredits(held),
    credits: formatCredits(cost),
  })
}
