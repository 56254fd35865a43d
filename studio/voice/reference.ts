import { type Speaker, speakerOfGender, speakerOfVoice } from '../speech/speakers.ts'
import { utter } from '../speech/utterance.ts'
import { type TimbreProfile, timbreOf } from './profile.ts'

/** The timbre of a voice of the service, and the air in it. */
export type ReferenceVoice = { readonly timbre: TimbreProfile; readonly breathDb: number }

/** Long enough, and with enough of the language's sounds, for a timbre that does not depend on the words. */
const text =
  'She had your dark suit in greasy wash water all year. Those answers will be straightforward if you think ' +
  'them through carefully first. We were away a year ago.'

const timbres = new Map<string, Promise<TimbreProfile>>()

const timbreOfSpeaker = (name: string, speaker: Speaker): Promise<TimbreProfile> => {
  const known = timbres.get(name) ?? utter(text, speaker).then(({ sound }) => timbreOf(sound))
  timbres.set(name, known)
  return known
}

/** How a voice of the service sounds when it speaks; undefined for a voice nobody knows. */
export const referenceVoice = async (voiceId: string): Promise<ReferenceVoice | undefined> => {
  const speaker = speakerOfVoice(voiceId)
  if (speaker === undefined) return undefined
  const breathDb = speaker.character?.breathDb ?? -Infinity
  return { timbre: await timbreOfSpeaker(voiceId, speaker), breathDb }
}

/** The timbre of a voice without a character. */
export const plainTimbre = async (): Promise<TimbreProfile> =>
  await timbreOfSpeaker('plain', speakerOfGender('neutral'))
