import { isLong, runs, simulationSeed } from '../suite/runs.ts'
import { knownDays } from './known-days.ts'

const dayMs = 24 * 60 * 60_000

/** Days in each half of the long form; the short form plays some of these. */
const longDays = 5_000
const days = runs(20, longDays)

/** The short form plays different days on each date, besides those that are known to reveal a mistake. */
const skipped = isLong ? 0 : (Math.floor(Date.now() / dayMs) % Math.floor(longDays / days)) * days

/** The seeds of one half: two files share the days, so that each can have a core. */
export const seedsOf = (half: 1 | 2): readonly number[] => {
  if (simulationSeed !== undefined) return half === 1 ? [simulationSeed] : []
  const from = 1 + (half - 1) * longDays + skipped
  const seeds = Array.from({ length: days }, (_, index) => from + index)
  return isLong || half === 2 ? seeds : [...new Set([...knownDays.values(), ...seeds])]
}
