import { afterAll, beforeAll, expect, test } from 'vitest'
import { sourceOf } from '../../support/ledger/mutants.ts'
import { firstBadSeed, openTheatre } from '../../support/simulation/days.ts'
import { mistakes } from '../../support/simulation/mistakes.ts'
import { isLong, runs } from '../../support/suite/runs.ts'

/**
 * Within so many days, which are among those of the simulation itself, every mistake has to come to light.
 */
const daysMax = runs(500, 2_000)

/**
 * Days that brought mistakes to light which few days do. Each is tried before the search, which is of no use
 * where it still does; the long run searches all the same.
 */
const knownDays: ReadonlyMap<string, number> = new Map([
  ['a step whose epoch is over still writes', 37],
  ['a place is given back by its job and not by its epoch', 73],
  ['a message is created again without a look, and without a nonce', 155],
  ['an offer never lapses', 196],
  ['a task that a call names is believed to be the own one', 398],
])

let theatre: Awaited<ReturnType<typeof openTheatre>>

beforeAll(async () => {
  theatre = await openTheatre()
})
afterAll(() => theatre.close())

test('the days that are known are of mistakes, and among those that are searched', () => {
  expect(mistakes.map(({ name }) => name)).toEqual(expect.arrayContaining([...knownDays.keys()]))
  expect(Math.max(...knownDays.values())).toBeLessThanOrEqual(daysMax)
})

test.each(mistakes)(
  'a bad day brings it to light when $name',
  async (mistake) => {
    for (const script of mistake.scripts) expect(sourceOf(script).split(script.right)).toHaveLength(2)
    const stages = theatre.stagesFor(mistake)
    const known = isLong ? undefined : knownDays.get(mistake.name)
    const badAtOnce = known === undefined ? undefined : await firstBadSeed(stages, known, 1)
    const bad = badAtOnce ?? (await firstBadSeed(stages, 1, daysMax))
    expect(bad).toBeDefined()
    // A script that Redis cannot run at all would be noticed by anything.
    expect(bad?.violations.join()).not.toMatch(/user_script|compiling|NOSCRIPT/i)
  },
  10 * 60_000,
)
