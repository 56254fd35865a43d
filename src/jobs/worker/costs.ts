import type { Feature } from '../../core/command/feature.ts'
import { formatCredits, type Microcredits, microcredits } from '../../core/credits.ts'
import type { JobRecord } from '../../core/job/job.ts'
import type { ClipStop } from '../../core/ledger/clip-stops.ts'
import {
  absurdTimes,
  billedUnits,
  isByUpload,
  type Priced,
  type SeenAs,
  secondsOf,
} from '../../core/ledger/price-book.ts'
import type { Log } from '../../core/log.ts'
import { accountOf } from '../../core/target.ts'
import { etaMaxSeconds } from '../deadlines.ts'
import type { JobDeps } from '../job-deps.ts'

type LearnDeps = Pick<JobDeps, 'prices' | 'log' | 'longestMinutes'>

/**
 * Learns what the service estimates a job to cost, and then what it did cost. A learned price serves later holds, so
 * losing it does not affect this job. A clip of unknown length reveals no price per minute.
 */
export const learnPrice = async (
  { prices, log, longestMinutes }: LearnDeps,
  { id, clipSeconds, target }: JobRecord,
  priced: Priced,
  credits: Microcredits,
  seenAs: SeenAs,
): Promise<void> => {
  const seconds = secondsOf(priced, clipSeconds)
  if (!('units' in priced) && seconds === undefined) return
  const counted = { price: priced.price, units: billedUnits(priced, { longestMinutes, seconds }) }
  const uploader = isByUpload(priced) ? accountOf(target) : undefined
  const facts = { job: id, price: priced.price, credits: formatCredits(credits) }
  try {
    const lesson = await prices.learn(id, counted, credits, seenAs, uploader)
    // What turned out to be free is no mistake, and no bound either.
    if (lesson === 'absurd' && credits > 0)
      log.warn(`the ${seenAs} is implausible, so no price is learned from it`, facts)
    if (lesson === 'outlier')
      log.warn(`the ${seenAs} is over ten times the usual, so it sets no hold until others agree`, facts)
  } catch (error) {
    log.warn(`no price could be learned from the ${seenAs}`, { error, ...facts })
  }
}

/** Tells the operator that the service charges, or expects to charge, more than was held for a job. */
export const logOverrun = (
  { log }: { log: Log },
  { id, held, estimate }: JobRecord,
  cost: Microcredits | undefined,
  seenAs: SeenAs,
): void => {
  if (cost === undefined || cost <= held) return
  if (seenAs === 'final cost' && cost === estimate) return // logged with the estimate
  log.warn(`the ${seenAs} is more than was held`, {
    job: id,
    held: formatCredits(held),
    credits: formatCredits(cost),
  })
}

/** Tells the operator that a clip seems forged, and its account is stopped for it. */
export const logStop = (
  { log }: Pick<JobDeps, 'log'>,
  { id, held }: Pick<JobRecord, 'id' | 'held'>,
  { account, price, perUnit }: ClipStop,
): void =>
  log.error(
    'an uploaded clip was charged far more than its length explains, so such clips are stopped there; npm run servers -- resume allows them again',
    { job: id, server: account, price, held: formatCredits(held), perUnit: formatCredits(perUnit) },
  )

/**
 * The estimate, or undefined if it differs a thousandfold from the hold. A hold lowered to almost nothing would
 * let a budget overspend; one raised that far would block everyone else.
 */
export const plausibleEstimate = (
  { log }: Pick<JobDeps, 'log'>,
  { id, held }: Pick<JobRecord, 'id' | 'held'>,
  estimate: Microcredits | undefined,
): Microcredits | undefined => {
  if (estimate === undefined || held === 0) return estimate
  const facts = { job: id, held: formatCredits(held), credits: formatCredits(estimate) }
  if (estimate > held * absurdTimes) {
    log.error(
      'the estimate is implausible, so the hold stays; if it is booked without a charge, npm run jobs -- refund gives it back',
      facts,
    )
    return undefined
  }
  if (estimate * absurdTimes >= held) return estimate
  log.warn('the estimate is implausible, so the hold stays', facts)
  return undefined
}

/** The note of a job that an uploaded clip sets the price of, with the estimate that was too implausible to be kept. */
export const droppedEstimateNote = 'dropped_estimate'

/** What a job was charged, as far as the service said: without a final cost it is the estimate, however implausible. */
export const saidCharge = (
  { estimate, notes }: Pick<JobRecord, 'estimate' | 'notes'>,
  cost: Microcredits | undefined,
): Microcredits | undefined => {
  const dropped = notes[droppedEstimateNote]
  return cost ?? estimate ?? (dropped === undefined ? undefined : microcredits(Number(dropped)))
}

/** The eta, or undefined if it is implausibly long, such as one in milliseconds. */
export const plausibleEta = (
  { log }: Pick<JobDeps, 'log'>,
  { id }: Pick<JobRecord, 'id'>,
  { usualSeconds }: Pick<Feature, 'usualSeconds'>,
  etaSeconds: number | undefined,
): number | undefined => {
  const secondsMax = etaMaxSeconds(usualSeconds)
  if (etaSeconds === undefined || etaSeconds <= secondsMax) return etaSeconds
  log.warn('the eta is implausible, so the usual time counts', { job: id, etaSeconds, secondsMax })
  return undefined
}
