import type { JobDeps, KeyRing } from '../../../src/jobs/job-deps.ts'

/** Every account pays with the operator's key. */
export const noOwnKeys: { payer: 'operator'; keyRing: KeyRing; alerts: JobDeps['alerts'] } = {
  payer: 'operator',
  alerts: { raise: () => Promise.reject(new Error('no account has an own key')) },
  keyRing: {
    idOf: () => Promise.resolve(undefined),
    of: () => {
      throw new Error('no account has an own key')
    },
    all: () => Promise.resolve([]),
  },
}
