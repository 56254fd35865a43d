import assert from 'node:assert'
import type { Clip } from '../clip/clip.ts'
import { amountMax, type Microcredits, microcredits } from '../credits.ts'
import type { AccountId } from '../target.ts'
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
 * Whether an uploaded clip sets the price of a request. Results are the service's own files, but of one whose length it
 * didn't say, an upload may have made any length. A link is measured by nobody: the operator who allows links takes that
 * risk.
 */
export const isByUpload = (priced: Priced): boolean => {
  if ('units' in priced) return false
  const { clip } = priced
  return clip.kind === 'upload' || (clip.kind === 'result' && clip.seconds === undefined)
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

/** The most samples used per kind of request, newest first. */
export const samplesMax = 50

/** From this many samples of a kind on only they count; with fewer, the file's price is the minimum. */
export const samplesEnough = 3

/** An amount of more than this multiple of the file's price, or less than this fraction, is not learned. */
export const absurdTimes = 1_000

/** A single sample above this multiple of the usual price sets no hold, and no step of a price is larger. */
export const outlierTimes = 10

/** The newest samples that can establish a new usual price. */
const recentCount = 5

/** What the service says that a job costs: at first only an estimate. */
export type SeenAs = 'estimate' | 'final cost'

/** What one job told of a price. */
export interface Sample {
  perUnit: Microcredits
  /** Its number of units; undefined in what older versions stored. */
  units: number | undefined
  seenAs: SeenAs
  /** With a final cost: what was estimated before, per unit; undefined in what older versions stored. */
  estimated?: Microcredits | undefined
  /**
   * Stands for the account whose uploaded clip set the price, and which may have forged it; undefined for any other job,
   * and in what older versions stored.
   */
  uploader?: string | undefined
}

const larger = (one: Microcredits, other: Microcredits): Microcredits => (one > other ? one : other)

/** The most that these units can cost, capped at the largest possible amount. */
export const boundFor = (perUnit: Microcredits, units: number): Microcredits => {
  assert(Number.isSafeInteger(units) && units > 0, `${units} is not a number of units`)
  return microcredits(Math.min(perUnit * units, amountMax))
}

/** The estimate per unit, rounded up. */
export const perUnitOf = (estimate: Microcredits, units: number): Microcredits => {
  assert(Number.isSafeInteger(units) && units > 0, `${units} is not a number of units`)
  return microcredits(Math.ceil(estimate / units))
}

/**
 * Whether an amount per unit is absurd for this price: off by more than a factor of a thousand, or zero, because a hold
 * of zero has no bound at all. If the file says that it is free, nothing is absurd.
 */
export const isAbsurd = ({ credits }: Price, perUnit: Microcredits): boolean =>
  credits > 0 && (perUnit > credits * absurdTimes || perUnit * absurdTimes < credits)

const isCharged = ({ seenAs }: Sample): boolean => seenAs === 'final cost'

const ascending = (samples: readonly Sample[]): readonly Microcredits[] =>
  samples.map(({ perUnit }) => perUnit).toSorted((one, other) => one - other)

/** The median, the higher of the two in the middle; zero of nothing. */
const middle = (samples: readonly Sample[]): Microcredits =>
  ascending(samples)[Math.floor(samples.length / 2)] ?? microcredits(0)

/**
 * The newest samples of requests that cost alike. Of a measured length that was rarely seen, shorter ones count too:
 * a part of the price that is the same for any length makes their units dearer, never cheaper. Once enough of them were
 * charged, estimates no longer count.
 */
const kindOf = ({ counting }: Price, units: number, newestFirst: readonly Sample[]): readonly Sample[] => {
  const same = counting === 'fixed' ? newestFirst : newestFirst.filter((sample) => sample.units === units)
  const alike =
    counting === 'measured' && same.length < samplesEnough
      ? newestFirst.filter((sample) => sample.units !== undefined && sample.units <= units)
      : same
  if (alike.length < samplesEnough) return alike
  const charged = alike.filter(isCharged)
  return (charged.length < samplesEnough ? alike : charged).slice(0, samplesMax)
}

const highestOf = ({ credits }: Price, samples: readonly Sample[]): Microcredits =>
  samples.reduce((highest, { perUnit }) => larger(highest, perUnit), credits)

const without = (uploader: string, samples: readonly Sample[]): readonly Sample[] =>
  samples.filter((sample) => sample.uploader !== uploader)

/**
 * The samples, in which the uploads of an account say no more than the others do: those of the kind if they are enough,
 * and else those of any kind, or the file's price.
 */
const believed = (price: Price, newestFirst: readonly Sample[], units?: number): readonly Sample[] => {
  const mostOf = (uploader: string): Microcredits => {
    const others = without(uploader, newestFirst)
    const kind = units === undefined ? [] : kindOf(price, units, others)
    return kind.length < samplesEnough ? highestOf(price, others) : (ascending(kind).at(-1) ?? price.credits)
  }
  const uploaders = new Set(newestFirst.flatMap(({ uploader }) => uploader ?? []))
  const most = new Map([...uploaders].map((uploader) => [uploader, mostOf(uploader)]))
  return newestFirst.map((sample) => {
    const limit = sample.uploader === undefined ? undefined : most.get(sample.uploader)
    return limit === undefined || sample.perUnit <= limit ? sample : { ...sample, perUnit: limit }
  })
}

/** The highest price of a unit without this account's uploads, or the file's: see `PriceBook.highestBeside`. */
export const highestBeside = (price: Price, newestFirst: readonly Sample[], uploader: string): Microcredits =>
  highestOf(price, believed(price, without(uploader, newestFirst)))

/** The higher of two medians, all and newest, so that a new price counts once three of the newest five agree. */
const usualPrice = ({ credits }: Price, newestFirst: readonly Sample[]): Microcredits =>
  newestFirst.length < samplesEnough
    ? credits
    : larger(middle(newestFirst), middle(newestFirst.slice(0, recentCount)))

const withoutOutliers = (price: Price, newestFirst: readonly Sample[]): readonly Sample[] => {
  const usual = usualPrice(price, newestFirst)
  return usual === 0 ? newestFirst : newestFirst.filter(({ perUnit }) => perUnit <= usual * outlierTimes)
}

/** Whether the newest sample is far above the usual of its kind; never if the usual price is zero. */
export const isOutlier = (price: Price, units: number, newestFirst: readonly Sample[]): boolean => {
  const usual = usualPrice(price, kindOf(price, units, newestFirst))
  return usual > 0 && (newestFirst[0]?.perUnit ?? 0) > usual * outlierTimes
}

/**
 * The bound of 95 of 100 samples, by the nearest rank, never below the median of those that were charged. It is at
 * most ten times what it was without the newest sample. Without samples, it is the file's price.
 */
const boundOfSamples = (price: Price, newestFirst: readonly Sample[]): Microcredits => {
  const samples = withoutOutliers(price, newestFirst)
  const sorted = ascending(samples)
  const high = sorted[Math.ceil((sorted.length * 95) / 100) - 1] ?? price.credits
  const bound = larger(high, middle(samples.filter(isCharged)))
  // No bound was ever lower than the lowest of these.
  if (bound <= Math.min(price.credits, sorted[0] ?? price.credits) * outlierTimes) return bound
  const before = boundOfSamples(price, newestFirst.slice(1))
  return before === 0 ? bound : microcredits(Math.min(bound, before * outlierTimes))
}

/**
 * `list`: nothing was seen of it, so it is the file's price. `few`: too little was seen of such requests, so it is at
 * least the file's price. `learned`: it follows what such requests cost.
 */
export type Basis = 'list' | 'few' | 'learned'

/** What a unit or a request can cost, and how sure that is. */
export interface Quote {
  most: Microcredits
  basis: Basis
  /** How many jobs of its kind it follows. */
  samples: number
}

/** The most that one of so many units costs, by the file's price and by what was seen, newest first. */
export const learnedPrice = (price: Price, units: number, newestFirst: readonly Sample[]): Quote => {
  if (newestFirst.length === 0) return { most: price.credits, basis: 'list', samples: 0 }
  const seen = believed(price, newestFirst, units)
  const kind = kindOf(price, units, seen)
  const ofKind = boundOfSamples(price, kind)
  const samples = withoutOutliers(price, kind).length
  if (samples >= samplesEnough) return { most: ofKind, basis: 'learned', samples }
  const ofAll = boundOfSamples(price, seen.slice(0, samplesMax))
  return { most: larger(price.credits, larger(ofKind, ofAll)), basis: 'few', samples }
}

/** What a unit usually costs; undefined if the service said nothing of it. */
export interface UsualCosts {
  estimated: Microcredits | undefined
  charged: Microcredits | undefined
  /** How many jobs they are from. */
  jobs: number
}

/** Medians of what the service estimated and charged for a unit, by the newest jobs with so many of them. */
export const usualCosts = (price: Price, units: number, newestFirst: readonly Sample[]): UsualCosts => {
  const kind = kindOf(price, units, newestFirst)
  const charged = kind.filter(isCharged)
  const estimated = kind.flatMap((sample) => {
    const perUnit = isCharged(sample) ? sample.estimated : sample.perUnit
    return perUnit === undefined ? [] : [{ ...sample, perUnit }]
  })
  const medianOf = (samples: readonly Sample[]) => (samples.length === 0 ? undefined : middle(samples))
  return { estimated: medianOf(estimated), charged: medianOf(charged), jobs: kind.length }
}

/**
 * `known`: this job's price was learned before. `outlier`: it sets no hold until others agree. `absurd`: the amount is
 * beyond reason, and nothing was learned.
 */
export type Lesson = 'learned' | 'known' | 'outlier' | 'absurd'

/** The most that requests cost, by prices from a file and by what the service says of one key. */
export interface PriceBook {
  /**
   * The most that a request can cost. Never throws and never waits long: if Redis is slow, the known price is used.
   */
  quote(counted: Counted): Promise<Quote>
  /**
   * The highest price of a unit that uploads of this account can't have made up: the file's, or any that was seen of
   * other jobs. What uploads of another account say above that counts once a third one, or a result, says so too. Throws
   * AppError `store_unavailable`.
   */
  highestBeside(price: PriceName, account: AccountId): Promise<Microcredits>
  /**
   * Records what the service says that a job costs, once; its final cost replaces its estimate. `uploader` is the account
   * whose uploaded clip set the price, if one did. Throws AppError `store_unavailable`.
   */
  learn(
    jobId: string,
    counted: Counted,
    credits: Microcredits,
    seenAs: SeenAs,
    uploader?: AccountId,
  ): Promise<Lesson>
}
