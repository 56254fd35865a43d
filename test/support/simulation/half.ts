import { expect, test } from 'vitest'
import { isLong, runs, simulationSeed } from '../suite/runs.ts'
import { openTheatre, playDays } from './days.ts'
import { mistakes } from './mistakes.ts'

const dayMs = 24 * 60 * 60_000

/** Days in each half of the long form; the short form plays some of these. */
const longDays = 5_000
const days = runs(20, longDays)

/** The short form plays different days on each date, besides those that are known to reveal a mistake. */
const skipped = isLong ? 0 : (Math.floor(Date.now() / dayMs) % Math.floor(longDays / days)) * days

/** The seeds of one half. */
const seedsOf = (half: 1 | 2): readonly number[] => {
  if (simulationSeed !== undefined) return half === 1 ? [simulationSeed] : []
  const from = 1 + (half - 1) * longDays + skipped
  const seeds = Array.from({ length: days }, (_, index) => from + index)
  return isLong || half === 2 ? seeds : [...new Set([...mistakes.map(({ day }) => day), ...seeds])]
}

/** Plays one half of the days: two files share them, so that each can have a core. */
export const testHalf = (half: 1 | 2): void => {
  const seeds = seedsOf(half)
  test(
    `on ${seeds.length} bad days up to seed ${seeds.at(-1)}, I1 to I7 hold whatever crashes, sleeps, gets lost, doubled, late or out of order`,
    async () => {
      const theatre = await openTheatre()
      try {
        await expect(playDays(theatre.stagesFor(), seeds)).resolves.toBeUndefined()
      } finally {
        await theatre.close()
      }
    },
    runs(20, 60) * 60_000,
  )
}
