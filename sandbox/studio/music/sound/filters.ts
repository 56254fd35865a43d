import { sampleRate } from './stereo.ts'

/** A filter of one channel; `tune` may be called as often as wished. */
export type Filter = {
  readonly tune: (cutoffHz: number, resonance: number) => void
  readonly lowPass: (sample: number) => number
  readonly highPass: (sample: number) => number
  readonly bandPass: (sample: number) => number
}

const highestCutoffHz = sampleRate * 0.45

/**
 * A state-variable filter of second order, 12 dB per octave. Resonance is the quality factor; 0.707 is flat.
 * After Andrew Simper's form (https://cytomic.com/files/dsp/SvfLinearTrapOptimised2.pdf).
 */
export const createFilter = (cutoffHz: number, resonance = Math.SQRT1_2): Filter => {
  let damping = 1
  let a1 = 0
  let a2 = 0
  let a3 = 0
  let state1 = 0
  let state2 = 0
  let band = 0
  let low = 0

  const tune: Filter['tune'] = (hz, quality) => {
    const g = Math.tan((Math.PI * Math.min(Math.max(hz, 10), highestCutoffHz)) / sampleRate)
    damping = 1 / quality
    a1 = 1 / (1 + g * (g + damping))
    a2 = g * a1
    a3 = g * a2
  }
  const step = (sample: number): void => {
    const difference = sample - state2
    band = a1 * state1 + a2 * difference
    low = state2 + a2 * state1 + a3 * difference
    state1 = 2 * band - state1
    state2 = 2 * low - state2
  }

  tune(cutoffHz, resonance)
  return {
    tune,
    lowPass: (sample) => {
      step(sample)
      return low
    },
    highPass: (sample) => {
      step(sample)
      return sample - damping * band - low
    },
    bandPass: (sample) => {
      step(sample)
      return damping * band
    },
  }
}
