import type { Note } from '../score.ts'
import { frequencyOf } from '../theory.ts'
import { envelopeLevel } from './envelope.ts'
import type { FmPatch } from './patch.ts'
import { sampleRate } from './stereo.ts'

const samplesPerControl = 16
const tineSeconds = 0.09

/** Sounds one tone of a sine whose phase another sine moves (Chowning's frequency modulation). */
export const soundFm = (note: Note, patch: FmPatch): Float32Array => {
  const out = new Float32Array(Math.ceil((note.seconds + patch.envelope.release) * sampleRate))
  const turn = (2 * Math.PI * frequencyOf(note.pitch)) / sampleRate
  const strength = patch.index * (0.3 + 0.9 * note.velocity)
  let level = 0
  let slope = 0
  let index = 0
  let tine = 0
  for (let sample = 0; sample < out.length; sample += 1) {
    if (sample % samplesPerControl === 0) {
      const seconds = sample / sampleRate
      const next = envelopeLevel(patch.envelope, seconds + samplesPerControl / sampleRate, note.seconds)
      slope = (next - level) / samplesPerControl
      index = strength * Math.exp(-seconds / patch.indexDecay)
      tine = patch.tineLevel * note.velocity * Math.exp(-seconds / tineSeconds)
    }
    level += slope
    const angle = turn * sample
    const carrier = Math.sin(angle + index * Math.sin(angle * patch.ratio))
    out[sample] = note.velocity * level * (carrier + tine * Math.sin(angle * patch.tineRatio))
  }
  return out
}
