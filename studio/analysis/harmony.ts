import { isDark, type Key, pitchClassOf, readChord } from '../music/theory.ts'
import { createSpectrumReader } from './fourier.ts'

/** How much sounds on each of the twelve pitch classes, from C. */
export type Chroma = readonly number[]

/** The chroma of a stretch of time, in seconds. */
export type ChromaReader = (from: number, to: number) => Chroma

const windowSamples = 4096
const hopSamples = 2048
const lowestHz = 105
const highestHz = 1800

const noChroma = (): number[] => Array.from({ length: 12 }, () => 0)

const pitchOf = (hz: number): number => Math.round(69 + 12 * Math.log2(hz / 440))

/** Only peaks count, or the breadth of loud tones would spill into their neighbours. */
const chromaOfFrame = (magnitudes: Float32Array, binHz: number): number[] => {
  const chroma = noChroma()
  for (let bin = Math.ceil(lowestHz / binHz); bin < highestHz / binHz; bin += 1) {
    const here = magnitudes[bin] ?? 0
    const [below = 0, above = 0] = [magnitudes[bin - 1], magnitudes[bin + 1]]
    if (here <= below || here < above) continue
    const place = bin + (0.5 * (below - above)) / (below - 2 * here + above || 1)
    const pitchClass = pitchClassOf(pitchOf(place * binHz))
    chroma[pitchClass] = (chroma[pitchClass] ?? 0) + Math.sqrt(here)
  }
  return chroma
}

const added = (one: Chroma, other: Chroma): number[] => one.map((value, at) => value + (other[at] ?? 0))

/** Reads the chroma of one channel. */
export const createChromaReader = (samples: Float32Array, rate: number): ChromaReader => {
  const read = createSpectrumReader(windowSamples)
  const count = Math.max(1, Math.floor((samples.length - windowSamples) / hopSamples) + 1)
  const frames = Array.from({ length: count }, (_empty, frame) =>
    chromaOfFrame(read(samples, frame * hopSamples), rate / windowSamples),
  )
  const frameAt = (seconds: number): number => Math.round((seconds * rate - windowSamples / 2) / hopSamples)
  return (from, to) => {
    const first = Math.max(0, Math.min(count - 1, frameAt(from)))
    return frames.slice(first, Math.max(first + 1, frameAt(to))).reduce(added, noChroma())
  }
}

/**
 * How well each degree of a key fits it, after Krumhansl and Kessler
 * (https://doi.org/10.1037/0033-295X.89.4.334).
 */
const profiles = {
  major: [6.35, 2.23, 3.48, 2.33, 4.38, 4.09, 2.52, 5.19, 2.39, 3.66, 2.29, 2.88],
  minor: [6.33, 2.68, 3.52, 5.38, 2.6, 3.53, 2.54, 4.75, 3.98, 2.69, 3.34, 3.17],
} as const

/** How alike two lists of numbers go up and down: 1 = the same, -1 = opposite. */
export const correlation = (one: readonly number[], other: readonly number[]): number => {
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length
  const [meanOne, meanOther] = [mean(one), mean(other)]
  let [product, squareOne, squareOther] = [0, 0, 0]
  for (const [index, value] of one.entries()) {
    const difference = (other[index] ?? 0) - meanOther
    product += (value - meanOne) * difference
    squareOne += (value - meanOne) ** 2
    squareOther += difference ** 2
  }
  return product / Math.sqrt(squareOne * squareOther || 1)
}

/** The key whose profile a chroma is most like. */
export const findKey = (chroma: Chroma): Key => {
  const candidates = (['major', 'minor'] as const).flatMap((mode) =>
    chroma.map((_value, tonic) => {
      const rotated = chroma.map((_other, interval) => chroma[(tonic + interval) % 12] ?? 0)
      return { key: { tonic, mode }, fit: correlation(rotated, profiles[mode]) }
    }),
  )
  const best = candidates.toSorted((one, other) => other.fit - one.fit)[0]
  return best?.key ?? { tonic: 0, mode: 'major' }
}

const toneWeights = [1, 0.8, 0.9]
/** What a chord needs to be better by before it takes the place of the one before. */
const staying = 0.04

const chordFit = (chroma: Chroma, pitchClasses: readonly number[]): number => {
  const template = noChroma()
  for (const [index, pitchClass] of pitchClasses.entries()) template[pitchClass] = toneWeights[index] ?? 0.5
  return correlation(chroma, template)
}

/**
 * The triad of a key that fits a chroma best, as a sign for `readChord`; the
 * one before stays in case of doubt.
 */
export const findChord = (chroma: Chroma, key: Key, before: string | undefined): string => {
  const usual = ['1', '2', '3', '4', '5', '6', '7']
  const signs = isDark(key.mode) ? [...usual, '5M'] : usual
  const fits = signs.map((sign) => ({
    sign,
    fit: chordFit(chroma, readChord(key, sign).pitchClasses) + (sign === before ? staying : 0),
  }))
  return fits.reduce((best, candidate) => (candidate.fit > best.fit ? candidate : best)).sign
}
