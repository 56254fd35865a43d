import type { Microcredits } from '../credits.ts'
import { type AccountId, accountOf, type Target } from '../target.ts'
import { billedUnits, isByUpload, type Priced, perUnitOf } from './price-book.ts'
import type { PriceName } from './prices.ts'

/** The most unbilled jobs of an account at the service whose price an uploaded clip sets. */
export const unbilledMax = 2

/** A charge of this multiple of the known price is more than a usual price rise. */
const suspectTimes = 2

/** If this many other accounts were stopped by similar charges, the price rose for everyone. */
const witnessesEnough = 2

/** Why an account can't use uploaded clips that set a price: a job that was charged far more than its length explains. */
export interface ClipStop {
  account: AccountId
  job: string
  price: PriceName
  /** What was charged for a unit, by the length that we measured. */
  perUnit: Microcredits
}

/**
 * The accounts that can't use uploaded clips that set a price. A file may be forged so that it plays longer for the
 * service than we measure, which only its bill tells. Throws AppError `store_unavailable`.
 */
export interface ClipStops {
  /** Whether such a clip may be sent: not if they are `stopped`, and not yet if `unbilledMax` are at the service. */
  look(account: AccountId): Promise<'open' | 'full' | 'stopped'>
  list(): Promise<readonly ClipStop[]>
  /** Allows such clips again. Returns whether they were stopped. */
  lift(account: AccountId): Promise<boolean>
}

/** The facts of a charged job. */
interface Charged {
  id: string
  clipSeconds: number | undefined
  target: Target
}

/** What a charge is measured by. */
interface Measure {
  /** The longest clip accepted, in whole minutes. */
  longestMinutes: number
  /** The most that a unit costs, by what the account can't have made up. */
  most: Microcredits
}

/** The stop for a charge that is at least twice the most that its units cost; undefined for a lower one. */
export const suspectOf = (
  { id, clipSeconds, target }: Charged,
  priced: Priced,
  charged: Microcredits,
  { longestMinutes, most }: Measure,
): ClipStop | undefined => {
  const units = billedUnits(priced, { longestMinutes, seconds: clipSeconds })
  // A price of zero is no measure.
  if (!isByUpload(priced) || most === 0 || charged < most * units * suspectTimes) return undefined
  return { account: accountOf(target), job: id, price: priced.price, perUnit: perUnitOf(charged, units) }
}

/** Whether other accounts had similar charges, which means that the price rose. */
export const isPriceRise = ({ account, price, perUnit }: ClipStop, stops: readonly ClipStop[]): boolean => {
  const alike = stops.filter(
    (stop) => stop.account !== account && stop.price === price && perUnit < stop.perUnit * suspectTimes,
  )
  return new Set(alike.map((stop) => stop.account)).size >= witnessesEnough
}
