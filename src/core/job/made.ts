import type { AccountId } from '../target.ts'
import type { FoundJob } from './job-list.ts'

/**
 * Which job made a task or an output of the service, by the service's own name for it: remembered as long as
 * the job's record is kept. Throws AppError `store_unavailable`.
 */
export interface Made {
  /** The job of this account that made it. What another account made is unknown here. */
  jobOf(account: AccountId, name: string): Promise<FoundJob>
  /** Whether any account made it. */
  isMade(name: string): Promise<boolean>
}

/** What it takes to know whose a result at the service is. */
export interface MadeOptions {
  made: Made
  /** Whether the operator lets members look up what was made elsewhere with the same key. */
  resultsFromElsewhere: boolean
}

/** Whether an account may look up what it did not make: the operator allows it, and nobody else here made it. */
export const isOpenToAll = async (
  { made, resultsFromElsewhere }: MadeOptions,
  name: string,
): Promise<boolean> => resultsFromElsewhere && !(await made.isMade(name))
