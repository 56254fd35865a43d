import type { ApiBody } from '../core/endpoints/api-request.ts'
import { AppError } from '../core/errors.ts'
import type { LookupUse, Places } from '../core/job/concurrency.ts'
import type { Exchange, Transport } from './transport.ts'

/** Dependencies of reads: the look-ups that all processes share, a random number from 0 to 1, and a delay. */
export interface ReadDeps {
  spendLookup: Places['spendLookup']
  random: () => number
  wait: (spanMs: number) => Promise<void>
}

/** What a read goes through. */
interface Reading {
  transport: Pick<Transport, 'get'>
  reads: ReadDeps
}

/** Result of a read; `later` gives the milliseconds until look-ups are available again. */
type ReadResult = Exchange | { kind: 'later'; waitMs: number }

const triesMax = 3
const pauseMinMs = 250
const pauseMaxMs = 4_000

/** A pause between zero and a span that doubles, so that callers that failed together retry at different times. */
const pauseMs = (again: number, random: () => number): number =>
  random() * Math.min(pauseMaxMs, pauseMinMs * 2 ** again)

/**
 * Reads something free of charge, retrying a few times if the service is unavailable. Every try costs a look-up;
 * when none are left, the result of the last try counts.
 */
export const readSeveralTimes = async (
  { transport, reads }: Reading,
  use: LookupUse,
  path: string,
  query: ApiBody,
): Promise<ReadResult> => {
  const { spendLookup, random, wait } = reads
  const spent = await spendLookup(use)
  if (spent.status === 'wait') return { kind: 'later', waitMs: spent.waitMs }
  let found = await transport.get(path, query)
  for (let again = 1; again < triesMax; again += 1) {
    if (found.kind === 'answered' && found.status !== 429 && found.status < 500) break
    await wait(pauseMs(again, random))
    if ((await spendLookup(use)).status === 'wait') break
    found = await transport.get(path, query)
  }
  return found
}

const minutesMax = 10

/** Reads part of a list, waiting up to ten minutes for a look-up. Then throws AppError `service_unreachable`. */
export const readInTime = async (reading: Reading, path: string, query: ApiBody): Promise<Exchange> => {
  for (let waits = 0; waits < minutesMax; waits += 1) {
    const found = await readSeveralTimes(reading, { for: 'list' }, path, query)
    if (found.kind !== 'later') return found
    await reading.reads.wait(found.waitMs)
  }
  throw new AppError('service_unreachable', 'no look-ups are left', { retryable: true })
}

/** Searches without waiting; throws if no look-up is left. */
export const readNow = async (
  reading: Reading,
  path: string,
  query: ApiBody,
  use: 'search' | 'typing' = 'search',
): Promise<Exchange> => {
  const found = await readSeveralTimes(reading, { for: use }, path, query)
  if (found.kind !== 'later') return found
  throw new AppError('service_unreachable', 'no look-up is left', { retryable: true })
}
