import { expect, test } from 'vitest'
import { openTheatre, playDays } from '../../support/simulation/days.ts'
import { seedsOf } from '../../support/simulation/half.ts'

const seeds = seedsOf(1)

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
  20 * 60_000,
)
