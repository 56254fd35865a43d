import { microcredits } from '../../../src/core/credits.ts'
import type { SpendEntry } from '../../../src/core/ledger/spend.ts'

/** What a member spent on a feature on one day, in millionths. */
export const entry = (day: string, member: string, feature: string, millionths: number): SpendEntry => ({
  day,
  member,
  feature,
  credits: microcredits(millionths),
})
