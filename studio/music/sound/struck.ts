import type { Random } from '../random.ts'
import type { Note } from '../score.ts'
import { frequencyOf } from '../theory.ts'
import { createFilter } from './filters.ts'
import type { StruckPatch } from './patch.ts'
import { sampleRate } from './stereo.ts'

const middleC = 60
const inaudible = 1e-4
const highestHz = 16_000
const knockSeconds = 0.02

/** Adds a sine that dies away: a resonator of two poles, which needs no sine in its loop. */
const addPartial = (out: Float32Array, hz: number, level: number, ringSeconds: number): void => {
  const turn = (2 * Math.PI * hz) / sampleRate
  const decay = 10 ** (-3 / (ringSeconds * sampleRate))
  const feedback = 2 * decay * Math.cos(turn)
  const feedbackOfTwo = decay * decay
  const audibleSeconds = (ringSeconds / 3) * Math.log10(Math.max(1, level / inaudible))
  const end = Math.min(out.length, Math.ceil(audibleSeconds * sampleRate))
  let before = 0
  let now = level * decay * Math.sin(turn)
  for (let index = 1; index < end; index += 1) {
    out[index] = (out[index] ?? 0) + now
    const next = feedback * now - feedbackOfTwo * before
    before = now
    now = next
  }
}

const addKnock = (out: Float32Array, amount: number, random: Random): void => {
  const filter = createFilter(1400, 0.9)
  const end = Math.min(out.length, knockSeconds * 4 * sampleRate)
  for (let index = 0; index < end; index += 1) {
    const fading = Math.exp(-index / (knockSeconds * sampleRate))
    out[index] = (out[index] ?? 0) + amount * fading * filter.lowPass(random.next() * 2 - 1)
  }
}

const damp = (out: Float32Array, note: Note, dampSeconds: number): void => {
  const start = Math.floor(note.seconds * sampleRate)
  for (let index = start; index < out.length; index += 1) {
    const left = 1 - (index - start) / (dampSeconds * sampleRate)
    out[index] = (out[index] ?? 0) * Math.max(0, left) ** 2
  }
}

/** Sounds one tone of struck strings or bars: the harder, the more of the upper partials. */
export const soundStruck = (note: Note, patch: StruckPatch, random: Random): Float32Array => {
  const out = new Float32Array(Math.ceil((note.seconds + patch.dampSeconds) * sampleRate))
  const frequency = frequencyOf(note.pitch)
  const ringSeconds = patch.ringSeconds * 2 ** ((middleC - note.pitch) / 18)
  const apart = patch.beatingCents === 0 ? [1] : [1, 2 ** (patch.beatingCents / 1200)]
  for (const [order, partial] of patch.partials.entries()) {
    const hz = frequency * partial.ratio * Math.sqrt(1 + patch.stiffness * partial.ratio ** 2)
    if (hz > highestHz) continue
    const level = (note.velocity ** (1 + order * 0.18) * partial.level) / apart.length
    for (const ratio of apart) addPartial(out, hz * ratio, level, ringSeconds * partial.ring)
  }
  addKnock(out, patch.knock * note.velocity, random)
  damp(out, note, patch.dampSeconds)
  return out
}
