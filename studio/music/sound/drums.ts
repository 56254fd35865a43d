import type { Random } from '../random.ts'
import type { DrumLayer } from './drum-kits.ts'
import { createFilter } from './filters.ts'
import { sampleRate } from './stereo.ts'

const burstSpacingSeconds = 0.011
const decaysHeard = 4

/** Frequencies of the oscillators in the cymbals of a well-known drum machine, in hertz. */
const metalHz = [205.3, 304.4, 369.6, 522.7, 800, 540.4]

const addTone = (out: Float32Array, layer: DrumLayer & { kind: 'tone' }): void => {
  let turn = 0
  for (let index = 0; index < out.length; index += 1) {
    const seconds = index / sampleRate
    turn +=
      (2 * Math.PI * (layer.toHz + (layer.fromHz - layer.toHz) * Math.exp(-seconds / layer.sweep))) /
      sampleRate
    out[index] = (out[index] ?? 0) + layer.gain * Math.exp((-2.3 * seconds) / layer.decay) * Math.sin(turn)
  }
}

const noiseLevel = (
  { attack, decay, bursts = 1 }: DrumLayer & { kind: 'noise' },
  seconds: number,
): number => {
  const burst = Math.min(bursts - 1, Math.floor(seconds / burstSpacingSeconds))
  const since = seconds - burst * burstSpacingSeconds
  const falling = Math.exp((-2.3 * since) / (burst < bursts - 1 ? decay / 10 : decay))
  return Math.min(1, since / attack) * falling
}

const addNoise = (out: Float32Array, layer: DrumLayer & { kind: 'noise' }, random: Random): void => {
  const low = createFilter(layer.highHz)
  const high = createFilter(layer.lowHz)
  for (let index = 0; index < out.length; index += 1) {
    const band = high.highPass(low.lowPass(random.next() * 2 - 1))
    out[index] = (out[index] ?? 0) + layer.gain * noiseLevel(layer, index / sampleRate) * band
  }
}

const addMetal = (out: Float32Array, layer: DrumLayer & { kind: 'metal' }): void => {
  const high = createFilter(layer.highPassHz, 1)
  for (let index = 0; index < out.length; index += 1) {
    let sum = 0
    for (const hz of metalHz) sum += ((index * hz * 4.07) / sampleRate) % 1 < 0.5 ? 1 : -1
    const falling = Math.exp((-2.3 * index) / (layer.decay * sampleRate))
    out[index] = (out[index] ?? 0) + layer.gain * 0.5 * falling * high.highPass(sum)
  }
}

const addLayer = (out: Float32Array, layer: DrumLayer, random: Random): void => {
  switch (layer.kind) {
    case 'tone':
      addTone(out, layer)
      break
    case 'noise':
      addNoise(out, layer, random)
      break
    case 'metal':
      addMetal(out, layer)
      break
  }
}

/** Makes one stroke of a drum in one channel. */
export const soundDrum = (layers: readonly DrumLayer[], random: Random): Float32Array => {
  const seconds = Math.max(...layers.map(({ decay }) => decay)) * decaysHeard * 0.75 + 0.06
  const out = new Float32Array(Math.ceil(seconds * sampleRate))
  for (const layer of layers) addLayer(out, layer, random)
  const fade = Math.ceil(out.length / 5)
  for (let index = 0; index < fade; index += 1) {
    const at = out.length - 1 - index
    out[at] = ((out[at] ?? 0) * index) / fade
  }
  return out
}
