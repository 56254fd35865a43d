import type { Random } from '../random.ts'
import type { SungNote, Track } from '../score.ts'
import { frequencyOf } from '../theory.ts'
import { createFilter, type Filter } from './filters.ts'
import { decibelsToGain, type Stereo, sampleRate } from './stereo.ts'
import { type Consonant, consonantOf, type Formant, femaleVowels, maleVowels, vowelOf } from './vowels.ts'
import { readWavetable, type Wavetable, wavetable } from './wavetables.ts'

type VoiceTrack = Track & { readonly kind: 'voice' }

const samplesPerControl = 64
const attackSeconds = 0.035
const releaseSeconds = 0.07
const glideSeconds = 0.055
const vibratoOnsetSeconds = 0.28
const vibratoDepthSemitones = 0.28
const vibratoHz = 5.4
const formantCount = 5
const voiceGain = 2.2

type Throat = {
  readonly filters: readonly Filter[]
  readonly gains: number[]
  readonly hz: number[]
}

const createThroat = (): Throat => ({
  filters: Array.from({ length: formantCount }, () => createFilter(1000, 8)),
  gains: Array.from({ length: formantCount }, () => 0),
  hz: Array.from({ length: formantCount }, () => 1000),
})

/** Moves the mouth a part of the way towards a vowel. */
const shapeThroat = (throat: Throat, vowel: readonly Formant[], stretch: number, part: number): void => {
  for (const [index, formant] of vowel.entries()) {
    const hz = (throat.hz[index] ?? 0) + part * (formant.hz * stretch - (throat.hz[index] ?? 0))
    const gain =
      (throat.gains[index] ?? 0) + part * (decibelsToGain(formant.gainDb) - (throat.gains[index] ?? 0))
    throat.hz[index] = hz
    throat.gains[index] = gain
    throat.filters[index]?.tune(hz, hz / (formant.widthHz * 1.3))
  }
}

const throughThroat = ({ filters, gains }: Throat, sample: number): number => {
  let sum = 0
  for (let index = 0; index < filters.length; index += 1) {
    sum += (gains[index] ?? 0) * (filters[index]?.bandPass(sample) ?? 0)
  }
  return sum
}

const levelAt = (seconds: number, held: number): number => {
  const rising = Math.min(1, Math.max(0, seconds) / attackSeconds)
  const falling =
    seconds < held ? 1 - 0.15 * (seconds / held) : 0.85 * (1 - (seconds - held) / releaseSeconds)
  return rising * Math.max(0, falling)
}

const pitchAt = (note: SungNote, previous: SungNote | undefined, seconds: number): number => {
  const isTied = previous !== undefined && note.at - (previous.at + previous.seconds) < 0.12
  const from = isTied ? previous.pitch : note.pitch - 0.6
  const glided = note.pitch + (from - note.pitch) * Math.exp(-seconds / glideSeconds)
  const depth = vibratoDepthSemitones * Math.min(1, Math.max(0, seconds - vibratoOnsetSeconds) / 0.3)
  return glided + depth * Math.sin(2 * Math.PI * vibratoHz * seconds)
}

const addConsonant = (out: Float32Array, note: SungNote, consonant: Consonant, random: Random): void => {
  const filter = createFilter(consonant.hz, 1.6)
  const start = Math.round((note.at - consonant.seconds * 0.5) * sampleRate)
  const length = Math.round(consonant.seconds * sampleRate)
  for (let index = Math.max(0, -start); index < length && start + index < out.length; index += 1) {
    const level = consonant.level * note.velocity * Math.sin((Math.PI * index) / length)
    const noise = filter.bandPass(random.next() * 2 - 1)
    out[start + index] = (out[start + index] ?? 0) + level * noise
  }
}

type Singer = {
  readonly vowels: typeof femaleVowels
  readonly stretch: number
  readonly detune: number
  readonly throat: Throat
  phase: number
}

const singNote = (
  out: Float32Array,
  note: SungNote,
  previous: SungNote | undefined,
  singer: Singer,
  random: Random,
): void => {
  const vowel = singer.vowels[vowelOf(note.syllable)]
  const table: Wavetable = wavetable('glottis', frequencyOf(note.pitch + 1))
  const start = Math.round(note.at * sampleRate)
  const end = Math.min(out.length, start + Math.round((note.seconds + releaseSeconds) * sampleRate))
  let step = 0
  let level = 0
  let slope = 0
  for (let index = start; index < end; index += 1) {
    if ((index - start) % samplesPerControl === 0) {
      const seconds = (index - start) / sampleRate
      shapeThroat(singer.throat, vowel, singer.stretch, index === start ? 0.3 : 0.06)
      step = frequencyOf(pitchAt(note, previous, seconds) + singer.detune) / sampleRate
      const next = levelAt(seconds + samplesPerControl / sampleRate, note.seconds)
      slope = (next - level) / samplesPerControl
    }
    singer.phase += step
    if (singer.phase >= 1) singer.phase -= 1
    level += slope
    const breath = 0.03 * (random.next() * 2 - 1)
    const source = level * (readWavetable(table, singer.phase) + breath)
    out[index] = (out[index] ?? 0) + voiceGain * note.velocity * throughThroat(singer.throat, source)
  }
}

const sing = (out: Float32Array, track: VoiceTrack, detune: number, random: Random): void => {
  const isLow = track.gender === 'male'
  const singer: Singer = {
    vowels: isLow ? maleVowels : femaleVowels,
    stretch: (track.gender === 'neutral' ? 0.94 : 1) * (1 + 0.06 * track.colour),
    detune,
    throat: createThroat(),
    phase: 0,
  }
  let previous: SungNote | undefined
  for (const note of track.notes) {
    addConsonant(out, note, consonantOf(note.syllable), random)
    singNote(out, note, previous, singer, random)
    previous = note
  }
}

/**
 * Sings the syllables of a track: a wave of the vocal cords through the resonances of the vowels, with a
 * noise for the consonants. Each side has its own take, a few cents apart, as a doubled voice has.
 */
export const soundVoice = (track: VoiceTrack, out: Stereo, random: Random): void => {
  sing(out.left, track, 0.03, random)
  sing(out.right, track, -0.03, random)
}
