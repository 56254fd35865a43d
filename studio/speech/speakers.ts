import type { Gender } from '../music/order.ts'
import type { Character } from '../voice/character.ts'
import { voiceById, voices } from '../voice-list/voices.ts'

/** How a voice is set up in the synthesiser; pitch and range from 0 to 99 with 50 as usual. */
export type Speaker = {
  readonly variant: string
  readonly pitch: number
  readonly range: number
  readonly wordsPerMinute: number
  /** What is made of the synthesiser's timbre; undefined where it stays as it is. */
  readonly character: Character | undefined
}

/** A timbre of the synthesiser, and the pitch it speaks at when nothing is changed, measured in hertz. */
type Timbre = { readonly variant: string; readonly hz: number }

const maleTimbres: readonly Timbre[] = [
  { variant: 'm3', hz: 106 },
  { variant: 'm1', hz: 95 },
  { variant: 'Michael', hz: 108 },
  { variant: 'm4', hz: 94 },
  { variant: 'Alex', hz: 104 },
  { variant: 'm7', hz: 107 },
  { variant: 'Gene', hz: 95 },
  { variant: 'paul', hz: 86 },
]
const femaleTimbres: readonly Timbre[] = [
  { variant: 'f3', hz: 212 },
  { variant: 'steph', hz: 184 },
  { variant: 'linda', hz: 230 },
  { variant: 'f4', hz: 178 },
  { variant: 'Annie', hz: 245 },
  { variant: 'f1', hz: 181 },
  { variant: 'belinda', hz: 230 },
  { variant: 'f5', hz: 204 },
]

const usual = 50
/** How far the setting has to go up for an octave. */
const pitchPerOctave = 70
const semitonesBetweenNamesakes = 3
/** Men and women speak below and above this on average. */
const betweenGendersHz = 155
const neutralHz = 150

const timbresOf = (gender: 'female' | 'male'): readonly Timbre[] =>
  gender === 'female' ? femaleTimbres : maleTimbres

const pitchFor = ({ hz }: Timbre, wantedHz: number): number =>
  Math.round(Math.max(0, Math.min(99, usual + pitchPerOctave * Math.log2(wantedHz / hz))))

const nearestTimbre = (timbres: readonly Timbre[], hz: number): Timbre | undefined => {
  const distance = (timbre: Timbre): number => Math.abs(Math.log2(timbre.hz / hz))
  return timbres.toSorted((one, other) => distance(one) - distance(other))[0]
}

const speakerAt = (timbre: Timbre | undefined, hz: number): Speaker => {
  if (timbre === undefined) throw new Error('a gender without timbres')
  return {
    variant: timbre.variant,
    pitch: pitchFor(timbre, hz),
    range: usual,
    wordsPerMinute: 165,
    character: undefined,
  }
}

/** A speaker of about this pitch in hertz, as it was heard in a sample. */
export const speakerOfPitch = (hz: number): Speaker =>
  speakerAt(nearestTimbre(timbresOf(hz < betweenGendersHz ? 'male' : 'female'), hz), hz)

/** The speaker for a gender alone. */
export const speakerOfGender = (gender: Gender): Speaker => {
  if (gender === 'neutral') return speakerAt(maleTimbres[0], neutralHz)
  const [timbre] = timbresOf(gender)
  return speakerAt(timbre, timbre?.hz ?? neutralHz)
}

/** Those that share a timbre have throats of different lengths, from the lowest to the highest voice. */
const stretches = [0.92, 1, 1.09]
const brightnessMaxDb = 6
const brightnessSteps = 24
/** Both numbers were chosen by trial: they put the voices that are most alike as far apart as they go. */
const brightnessStride = 13
const brightnessOffsetOfMen = 5
const breathsDb = [-20, -Infinity, -14, -26, -10]

const characterOf = (gender: 'female' | 'male', position: number, round: number): Character => {
  const step =
    (position * brightnessStride + (gender === 'male' ? brightnessOffsetOfMen : 0)) % brightnessSteps
  return {
    stretch: stretches[round % stretches.length] ?? 1,
    brightnessDb: brightnessMaxDb * ((2 * step) / (brightnessSteps - 1) - 1),
    breathDb: breathsDb[position % breathsDb.length] ?? -Infinity,
  }
}

/**
 * The speaker behind a voice of the service, undefined for a voice nobody knows. Voices go round the timbres;
 * those that share one lie apart in pitch and character, and each has a pace and a liveliness of its own.
 */
export const speakerOfVoice = (voiceId: string): Speaker | undefined => {
  const voice = voiceById(voiceId)
  if (voice === undefined) return undefined
  const position = voices.filter(({ gender }) => gender === voice.gender).indexOf(voice)
  const timbres = timbresOf(voice.gender)
  const timbre = timbres[position % timbres.length]
  const round = Math.floor(position / timbres.length)
  const hz = (timbre?.hz ?? neutralHz) * 2 ** (((round - 1) * semitonesBetweenNamesakes) / 12)
  return {
    ...speakerAt(timbre, hz),
    range: 38 + ((position * 7) % 27),
    wordsPerMinute: 150 + ((position * 5) % 31),
    character: characterOf(voice.gender, position, round),
  }
}
