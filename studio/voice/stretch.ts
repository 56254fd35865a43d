import { createEnvelopeReader } from './envelope.ts'
import { binCount } from './frames.ts'

/**
 * What moves the resonances of a frame: the gains of its bins, and its own envelope in nepers of amplitude.
 */
export type Stretched = { readonly gains: Float32Array; readonly envelope: Float32Array }

const gainMax = 20

const between = (values: Float32Array, place: number): number => {
  const before = Math.floor(place)
  const here = values[Math.min(before, binCount - 1)] ?? 0
  return here + (place - before) * ((values[before + 1] ?? here) - here)
}

/**
 * Multiplies the resonances of the mouth in frames by their powers: above 1 for a shorter throat. Harmonics
 * stay where they are, as only their levels change. What is given is used again for the next frame.
 */
export const createStretcher = (stretch: number): ((powers: Float32Array) => Stretched) => {
  const readEnvelope = createEnvelopeReader()
  const envelope = new Float32Array(binCount)
  const gains = new Float32Array(binCount).fill(1)
  const highest = Math.log(gainMax)
  return (powers) => {
    readEnvelope(powers, envelope)
    if (stretch === 1) return { gains, envelope }
    for (let bin = 0; bin < binCount; bin += 1) {
      const moved = between(envelope, Math.min(binCount - 1, bin / stretch)) - (envelope[bin] ?? 0)
      gains[bin] = Math.exp(Math.max(-highest, Math.min(highest, moved)))
    }
    return { gains, envelope }
  }
}
