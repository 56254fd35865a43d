import { sampleRate } from './stereo.ts'

const tableLength = 2048
const highestHarmonicLevel = 9
const audibleHz = 18_000

/** The strength of each harmonic of a wave; the first is the fundamental. */
type Spectrum = (harmonic: number) => number

const isOdd = (harmonic: number): boolean => harmonic % 2 === 1

const drawbars: Readonly<Record<number, number>> = { 1: 1, 2: 0.8, 3: 0.55, 4: 0.35, 6: 0.2, 8: 0.24 }

const spectra = {
  sine: (harmonic) => (harmonic === 1 ? 1 : 0),
  saw: (harmonic) => 1 / harmonic,
  square: (harmonic) => (isOdd(harmonic) ? 1 / harmonic : 0),
  triangle: (harmonic) => (isOdd(harmonic) ? (harmonic % 4 === 1 ? 1 : -1) / harmonic ** 2 : 0),
  pulse: (harmonic) => Math.sin(Math.PI * harmonic * 0.22) / harmonic,
  organ: (harmonic) => drawbars[harmonic] ?? 0,
  reed: (harmonic) => (isOdd(harmonic) ? 1 : 0.55) / harmonic ** 0.85,
  wood: (harmonic) => (isOdd(harmonic) ? 1 : 0.12) / harmonic ** 1.5,
  flute: (harmonic) => 0.32 ** (harmonic - 1),
  brass: (harmonic) => Math.exp(-((harmonic - 2.5) ** 2) / 40) / harmonic ** 0.45,
  bowed: (harmonic) => (1 + 0.7 * Math.cos(harmonic * 2.1)) / harmonic ** 1.1,
  glottis: (harmonic) => 1 / harmonic ** 1.35,
} as const satisfies Readonly<Record<string, Spectrum>>

export type WaveName = keyof typeof spectra

/** One period of a wave, with a copy of the first sample at the end for interpolation. */
export type Wavetable = Float32Array

const sumHarmonics = (spectrum: Spectrum, harmonicsMax: number): Wavetable => {
  const table = new Float32Array(tableLength + 1)
  for (let harmonic = 1; harmonic <= harmonicsMax; harmonic += 1) {
    const strength = spectrum(harmonic)
    if (strength === 0) continue
    const step = (2 * Math.PI * harmonic) / tableLength
    for (let index = 0; index <= tableLength; index += 1) {
      table[index] = (table[index] ?? 0) + strength * Math.sin(step * index)
    }
  }
  return table
}

const peakOf = (table: Wavetable): number =>
  table.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0)

const normalised = (table: Wavetable): Wavetable => {
  const peak = peakOf(table)
  return table.map((sample) => sample / peak)
}

const tables = new Map<string, Wavetable>()

/** The period of a wave for a tone of this frequency, without harmonics that would fold back. */
export const wavetable = (name: WaveName, frequencyHz: number): Wavetable => {
  const harmonicsMax = Math.min(audibleHz, sampleRate / 2) / frequencyHz
  const level = Math.max(0, Math.min(highestHarmonicLevel, Math.floor(Math.log2(harmonicsMax))))
  const id = `${name} ${level}`
  const known = tables.get(id)
  if (known !== undefined) return known
  const table = normalised(sumHarmonics(spectra[name], 2 ** level))
  tables.set(id, table)
  return table
}

/** The sample of a period at a phase from 0 to below 1. */
export const readWavetable = (table: Wavetable, phase: number): number => {
  const position = phase * tableLength
  const index = position | 0
  const here = table[index] ?? 0
  return here + (position - index) * ((table[index + 1] ?? 0) - here)
}
