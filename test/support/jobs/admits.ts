import type { Admit } from '../../../src/jobs/asking/admit.ts'

/** Nobody is blocked, or too quick. */
export const admitsAll: Admit = () => Promise.resolve(undefined)
