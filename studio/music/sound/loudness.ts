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

const hopSamples = Math.round((blockSeconds / overlap) * sampleRate)

/** How much K-weighting raises the power of a frequency, as a factor. */
export const kWeightAt = (hz: number): number => {
  const turn = (2 * Math.PI * hz) / sampleRate
  const power = (zero: number, one: number, two: number): number =>
    (zero + one * Math.cos(turn) + two * Math.cos(2 * turn)) ** 2 +
    (one * Math.sin(turn) + two * Math.sin(2 * turn)) ** 2
  return [shelf(), highPass()].reduce(
    (weight, [b0, b1, b2, a1, a2]) => (weight * power(b0, b1, b2)) / power(1, a1, a2),
    1,
  )
}

/** The mean power of every hop of the samples after K-weighting; what is left at the end makes no hop. */
const hopEnergies = (samples: Float32Array, hop: number): Float64Array => {
  const [b0, b1, b2, a1, a2] = shelf()
  const [c0, c1, c2, d1, d2] = highPass()
  const energies = new Float64Array(Math.floor(samples.length / hop))
  let shelf1 = 0
  let shelf2 = 0
  let high1 = 0
  let high2 = 0
  for (let at = 0; at < energies.length; at += 1) {
    let sum = 0
    for (let index = at * hop; index < (at + 1) * hop; index += 1) {
      const sample = samples[index] ?? 0
      const shelved = b0 * sample + shelf1
      shelf1 = b1 * sample - a1 * shelved + shelf2
      shelf2 = b2 * sample - a2 * shelved
      const weighted = c0 * shelved + high1
      high1 = c1 * shelved - d1 * weighted + high2
      high2 = c2 * shelved - d2 * weighted
      sum += weighted * weighted
    }
    energies[at] = sum / hop
  }
  return energies
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)

const toLufs = (energy: number): number => -0.691 + 10 * Math.log10(Math.max(energy, 1e-12))

const blockEnergies = ({ left, right }: Stereo): number[] => {
  const isShort = left.length < overlap * hopSamples
  const [hop, hopsPerBlock] = isShort ? [left.length, 1] : [hopSamples, overlap]
  const [lefts, rights] = [hopEnergies(left, hop), hopEnergies(right, hop)]
  const energies = Array.from(lefts, (energy, at) => energy + (rights[at] ?? 0))
  return Array.from({ length: energies.length - hopsPerBlock + 1 }, (_empty, block) =>
    mean(energies.slice(block, block + hopsPerBlock)),
  )
}

/**
 * The loudness in LUFS of every 400 ms, a tenth of a second apart. A sound that is
 * shorter is one block of its own length.
 */
export const momentaryLoudness = (sound: Stereo): readonly number[] => blockEnergies(sound).map(toLufs)

/** Integrated loudness in LUFS after ITU-R BS.1770, with both gates. */
export const loudness = (sound: Stereo): number => {
  const audible = blockEnergies(sound).filter((energy) => toLufs(energy) > absoluteGate)
  const gate = toLufs(mean(audible)) + relativeGate
  return toLufs(mean(audible.filter((energy) => toLufs(energy) > gate)))
}
