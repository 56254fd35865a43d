import type { Redis } from 'ioredis'
import { z } from 'zod'
import type { BudgetState, Budgets } from '../budget.ts'
import { type Period, periods, windowAt } from '../budget-window.ts'
import { microcredits, noCredits } from '../credits.ts'
import type { AccountId } from '../target.ts'
import { fromStore } from './connection.ts'
import { bucketOf, type Keys } from './keys.ts'
import { plainScript, runScript } from './scripts.ts'

/** A budget together with what its figures were computed from. */
export interface BudgetSnapshot extends BudgetState {
  /** Raised with every change of the settings; empty before the first. */
  revision: string
  windowId: string
}

interface BudgetsOptions {
  redis: Redis
  keys: Keys
  now: () => number
  /** IANA zone of servers that have not set one. */
  defaultZone: string
}

const settings = z.tuple([
  z.coerce.number().nullable(),
  z.enum(periods).nullable(),
  z.string().nullable(),
  z.string().nullable(),
])

const setLimitScript = plainScript('set-limit')

/** Reads the settings of an account, and the figures of the window that is open now. */
export const readBudget = async (
  { redis, keys, now, defaultZone }: BudgetsOptions,
  account: AccountId,
): Promise<BudgetSnapshot> => {
  const key = keys.account(account)
  const [limit, period, zone, revision] = settings.parse(
    await fromStore(redis.hmget(key, 'limit', 'period', 'zone', 'revision')),
  )
  const chosen: Period = period ?? 'month'
  const window = windowAt(chosen, zone ?? defaultZone, now())
  const [posted, pending] = await fromStore(redis.hmget(key, `posted|${window.id}`, `pending|${window.id}`))
  const spent = microcredits(Number(posted ?? 0))
  const held = microcredits(Number(pending ?? 0))
  return {
    limit: limit === null ? undefined : microcredits(limit),
    period: chosen,
    zone: zone ?? defaultZone,
    spent,
    held,
    left: (limit ?? noCredits) - spent - held,
    resetsAtMs: window.endMs,
    revision: revision ?? '',
    windowId: window.id,
  }
}

/** The servers' budgets, kept in Redis beside their jobs. */
export const createBudgets = (options: BudgetsOptions): Budgets => {
  const { redis, keys, now } = options
  return {
    read: (account) => readBudget(options, account),
    async setLimit({ account, eventId, actor, limit, period }) {
      const { zone } = await readBudget(options, account)
      await runScript(
        redis,
        setLimitScript,
        [keys.account(account), keys.journal(bucketOf(account))],
        [String(now()), account, eventId, actor, String(limit), period, zone],
      )
      return readBudget(options, account)
    },
  }
}
