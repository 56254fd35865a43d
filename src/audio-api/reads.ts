import { AppError } from '../core/errors.ts'
import type { LookupUse, Places } from '../core/job/concurrency.ts'
import type { Exchange } from './transport.ts'

/** What reads need: the look-ups that all processes share, chance (0 to 1), and time to pass. */
export interface ReadDeps {
  spendLookup: Places['spendLookup']
  random: () => number
  wait: (spanMs: number) => Promise<void>
}

/** What a read came to; `later` is the milliseconds until there are look-ups again. */
type ReadResult = Exchange | { kind: 'later'; waitMs: number }

const triesMax = 3
const pauseMinMs = 250
const pauseMaxMs = 4_000

/** A pause between nothing and all of a span that doubles: many who failed together come back one by one. */
const pauseMs = (again: number, random: () => number): number =>
  random() * Math.min(pauseMaxMs, pauseMinMs * 2 ** again)

/**
 * Reads something that is free of charge, a few times if the service is away. Every try is paid for with a
 * look-up; where there are none left, what the try before found counts.
 */
export const readSeveralTimes = async (
  { spendLookup, random, wait }: ReadDeps,
  use: LookupUse,
  readOnce: () => Promise<Exchange>,
): Promise<ReadResult> => {
  const spent = await spendLookup(use)
  if (spent.status === 'wait') return { kind: 'later', waitMs: spent.waitMs }
  let found = await readOnce()
  for (let again = 1; again < triesMax; again += 1) {
    if (found.kind === 'answered' && found.status !== 429 && found.status < 500) break
    await wait(pauseMs(again, random))
    if ((await spendLookup(use)).status === 'wait') break
    found = await readOnce()
  }
  return found
}

const minutesMax = 10

/**
 * Reads part of a list, waiting up to ten minutes for a look-up. Throws AppError `service_unreachable` after
 * that.
 */
export const readInTime = async (deps: ReadDeps, readOnce: () => Promise<Exchange>): Promise<Exchange> => {
  for (let waits = 0; waits < minutesMax; waits += 1) {
    const found = await readSeveralTimes(deps, { for: 'list' }, readOnce)
    if (found.kind !== 'later') return found
    await deps.wait(found.waitMs)
  }
  throw new AppError('service_unreachable', 'no look-ups are left', { retryable: true })
}

/** Searches without waiting: throws if there is no look-up left. */
export const readNow = async (deps: ReadDeps, readOnce: () => Promise<Exchange>): Promise<Exchange> => {
  const found = await readSeveralTimes(deps, { for: 'search' }, readOnce)
  if (found.kind !== 'later') return found
  throw new AppError('service_unreachable', 'no look-up is left', { retryable: true })
}
