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
  // Fields of a record, because the engine makes a new object for each number
  // that a closure's variable is given.
  const state = { damping: 1, a1: 0.5, a2: 0.5, a3: 0.5, one: 0, other: 0, band: 0, low: 0 }

  const tune: Filter['tune'] = (hz, quality) => {
    const g = Math.tan((Math.PI * Math.min(Math.max(hz, 10), highestCutoffHz)) / sampleRate)
    state.damping = 1 / quality
    state.a1 = 1 / (1 + g * (g + state.damping))
    state.a2 = g * state.a1
    state.a3 = g * state.a2
  }
  const step = (sample: number): void => {
    const difference = sample - state.other
    const band = state.a1 * state.one + state.a2 * difference
    const low = state.other + state.a2 * state.one + state.a3 * difference
    state.one = 2 * band - state.one
    state.other = 2 * low - state.other
    state.band = band
    state.low = low
  }

  tune(cutoffHz, resonance)
  return {
    tune,
    lowPass: (sample) => {
      step(sample)
      return state.low
    },
    highPass: (sample) => {
      step(sample)
      return sample - state.damping * state.band - state.low
    },
    bandPass: (sample) => {
      step(sample)
      return state.damping * state.band
    },
  }
}
