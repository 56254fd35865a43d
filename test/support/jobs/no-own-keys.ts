import type { KeyRing } from '../../../src/jobs/job-deps.ts'

/** Every account pays with the operator's key. */
export const noOwnKeys: { payer: 'operator'; keyRing: KeyRing } = {
  payer: 'operator',
  keyRing: {
    idOf: () => Promise.resolve(undefined),
    of: () => {
      throw new Error('no account has an own key')
    },
    all: () => Promise.resolve([]),
  },
}
