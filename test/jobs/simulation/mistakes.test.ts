import { afterAll, beforeAll, expect, test } from 'vitest'
import { sourceOf } from '../../support/ledger/mutants.ts'
import { firstBadSeed, openTheatre } from '../../support/simulation/days.ts'
import { mistakes } from '../../support/simulation/mistakes.ts'
import { isLong, runs } from '../../support/suite/runs.ts'

/**
 * Within so many days, which are among those of the simulation itself, every mistake has to come to light.
 */
const daysMax = runs(500, 2_000)
const searched = Array.from({ length: daysMax }, (_, index) => index + 1)

let theatre: Awaited<ReturnType<typeof openTheatre>>

beforeAll(async () => {
  theatre = await openTheatre()
})
afterAll(() => theatre.close())

test('a day is known for each mistake, among those that are searched', () => {
  expect(searched).toEqual(expect.arrayContaining(mistakes.map(({ day }) => day)))
})

test.each(mistakes)(
  'a bad day brings it to light when $name',
  async (mistake) => {
    for (const script of mistake.scripts) expect(sourceOf(script).split(script.right)).toHaveLength(2)
    const stages = theatre.stagesFor(mistake)
    const badAtOnce = isLong ? undefined : await firstBadSeed(stages, [mistake.day])
    const bad = badAtOnce ?? (await firstBadSeed(stages, searched))
    expect(bad).toBeDefined()
    // A script that Redis cannot run at all would be noticed by anything.
    expect(bad?.violations.join()).not.toMatch(/user_script|compiling|NOSCRIPT/i)
  },
  10 * 60_000,
)
