import { bandPowers, curveAtBins, curveHz, octaveHz, octavesAtBins, weightedPower } from './bands.ts'
import { type Gains, gainsInEffect } from './equaliser.ts'
import { hzOf, type Spectrum } from './spectrum.ts'

/** A sound as it is compared with another: its spectrum, and how loud it is in LUFS. */
export type Portrait = { readonly spectrum: Spectrum; readonly lufs: number }

/** As much as a band is raised without holding back; of what is wanted beyond it, a part is given. */
const fullRaiseDb = 18
const partBeyond = 0.7
/** A band so far under the whole is raised in full, or not at all: there is only noise to be raised. */
const raisedFromDb = -60
const neverRaisedDb = -80
/** What lies deeper under the whole counts as that deep. */
const lowestDb = -90
const thirdOfOctave = 1 / 3
const rounds = 5

const decibels = (power: number): number => 10 * Math.log10(Math.max(power, 1e-20))
const sum = (values: Iterable<number>): number => {
  let total = 0
  for (const value of values) total += value
  return total
}

const totalOf = ({ middle, side }: Spectrum): Float64Array =>
  middle.map((power, bin) => power + (side[bin] ?? 0))

/** From 0 to 1 while a value goes from one bound to the other. */
const between = (value: number, from: number, to: number): number =>
  Math.min(1, Math.max(0, (value - from) / (to - from)))

/** What is given of a wanted change of a band, by how far the band lies under the whole. */
const allowedDb = (wantedDb: number, underWholeDb: number): number => {
  if (wantedDb <= 0) return wantedDb
  const raise = Math.min(wantedDb, fullRaiseDb) + partBeyond * Math.max(0, wantedDb - fullRaiseDb)
  return raise * between(underWholeDb, neverRaisedDb, raisedFromDb)
}

/** The levels of bands in decibels, relative to the loudness of their sound and to its whole power. */
type Levels = { readonly toLoudness: readonly number[]; readonly toWhole: readonly number[] }

/** The levels of bands so many octaves wide, none deeper under the whole than given. */
export const levelsOf = (
  { spectrum, lufs }: Portrait,
  centresHz: readonly number[],
  octaves: number,
  deepestDb = lowestDb,
): Levels => {
  const total = totalOf(spectrum)
  const whole = decibels(sum(total))
  const levels = bandPowers(total, centresHz, octaves).map((power) =>
    Math.max(decibels(power), whole + deepestDb),
  )
  return { toLoudness: levels.map((level) => level - lufs), toWhole: levels.map((level) => level - whole) }
}

/**
 * The changes in decibels that bring the bands of a sound to those of the
 * reference, as far as they are given.
 */
const changesOf = (
  sound: Portrait,
  reference: Portrait,
  centresHz: readonly number[],
  octaves: number,
): readonly number[] => {
  const [own, wanted] = [levelsOf(sound, centresHz, octaves), levelsOf(reference, centresHz, octaves)]
  return own.toLoudness.map((level, band) =>
    allowedDb((wanted.toLoudness[band] ?? 0) - level, own.toWhole[band] ?? 0),
  )
}

/** How much the side may change against the middle, in decibels. */
const widestDb = 9
const narrowestDb = -18
const widthPart = 0.8
/** A side so far under the middle is raised in full, or not at all. */
const sideRaisedFromDb = -30
const sideNeverRaisedDb = -45
/** What is lower stays in the middle, where two loudspeakers carry it best. */
const neverWidenedHz = 120

const sideToMiddle = ({ middle, side }: Spectrum): readonly number[] => {
  const sides = bandPowers(side, curveHz, 1)
  return bandPowers(middle, curveHz, 1).map((power, point) => decibels(sides[point] ?? 0) - decibels(power))
}

/** The change of the side against the middle, in decibels, at each place of a curve. */
const widthChanges = (sound: Spectrum, reference: Spectrum): readonly number[] => {
  const wanted = sideToMiddle(reference)
  return sideToMiddle(sound).map((own, point) => {
    const change = widthPart * ((wanted[point] ?? 0) - own)
    if (change <= 0) return Math.max(narrowestDb, change)
    if ((curveHz[point] ?? 0) < neverWidenedHz) return 0
    return Math.min(widestDb, change) * between(own, sideNeverRaisedDb, sideRaisedFromDb)
  })
}

/**
 * Gains that change the whole as the curve says and the side against the middle as the width says: what the
 * one gives, the other takes, in proportion to their powers.
 */
const gainsOf = ({ middle, side }: Spectrum, curve: Float64Array, width: Float64Array): Gains => {
  const gains = { middle: new Float64Array(curve.length), side: new Float64Array(curve.length) }
  const smooth = (powers: Float64Array): Float64Array =>
    curveAtBins(bandPowers(powers, curveHz, thirdOfOctave), curveHz)
  const [middles, sides] = [smooth(middle), smooth(side)]
  for (let bin = 0; bin < curve.length; bin += 1) {
    const [one, other] = [(middles[bin] ?? 0) + 1e-20, sides[bin] ?? 0]
    const widening = 10 ** ((width[bin] ?? 0) / 10)
    const change = 10 ** ((curve[bin] ?? 0) / 10)
    const power = (change * (one + other)) / (one + widening * other)
    gains.middle[bin] = Math.sqrt(power)
    gains.side[bin] = Math.sqrt(power * widening)
  }
  return gains
}

const withGains = ({ middle, side }: Spectrum, gains: Gains): Spectrum => ({
  middle: middle.map((power, bin) => power * (gains.middle[bin] ?? 0) ** 2),
  side: side.map((power, bin) => power * (gains.side[bin] ?? 0) ** 2),
})

/** What is lower than all places of a curve is never raised. */
const curveOf = (changes: readonly number[]): Float64Array => {
  const curve = curveAtBins(changes, curveHz)
  const lowest = curve.findIndex((_change, bin) => bin > 0 && hzOf(bin) >= (curveHz[0] ?? 0))
  return curve.map((change, bin) => (bin < lowest ? Math.min(0, change) : change))
}

/**
 * What a sound is to become: how much each octave is to change, and the side against the middle at each bin.
 */
export type Aim = {
  readonly own: Portrait
  readonly octaveChanges: readonly number[]
  readonly width: Float64Array
}

/** What a sound is to become to be like a reference, as far as that is sensible. */
export const aimAt = (own: Portrait, reference: Portrait): Aim => ({
  own,
  octaveChanges: changesOf(own, reference, octaveHz, 1),
  width: curveAtBins(widthChanges(own.spectrum, reference.spectrum), curveHz),
})

const octavesOf = (portrait: Portrait): readonly number[] => levelsOf(portrait, octaveHz, 1).toLoudness

/** How much each octave of a sound that has been made from another still has to change, in decibels. */
export const missingChanges = ({ own, octaveChanges }: Aim, now: Portrait): readonly number[] => {
  const [before, after] = [octavesOf(own), octavesOf(now)]
  return octaveChanges.map((change, octave) => change - ((after[octave] ?? 0) - (before[octave] ?? 0)))
}

/** Gains that change the octaves of a sound by so many decibels. */
export const octaveGains = (changes: readonly number[]): Gains => {
  const gains = octavesAtBins(changes).map((change) => 10 ** (change / 20))
  return { middle: gains, side: gains }
}

/** A curve of changes in decibels, bin by bin, and the gains that come of it. */
export type Matching = { readonly curve: Float64Array; readonly gains: Gains }

/** A matching whose octaves change by this much more. */
export const correct = ({ own, width }: Aim, { curve }: Matching, missing: readonly number[]): Matching => {
  const correction = octavesAtBins(missing)
  const corrected = curve.map((change, bin) => change + (correction[bin] ?? 0))
  return { curve: corrected, gains: gainsOf(own.spectrum, corrected, width) }
}

/** What a sound would be with these gains. */
const foreseen = ({ spectrum, lufs }: Portrait, gains: Gains): Portrait => {
  const changed = withGains(spectrum, gainsInEffect(gains))
  const louder = decibels(weightedPower(totalOf(changed))) - decibels(weightedPower(totalOf(spectrum)))
  return { spectrum: changed, lufs: lufs + louder }
}

/**
 * Finds the curve from thirds of an octave, and corrects it until the octaves are
 * foreseen to be what they should.
 */
export const matchSpectrum = (aim: Aim, reference: Portrait): Matching => {
  const curve = curveOf(changesOf(aim.own, reference, curveHz, thirdOfOctave))
  let matching: Matching = { curve, gains: gainsOf(aim.own.spectrum, curve, aim.width) }
  for (let round = 0; round < rounds; round += 1) {
    matching = correct(aim, matching, missingChanges(aim, foreseen(aim.own, matching.gains)))
  }
  return matching
}
