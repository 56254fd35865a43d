import { octaveHz } from './bands.ts'
import { levelsOf, type Portrait } from './matching.ts'

/**
 * Octaves over 3 dB apart are to end at less than half of that; those nearly so
 * far apart are counted with them.
 */
const apartDb = 2.5
/** No octave may end further from the reference than it was, by so many decibels. */
const worseDb = 1
/**
 * What lies so far under the whole cannot be heard beside it: it counts as
 * that deep, and is not to be raised.
 */
const unheardDb = -60
const nearlyUnheardDb = -59
/** Some room is kept. */
const part = 0.85
const worsePart = 0.5

/**
 * By how many decibels the octaves of what was made of a sound lie outside of what a
 * mastering promises, together: those over 3 dB apart from the reference end at less than
 * half of that, and none is worse by 1 dB.
 */
export const outsideDb = (own: Portrait, reference: Portrait, now: Portrait): number => {
  const [before, wanted, after] = [own, reference, now].map((portrait) =>
    levelsOf(portrait, octaveHz, 1, unheardDb),
  )
  return octaveHz.reduce((total, _hz, octave) => {
    const aim = wanted?.toLoudness[octave] ?? 0
    const apart = Math.abs((before?.toLoudness[octave] ?? 0) - aim)
    const left = Math.abs((after?.toLoudness[octave] ?? 0) - aim)
    const isHeard = (before?.toWhole[octave] ?? 0) > nearlyUnheardDb
    const mayBeLeft = apart > apartDb && isHeard ? (part * apart) / 2 : apart + worsePart * worseDb
    return total + Math.max(0, left - mayBeLeft)
  }, 0)
}
