import { kWeightAt } from '../music/sound/loudness.ts'
import { binCount, binOf, hzOf } from './spectrum.ts'

const lowestHz = 20
const pointsPerOctave = 12
const highestHz = 20_480

/** Frequencies a twelfth of an octave apart, over all that is heard: the places of a curve. */
export const curveHz: readonly number[] = Array.from(
  { length: Math.round(pointsPerOctave * Math.log2(highestHz / lowestHz)) + 1 },
  (_empty, point) => lowestHz * 2 ** (point / pointsPerOctave),
)

/** The middles of the ten octaves of hearing (IEC 61260-1). */
export const octaveHz: readonly number[] = Array.from(
  { length: 10 },
  (_empty, octave) => 1000 * 10 ** (0.3 * (octave - 5)),
)

/** Sums up to each bin, so that the power between two frequencies is one difference. */
const runningSums = (powers: Float64Array): Float64Array => {
  const sums = new Float64Array(binCount + 1)
  for (let bin = 0; bin < binCount; bin += 1) sums[bin + 1] = (sums[bin] ?? 0) + (powers[bin] ?? 0)
  return sums
}

/** A bin holds what lies up to half a bin beside it. */
const sumUpTo = (sums: Float64Array, hz: number): number => {
  const edge = Math.min(binCount, Math.max(0, binOf(hz) + 0.5))
  const whole = Math.floor(edge)
  const before = sums[whole] ?? 0
  return before + (edge - whole) * ((sums[whole + 1] ?? before) - before)
}

/** The power in a band of this many octaves around each of the frequencies. */
export const bandPowers = (
  powers: Float64Array,
  centresHz: readonly number[],
  octaves: number,
): readonly number[] => {
  const sums = runningSums(powers)
  const ratio = 2 ** (octaves / 2)
  return centresHz.map((hz) => sumUpTo(sums, hz * ratio) - sumUpTo(sums, hz / ratio))
}

const weights = Float64Array.from({ length: binCount }, (_empty, bin) => kWeightAt(hzOf(bin)))

/** The power of a spectrum as loudness counts it, without gates. */
export const weightedPower = (powers: Float64Array): number =>
  powers.reduce((sum, power, bin) => sum + power * (weights[bin] ?? 0), 0)

/** The value of a curve at each bin, between its places on a logarithmic scale; level beyond its ends. */
export const curveAtBins = (curve: readonly number[], placesHz: readonly number[]): Float64Array => {
  const out = new Float64Array(binCount)
  let place = 0
  for (let bin = 0; bin < binCount; bin += 1) {
    const hz = hzOf(bin)
    while (place < placesHz.length - 2 && hz > (placesHz[place + 1] ?? 0)) place += 1
    const [from, to] = [placesHz[place] ?? 1, placesHz[place + 1] ?? 1]
    const part = Math.min(1, Math.max(0, Math.log(Math.max(hz, 1) / from) / Math.log(to / from)))
    out[bin] = (1 - part) * (curve[place] ?? 0) + part * (curve[place + 1] ?? 0)
  }
  return out
}

/**
 * From an octave to the next, values change within this part of an octave around the edge between the two.
 */
const edgeOctaves = 1 / 6

const aroundEdges = octaveHz.flatMap((hz) =>
  [-1, 1].map((side) => hz * 2 ** ((side * (1 - edgeOctaves)) / 2)),
)

/** The values of the octaves at each bin: the same in all of an octave, but for its edges. */
export const octavesAtBins = (values: readonly number[]): Float64Array =>
  curveAtBins(
    values.flatMap((value) => [value, value]),
    aroundEdges,
  )
