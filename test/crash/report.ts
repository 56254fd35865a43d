import type { EffectName } from '../../src/core/effect.ts'
import { type Invariant, invariants } from '../support/judge/invariants.ts'
import { nameOf } from './matrix.ts'
import { type Played, problemsOf } from './play.ts'
import type { Takeover } from './standby.ts'

/** How long what a death left was kept waiting. */
export interface Spans {
  p50: number
  max: number
  /** The case that took longest, if any had something to go on with. */
  slowest?: string
}

/** What `npm run test:crash` says. */
export interface Report {
  /** Cases in which a process died, and was judged by. */
  cases: number
  violations: Readonly<Record<Invariant, number>>
  /** After a restart, by shortened deadlines. */
  recoverySeconds: Spans
  /** By the other of two workers, by the spans of production. */
  takeoverSeconds: Spans
  /** Cases in which something is wrong, by the name that plays them again. */
  failing: readonly string[]
  problems: readonly string[]
  /** Cases in which nobody went on in time, and after how long. */
  late: readonly string[]
  /** Cases whose point did not come; they prove nothing. */
  missed: readonly string[]
  /** Effects that no scenario has, and that nothing excuses. */
  unexplained: readonly EffectName[]
  /** How many jobs ended in each state; a job that was not held yet ends in none. */
  states: Readonly<Record<string, number>>
}

/** Everything that is reported. */
export interface Results {
  played: readonly Played[]
  takeovers?: readonly Takeover[]
  unexplained?: readonly EffectName[]
}

/** Whatever is killed, somebody goes on within so many seconds. */
export const resumesWithinSeconds = 15

/**
 * What a dry run had may not come again where two are equally quick: a call and a look-up, a step
 * and the next wake-up. One case in fifty may have been listed for such a chance; more would mean
 * that something is no longer tried.
 */
const missedShareMax = 1 / 50

const seconds = (spanMs: number): number => Math.round(spanMs / 10) / 100

interface Span {
  name: string
  spanMs: number
}

const spansOf = (spans: readonly Span[]): Spans => {
  const sorted = spans.toSorted((one, other) => one.spanMs - other.spanMs)
  const last = sorted.at(-1)
  return {
    p50: seconds(sorted[Math.floor(sorted.length / 2)]?.spanMs ?? 0),
    max: seconds(last?.spanMs ?? 0),
    ...(last !== undefined && { slowest: last.name }),
  }
}

const takeoverName = ({ platform, point: { when, effect, nth } }: Takeover): string =>
  `${platform}, two workers, ${when} ${effect} ${nth}`

const spanNamed = (name: string, { recoveryMs }: Pick<Played, 'recoveryMs'>): readonly Span[] =>
  recoveryMs === undefined ? [] : [{ name, spanMs: recoveryMs }]

const countIn = (of: readonly Pick<Played, 'violations'>[]): Readonly<Record<Invariant, number>> => {
  const found = of.flatMap(({ violations }) => violations)
  return Object.fromEntries(
    invariants.map((each) => [each, found.filter(({ invariant }) => invariant === each).length]),
  ) as Record<Invariant, number>
}

/** Sums up what came of cases. */
export const reportOf = ({ played, takeovers = [], unexplained = [] }: Results): Report => {
  const judged = played.filter(({ isReached, violations }) => isReached || violations.length > 0)
  const taken = takeovers.filter((each) => each.violations.length > 0)
  const states = judged.flatMap((each) => (each.states.length === 0 ? ['none'] : each.states))
  const recoveries = judged.flatMap((each) => spanNamed(nameOf(each.case), each))
  const ofOthers = takeovers.flatMap((each) => spanNamed(takeoverName(each), each))
  return {
    cases: judged.length + takeovers.length,
    violations: countIn([...judged, ...takeovers]),
    recoverySeconds: spansOf(recoveries),
    takeoverSeconds: spansOf(ofOthers),
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
    late: [...recoveries, ...ofOthers]
      .filter(({ spanMs }) => spanMs > resumesWithinSeconds * 1000)
      .map(({ name, spanMs }) => `${name}: nobody went on for ${seconds(spanMs)} s`),
    missed: played.filter((each) => !judged.includes(each)).map((each) => nameOf(each.case)),
    unexplained,
    states: Object.fromEntries(
      [...Map.groupBy(states, (state) => state)].map(([state, all]) => [state, all.length]),
    ),
  }
}

/** Why a run has failed, a line for each reason; nothing, where all holds. */
export const faultsOf = (report: Report): readonly string[] => {
  const { cases, problems, late, missed, unexplained } = report
  const missedMax = Math.floor((cases + missed.length) * missedShareMax)
  return [
    ...problems,
    ...late.map((line) => `${line}, which is more than ${resumesWithinSeconds} s`),
    ...(missed.length > missedMax
      ? [`${missed.length} cases were not met and prove nothing, which is more than ${missedMax}`]
      : []),
    ...(unexplained.length > 0
      ? [`no scenario has these effects, and nothing says why: ${unexplained.join(', ')}`]
      : []),
  ]
}

const spansText = ({ p50, max, slowest }: Spans): string =>
  `half within ${p50} s, all within ${max} s${slowest === undefined ? '' : ` (${slowest})`}`

/** The same for a person. */
export const reportText = (report: Report): string => {
  const { cases, violations, recoverySeconds, takeoverSeconds, missed, states } = report
  const found = invariants.map((each) => `${each} ${violations[each]}`).join(', ')
  return [
    `${cases} cases; violations: ${found}`,
    `recovery: ${spansText(recoverySeconds)}`,
    `another worker goes on: ${spansText(takeoverSeconds)}`,
    `ends: ${Object.entries(states)
      .map(([state, count]) => `${state} ${count}`)
      .join(', ')}`,
    ...missed.map((name) => `  not met: ${name}`),
    ...faultsOf(report).map((fault) => `  wrong: ${fault}`),
  ].join('\n')
}
