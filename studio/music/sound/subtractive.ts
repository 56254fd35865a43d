import type { Random } from '../random.ts'
import type { Note } from '../score.ts'
import { frequencyOf } from '../theory.ts'
import { envelopeLevel } from './envelope.ts'
import { createFilter } from './filters.ts'
import type { SubtractivePatch } from './patch.ts'
import { sampleRate } from './stereo.ts'
import { readWavetable, wavetable } from './wavetables.ts'

const samplesPerControl = 32
const vibratoHz = 5.3
const vibratoOnsetSeconds = 0.25

const centsToRatio = (cents: number): number => 2 ** (cents / 1200)

const detuneRatio = ({ unison, detuneCents }: SubtractivePatch, voice: number): number =>
  unison === 1 ? 1 : centsToRatio(detuneCents * ((2 * voice) / (unison - 1) - 1))

const addOscillators = (out: Float32Array, note: Note, patch: SubtractivePatch, random: Random): void => {
  const frequency = frequencyOf(note.pitch)
  const table = wavetable(patch.wave, frequency * 1.02)
  const level = 1 / Math.sqrt(patch.unison)
  const vibratoStart = random.next()
  for (let voice = 0; voice < patch.unison; voice += 1) {
    const step = (frequency * detuneRatio(patch, voice)) / sampleRate
    let phase = random.next()
    let bent = step
    for (let index = 0; index < out.length; index += 1) {
      if (index % samplesPerControl === 0) {
        const seconds = index / sampleRate
        const depth = patch.vibratoCents * Math.min(1, seconds / vibratoOnsetSeconds) ** 2
        bent = step * centsToRatio(depth * Math.sin(2 * Math.PI * (vibratoHz * seconds + vibratoStart)))
      }
      phase += bent
      if (phase >= 1) phase -= 1
      out[index] = (out[index] ?? 0) + level * readWavetable(table, phase)
    }
  }
}

const addSub = (out: Float32Array, note: Note, patch: SubtractivePatch): void => {
  if (patch.sub === 0) return
  const step = (Math.PI * frequencyOf(note.pitch)) / sampleRate
  for (let index = 0; index < out.length; index += 1) {
    out[index] = (out[index] ?? 0) + patch.sub * Math.sin(step * index)
  }
}

const addBreath = (out: Float32Array, note: Note, patch: SubtractivePatch, random: Random): void => {
  if (patch.breath === 0) return
  const filter = createFilter(frequencyOf(note.pitch) * 2, 1.2)
  for (let index = 0; index < out.length; index += 1) {
    out[index] = (out[index] ?? 0) + patch.breath * filter.bandPass(random.next() * 2 - 1)
  }
}

const shape = (out: Float32Array, note: Note, patch: SubtractivePatch): void => {
  const { envelope, cutoffMultiple, cutoffOctaves, cutoffDecay, resonance } = patch
  const baseHz = frequencyOf(note.pitch) * cutoffMultiple * (0.6 + 0.5 * note.velocity)
  const filter = createFilter(baseHz, resonance)
  let level = 0
  let slope = 0
  for (let index = 0; index < out.length; index += 1) {
    if (index % samplesPerControl === 0) {
      const seconds = index / sampleRate
      filter.tune(baseHz * 2 ** (cutoffOctaves * Math.exp(-seconds / cutoffDecay)), resonance)
      const next = envelopeLevel(envelope, seconds + samplesPerControl / sampleRate, note.seconds)
      slope = (next - level) / samplesPerControl
    }
    level += slope
    out[index] = level * note.velocity * filter.lowPass(out[index] ?? 0)
  }
}

/** Sounds one tone of oscillators through a moving low-pass. */
export const soundSubtractive = (note: Note, patch: SubtractivePatch, random: Random): Float32Array => {
  const out = new Float32Array(Math.ceil((note.seconds + patch.envelope.release) * sampleRate))
  addOscillators(out, note, patch, random)
  addBreath(out, note, patch, random)
  addSub(out, note, patch)
  shape(out, note, patch)
  return out
}
