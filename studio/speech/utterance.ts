import { resample } from '../clips/resample.ts'
import { type Stereo, sampleRate, silence } from '../music/sound/stereo.ts'
import { UnusableInput } from '../unusable-input.ts'
import { changeFor } from '../voice/character.ts'
import { changeTimbre } from '../voice/timbre.ts'
import { speak } from './espeak.ts'
import type { Speaker } from './speakers.ts'
import type { TimedWord } from './word-times.ts'

/** A spoken text, and when each of its words is heard. */
export type SpokenText = { readonly sound: Stereo; readonly words: readonly TimedWord[] }

const quietBeforeSeconds = 0.15
const quietAfterSeconds = 0.3
const inaudible = 1e-3

/** The speech in the middle of both sides, with a little quiet around it. */
const centred = (speech: Float32Array): Stereo => {
  const before = Math.round(quietBeforeSeconds * sampleRate)
  const out = silence(before + speech.length + Math.round(quietAfterSeconds * sampleRate))
  out.left.set(speech, before)
  out.right.set(speech, before)
  return out
}

const later = ({ text, start, end }: TimedWord): TimedWord => ({
  text,
  start: start + quietBeforeSeconds * 1000,
  end: end + quietBeforeSeconds * 1000,
})

/**
 * A text as the speaker says it, with the speaker's character, as loud as the synthesiser has it. The same
 * text gives the same samples. Throws `UnusableInput` where the text has nothing in it that can be spoken.
 */
export const utter = async (text: string, speaker: Speaker): Promise<SpokenText> => {
  const { samples, sampleRate: rate, words } = await speak(text, speaker)
  if (!samples.some((sample) => Math.abs(sample) > inaudible)) {
    throw new UnusableInput('The text has nothing in it that can be spoken')
  }
  const plain = centred(resample(samples, rate, sampleRate))
  const { character } = speaker
  const sound = character === undefined ? plain : changeTimbre(plain, changeFor(character))
  return { sound, words: words.map(later) }
}
