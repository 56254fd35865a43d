import type { LookupUse, Places } from '../core/job/concurrency.ts'
import type { StoreConnection } from './address.ts'
import type { Keys } from './keys.ts'
import { plainScript, runScript } from './scripts.ts'

const script = plainScript('spend-lookup')

interface LookupsOptions {
  redis: StoreConnection
  keys: Keys
  now: () => number
  /** Stands for the provider's API key, without giving it away. */
  providerKeyId: string
  lookupsPerMinute: number
}

/** At most `most` look-ups in any `spanMs` milliseconds. */
interface Share {
  name: string
  most: number
  spanMs: number
}

/** The service's minute may start at any time, and a request may take two seconds to arrive. */
const windowMs = 62_000

/** A fraction of a minute's look-ups; below one, it becomes one look-up in a longer span. */
const shareOf = (name: string, lookups: number): Share =>
  lookups >= 1
    ? { name, most: Math.floor(lookups), spanMs: windowMs }
    : { name, most: 1, spanMs: Math.ceil(windowMs / lookups) }

const readingPart = 0.25
const listPart = 0.2
/** Of the same share: pages leave the rest to searches. */
const pagePart = 0.1
const readingsOfMember = 3
/** Several processes may start at once. */
const looksAtService = 2

const sharesFor = (use: LookupUse, perMinute: number): readonly Share[] => {
  switch (use.for) {
    case 'result':
      return []
    case 'reading':
      return [
        shareOf('readings', perMinute * readingPart),
        shareOf(`readings:${use.account}:${use.member}`, readingsOfMember),
      ]
    case 'list':
      return [shareOf('lists', perMinute * pagePart)]
    case 'search':
      return [shareOf('lists', perMinute * listPart)]
    case 'service':
      return [shareOf('service', looksAtService)]
  }
}

/** Lower ranks go first. Lists rank with results because their share is small. */
const ranks = { result: 1, list: 1, search: 1, reading: 2, service: 2 } as const satisfies Record<
  LookupUse['for'],
  number
>

const keyOf = (use: LookupUse): string | undefined => (use.for === 'result' ? use.keyId : undefined)

/** The account and the job that take turns. */
const turnOf = (use: LookupUse): readonly [string, string] =>
  'account' in use ? [use.account, use.jobId] : [use.for, use.for]

/** The look-ups of the API keys that we use; see `Places.spendLookup`. */
export const createLookups =
  ({
    redis,
    keys,
    now,
    providerKeyId: currentKeyId,
    lookupsPerMinute,
  }: LookupsOptions): Places['spendLookup'] =>
  async (use) => {
    const providerKeyId = keyOf(use) ?? currentKeyId
    // Waiting jobs wake up together, so they wait until there are look-ups for several of them.
    const several = Math.max(Math.floor(lookupsPerMinute / 4), 1)
    const shares = sharesFor(use, lookupsPerMinute)
    const windows = [{ most: lookupsPerMinute, spanMs: windowMs }, ...shares]
    const [status, waitMs] = await runScript(
      redis,
      script,
      [
        keys.lookups(providerKeyId),
        keys.lookupTurns(providerKeyId),
        keys.lookupsAwaited(providerKeyId),
        ...shares.map(({ name }) => keys.lookupShare(providerKeyId, name)),
      ],
      [
        now(),
        several,
        ranks[use.for],
        ...turnOf(use),
        ...windows.flatMap(({ most, spanMs }) => [most, spanMs]),
      ].map(String),
    )
    return status === 'spent' ? { status } : { status: 'wait', waitMs: Number(waitMs) }
  }
