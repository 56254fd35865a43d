/** What always holds, by docs/jobs.md. */
export const invariants = ['I1', 'I2', 'I3', 'I4', 'I5', 'I6', 'I7'] as const
export type Invariant = (typeof invariants)[number]

/** Something that should never be. */
export interface Violation {
  invariant: Invariant
  what: string
}

/** What rules find: a sentence, or false where all is as it should be. */
export type Found = readonly (string | false)[]

/** Rules about one kind of evidence, by the invariant that they hold it to. */
export type Rules<Evidence> = Readonly<Partial<Record<Invariant, (evidence: Evidence) => Found>>>

/** Whatever breaks one of the rules, in the order of the invariants. */
export const violationsOf = <Evidence>(rules: Rules<Evidence>, evidence: Evidence): readonly Violation[] =>
  invariants.flatMap((invariant) =>
    (rules[invariant]?.(evidence) ?? []).flatMap((what) => (what === false ? [] : [{ invariant, what }])),
  )

/** A violation in one line. */
export const violationText = ({ invariant, what }: Violation): string => `${invariant}: ${what}`
