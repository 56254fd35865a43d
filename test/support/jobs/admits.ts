import type { Admit } from '../../../src/jobs/request/admit.ts'

/** Nobody is blocked, or too quick. */
export const admitsAll: Admit = () => Promise.resolve(undefined)
