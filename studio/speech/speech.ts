import { readFile } from 'node:fs/promises'
import { medianPitch } from '../analysis/pitch.ts'
import { decodeClip } from '../clips/decode.ts'
import type { Gender } from '../music/order.ts'
import { master } from '../music/sound/master.ts'
import type { Stereo } from '../music/sound/stereo.ts'
import { UnusableInput } from '../unusable-input.ts'
import { changeTowards } from '../voice/likeness.ts'
import { timbreOf } from '../voice/profile.ts'
import { plainTimbre } from '../voice/reference.ts'
import { changeTimbre } from '../voice/timbre.ts'
import { speakerOfGender, speakerOfPitch, speakerOfVoice } from './speakers.ts'
import { type SpokenText, utter } from './utterance.ts'

/** A text to speak, and the voice: the sample counts before the voice, and the voice before the gender. */
export type SpeechOrder = {
  readonly text: string
  readonly samplePath: string | undefined
  /** Empty where no voice was chosen. */
  readonly voice: string
  readonly gender: Gender
}

const fadeOutSeconds = 0.05

/** The text as somebody would say it who speaks as high as the sample and sounds like it. */
const utterLike = async (text: string, sample: Stereo): Promise<SpokenText> => {
  const hz = medianPitch(sample)
  if (hz === undefined) throw new UnusableInput('No voice can be heard in the sample')
  const { sound, words } = await utter(text, speakerOfPitch(hz))
  const change = changeTowards(sound, timbreOf(sample), await plainTimbre())
  return { sound: changeTimbre(sound, { ...change, breathDb: -Infinity }), words }
}

const utterAsOrdered = async ({ text, samplePath, voice, gender }: SpeechOrder): Promise<SpokenText> => {
  if (samplePath !== undefined) return await utterLike(text, await decodeClip(await readFile(samplePath)))
  return await utter(text, speakerOfVoice(voice) ?? speakerOfGender(gender))
}

/**
 * Speaks the whole text, as loud as everything the studio makes, and tells when each word is heard. The
 * same order gives the same samples.
 */
export const speakTimed = async (order: SpeechOrder): Promise<SpokenText> => {
  const { sound, words } = await utterAsOrdered(order)
  return { sound: master(sound, fadeOutSeconds), words }
}

/** The sound alone of a spoken text. */
export const speakText = async (order: SpeechOrder): Promise<Stereo> => (await speakTimed(order)).sound
