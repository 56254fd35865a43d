import type { Onsets } from './onsets.ts'

/** A steady pulse; the first beat is the first one at or after the start. */
export type Pulse = { readonly beatsPerMinute: number; readonly firstBeatSeconds: number }

const slowest = 60
const fastest = 200
const usualTempo = 115
/** How many octaves from the usual tempo a tempo gets unlikely. */
const tempoSpread = 0.9
const beatsCompared = [1, 2, 4, 8]
/** How much more an onset in the bass says about where the beat is. */
const bassWeight = 1
const coarseStep = 0.25
const fineStep = 0.02
const fineReach = 1.6

const interpolated = (values: Float32Array, position: number): number => {
  const index = Math.floor(position)
  const here = values[index] ?? 0
  return here + (position - index) * ((values[index + 1] ?? 0) - here)
}

const selfLikeness = (values: Float32Array, lag: number): number => {
  const end = values.length - Math.ceil(lag) - 1
  let sum = 0
  for (let index = 0; index < end; index += 1) sum += (values[index] ?? 0) * interpolated(values, index + lag)
  return end > 0 ? sum / end : 0
}

/** How likely people are to tap along at a tempo, whatever is played. */
const usualness = (tempo: number): number =>
  Math.exp(-0.5 * (Math.log2(tempo / usualTempo) / tempoSpread) ** 2)

/** The likeness at every lag, looked up between two of them afterwards. */
const likenessTable = (values: Float32Array, lagMax: number): Float32Array =>
  Float32Array.from({ length: Math.ceil(lagMax) + 2 }, (_empty, lag) => selfLikeness(values, lag))

const coarseTempo = (strengths: Float32Array, framesPerSecond: number): number => {
  const framesPerMinute = framesPerSecond * 60
  const longest = (framesPerMinute / slowest) * Math.max(...beatsCompared)
  const likenesses = likenessTable(strengths, Math.min(longest, strengths.length))
  let best = { tempo: usualTempo, score: 0 }
  for (let tempo = slowest; tempo <= fastest; tempo += coarseStep) {
    const period = framesPerMinute / tempo
    const sum = beatsCompared.reduce((total, beats) => total + interpolated(likenesses, period * beats), 0)
    const score = sum * usualness(tempo)
    if (score > best.score) best = { tempo, score }
  }
  const period = framesPerMinute / best.tempo
  // Three beats of one tempo are two of another, but only of the true one is each beat like the next.
  const isTooSlow = interpolated(likenesses, (period * 2) / 3) > interpolated(likenesses, period)
  return isTooSlow && best.tempo * 1.5 <= fastest ? best.tempo * 1.5 : best.tempo
}

/** How strong the onsets are on average at every `period` frames from the first on. */
export const strengthOnBeats = (values: Float32Array, first: number, period: number): number => {
  let sum = 0
  for (let position = first; position < values.length - 1; position += period) {
    sum += interpolated(values, position)
  }
  return sum / Math.max(1, (values.length - first) / period)
}

type Fit = { readonly tempo: number; readonly first: number; readonly score: number }

/** The exact tempo near another, and the first frame, at which beats hit most onsets. */
const refine = (strengths: Float32Array, framesPerSecond: number, near: number): Fit => {
  let best: Fit = { tempo: near, first: 0, score: -1 }
  for (let tempo = near - fineReach; tempo <= near + fineReach; tempo += fineStep) {
    const period = (framesPerSecond * 60) / tempo
    for (let first = 0; first < period; first += 1) {
      const score = strengthOnBeats(strengths, first, period)
      if (score > best.score) best = { tempo, first, score }
    }
  }
  return best
}

/**
 * Finds the pulse: the tempo at which the onsets are most like themselves, then exactly where its beats are.
 */
export const findPulse = ({ strengths, bassStrengths, framesPerSecond, timeOf }: Onsets): Pulse => {
  const accents = strengths.map((strength, frame) => strength + bassWeight * (bassStrengths[frame] ?? 0))
  const best = refine(accents, framesPerSecond, coarseTempo(strengths, framesPerSecond))
  const first = timeOf(best.first)
  return { beatsPerMinute: best.tempo, firstBeatSeconds: first < 0 ? first + 60 / best.tempo : first }
}
