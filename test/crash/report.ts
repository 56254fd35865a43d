import { nameOf } from './matrix.ts'
import { type Played, problemsOf } from './play.ts'
import type { Takeover } from './standby.ts'
import { type Invariant, invariants } from './verdict.ts'

interface Spans {
  p50: number
  max: number
}

/** What `npm run test:crash` says. */
export interface Report {
  /** Cases in which a process died, and was judged by. */
  cases: number
  violations: Readonly<Record<Invariant, number>>
  /** From the restart to the job's next step, by shortened deadlines. */
  recoverySeconds: Spans
  /** From the death of one worker to the next step by the other, by the spans of production. */
  takeoverSeconds: Spans
  /** Cases in which something is wrong, by the name that plays them again. */
  failing: readonly string[]
  problems: readonly string[]
  /** Cases whose point did not come; they count for nothing. */
  missed: readonly string[]
  /** How many jobs ended in each state; a job that was not held yet ends in none. */
  states: Readonly<Record<string, number>>
}

const seconds = (spanMs: number): number => Math.round(spanMs / 10) / 100

const spansOf = (spansMs: readonly (number | undefined)[]): Spans => {
  const sorted = spansMs.flatMap((spanMs) => spanMs ?? []).toSorted((one, other) => one - other)
  return { p50: seconds(sorted[Math.floor(sorted.length / 2)] ?? 0), max: seconds(sorted.at(-1) ?? 0) }
}

const takeoverName = ({ platform, point: { when, effect, nth } }: Takeover): string =>
  `${platform}, two workers, ${when} ${effect} ${nth}`

/** Sums up what came of cases. */
export const reportOf = (played: readonly Played[], takeovers: readonly Takeover[] = []): Report => {
  const judged = played.filter(({ isReached, violations }) => isReached || violations.length > 0)
  const violations = [...judged, ...takeovers].flatMap((each) => each.violations)
  const taken = takeovers.filter((each) => each.violations.length > 0)
  const states = judged.flatMap((each) => (each.states.length === 0 ? ['none'] : each.states))
  return {
    cases: judged.length + takeovers.length,
    violations: Object.fromEntries(
      invariants.map((each) => [each, violations.filter(({ invariant }) => invariant === each).length]),
    ) as Record<Invariant, number>,
    recoverySeconds: spansOf(judged.map(({ recoveryMs }) => recoveryMs)),
    takeoverSeconds: spansOf(takeovers.map(({ recoveryMs }) => recoveryMs)),
    failing: [
      ...judged.flatMap((each) => (each.violations.length > 0 ? [nameOf(each.case)] : [])),
      ...taken.map(takeoverName),
    ],
    problems: [
      ...problemsOf(judged),
      ...taken.flatMap((each) =>
        each.violations.map(({ invariant, what }) => `${invariant} ${takeoverName(each)}: ${what}`),
      ),
    ],
    missed: played.filter((each) => !judged.includes(each)).map((each) => nameOf(each.case)),
    states: Object.fromEntries(
      [...Map.groupBy(states, (state) => state)].map(([state, all]) => [state, all.length]),
    ),
  }
}

/** The same for a person. */
export const reportText = (report: Report): string => {
  const { cases, violations, recoverySeconds, takeoverSeconds, problems, missed, states } = report
  const found = invariants.map((each) => `${each} ${violations[each]}`).join(', ')
  return [
    `${cases} cases; violations: ${found}`,
    `recovery: half within ${recoverySeconds.p50} s, all within ${recoverySeconds.max} s`,
    `another worker goes on: half within ${takeoverSeconds.p50} s, all within ${takeoverSeconds.max} s`,
    `ends: ${Object.entries(states)
      .map(([state, count]) => `${state} ${count}`)
      .join(', ')}`,
    ...problems.map((problem) => `  ${problem}`),
    ...missed.map((name) => `  not met: ${name}`),
  ].join('\n')
}
