import type { Redis } from 'ioredis'
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
 * Keys that try what an account in good order never meets, in the manner of payment providers' test cards: a
 * key of the service with one of these words behind a dot.
 */
export const testKeyWords = ['no-credits', 'no-plan', 'server-failure', 'busy'] as const
type TestKeyWord = (typeof testKeyWords)[number]

/** The hash of balances in microcredits, by the keys of their accounts. */
export const balancesUnder = (prefix: string): string => `${prefix}credits`

const withBalance = (redis: Redis, balances: string, key: string): Account => ({
  key,
  hasPlan: true,
  fails: false,
  isBusy: false,
  balance: async () => toCredits(Number(await redis.hget(balances, key))),
  setBalance: async (credits) => void (await redis.hset(balances, key, toMicrocredits(credits))),
})

const testAccount = (key: string, word: TestKeyWord): Account => ({
  key,
  hasPlan: word !== 'no-plan',
  fails: word === 'server-failure',
  isBusy: word === 'busy',
  balance: async () => 0,
  setBalance: async () => undefined,
})

/** Keeps the accounts in Redis, under the prefix. */
export const createAccounts = (redis: Redis, prefix: string): Accounts => {
  const balances = balancesUnder(prefix)
  const isIssued = async (key: string): Promise<boolean> => (await redis.hexists(balances, key)) === 1
  return {
    byKey: async (key) => {
      if (await isIssued(key)) return withBalance(redis, balances, key)
      const word = testKeyWords.find((candidate) => key.endsWith(`.${candidate}`))
      const isDerived = word !== undefined && (await isIssued(key.slice(0, -word.length - 1)))
      return isDerived ? testAccount(key, word) : undefined
    },
    open: async (key, credits) => void (await redis.hsetnx(balances, key, toMicrocredits(credits))),
    keys: () => redis.hkeys(balances),
  }
}
