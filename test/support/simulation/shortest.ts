import type { BadDay } from './bad-day.ts'
import { type Course, play } from './play.ts'
import type { Stage } from './stage.ts'

const without = <T>(list: readonly T[], index: number): readonly T[] => list.toSpliced(index, 1)

/** The same day with one thing less: a trouble, or a request with all that is about it. */
const lighter = (day: BadDay): readonly BadDay[] => [
  ...day.troubles.map((_, index) => ({ ...day, troubles: without(day.troubles, index) })),
  ...day.asks.flatMap((ask, index) =>
    ask.isLeftOut === true ? [] : [{ ...day, asks: day.asks.with(index, { ...ask, isLeftOut: true }) }],
  ),
]

/** Leaves out of a day that goes wrong whatever it goes wrong without, one thing after another. */
export const shortest = async (stage: Stage, day: BadDay): Promise<{ day: BadDay; course: Course }> => {
  let found = { day, course: await play(stage, day) }
  for (;;) {
    let next: typeof found | undefined
    for (const candidate of lighter(found.day)) {
      const course = await play(stage, candidate)
      if (course.violations.length === 0) continue
      next = { day: candidate, course }
      break
    }
    if (next === undefined) return found
    found = next
  }
}

/** What went wrong on a day, and how to see it again. */
export const report = ({ day, course }: { day: BadDay; course: Course }): string =>
  [
    ...course.violations,
    `Seed ${day.seed} plays it again: SIMULATION_SEED=${day.seed} npx vitest run --project redis test/jobs/simulation/first-half.test.ts`,
    `The shortest day that was found: ${JSON.stringify(day, null, 1)}`,
    ...course.history,
  ].join('\n')
