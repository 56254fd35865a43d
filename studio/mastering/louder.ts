import { loudness } from '../music/sound/loudness.ts'
import { decibelsToGain, type Stereo } from '../music/sound/stereo.ts'
import { actions, gentle, limit } from './limiter.ts'
import { highest, truePeaks } from './true-peak.ts'

/** Room for the peaks that encoders add, as EBU R 128 asks for it. */
const highestCeilingDb = -1
const rounds = 8
const closeLu = 0.1
/** What may be missing before the next action is tried. */
const enoughLu = 0.5
const driveDbMost = 30
/**
 * Where a decibel of drive brings less than this in loudness, what little is missing is not worth the waves.
 */
const hopelessSlope = 0.3

const toDecibels = (level: number): number => 20 * Math.log10(Math.max(level, 1e-9))

/** How loud a sound is in LUFS, and how far its highest peak lies above that, in decibels. */
export type Level = { readonly lufs: number; readonly peakOverLoudnessDb: number }

const levelOf = (peaks: Float32Array, lufs: number): Level => ({
  lufs,
  peakOverLoudnessDb: toDecibels(highest(peaks)) - lufs,
})

/** The level of a sound. */
export const measureLevel = (sound: Stereo): Level => levelOf(truePeaks(sound), loudness(sound))

/**
 * Peaks come half of the way to those of the reference where they stand out more, and never near full scale.
 */
const ceilingOf = (own: Level, wanted: Level): number => {
  const room = Math.max(wanted.peakOverLoudnessDb, (wanted.peakOverLoudnessDb + own.peakOverLoudnessDb) / 2)
  return decibelsToGain(Math.min(highestCeilingDb, wanted.lufs + room))
}

/**
 * How hard the limiter has to work: which of its actions, and how much more is asked of it than is missing.
 */
export type Effort = { readonly action: number; readonly driveDb: number }

/** No more than the difference in loudness asks for. */
export const noEffort: Effort = { action: 0, driveDb: 0 }

/** How hard the limiter worked, and how much loudness is missing still. */
export type Attempt = { readonly missingLu: number; readonly effort: Effort }

/** Drives the limiter until the loudness is met, or more drive brings no more. */
const drive = (attempt: (effort: Effort) => Attempt, from: Effort): Attempt => {
  let last = attempt(from)
  let slope = 1
  for (let round = 1; round < rounds && Math.abs(last.missingLu) > closeLu; round += 1) {
    const { action, driveDb } = last.effort
    const step = Math.min(last.missingLu / slope, driveDbMost - driveDb)
    if (step === 0) return last
    const next = attempt({ action, driveDb: driveDb + step })
    slope = Math.min(1, Math.max(0.1, (last.missingLu - next.missingLu) / step))
    last = next
    if (slope < hopelessSlope && last.missingLu < enoughLu) return last
  }
  return last
}

/**
 * Writes into another sound of the same length one with the loudness of a reference, under a ceiling that is
 * never broken, beginning with an effort that is known to be needed. Where a gentle limiter cannot reach the
 * loudness, quicker ones are tried; what the quickest does not reach stays missing.
 */
export const toLevel = (sound: Stereo, wanted: Level, known: Effort, out: Stereo): Attempt => {
  const peaks = truePeaks(sound)
  const own = levelOf(peaks, loudness(sound))
  const ceiling = ceilingOf(own, wanted)
  const attempt = (effort: Effort): Attempt => {
    const gain = decibelsToGain(wanted.lufs - own.lufs + effort.driveDb)
    limit(sound, peaks, { gain, ceiling, action: actions[effort.action] ?? gentle }, out)
    return { missingLu: wanted.lufs - loudness(out), effort }
  }
  let best = drive(attempt, known)
  for (let action = known.action + 1; action < actions.length && best.missingLu > enoughLu; action += 1) {
    best = drive(attempt, { action, driveDb: 0 })
  }
  return best
}
