import { expect, test } from 'vitest'
import { runs, simulationSeed } from '../suite/runs.ts'
import { openTheatre, playDays } from './days.ts'
import { mistakes } from './mistakes.ts'

const dayMs = 24 * 60 * 60_000

/** Days in each half of the whole form; the other forms play some of these. */
const wholeDays = 5_000
const days = runs(12, 1_000, wholeDays)

/** Other days on each date. */
const skipped = (Math.floor(Date.now() / dayMs) % Math.floor(wholeDays / days)) * days

/** The seeds of one half. */
const seedsOf = (half: 1 | 2): readonly number[] => {
  if (simulationSeed !== undefined) return half === 1 ? [simulationSeed] : []
  const from = 1 + (half - 1) * wholeDays + skipped
  const seeds = Array.from({ length: days }, (_, index) => from + index)
  if (half === 2) return seeds
  const revealing = mistakes.map(({ day }) => day) // days that are known to reveal a mistake
  return [...new Set([...revealing, ...seeds])]
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
