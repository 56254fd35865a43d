import type { Redis } from 'ioredis'
import { toCredits } from './microcredits.ts'

/** What a key did and what became of it, since the first start on this Redis. Amounts are in credits. */
export type KeyCounters = {
  readonly key: string
  /** Calls with a good key by endpoint, such as "POST /v1/Remix", whatever came of them. */
  readonly calls: Readonly<Record<string, number>>
  /** Tasks that were taken on, by feature: those whose answer was lost too. */
  readonly accepted: Readonly<Record<string, number>>
  readonly charged: number
  readonly refunded: number
}

/** What became of callbacks. */
export type WebhookCounters = {
  /** POSTs that were tried, the repeated ones too. */
  readonly tried: number
  readonly answered: number
  readonly givenUp: number
  /** Not sent, as a fault wanted it. */
  readonly lost: number
  /** Not sent, as they would have left this machine. */
  readonly skipped: number
}

/** The books that tests judge by: they do not depend on what a caller says it did. */
export type Counters = {
  readonly called: (key: string, endpoint: string) => Promise<void>
  readonly webhook: (event: keyof WebhookCounters) => Promise<void>
  readonly read: () => Promise<{ keys: readonly KeyCounters[]; webhooks: WebhookCounters }>
}

const noWebhooks: WebhookCounters = { tried: 0, answered: 0, givenUp: 0, lost: 0, skipped: 0 }

type Kind = 'calls' | 'accepted' | 'charged' | 'refunded' | 'webhooks'
type Row = { readonly kind: Kind; readonly key: string; readonly name: string; readonly count: number }

/** The hash of all counters. */
export const countersUnder = (prefix: string): string => `${prefix}counters`

/** The field of a counter in the hash: JSON, as a key may contain anything. Amounts are in microcredits. */
export const counterField = (kind: Kind, key: string, name = ''): string => JSON.stringify([kind, key, name])

const readRow = ([field, count]: [string, string]): Row => {
  const [kind, key, name] = JSON.parse(field)
  return { kind, key, name, count: Number(count) }
}

const namedCounts = (rows: readonly Row[], kind: Kind): Readonly<Record<string, number>> =>
  Object.fromEntries(rows.filter((row) => row.kind === kind).map(({ name, count }) => [name, count]))

const creditsOf = (rows: readonly Row[], kind: Kind): number =>
  toCredits(rows.find((row) => row.kind === kind)?.count ?? 0)

const keyCounters = ([key, rows]: [string, readonly Row[]]): KeyCounters => ({
  key,
  calls: namedCounts(rows, 'calls'),
  accepted: namedCounts(rows, 'accepted'),
  charged: creditsOf(rows, 'charged'),
  refunded: creditsOf(rows, 'refunded'),
})

/** Keeps the counters in Redis, under the prefix. */
export const createCounters = (redis: Redis, prefix: string): Counters => {
  const counters = countersUnder(prefix)
  const addOne = async (field: string): Promise<void> => void (await redis.hincrby(counters, field, 1))
  return {
    called: (key, endpoint) => addOne(counterField('calls', key, endpoint)),
    webhook: (event) => addOne(counterField('webhooks', '', event)),
    read: async () => {
      const rows = Object.entries(await redis.hgetall(counters)).map(readRow)
      const ofKeys = Map.groupBy(
        rows.filter(({ kind }) => kind !== 'webhooks'),
        ({ key }) => key,
      )
      return {
        keys: [...ofKeys].map(keyCounters),
        webhooks: { ...noWebhooks, ...namedCounts(rows, 'webhooks') },
      }
    },
  }
}
