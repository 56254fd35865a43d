import type { BarPattern } from './style.ts'

/** A sign of a pattern, the step it stands on, and how many steps it lasts. */
export type Stroke = { readonly sign: string; readonly step: number; readonly steps: number }

/** Reads one bar: a sign lasts as long as `-` follow it. */
export const readPattern = (pattern: BarPattern): readonly Stroke[] => {
  const strokes: Stroke[] = []
  for (const match of pattern.matchAll(/([^-.])(-*)/g)) {
    const [text, sign = ''] = match
    strokes.push({ sign, step: match.index, steps: text.length })
  }
  return strokes
}

/** How strongly a stroke is played, from 0 to 1. */
export const velocityOf = (sign: string): number => {
  if (sign === 'X') return 1
  return sign === 'o' ? 0.45 : 0.75
}
