import { type Stereo, sampleRate } from './stereo.ts'

const blockSeconds = 0.4
const overlap = 4
const absoluteGate = -70
const relativeGate = -10

type Biquad = readonly [number, number, number, number, number]

/**
 * The two stages of K-weighting for 44.1 kHz: a shelf for the head, and a high-pass. The coefficients follow
 * from the analogue prototypes of ITU-R BS.1770 (https://www.itu.int/rec/R-REC-BS.1770).
 */
const shelf = (): Biquad => {
  const k = Math.tan((Math.PI * 1681.974450955533) / sampleRate)
  const q = 0.7071752369554196
  const high = 10 ** (3.999843853973347 / 20)
  const middle = high ** 0.4996667741545416
  const norm = 1 + k / q + k * k
  return [
    (high + (middle * k) / q + k * k) / norm,
    (2 * (k * k - high)) / norm,
    (high - (middle * k) / q + k * k) / norm,
    (2 * (k * k - 1)) / norm,
    (1 - k / q + k * k) / norm,
  ]
}

const highPass = (): Biquad => {
  const k = Math.tan((Math.PI * 38.13547087602444) / sampleRate)
  const q = 0.5003270373238773
  const norm = 1 + k / q + k * k
  return [1, -2, 1, (2 * (k * k - 1)) / norm, (1 - k / q + k * k) / norm]
}

const applyBiquad = (samples: Float32Array, [b0, b1, b2, a1, a2]: Biquad): Float32Array => {
  const out = new Float32Array(samples.length)
  let state1 = 0
  let state2 = 0
  for (let index = 0; index < samples.length; index += 1) {
    const sample = samples[index] ?? 0
    const filtered = b0 * sample + state1
    state1 = b1 * sample - a1 * filtered + state2
    state2 = b2 * sample - a2 * filtered
    out[index] = filtered
  }
  return out
}

const hopSamples = Math.round((blockSeconds / overlap) * sampleRate)

const hopEnergies = (samples: Float32Array): number[] => {
  const weighted = applyBiquad(applyBiquad(samples, shelf()), highPass())
  return Array.from({ length: Math.floor(weighted.length / hopSamples) }, (_empty, hop) => {
    let sum = 0
    for (let index = hop * hopSamples; index < (hop + 1) * hopSamples; index += 1) {
      sum += (weighted[index] ?? 0) ** 2
    }
    return sum / hopSamples
  })
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)

const toLufs = (energy: number): number => -0.691 + 10 * Math.log10(Math.max(energy, 1e-12))

/** Integrated loudness in LUFS after ITU-R BS.1770, with both gates. */
export const loudness = ({ left, right }: Stereo): number => {
  const energies = [hopEnergies(left), hopEnergies(right)]
  const count = (energies[0]?.length ?? 0) - overlap + 1
  const blocks = Array.from({ length: Math.max(0, count) }, (_empty, block) =>
    energies.reduce((sum, hops) => sum + mean(hops.slice(block, block + overlap)), 0),
  )
  const audible = blocks.filter((energy) => toLufs(energy) > absoluteGate)
  const gate = toLufs(mean(audible)) + relativeGate
  return toLufs(mean(audible.filter((energy) => toLufs(energy) > gate)))
}
