import type { DueAlert, WeeklySummary } from '../core/job/alerts.ts'
import { windowAt } from '../core/ledger/budget-window.ts'
import { daysBefore, daysIn, daysOf } from '../core/ledger/days.ts'
import type { AccountId } from '../core/target.ts'
import { createBudgetOverview } from './budget-overview.ts'
import { type BudgetsOptions, readOwnBudget } from './budget-reading.ts'
import { fromStore } from './connection.ts'
import { alertEntries, bucketOf } from './keys.ts'

/** The field of an account that says whether each week has a summary. */
export const weeklyField = 'weekly'

/** The first day of the latest week that had one. */
const toldField = 'weekly_told'

/** Takes the place of a window in the names of summaries. */
export const weeklyWindow = 'weekly'

/** People read it in the morning. */
const afterWeekMs = 9 * 60 * 60 * 1000

/** Since when a summary is due; 0 for other alerts, which are due at once. */
export const dueAtMs = ({ name }: DueAlert): number => {
  const [window, atMs] = name.split(' ')
  return window === weeklyWindow ? Number(atMs) : 0
}

type Week = Pick<WeeklySummary, 'days' | 'spent' | 'spentBefore' | 'budget'>

/**
 * Summaries of weeks: one entry among the alerts of the account says when the next is due. Two of them, such as after a
 * change of the time zone, give one summary.
 */
export const createWeekly = (options: BudgetsOptions) => {
  const { redis, keys, now } = options
  const weekNow = async (account: AccountId) => {
    const budget = await readOwnBudget(options, account)
    return { budget, days: daysBefore('week', daysOf('week', budget, now())) }
  }
  const plan = async (account: AccountId): Promise<void> => {
    const { zone, weekStart } = await readOwnBudget(options, account)
    const { endMs = 0 } = windowAt('week', zone, now(), weekStart)
    const name = `${weeklyWindow} ${endMs + afterWeekMs}`
    await fromStore(redis.zadd(keys.listed(bucketOf(account)), 0, `${alertEntries}${account} ${name}`))
    await fromStore(redis.hset(keys.account(account), { [`alert|${name}`]: '{}' }))
  }
  return {
    /** Enters the next summary. */
    plan,
    /** The week that is over; undefined if no summary is wanted, or it has one. */
    async read(account: AccountId): Promise<Week | undefined> {
      const { budget, days } = await weekNow(account)
      const [weekly, told] = await fromStore(redis.hmget(keys.account(account), weeklyField, toldField))
      if (weekly === null || told === days.from) return undefined
      const { spentOn } = createBudgetOverview(options)
      const before = await spentOn(account, daysIn(daysBefore('week', days)))
      const spentBefore = before.reduce((sum, { credits }) => sum + credits, 0)
      return { days, spent: await spentOn(account, daysIn(days)), spentBefore, budget }
    },
    /** The latest week has its summary, or never will. */
    async end(account: AccountId): Promise<void> {
      await plan(account)
      const { days } = await weekNow(account)
      await fromStore(redis.hset(keys.account(account), { [toldField]: days.from }))
    },
  }
}
