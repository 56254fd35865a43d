import { momentaryLoudness } from '../music/sound/loudness.ts'
import { decibelsToGain, type Stereo, sampleRate } from '../music/sound/stereo.ts'

/** What is softer than the whole by more than this is a pause, whose level says nothing. */
const pauseLu = -20
/** What is no pause stays this far above one. */
const overPauseLu = 0.5
const momentsFewest = 20
/**
 * How much further apart than before moments may come to lie, or how much
 * closer; as they were is tried first.
 */
const ratios: readonly number[] = [1, ...Array.from({ length: 34 }, (_empty, step) => 0.35 + step * 0.05)]
const changeDbMost = 9
const stillLu = -40
/** The relative gate of ITU-R BS.1770: what is softer does not count in the loudness of the whole. */
const gateLu = -10
const momentSeconds = 0.4
const hopSeconds = 0.1

const spreadOfMoments = (all: readonly number[], lufs: number): number | undefined => {
  const moments = all.filter((moment) => moment > lufs + pauseLu)
  if (moments.length < momentsFewest) return undefined
  const mean = moments.reduce((sum, moment) => sum + moment, 0) / moments.length
  return Math.sqrt(moments.reduce((sum, moment) => sum + (moment - mean) ** 2, 0) / moments.length)
}

/**
 * How far the soft and the loud moments of a sound lie apart: the standard deviation in LU of all that are no
 * pauses; undefined for a sound that is too short to tell. A moment is 400 ms long.
 */
export const spreadOf = (sound: Stereo, lufs: number): number | undefined =>
  spreadOfMoments(momentaryLoudness(sound), lufs)

/** The change of a moment in decibels; none in pauses, so that their noise stays where it is. */
const changeOf = (relativeLu: number, ratio: number): number => {
  const change = (ratio - 1) * Math.max(relativeLu, pauseLu)
  const sounding = Math.min(1, Math.max(0, (relativeLu - stillLu) / (pauseLu - stillLu)))
  const lowest = Math.max(-changeDbMost, Math.min(0, pauseLu + overPauseLu - relativeLu))
  return sounding * Math.min(changeDbMost, Math.max(lowest, change))
}

/** Changes each moment, in place, by its decibels, and goes from one to the next in a straight line. */
const change = ({ left, right }: Stereo, changes: readonly number[]): void => {
  const gains = Float64Array.from(changes, decibelsToGain)
  for (let index = 0; index < left.length; index += 1) {
    const place = (index / sampleRate - momentSeconds / 2) / hopSeconds
    const moment = Math.min(gains.length - 1, Math.max(0, Math.floor(place)))
    const next = Math.min(gains.length - 1, moment + 1)
    const part = Math.min(1, Math.max(0, place - moment))
    const gain = (1 - part) * (gains[moment] ?? 1) + part * (gains[next] ?? 1)
    left[index] = (left[index] ?? 0) * gain
    right[index] = (right[index] ?? 0) * gain
  }
}

const power = (lufs: number): number => 10 ** (lufs / 10)

/**
 * How far apart moments are foreseen to lie after these changes, which change
 * the loudness of the whole as well.
 */
const foreseenSpread = (moments: readonly number[], changes: readonly number[], lufs: number): number => {
  const changed = moments.map((moment, at) => moment + (changes[at] ?? 0))
  const powers = (all: readonly number[]): number =>
    all.reduce((sum, moment, at) => sum + ((moments[at] ?? 0) > lufs + gateLu ? power(moment) : 0), 0)
  const louder = 10 * Math.log10(powers(changed) / Math.max(powers(moments), 1e-12))
  return spreadOfMoments(changed, lufs + louder) ?? 0
}

/**
 * Brings the soft and the loud moments of a sound, in place, closer together or further apart, to where their
 * spread in LU is foreseen to be nearest to the wanted one; not at all where nothing brings it nearer.
 */
export const matchDynamics = (sound: Stereo, lufs: number, wantedSpread: number): void => {
  const moments = momentaryLoudness(sound)
  if (spreadOfMoments(moments, lufs) === undefined) return
  let best = { changes: [] as readonly number[], off: Number.POSITIVE_INFINITY, ratio: 1 }
  for (const ratio of ratios) {
    const changes = moments.map((moment) => changeOf(moment - lufs, ratio))
    const off = Math.abs(foreseenSpread(moments, changes, lufs) - wantedSpread)
    if (off < best.off) best = { changes, off, ratio }
  }
  if (best.ratio !== 1) change(sound, best.changes)
}
