import { readFile } from 'node:fs/promises'
import { medianPitch } from '../analysis/pitch.ts'
import { decodeClip } from '../clips/decode.ts'
import { resample } from '../clips/resample.ts'
import type { Gender } from '../music/order.ts'
import { master } from '../music/sound/master.ts'
import { type Stereo, sampleRate, silence } from '../music/sound/stereo.ts'
import { UnusableInput } from '../unusable-input.ts'
import { speak } from './espeak.ts'
import { type Speaker, speakerOfGender, speakerOfPitch, speakerOfVoice } from './speakers.ts'
import type { TimedWord } from './word-times.ts'

/** A text to speak, and by whom: the sample counts before the voice, and the voice before the gender. */
export type SpeechOrder = {
  readonly text: string
  readonly samplePath: string | undefined
  /** Empty where no voice was chosen. */
  readonly voice: string
  readonly gender: Gender
}

const quietBeforeSeconds = 0.15
const quietAfterSeconds = 0.3
const fadeOutSeconds = 0.05
const inaudible = 1e-3

const speakerOfSample = async (path: string): Promise<Speaker> => {
  const hz = medianPitch(await decodeClip(await readFile(path)))
  if (hz === undefined) throw new UnusableInput('No voice can be heard in the sample')
  return speakerOfPitch(hz)
}

const speakerOf = async ({ samplePath, voice, gender }: SpeechOrder): Promise<Speaker> => {
  if (samplePath !== undefined) return await speakerOfSample(samplePath)
  return speakerOfVoice(voice) ?? speakerOfGender(gender)
}

/** The speech in the middle of both sides, with a little quiet around it. */
const centred = (speech: Float32Array): Stereo => {
  const before = Math.round(quietBeforeSeconds * sampleRate)
  const out = silence(before + speech.length + Math.round(quietAfterSeconds * sampleRate))
  out.left.set(speech, before)
  out.right.set(speech, before)
  return out
}

/** A spoken text, and when each of its words is heard. */
export type SpokenText = { readonly sound: Stereo; readonly words: readonly TimedWord[] }

const later = ({ text, start, end }: TimedWord): TimedWord => ({
  text,
  start: start + quietBeforeSeconds * 1000,
  end: end + quietBeforeSeconds * 1000,
})

/** Speaks the whole text, as loud as everything the studio makes. The same order gives the same samples. */
export const speakTimed = async (order: SpeechOrder): Promise<SpokenText> => {
  const { samples, sampleRate: rate, words } = await speak(order.text, await speakerOf(order))
  if (!samples.some((sample) => Math.abs(sample) > inaudible)) {
    throw new UnusableInput('The text has nothing in it that can be spoken')
  }
  const sound = master(centred(resample(samples, rate, sampleRate)), fadeOutSeconds)
  return { sound, words: words.map(later) }
}

/** The sound alone of a spoken text. */
export const speakText = async (order: SpeechOrder): Promise<Stereo> => (await speakTimed(order)).sound
