import assert from 'node:assert'
import type { Clip } from '../clip/clip.ts'
import { amountMax, type Microcredits, microcredits } from '../credits.ts'
import type { Price, PriceName } from './prices.ts'

/** So many units of a price, begun ones counted whole. */
export interface Counted {
  price: PriceName
  units: number
}

/**
 * What a request is charged by: so many units of a price, or the minutes of a clip, whose length may not be
 * known yet.
 */
export type Priced = Counted | { price: PriceName; clip: Clip }

const minuteSeconds = 60

/** What is known of the length of the clip that a request is charged by. */
export interface ClipLength {
  /** The longest clip that is taken, in whole minutes. */
  longestMinutes: number
  /** What whoever read the clip found. */
  seconds?: number | undefined
}

/**
 * The length of the clip that a request is charged by, as far as it is known;
 * undefined where no clip decides.
 */
export const secondsOf = (priced: Priced, seconds: number | undefined): number | undefined => {
  if ('units' in priced) return undefined
  return seconds ?? (priced.clip.kind === 'result' ? priced.clip.seconds : undefined)
}

/**
 * How many units a request is charged by: as many as it says, or the minutes begun of its clip. One of unknown length
 * counts a minute more than the limit: the silence that an encoder adds to a clip as long as that may begin another.
 */
export const billedUnits = (priced: Priced, { longestMinutes, seconds }: ClipLength): number => {
  if ('units' in priced) return priced.units
  const known = secondsOf(priced, seconds)
  return known === undefined ? longestMinutes + 1 : Math.max(1, Math.ceil(known / minuteSeconds))
}

/**
 * For how many minutes is held what is charged by a clip whose length nobody knows before it is read;
 * undefined where it is known, or no clip decides.
 */
export const minutesUnread = (priced: Priced, longestMinutes: number): number | undefined =>
  'units' in priced || secondsOf(priced, undefined) !== undefined ? undefined : longestMinutes

/** Of each price so many estimates are looked at, the newest. */
export const samplesMax = 200

/** From so many estimates on they count alone; before that the file's price is the least. */
export const samplesEnough = 20

/** An estimate of more than so many times the file's price is no price to learn from. */
export const absurdTimes = 1_000

/** A single estimate above this multiple of the usual price sets no hold. */
export const outlierTimes = 10

/** The newest estimates that can establish a new usual price. */
const recentCount = 5
/** With fewer estimates, the file's price is the usual one. */
const usualMin = 3

const larger = (one: Microcredits, other: Microcredits): Microcredits => (one > other ? one : other)

const assertUnits = (units: number): void =>
  assert(Number.isSafeInteger(units) && units > 0, `${units} is no number of units`)

/** What so many units cost at most. Never more than the largest amount there is. */
export const boundFor = (perUnit: Microcredits, units: number): Microcredits => {
  assertUnits(units)
  return microcredits(Math.min(perUnit * units, amountMax))
}

/** An estimate for so many units, by the unit, rounded up. */
export const perUnitOf = (estimate: Microcredits, units: number): Microcredits => {
  assertUnits(units)
  return microcredits(Math.ceil(estimate / units))
}

/**
 * Whether an amount by the unit is beyond all reason for this price: a thousand times as much,
 * or nothing, for what is held for a price of nothing has no bound at all. Where the file says
 * it is free, nothing is beyond reason.
 */
export const isAbsurd = ({ credits }: Price, perUnit: Microcredits): boolean =>
  credits > 0 && (perUnit === 0 || perUnit > credits * absurdTimes)

const middle = (samples: readonly Microcredits[]): Microcredits =>
  samples.toSorted((one, other) => one - other)[Math.floor(samples.length / 2)] ?? microcredits(0)

/** The higher of two medians, all and newest, so that a new price counts once three of the newest five agree. */
const usualPrice = ({ credits }: Price, newestFirst: readonly Microcredits[]): Microcredits =>
  newestFirst.length < usualMin
    ? credits
    : larger(middle(newestFirst), middle(newestFirst.slice(0, recentCount)))

/** Whether the newest estimate is far above the usual; never if the usual price is zero. */
export const isOutlier = (price: Price, newestFirst: readonly Microcredits[]): boolean => {
  const usual = usualPrice(price, newestFirst)
  return usual > 0 && (newestFirst[0] ?? 0) > usual * outlierTimes
}

/**
 * What one unit costs at most, by the file's price and the estimates seen for a unit, newest first: what 95
 * of 100 stayed within, never less than the newest, and with few of them never less than the file says. Outliers
 * are ignored.
 */
export const learnedPrice = (price: Price, newestFirst: readonly Microcredits[]): Microcredits => {
  const { credits } = price
  const seen = newestFirst.slice(0, samplesMax)
  const usual = usualPrice(price, seen)
  const samples = usual === 0 ? seen : seen.filter((sample) => sample <= usual * outlierTimes)
  const [newest] = samples
  const high = samples.toSorted((one, other) => one - other)[Math.ceil((samples.length * 95) / 100) - 1]
  if (newest === undefined || high === undefined) return credits
  const learned = larger(high, newest)
  return samples.length < samplesEnough ? larger(credits, learned) : learned
}

/**
 * `known`: this job taught its price before. `outlier`: it sets no hold until others agree. `absurd`: the
 * estimate is beyond reason, and nothing was learned.
 */
export type Lesson = 'learned' | 'known' | 'outlier' | 'absurd'

/** What requests cost at most, by prices from a file and by what the service has estimated for one key. */
export interface PriceBook {
  /**
   * The most that a request can cost. Never throws and never waits long: what is
   * known holds where Redis is slow.
   */
  quote(counted: Counted): Promise<Microcredits>
  /** Takes note of what the service estimated for a job, once. Throws AppError `store_unavailable`. */
  learn(jobId: string, counted: Counted, estimate: Microcredits): Promise<Lesson>
}
