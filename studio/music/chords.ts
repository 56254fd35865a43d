import type { Section } from './form.ts'
import type { Grid } from './grid.ts'
import type { Progression } from './harmonies.ts'
import type { Random } from './random.ts'
import type { ChordSpan } from './song.ts'
import type { Style } from './style.ts'
import { isDark, type Key, readChord } from './theory.ts'

const barSpans = (key: Key, symbols: string, firstStep: number, stepsPerBar: number): ChordSpan[] => {
  const parts = symbols.split('/')
  const steps = stepsPerBar / parts.length
  return parts.map((symbol, index) => ({
    chord: readChord(key, symbol),
    firstStep: firstStep + Math.round(index * steps),
    steps: Math.round(steps),
  }))
}

const symbolOfTonic = (progression: Progression): string =>
  progression.split(/[ /]/).find((symbol) => symbol.startsWith('1')) ?? '1'

/** The chords of a song: each kind of section has its own progression, and the last chord is the tonic. */
export const layChords = (
  style: Style,
  key: Key,
  grid: Grid,
  sections: readonly Section[],
  random: Random,
): readonly ChordSpan[] => {
  const { verse, chorus } = style.harmony[isDark(key.mode) ? 'dark' : 'bright']
  const verseProgression = random.pick(verse)
  const chorusProgression = random.pick(chorus)
  const progressions: Readonly<Record<Section['kind'], Progression>> = {
    intro: verseProgression,
    verse: verseProgression,
    chorus: chorusProgression,
    ending: symbolOfTonic(verseProgression),
  }
  return sections.flatMap(({ kind, firstBar, bars }) => {
    const symbols = progressions[kind].split(' ')
    return Array.from({ length: bars }, (_empty, index) => {
      const symbol = symbols[index % symbols.length] ?? '1'
      return barSpans(key, symbol, (firstBar + index) * grid.stepsPerBar, grid.stepsPerBar)
    }).flat()
  })
}
