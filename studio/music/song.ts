import type { Section } from './form.ts'
import type { Grid } from './grid.ts'
import type { Random } from './random.ts'
import type { Style } from './style.ts'
import type { Chord, Key } from './theory.ts'

/** A chord and the steps it lasts. */
export type ChordSpan = { readonly chord: Chord; readonly firstStep: number; readonly steps: number }

/** What all players of a piece know. */
export type Song = {
  readonly style: Style
  readonly key: Key
  readonly grid: Grid
  readonly seconds: number
  readonly sections: readonly Section[]
  readonly spans: readonly ChordSpan[]
  /** Random numbers of a player's own, so that one player's choices do not change another's. */
  readonly randomOf: (player: string) => Random
}

/** The chord that sounds at a step. */
export const spanAt = ({ spans }: Song, step: number): ChordSpan => {
  const span = spans.findLast(({ firstStep }) => firstStep <= step) ?? spans[0]
  if (span === undefined) throw new Error('a song without chords')
  return span
}

/** The bars of a song, each with the section it belongs to. */
export const barsOf = ({ sections }: Song): readonly { readonly bar: number; readonly section: Section }[] =>
  sections.flatMap((section) =>
    Array.from({ length: section.bars }, (_empty, index) => ({ bar: section.firstBar + index, section })),
  )

/** The step at which a bar begins. */
export const firstStepOf = ({ grid }: Song, bar: number): number => bar * grid.stepsPerBar
