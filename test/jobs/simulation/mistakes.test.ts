import { afterAll, beforeAll, expect, test } from 'vitest'
import { sourceOf } from '../../support/ledger/mutants.ts'
import { firstBadSeed, openTheatre } from '../../support/simulation/days.ts'
import { mistakes } from '../../support/simulation/mistakes.ts'

/**
 * Within so many days, which are among those of the simulation itself, every mistake has to come to light.
 */
const daysMax = 2_000

let theatre: Awaited<ReturnType<typeof openTheatre>>

beforeAll(async () => {
  theatre = await openTheatre()
})
afterAll(() => theatre.close())

test.each(mistakes)(
  'a bad day brings it to light when $name',
  async (mistake) => {
    for (const script of mistake.scripts) expect(sourceOf(script).split(script.right)).toHaveLength(2)
    const bad = await firstBadSeed(theatre.stagesFor(mistake), 1, daysMax)
    expect(bad).toBeDefined()
    // A script that Redis cannot run at all would be noticed by anything.
    expect(bad?.violations.join()).not.toMatch(/user_script|compiling|NOSCRIPT/i)
  },
  10 * 60_000,
)
