import { momentaryLoudness } from '../music/sound/loudness.ts'
import { decibelsToGain, type Stereo, sampleRate } from '../music/sound/stereo.ts'

/** What is softer than the whole by more than this is a pause, whose level says nothing. */
const pauseLu = -20
const momentsFewest = 20
const ratioLeast = 0.35
const ratioMost = 1.6
const changeDbMost = 9
const stillLu = -40
const momentSeconds = 0.4
const hopSeconds = 0.1

/**
 * How far the soft and the loud moments of a sound lie apart: the standard deviation in LU of all that are no pauses;
 * undefined for a sound that is too short to tell. A moment is 400 ms long.
 */
export const spreadOf = (sound: Stereo, lufs: number): number | undefined => {
  const moments = momentaryLoudness(sound).filter((moment) => moment > lufs + pauseLu)
  if (moments.length < momentsFewest) return undefined
  const mean = moments.reduce((sum, moment) => sum + moment, 0) / moments.length
  return Math.sqrt(moments.reduce((sum, moment) => sum + (moment - mean) ** 2, 0) / moments.length)
}

/** The change of a moment in decibels; none in pauses, so that their noise stays where it is. */
const changeOf = (relativeLu: number, ratio: number): number => {
  const change = (ratio - 1) * Math.max(relativeLu, pauseLu)
  const sounding = Math.min(1, Math.max(0, (relativeLu - stillLu) / (pauseLu - stillLu)))
  return sounding * Math.min(changeDbMost, Math.max(-changeDbMost, change))
}

/** Changes each moment by its decibels, and goes from one to the next in a straight line. */
const withChanges = ({ left, right }: Stereo, changes: readonly number[]): Stereo => {
  const out = { left: new Float32Array(left.length), right: new Float32Array(left.length), sampleRate }
  const gains = Float64Array.from(changes, decibelsToGain)
  for (let index = 0; index < left.length; index += 1) {
    const place = (index / sampleRate - momentSeconds / 2) / hopSeconds
    const moment = Math.min(gains.length - 1, Math.max(0, Math.floor(place)))
    const next = Math.min(gains.length - 1, moment + 1)
    const part = Math.min(1, Math.max(0, place - moment))
    const gain = (1 - part) * (gains[moment] ?? 1) + part * (gains[next] ?? 1)
    out.left[index] = (left[index] ?? 0) * gain
    out.right[index] = (right[index] ?? 0) * gain
  }
  return out
}

/** Brings the soft and the loud moments of a sound closer together or further apart, towards a wanted spread in LU. */
export const matchDynamics = (sound: Stereo, lufs: number, wantedSpread: number | undefined): Stereo => {
  const spread = spreadOf(sound, lufs)
  if (spread === undefined || wantedSpread === undefined) return sound
  const ratio = Math.min(ratioMost, Math.max(ratioLeast, wantedSpread / Math.max(spread, 0.1)))
  const changes = momentaryLoudness(sound).map((moment) => changeOf(moment - lufs, ratio))
  return withChanges(sound, changes)
}
