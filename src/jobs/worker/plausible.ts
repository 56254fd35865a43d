import type { Feature } from '../../core/command/feature.ts'
import { formatCredits, type Microcredits } from '../../core/credits.ts'
import type { JobRecord } from '../../core/job/job.ts'
import { absurdTimes } from '../../core/ledger/price-book.ts'
import { etaMaxSeconds } from '../deadlines.ts'
import type { JobDeps } from '../job-deps.ts'

type Estimated = Pick<JobRecord, 'id' | 'held'>

/**
 * The estimate, or undefined if it is a thousand times off what is held. A hold lowered to next to nothing
 * would let a budget pay for far more than it has, and one raised so far would block everybody else.
 */
export const plausibleEstimate = (
  { log }: Pick<JobDeps, 'log'>,
  { id, held }: Estimated,
  estimate: Microcredits | undefined,
): Microcredits | undefined => {
  if (estimate === undefined || held === 0) return estimate
  const facts = { job: id, held: formatCredits(held), credits: formatCredits(estimate) }
  if (estimate > held * absurdTimes) {
    log.error(
      'the estimate is beyond all reason, so the hold stays; if it is booked without a charge, npm run jobs -- refund gives it back',
      facts,
    )
    return undefined
  }
  if (estimate * absurdTimes >= held) return estimate
  log.warn('the estimate is beyond all reason, so the hold stays', facts)
  return undefined
}

/** The eta, or undefined if it is too long to wait by, such as one in milliseconds. */
export const plausibleEta = (
  { log }: Pick<JobDeps, 'log'>,
  { id }: Pick<JobRecord, 'id'>,
  { usualSeconds }: Pick<Feature, 'usualSeconds'>,
  etaSeconds: number | undefined,
): number | undefined => {
  const secondsMax = etaMaxSeconds(usualSeconds)
  if (etaSeconds === undefined || etaSeconds <= secondsMax) return etaSeconds
  log.warn('the eta is beyond all reason, so the usual time counts', { job: id, etaSeconds, secondsMax })
  return undefined
}
