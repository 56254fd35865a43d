import assert from 'node:assert'
import type { Clip } from '../clip/clip.ts'
import { amountMax, type Microcredits, microcredits } from '../credits.ts'
import type { Price, PriceName } from './prices.ts'

/** A number of units of a price; a unit that is begun counts whole. */
export interface Counted {
  price: PriceName
  units: number
}

/** What a request is charged by: units of a price, or the minutes of a clip, whose length may not be known yet. */
export type Priced = Counted | { price: PriceName; clip: Clip }

const minuteSeconds = 60

/** The known length of the clip that a request is charged by. */
export interface ClipLength {
  /** The longest clip accepted, in whole minutes. */
  longestMinutes: number
  /** The length found by reading the clip. */
  seconds?: number | undefined
}

/**
 * The length of the clip that a request is charged by, as far as it is known; undefined if it is not charged by a
 * clip.
 */
export const secondsOf = (priced: Priced, seconds: number | undefined): number | undefined => {
  if ('units' in priced) return undefined
  return seconds ?? (priced.clip.kind === 'result' ? priced.clip.seconds : undefined)
}

/**
 * How many units a request is charged by: the stated number, or its clip's minutes, rounded up. A clip of unknown
 * length counts a minute more than the limit, because encoder silence in a clip that long may begin another.
 */
export const billedUnits = (priced: Priced, { longestMinutes, seconds }: ClipLength): number => {
  if ('units' in priced) return priced.units
  const known = secondsOf(priced, seconds)
  return known === undefined ? longestMinutes + 1 : Math.max(1, Math.ceil(known / minuteSeconds))
}

/**
 * How many minutes are held for a clip whose length is unknown until it is read; undefined if the length is known
 * or the request is not charged by a clip.
 */
export const minutesUnread = (priced: Priced, longestMinutes: number): number | undefined =>
  'units' in priced || secondsOf(priced, undefined) !== undefined ? undefined : longestMinutes

/** The most estimates used per price, newest first. */
export const samplesMax = 200

/** From this many estimates on only they count; with fewer, the file's price is the minimum. */
export const samplesEnough = 20

/** An estimate of more than this multiple of the file's price is not learned. */
export const absurdTimes = 1_000

/** A single estimate above this multiple of the usual price sets no hold. */
export const outlierTimes = 10

/** The newest estimates that can establish a new usual price. */
const recentCount = 5
/** With fewer estimates, the file's price is the usual one. */
const usualMin = 3

const larger = (one: Microcredits, other: Microcredits): Microcredits => (one > other ? one : other)

const assertUnits = (units: number): void =>
  assert(Number.isSafeInteger(units) && units > 0, `${units} is not a number of units`)

/** The most that these units can cost, capped at the largest possible amount. */
export const boundFor = (perUnit: Microcredits, units: number): Microcredits => {
  assertUnits(units)
  return microcredits(Math.min(perUnit * units, amountMax))
}

/** The estimate per unit, rounded up. */
export const perUnitOf = (estimate: Microcredits, units: number): Microcredits => {
  assertUnits(units)
  return microcredits(Math.ceil(estimate / units))
}

/**
 * Whether an amount per unit is absurd for this price: a thousand times as much, or zero, because a hold of zero
 * has no bound at all. If the file says that it is free, nothing is absurd.
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
 * The most that one unit costs, by the file's price and the estimates per unit, newest first: the bound of 95 of
 * 100 estimates, never less than the newest and, with few estimates, never less than the file's. Outliers are
 * ignored.
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
 * `known`: this job's price was learned before. `outlier`: it sets no hold until others agree. `absurd`: the
 * estimate is beyond reason, and nothing was learned.
 */
export type Lesson = 'learned' | 'known' | 'outlier' | 'absurd'

/** The most that requests cost, by prices from a file and by the service's estimates for one key. */
export interface PriceBook {
  /**
   * The most that a request can cost. Never throws and never waits long: if Redis is slow, the known price is used.
   */
  quote(counted: Counted): Promise<Microcredits>
  /** Records the service's estimate for a job, once. Throws AppError `store_unavailable`. */
  learn(jobId: string, counted: Counted, estimate: Microcredits): Promise<Lesson>
}
