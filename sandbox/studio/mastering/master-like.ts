import { loudness } from '../music/sound/loudness.ts'
import type { Stereo } from '../music/sound/stereo.ts'
import { UnusableInput } from '../unusable-input.ts'
import { matchDynamics, spreadOf } from './dynamics.ts'
import { keepEdges } from './edges.ts'
import { equalise } from './equaliser.ts'
import { type Level, measureLevel, noEffort, toLevel } from './louder.ts'
import { aimAt, correct, matchSpectrum, missingChanges, type Portrait } from './matching.ts'
import { spectrumOf } from './spectrum.ts'

/** The softest that ITU-R BS.1770 counts as sound, in LUFS. */
const softestLufs = -70
const rounds = 3
/** A result that is this near to what is wanted is not tried again. */
const closeDb = 0.3
/** What an octave counts at most, as one that cannot be mended must not outweigh all others. */
const farDb = 4

const portraitOf = (sound: Stereo): Portrait => ({ spectrum: spectrumOf(sound), lufs: loudness(sound) })

const audiblePortrait = (sound: Stereo, whatItIs: string): Portrait => {
  const portrait = portraitOf(sound)
  if (portrait.lufs <= softestLufs) throw new UnusableInput(`${whatItIs} is silent`)
  return portrait
}

/** The mastering of a sound: all that another one needs to be made like it. */
export type Mastering = {
  readonly portrait: Portrait
  readonly level: Level
  readonly spread: number | undefined
}

/** Measures the mastering of a reference. Throws `UnusableInput` for a silent one. */
export const masteringOf = (reference: Stereo): Mastering => {
  const portrait = audiblePortrait(reference, 'The reference')
  return { portrait, level: measureLevel(reference), spread: spreadOf(reference, portrait.lufs) }
}

/** How far off a sound is: the mean over its octaves. */
const distance = (missing: readonly number[]): number =>
  missing.reduce((sum, change) => sum + Math.min(farDb, Math.abs(change)), 0) / missing.length

/**
 * Gives a clip the mastering of a reference: its spectrum, width, dynamics and loudness. Dynamics and limiter change
 * the spectrum, so what comes out is measured, and another round corrects it. Throws `UnusableInput` for a silent clip.
 */
export const masterLike = (clip: Stereo, { portrait, level, spread }: Mastering): Stereo => {
  const aim = aimAt(audiblePortrait(clip, 'The clip'), portrait)
  let matching = matchSpectrum(aim, portrait)
  let effort = noEffort
  let best = { sound: clip, off: Number.POSITIVE_INFINITY }
  for (let round = 0; round < rounds && best.off > closeDb; round += 1) {
    const equalised = keepEdges(equalise(clip, matching.gains), clip)
    const made = toLevel(matchDynamics(equalised, loudness(equalised), spread), level, effort)
    const missing = missingChanges(aim, portraitOf(made.sound))
    const off = distance(missing)
    if (off < best.off) best = { sound: made.sound, off }
    effort = made.effort
    matching = correct(aim, matching, missing)
  }
  return best.sound
}
