import { z } from 'zod'
import { microcredits } from '../core/credits.ts'
import type { Alerts, DueAlert } from '../core/job/alerts.ts'
import type { Budgets } from '../core/ledger/budget.ts'
import type { AccountId } from '../core/target.ts'
import { type BudgetsOptions, readSnapshot } from './budget-reading.ts'
import { applyChange } from './budget-settings.ts'
import { fromStore, readAll } from './connection.ts'
import { alertEntries, bucketOf, buckets, type Keys, lastEntry, shortHash } from './keys.ts'
import { plainScript, runScript } from './scripts.ts'
import { createWeekly, dueAtMs, weeklyField, weeklyWindow } from './weekly.ts'

/** The field of an account that names the channel for its alerts. The scripts on jobs read it themselves. */
const channelField = 'alerts'

/** That the last alert was refused there. */
const refusedField = 'alerts_refused'

const script = plainScript('begin-alert')

/** A process that has posted nothing for so long has died or given up, or the chat didn't take the alert. */
const inHandMs = 20_000

const amount = z.coerce.number().transform(microcredits)
const contents = z.object({ spent: amount, held: amount, allowed: amount })

const fieldOf = ({ name }: DueAlert): string => `alert|${name}`
const toldField = (alert: DueAlert): string => `${fieldOf(alert)}|told`
const entryOf = ({ account, name }: DueAlert): string => `${alertEntries}${account} ${name}`

/** An alert from its entry among those that are due. */
const alertIn = (entry: string): DueAlert => {
  const [account = '', ...name] = entry.slice(alertEntries.length).split(' ')
  return { account: account as AccountId, name: name.join(' ') }
}

const placesOf = (keys: Keys, { account }: DueAlert) =>
  [keys.account(account), keys.listed(bucketOf(account))] as const

/** The alerts in Redis: among the settings of their accounts, with an entry in the list of jobs while they are due. */
export const createAlerts = (options: BudgetsOptions): Alerts => {
  const { redis, keys, now } = options
  const weekly = createWeekly(options)
  return {
    async due() {
      const until = `(${alertEntries}${lastEntry}`
      const reads = buckets.map(
        (bucket) => ['zrangebylex', keys.listed(bucket), `[${alertEntries}`, until] as const,
      )
      const all = ((await readAll(redis, reads)) as readonly string[][]).flat().map(alertIn)
      return all.filter((alert) => dueAtMs(alert) <= now())
    },
    async begin(alert) {
      const isOfWeek = dueAtMs(alert) > 0
      const summary = isOfWeek ? await weekly.read(alert.account) : undefined
      const { windowId, period, resetsAtMs } = await readSnapshot(options, alert.account, [])
      const openWindow = isOfWeek ? summary && weeklyWindow : windowId
      const named = [...alert.name.split(' '), openWindow ?? '', entryOf(alert)]
      const reply = await runScript(redis, script, placesOf(keys, alert), [now(), inHandMs, ...named])
      const [status, found = '', told = '', channel = ''] = reply
      if (status !== 'begun') return status === 'in_hand' ? status : undefined
      const notes: Record<string, string> = { told }
      const begun = {
        channel,
        key: `alert-${shortHash(entryOf(alert)).slice(0, 19)}`,
        notes,
        async note(_name: string, value: string) {
          notes.told = value
          await fromStore(redis.hset(keys.account(alert.account), { [toldField(alert)]: value }))
        },
      }
      return summary === undefined
        ? { kind: 'threshold', ...begun, ...contents.parse(JSON.parse(found)), period, resetsAtMs }
        : { kind: 'weekly', ...begun, ...summary }
    },
    async end(alert, outcome) {
      if (dueAtMs(alert) > 0) await weekly.end(alert.account)
      const [account, listed] = placesOf(keys, alert)
      const field = fieldOf(alert)
      if (outcome === 'refused') await fromStore(redis.hset(account, { [refusedField]: '1' }))
      const over = outcome === 'posted' ? [refusedField] : []
      await fromStore(redis.hdel(account, field, toldField(alert), `${field}|until`, ...over))
      await fromStore(redis.zrem(listed, entryOf(alert)))
    },
  }
}

/** See `Budgets.alertsPlace`. */
export const createAlertsPlace =
  ({ redis, keys }: BudgetsOptions): Budgets['alertsPlace'] =>
  async (account) => {
    const names = [channelField, refusedField, weeklyField]
    const [channel, refused, weekly] = await fromStore(redis.hmget(keys.account(account), ...names))
    return channel ? { channel, isWeekly: weekly !== null, isRefused: refused !== null } : undefined
  }

/** See `Budgets.setAlerts`. */
export const createSetAlerts =
  (options: BudgetsOptions): Budgets['setAlerts'] =>
  async ({ channel = '', isWeekly, ...change }) => {
    if (isWeekly === true) await createWeekly(options).plan(change.account)
    const weekly = channel === '' ? false : isWeekly
    const { status } = await applyChange(options, {
      change,
      operation: 'alerts',
      about: { channel, ...(weekly !== undefined && { weekly: weekly ? '1' : '0' }) },
      labels: {},
      settings: {
        [channelField]: channel,
        [refusedField]: '',
        ...(weekly !== undefined && { [weeklyField]: weekly ? '1' : '' }),
      },
      in: 'account',
      // The scripts on jobs read it themselves.
      raisesRevision: false,
    })
    return { status }
  }
