import type { PreparedRequest } from '../core/command/prepared-request.ts'
import type { Microcredits } from '../core/credits.ts'
import type { JobRecord } from '../core/job/job.ts'
import { type ClipStop, type ClipStops, isPriceRise, suspectOf } from '../core/ledger/clip-stops.ts'
import { isByUpload, type Priced } from '../core/ledger/price-book.ts'
import { plainMessage, type ResultMessage } from '../core/message/message.ts'
import { type AccountId, accountOf } from '../core/target.ts'
import { say } from '../core/text/say.ts'
import type { JobDeps } from './job-deps.ts'
import { nothingWasCharged } from './messages/messages.ts'

/** Said where uploaded clips are stopped. */
export const stoppedText = (): string =>
  say(
    "Uploaded clips can't be used here for features priced by length right now. Your bot operator needs to allow them again.",
  )

/**
 * Refuses a request whose price an uploaded clip sets where such clips are stopped; undefined for any other. Throws
 * AppError `store_unavailable`.
 */
export const stoppedMessage = async (
  { clipStops }: { clipStops: Pick<ClipStops, 'look'> },
  prepared: PreparedRequest,
  account: AccountId,
): Promise<ResultMessage | undefined> => {
  if (prepared.obtains !== 'task' || !isByUpload(prepared.priced)) return undefined
  if ((await clipStops.look(account)) !== 'stopped') return undefined
  return plainMessage(`${stoppedText()} ${nothingWasCharged()}`, 'failed')
}

/**
 * Why a job's account must be stopped: its uploaded clip was charged for far more than the length that we measured. A
 * price that other accounts know, or were stopped by as well, is no reason. Throws AppError `store_unavailable`.
 */
export const forgeryIn = async (
  { prices, clipStops, longestMinutes }: Pick<JobDeps, 'prices' | 'clipStops' | 'longestMinutes'>,
  job: JobRecord,
  priced: Priced,
  charged: Microcredits,
): Promise<ClipStop | undefined> => {
  if (!isByUpload(priced)) return undefined
  const most = await prices.highestBeside(priced.price, accountOf(job.target))
  const suspect = suspectOf(job, priced, charged, { longestMinutes, most })
  if (suspect === undefined) return undefined
  return isPriceRise(suspect, await clipStops.list()) ? undefined : suspect
}
