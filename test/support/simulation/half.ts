import { isLong, runs, simulationSeed } from '../suite/runs.ts'
import { knownDays } from './known-days.ts'

const dayMs = 24 * 60 * 60_000

/** The long form plays so many days in each half, and the short one no others. */
const longDays = 5_000
const days = runs(40, longDays)

/** The short form plays other days on each date, and those on which a mistake is known to show on every one. */
const skipped = isLong ? 0 : (Math.floor(Date.now() / dayMs) % Math.floor(longDays / days)) * days

/** The seeds of one of the two files between which they are divided, so that each has a core of its own. */
export const seedsOf = (half: 1 | 2): readonly number[] => {
  if (simulationSeed !== undefined) return half === 1 ? [simulationSeed] : []
  const from = 1 + (half - 1) * longDays + skipped
  const seeds = Array.from({ length: days }, (_, index) => from + index)
  return isLong || half === 2 ? seeds : [...new Set([...knownDays.values(), ...seeds])]
}
