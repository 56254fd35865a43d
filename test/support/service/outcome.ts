import type { Outcome, Output } from '../../../src/core/outcome.ts'

/** One take as the service delivers it: with a file and a length, without lyrics. */
export const output = (take: number, overrides: Partial<Output> = {}): Output => ({
  conversionId: `conversion-${take}`,
  title: `Title ${take}`,
  lyrics: undefined,
  timedLyrics: [],
  audioUrl: `https://cdn.example/${take}.mp3`,
  wavUrl: undefined,
  durationSeconds: 20 + take,
  sounds: undefined,
  ...overrides,
})

/** What a finished task left behind: these outputs and no more, or more. */
export const outcomeOf = (outputs: readonly Output[], more: Partial<Outcome> = {}): Outcome => ({
  outputs,
  coverUrl: undefined,
  transcription: undefined,
  translation: undefined,
  ...more,
})

/** Two takes, complete. */
export const twoTakes: Outcome = outcomeOf([output(1), output(2)])
