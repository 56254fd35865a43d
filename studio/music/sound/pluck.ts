import type { Random } from '../random.ts'
import type { Note } from '../score.ts'
import { frequencyOf } from '../theory.ts'
import { createFilter } from './filters.ts'
import type { PluckPatch } from './patch.ts'
import { sampleRate } from './stereo.ts'

const middleC = 60
const bodyResonancesHz = [105, 205, 390]

/** The noise of the pluck: soft plucks are dull, and the place on the string takes harmonics away. */
const excitation = (length: number, note: Note, patch: PluckPatch, random: Random): Float32Array => {
  const filter = createFilter(600 + 9000 * patch.brightness * (0.35 + 0.65 * note.velocity))
  const noise = Float32Array.from({ length }, () => filter.lowPass(random.next() * 2 - 1))
  const lag = Math.max(1, Math.round(length * patch.position))
  const plucked = noise.map((sample, index) => sample - 0.9 * (noise[(index + length - lag) % length] ?? 0))
  const mean = plucked.reduce((sum, sample) => sum + sample, 0) / length
  return plucked.map((sample) => sample - mean)
}

const addBody = (string: Float32Array, amount: number): void => {
  if (amount === 0) return
  const filters = bodyResonancesHz.map((hz) => createFilter(hz, 4))
  for (let index = 0; index < string.length; index += 1) {
    const sample = string[index] ?? 0
    let resonance = 0
    for (const filter of filters) resonance += filter.bandPass(sample)
    string[index] = sample + amount * resonance
  }
}

const fadeOut = (string: Float32Array, seconds: number): void => {
  const samples = Math.min(string.length, Math.ceil(seconds * sampleRate))
  const start = string.length - samples
  for (let index = start; index < string.length; index += 1) {
    string[index] = (string[index] ?? 0) * (1 - (index - start) / samples)
  }
}

/** The loop of the string: what comes round is a little duller and softer each time. */
const vibrate = (
  out: Float32Array,
  pluck: Float32Array,
  period: number,
  note: Note,
  patch: PluckPatch,
): void => {
  const ring = patch.ringSeconds * 2 ** ((middleC - note.pitch) / 24)
  const loss = 10 ** ((-3 * period) / (ring * sampleRate))
  const dampedLoss = 10 ** ((-3 * period) / (patch.dampSeconds * sampleRate))
  const heldSamples = note.seconds * sampleRate
  const dulling = 0.5 - 0.42 * patch.brightness
  // The averaging of two neighbours delays by `dulling` samples, so the loop is that much shorter.
  const delay = period - dulling
  const whole = Math.floor(delay)
  const fraction = delay - whole
  let previous = 0
  for (let index = 0; index < out.length; index += 1) {
    const near = index >= whole ? (out[index - whole] ?? 0) : 0
    const far = index > whole ? (out[index - whole - 1] ?? 0) : 0
    const back = near + fraction * (far - near)
    const dulled = (1 - dulling) * back + dulling * previous
    previous = back
    const struck = index < pluck.length ? (pluck[index] ?? 0) : 0
    out[index] = struck + (index < heldSamples ? loss : dampedLoss) * dulled
  }
}

/**
 * Sounds a plucked string: noise that goes round in a loop as long as the period
 * (Karplus and Strong, https://ccrma.stanford.edu/~jos/pasp/Karplus_Strong_Algorithm.html).
 */
export const soundPluck = (note: Note, patch: PluckPatch, random: Random): Float32Array => {
  const period = sampleRate / frequencyOf(note.pitch)
  const out = new Float32Array(Math.ceil((note.seconds + patch.dampSeconds) * sampleRate))
  vibrate(out, excitation(Math.floor(period), note, patch, random), period, note, patch)
  addBody(out, patch.body)
  fadeOut(out, patch.dampSeconds)
  for (let index = 0; index < out.length; index += 1) out[index] = (out[index] ?? 0) * note.velocity
  return out
}
