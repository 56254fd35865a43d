import type { Style } from './style.ts'

/** Where the steps of a piece lie in time. */
export type Grid = {
  readonly beatsPerBar: number
  readonly stepsPerBeat: number
  readonly stepsPerBar: number
  readonly stepSeconds: number
  readonly barSeconds: number
  /** The time of a step, counted from the start of the piece, with the swing of the style. */
  readonly timeOf: (step: number) => number
}

/** The grid of a style at a tempo; its first step lies `startSeconds` after the start of the piece. */
export const createGrid = (style: Style, beatsPerMinute: number, startSeconds = 0): Grid => {
  const { beatsPerBar, stepsPerBeat, swing } = style
  const stepSeconds = 60 / beatsPerMinute / stepsPerBeat
  return {
    beatsPerBar,
    stepsPerBeat,
    stepsPerBar: beatsPerBar * stepsPerBeat,
    stepSeconds,
    barSeconds: beatsPerBar * stepsPerBeat * stepSeconds,
    timeOf: (step) =>
      startSeconds + (step + (stepsPerBeat === 4 && step % 2 === 1 ? swing : 0)) * stepSeconds,
  }
}
