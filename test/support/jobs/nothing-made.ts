import type { MadeOptions } from '../../../src/core/job/task-owners.ts'

/** Nobody here made anything, and results from elsewhere are not shown. */
export const nothingMade: MadeOptions = {
  made: {
    jobOf: () => Promise.resolve({ status: 'unknown' }),
    isMade: () => Promise.resolve(false),
  },
  resultsFromElsewhere: false,
}
