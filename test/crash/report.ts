import { nameOf } from './matrix.ts'
import { type Played, problemsOf } from './play.ts'
import { type Invariant, invariants } from './verdict.ts'

/** What `npm run test:crash` says. */
export interface Report {
  /** Cases in which a process died, and was judged by. */
  cases: number
  violations: Readonly<Record<Invariant, number>>
  recoverySeconds: { p50: number; max: number }
  /** Cases in which something is wrong, by the name that plays them again. */
  failing: readonly string[]
  problems: readonly string[]
  /** Cases whose point did not come; they count for nothing. */
  missed: readonly string[]
  /** How many jobs ended in each state; a job that was not held yet ends in none. */
  states: Readonly<Record<string, number>>
}

const seconds = (spanMs: number): number => Math.round(spanMs / 10) / 100

/** Sums up what came of cases. */
export const reportOf = (played: readonly Played[]): Report => {
  const judged = played.filter(({ isReached, violations }) => isReached || violations.length > 0)
  const violations = judged.flatMap((each) => each.violations)
  const spans = judged.flatMap(({ recoveryMs }) => recoveryMs ?? []).toSorted((one, other) => one - other)
  const states = judged.flatMap((each) => (each.states.length === 0 ? ['none'] : each.states))
  return {
    cases: judged.length,
    violations: Object.fromEntries(
      invariants.map((each) => [each, violations.filter(({ invariant }) => invariant === each).length]),
    ) as Record<Invariant, number>,
    recoverySeconds: {
      p50: seconds(spans[Math.floor(spans.length / 2)] ?? 0),
      max: seconds(spans.at(-1) ?? 0),
    },
    failing: judged.flatMap((each) => (each.violations.length > 0 ? [nameOf(each.case)] : [])),
    problems: problemsOf(judged),
    missed: played.filter((each) => !judged.includes(each)).map((each) => nameOf(each.case)),
    states: Object.fromEntries(
      [...Map.groupBy(states, (state) => state)].map(([state, all]) => [state, all.length]),
    ),
  }
}

/** The same for a person. */
export const reportText = (report: Report): string => {
  const { cases, violations, recoverySeconds, problems, missed, states } = report
  const found = invariants.map((each) => `${each} ${violations[each]}`).join(', ')
  return [
    `${cases} cases; violations: ${found}`,
    `recovery: half within ${recoverySeconds.p50} s, all within ${recoverySeconds.max} s`,
    `ends: ${Object.entries(states)
      .map(([state, count]) => `${state} ${count}`)
      .join(', ')}`,
    ...problems.map((problem) => `  ${problem}`),
    ...missed.map((name) => `  not met: ${name}`),
  ].join('\n')
}
