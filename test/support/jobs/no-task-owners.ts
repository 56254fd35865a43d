import type { TaskOwnerDeps } from '../../../src/core/job/job-list.ts'

/** Nobody here made anything, and results from elsewhere are not shown. */
export const noTaskOwners: Omit<TaskOwnerDeps, 'allowlist'> = {
  taskOwners: {
    jobOf: () => Promise.resolve({ status: 'unknown' }),
    hasOwner: () => Promise.resolve(false),
  },
  resultsFromElsewhere: false,
}
