import { type Stereo, sampleRate, silence } from './stereo.ts'

/** Lengths of the delay lines in samples: primes, so that their echoes do not fall together. */
const lineLengths = [1201, 1399, 1613, 1847, 2089, 2347, 2621, 2903]
const preDelaySamples = Math.round(0.018 * sampleRate)

type DelayLine = { readonly buffer: Float32Array; readonly loss: number; at: number; dulled: number }

const createLines = (seconds: number): DelayLine[] =>
  lineLengths.map((length) => ({
    buffer: new Float32Array(length),
    loss: 10 ** ((-3 * length) / (seconds * sampleRate)),
    at: 0,
    dulled: 0,
  }))

/** Mixes the eight values so that each goes into all, without gain (a fast Hadamard transform). */
const scatter = (values: Float32Array): void => {
  for (let span = 1; span < values.length; span *= 2) {
    for (let start = 0; start < values.length; start += span * 2) {
      for (let index = start; index < start + span; index += 1) {
        const one = values[index] ?? 0
        const other = values[index + span] ?? 0
        values[index] = (one + other) * Math.SQRT1_2
        values[index + span] = (one - other) * Math.SQRT1_2
      }
    }
  }
}

/**
 * The reverberation of a room: eight delay lines that feed one another
 * (https://ccrma.stanford.edu/~jos/pasp/FDN_Reverberation.html). Brightness from 0 (dull) to 1.
 */
export const reverberate = (input: Stereo, seconds: number, brightness: number): Stereo => {
  const out = silence(input.left.length)
  const lines = createLines(seconds)
  const values = new Float32Array(lines.length)
  const keep = 0.25 + 0.7 * brightness
  for (let index = preDelaySamples; index < out.left.length; index += 1) {
    const left = input.left[index - preDelaySamples] ?? 0
    const right = input.right[index - preDelaySamples] ?? 0
    for (let number = 0; number < lines.length; number += 1) {
      const line = lines[number] as DelayLine
      line.dulled += keep * ((line.buffer[line.at] ?? 0) - line.dulled)
      values[number] = line.dulled * line.loss
    }
    out.left[index] = 0.5 * ((values[0] ?? 0) + (values[2] ?? 0) + (values[4] ?? 0) - (values[6] ?? 0))
    out.right[index] = 0.5 * ((values[1] ?? 0) + (values[3] ?? 0) + (values[5] ?? 0) - (values[7] ?? 0))
    scatter(values)
    for (let number = 0; number < lines.length; number += 1) {
      const line = lines[number] as DelayLine
      line.buffer[line.at] = (values[number] ?? 0) + 0.5 * (number % 2 === 0 ? left : right)
      line.at = line.at + 1 === line.buffer.length ? 0 : line.at + 1
    }
  }
  return out
}
