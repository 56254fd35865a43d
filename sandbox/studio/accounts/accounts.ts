import type { Redis } from 'ioredis'
import type { Counters } from './counters.ts'
import { toCredits, toMicrocredits } from './microcredits.ts'

/** The account behind an API key. Amounts are in credits. */
export type Account = {
  readonly key: string
  /** Whether its owner subscribed to anything. */
  readonly hasPlan: boolean
  /** Every call of it meets a failure of the server. */
  readonly fails: boolean
  /** Every call of it is one too many. */
  readonly isBusy: boolean
  readonly balance: () => Promise<number>
  readonly setBalance: (credits: number) => Promise<void>
  /** Takes the amount and says whether there was enough; nothing is taken when there was not. */
  readonly charge: (credits: number) => Promise<boolean>
  readonly refund: (credits: number) => Promise<void>
}

/** All accounts of the service. */
export type Accounts = {
  /** The account of a key; undefined for a key that was never issued. */
  readonly byKey: (key: string) => Promise<Account | undefined>
  /** Issues a key unless it is there already. */
  readonly open: (key: string, credits: number) => Promise<void>
  /** Every key that was issued. */
  readonly keys: () => Promise<readonly string[]>
}

/**
 * Keys that try what an account in good order never meets, in the manner of payment providers' test cards: a key of the
 * service with one of these words behind a dot.
 */
export const testKeyWords = ['no-credits', 'no-plan', 'server-failure', 'busy'] as const
type TestKeyWord = (typeof testKeyWords)[number]

const chargeScript = `
local left = tonumber(redis.call('HGET', KEYS[1], ARGV[1])) - tonumber(ARGV[2])
if left < 0 then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], string.format('%.0f', left))
return 1
`

type Books = { readonly redis: Redis; readonly books: string; readonly counters: Counters }

const withBooks = ({ redis, books, counters }: Books, key: string): Account => ({
  key,
  hasPlan: true,
  fails: false,
  isBusy: false,
  balance: async () => toCredits(Number(await redis.hget(books, key))),
  setBalance: async (credits) => void (await redis.hset(books, key, toMicrocredits(credits))),
  charge: async (credits) => {
    const amount = toMicrocredits(credits)
    const isCharged = (await redis.eval(chargeScript, 1, books, key, amount)) === 1
    if (isCharged) await counters.charged(key, amount)
    return isCharged
  },
  refund: async (credits) => {
    const amount = toMicrocredits(credits)
    await redis.hincrby(books, key, amount)
    if (amount !== 0) await counters.refunded(key, amount)
  },
})

const testAccount = (key: string, word: TestKeyWord): Account => ({
  key,
  hasPlan: word !== 'no-plan',
  fails: word === 'server-failure',
  isBusy: word === 'busy',
  balance: async () => 0,
  setBalance: async () => undefined,
  charge: async () => false,
  refund: async () => undefined,
})

/** Keeps the accounts in Redis, under the prefix. */
export const createAccounts = (redis: Redis, prefix: string, counters: Counters): Accounts => {
  const books = `${prefix}credits`
  const isIssued = async (key: string): Promise<boolean> => (await redis.hexists(books, key)) === 1
  return {
    byKey: async (key) => {
      if (await isIssued(key)) return withBooks({ redis, books, counters }, key)
      const word = testKeyWords.find((candidate) => key.endsWith(`.${candidate}`))
      const isDerived = word !== undefined && (await isIssued(key.slice(0, -word.length - 1)))
      return isDerived ? testAccount(key, word) : undefined
    },
    open: async (key, credits) => void (await redis.hsetnx(books, key, toMicrocredits(credits))),
    keys: () => redis.hkeys(books),
  }
}
