import { z } from 'zod'
import { microcredits } from '../core/credits.ts'
import type { Alerts, DueAlert } from '../core/job/alerts.ts'
import type { Budgets } from '../core/ledger/budget.ts'
import type { AccountId } from '../core/target.ts'
import { type BudgetsOptions, readSnapshot } from './budget-reading.ts'
import { applyChange, type ChangingOptions, requireLetIn } from './changes.ts'
import { fromStore, readAll } from './connection.ts'
import { createKeyAlerts, isKeyAlert, keyAlertIn } from './key-alerts.ts'
import {
  alertEntries,
  bucketOf,
  buckets,
  type Keys,
  keyAlertEntries,
  lastEntry,
  shortHash,
  weeklyEntries,
} from './keys.ts'
import { plainScript, runScript } from './scripts.ts'
import { createWeekly, isWeekly, weeklyField, weeklyIn } from './weekly.ts'

/**
 * Fields of an account: the channel for its alerts, which the scripts on jobs read themselves, and whether the last
 * alert was refused there.
 */
export const alertsFields = { channel: 'alerts', refused: 'alerts_refused' } as const

const { channel: channelField, refused: refusedField } = alertsFields

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
  const weekly = createWeekly(options, inHandMs)
  const ofKeys = createKeyAlerts(options, inHandMs)
  const entriesOf = async (prefix: string): Promise<readonly string[]> => {
    const until = `(${prefix}${lastEntry}`
    const reads = buckets.map((bucket) => ['zrangebylex', keys.listed(bucket), `[${prefix}`, until] as const)
    return ((await readAll(redis, reads)) as readonly string[][]).flat()
  }
  return {
    raise: ofKeys.raise,
    async due() {
      const summaries = await entriesOf(weeklyEntries)
      return [
        ...(await entriesOf(alertEntries)).map(alertIn),
        ...(await entriesOf(keyAlertEntries)).map(keyAlertIn),
        ...summaries.flatMap((entry) => weeklyIn(entry, now()) ?? []),
      ]
    },
    async begin(alert) {
      if (isWeekly(alert)) return weekly.begin(alert)
      if (isKeyAlert(alert)) return ofKeys.begin(alert)
      const { windowId, period, resetsAtMs } = await readSnapshot(options, alert.account, [])
      const named = [...alert.name.split(' '), windowId, entryOf(alert)]
      const reply = await runScript(redis, script, placesOf(keys, alert), [now(), inHandMs, ...named])
      const [status, found = '', told = '', channel = ''] = reply
      if (status !== 'begun') return status === 'in_hand' ? status : undefined
      const notes: Record<string, string> = { told }
      return {
        kind: 'threshold',
        ...contents.parse(JSON.parse(found)),
        channel,
        key: `alert-${shortHash(entryOf(alert)).slice(0, 19)}`,
        period,
        resetsAtMs,
        notes,
        async note(_name, value) {
          notes.told = value
          await fromStore(redis.hset(keys.account(alert.account), { [toldField(alert)]: value }))
        },
      }
    },
    async end(alert, outcome) {
      const [account, listed] = placesOf(keys, alert)
      if (outcome === 'refused') await fromStore(redis.hset(account, { [refusedField]: '1' }))
      else await fromStore(redis.hdel(account, refusedField))
      if (isWeekly(alert)) return weekly.end(alert)
      if (isKeyAlert(alert)) return ofKeys.end(alert)
      const field = fieldOf(alert)
      await fromStore(redis.hdel(account, field, toldField(alert), `${field}|until`))
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
  (options: ChangingOptions): Budgets['setAlerts'] =>
  async ({ channel = '', isWeekly: isWanted, ...change }) => {
    await requireLetIn(options, change.account)
    if (isWanted === true) await createWeekly(options, inHandMs).plan(change.account)
    const weekly = channel === '' ? false : isWanted
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
