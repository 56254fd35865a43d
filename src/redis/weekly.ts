import type { DueAlert, WeeklySummary } from '../core/job/alerts.ts'
import { windowAt } from '../core/ledger/budget-window.ts'
import { daysBefore, daysIn, daysOf } from '../core/ledger/days.ts'
import { totalSpend } from '../core/ledger/spend.ts'
import type { AccountId } from '../core/target.ts'
import { createBudgetOverview } from './budget-overview.ts'
import { type BudgetsOptions, readOwnBudget } from './budget-reading.ts'
import { fromStore } from './connection.ts'
import { bucketOf, shortHash, weeklyEntries } from './keys.ts'
import { plainScript, runScript } from './scripts.ts'

/** The field of an account that says whether each week has a summary. */
export const weeklyField = 'weekly'

/** The first day of the latest week that had one, and of the one that is worked on. */
const coveredWeekField = 'weekly_told'
const begunWeekField = 'weekly_day'
/** What its posting noted, and until when it is in hand. */
const noteField = 'weekly_note'
const untilField = 'weekly_until'

const script = plainScript('begin-weekly')

/** Posted at 9 a.m. on the first day of the next week. */
const afterWeekMs = 9 * 60 * 60 * 1000

const prefix = 'weekly '

/** Whether this is a weekly summary, and not an alert about a threshold. */
export const isWeekly = ({ name }: DueAlert): boolean => name.startsWith(prefix)

const entryOf = ({ account, name }: DueAlert): string =>
  `${weeklyEntries}${account} ${name.slice(prefix.length)}`

/** A summary from its entry; undefined until it is due. */
export const weeklyIn = (entry: string, nowMs: number): DueAlert | undefined => {
  const [account = '', atMs = ''] = entry.slice(weeklyEntries.length).split(' ')
  return Number(atMs) <= nowMs ? { account: account as AccountId, name: `${prefix}${atMs}` } : undefined
}

/**
 * Weekly summaries: an entry in the list of jobs says when the next is due. Several of them, as after a change of the
 * time zone, give one summary of a week.
 */
export const createWeekly = (options: BudgetsOptions, inHandMs: number) => {
  const { redis, keys, now } = options
  const nextAlert = async (account: AccountId): Promise<DueAlert> => {
    const { zone, weekStart } = await readOwnBudget(options, account)
    const { endMs = 0 } = windowAt('week', zone, now(), weekStart)
    return { account, name: `${prefix}${endMs + afterWeekMs}` }
  }
  const listedOf = (account: AccountId): string => keys.listed(bucketOf(account))
  const plan = async (account: AccountId): Promise<void> => {
    await fromStore(redis.zadd(listedOf(account), 0, entryOf(await nextAlert(account))))
  }
  return {
    /** Enters the next summary. */
    plan,
    /** See `Alerts.begin`. */
    async begin(alert: DueAlert): Promise<WeeklySummary | 'in_hand' | undefined> {
      const { account } = alert
      const accountKey = keys.account(account)
      const budget = await readOwnBudget(options, account)
      const days = daysBefore('week', daysOf('week', budget, now()))
      const args = [now(), inHandMs, days.from, entryOf(alert), entryOf(await nextAlert(account))]
      const reply = await runScript(redis, script, [accountKey, listedOf(account)], args)
      const [status, told = '', channel = ''] = reply
      if (status !== 'begun') return status === 'in_hand' ? status : undefined
      const { spentOn } = createBudgetOverview(options)
      const before = await spentOn(account, daysIn(daysBefore('week', days)))
      const notes: Record<string, string> = { told }
      return {
        kind: 'weekly',
        channel,
        key: `alert-${shortHash(`${prefix}${account} ${days.from}`).slice(0, 19)}`,
        days,
        spent: await spentOn(account, daysIn(days)),
        spentBefore: totalSpend(before),
        budget,
        notes,
        async note(_name, value) {
          notes.told = value
          await fromStore(redis.hset(accountKey, { [noteField]: value }))
        },
      }
    },
    /** The week has its summary, or never will. */
    async end(alert: DueAlert): Promise<void> {
      const { account } = alert
      const accountKey = keys.account(account)
      await plan(account)
      const day = await fromStore(redis.hget(accountKey, begunWeekField))
      if (day !== null) await fromStore(redis.hset(accountKey, { [coveredWeekField]: day }))
      await fromStore(redis.hdel(accountKey, begunWeekField, noteField, untilField))
      await fromStore(redis.zrem(listedOf(account), entryOf(alert)))
    },
  }
}
