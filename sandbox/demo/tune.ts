import { encodeMp3 } from '../../studio/encode/mp3.ts'
import { sampleRate } from '../../studio/music/sound/stereo.ts'

/** A key of the piano by its MIDI number, and how many quarters it is held. */
type Note = readonly [key: number, quarters: number]

const secondsPerQuarter = 0.5

/**
 * One line of "What shall we do with the drunken sailor" (traditional): its rhythm is
 * the same on every step of the mode.
 */
const line = (high: number, rise: readonly [number, number, number]): readonly Note[] => [
  ...[1, 0.5, 0.5, 1, 0.5, 0.5].map((quarters): Note => [high, quarters]),
  ...[high, ...rise].map((key): Note => [key, 1]),
]

/** In D Dorian. */
const melody: readonly Note[] = [
  ...line(69, [62, 65, 69]),
  ...line(67, [60, 64, 67]),
  ...line(69, [71, 72, 74]),
]

const hertz = (key: number): number => 440 * 2 ** ((key - 69) / 12)

/** A plucked string: a few harmonics, the higher the weaker and the sooner gone. */
const pluck = (key: number, seconds: number): number => {
  const harmonics = [1, 2, 3, 4, 5]
  const attack = Math.min(1, seconds / 0.005)
  return harmonics.reduce((sum, harmonic) => {
    const wave = Math.sin(2 * Math.PI * hertz(key) * harmonic * seconds)
    return sum + (attack * wave * Math.exp(-2 * harmonic * seconds)) / harmonic
  }, 0)
}

/** How long the tune lasts. */
export const tuneSeconds = melody.reduce((sum, [, quarters]) => sum + quarters, 0) * secondsPerQuarter

/** A little tune such as a member would record and post, as MP3. */
export const recordTune = (): Promise<Uint8Array> => {
  const samples = new Float32Array(Math.round(tuneSeconds * sampleRate))
  let start = 0
  for (const [key, quarters] of melody) {
    const length = Math.round(quarters * secondsPerQuarter * sampleRate)
    for (let index = 0; index < length; index += 1)
      samples[start + index] = 0.3 * pluck(key, index / sampleRate)
    start += length
  }
  return encodeMp3({ left: samples, right: samples, sampleRate })
}
