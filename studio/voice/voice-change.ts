import { loudness } from '../music/sound/loudness.ts'
import { atLoudness } from '../music/sound/master.ts'
import { peakOf, type Stereo } from '../music/sound/stereo.ts'
import { UnusableInput } from '../unusable-input.ts'
import { removeBackground } from './background.ts'
import { changeTowards } from './likeness.ts'
import { plainTimbre, referenceVoice } from './reference.ts'
import { shiftPitch } from './rubberband.ts'
import { changeTimbre } from './timbre.ts'

/** Whose voice a clip is to have, and what else is done to it. */
export type VoiceChange = {
  readonly voiceId: string
  /** How far the pitch moves; the wanted voice's own pitch adds nothing to it. */
  readonly semitones: number
  readonly withoutBackground: boolean
}

const inaudible = 1e-3

/** Another throat lets other tones through; how loud somebody speaks is not a matter of the throat. */
const asLoudAs = (sound: Stereo, original: Stereo): Stereo => {
  const lufs = loudness(original)
  return Number.isFinite(lufs) && peakOf(sound) >= inaudible ? atLoudness(sound, lufs) : sound
}

/**
 * The same words and tones by another voice, as long to the sample and as loud. The same clip and
 * the same wishes give the same samples. Throws `UnusableInput` where nothing can be heard, and an
 * error for a voice that nobody knows.
 */
export const changeVoice = async (
  sound: Stereo,
  { voiceId, semitones, withoutBackground }: VoiceChange,
): Promise<Stereo> => {
  const wanted = await referenceVoice(voiceId)
  if (wanted === undefined) throw new Error(`there is no voice ${voiceId}`)
  if (peakOf(sound) < inaudible) throw new UnusableInput('The clip is silent')
  const quiet = withoutBackground ? removeBackground(sound) : sound
  const moved = semitones === 0 ? quiet : await shiftPitch(quiet, semitones)
  const change = changeTowards(moved, wanted.timbre, await plainTimbre())
  return asLoudAs(changeTimbre(moved, { ...change, breathDb: wanted.breathDb }), quiet)
}
