import type { AccountId } from '../target.ts'
import type { FoundJob } from './job-list.ts'

/**
 * Finds the job that made a task or an output, by the service's own name for it, for as long as the job's record is
 * kept. Throws AppError `store_unavailable`.
 */
export interface TaskOwners {
  /** The job of this account that made it. Other accounts' tasks are unknown here. */
  jobOf(account: AccountId, name: string): Promise<FoundJob>
  /** Whether any account made it. */
  hasOwner(name: string): Promise<boolean>
}

/** Dependencies for finding the owner of a result at the service. */
export interface TaskOwnerDeps {
  taskOwners: TaskOwners
  /** Whether the operator lets members look up tasks that were made elsewhere with the same key. */
  resultsFromElsewhere: boolean
}

/** Whether an account can look up a task that it did not make: the operator allows it, and no other account made it. */
export const isOpenToAll = async (
  { taskOwners, resultsFromElsewhere }: TaskOwnerDeps,
  name: string,
): Promise<boolean> => resultsFromElsewhere && !(await taskOwners.hasOwner(name))
