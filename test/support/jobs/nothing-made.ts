import type { MadeOptions } from '../../../src/core/job/made.ts'

/** Nobody here had anything made, and nothing that was made elsewhere is shown. */
export const nothingMade: MadeOptions = {
  made: {
    jobOf: () => Promise.resolve({ status: 'unknown' }),
    isMade: () => Promise.resolve(false),
  },
  resultsFromElsewhere: false,
}
