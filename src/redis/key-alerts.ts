import type { DueAlert, KeyAlert, KeyTrouble } from '../core/job/alerts.ts'
import type { AccountId } from '../core/target.ts'
import type { BudgetsOptions } from './budget-reading.ts'
import { fromStore } from './connection.ts'
import { bucketOf, keyAlertEntries, shortHash } from './keys.ts'
import { plainScript, runScript } from './scripts.ts'

const script = plainScript('begin-key-alert')

const prefix = 'own-key '

/** Whether this is an alert about a server's own key. */
export const isKeyAlert = ({ name }: DueAlert): boolean => name.startsWith(prefix)

const fieldOf = ({ name }: DueAlert): string => `alert|${name}`

const entryOf = ({ account, name }: DueAlert): string =>
  `${keyAlertEntries}${account} ${name.slice(prefix.length)}`

/** An alert from its entry among those that are due. */
export const keyAlertIn = (entry: string): DueAlert => {
  const [account = '', ...name] = entry.slice(keyAlertEntries.length).split(' ')
  return { account: account as AccountId, name: `${prefix}${name.join(' ')}` }
}

/** Alerts about servers' own keys: each trouble has an entry in the list of jobs until it is posted. */
export const createKeyAlerts = ({ redis, keys, now }: BudgetsOptions, inHandMs: number) => {
  const listedOf = (account: AccountId): string => keys.listed(bucketOf(account))
  return {
    /** See `Alerts.raise`. */
    async raise(account: AccountId, why: KeyTrouble): Promise<void> {
      const entry = entryOf({ account, name: `${prefix}${why} ${now()}` })
      await fromStore(redis.zadd(listedOf(account), 0, entry))
    },
    /** See `Alerts.begin`. */
    async begin(alert: DueAlert): Promise<KeyAlert | 'in_hand' | undefined> {
      const { account, name } = alert
      const accountKey = keys.account(account)
      const args = [now(), inHandMs, fieldOf(alert), entryOf(alert)]
      const reply = await runScript(redis, script, [accountKey, listedOf(account)], args)
      const [status, told = '', channel = ''] = reply
      if (status !== 'begun') return status === 'in_hand' ? status : undefined
      const notes: Record<string, string> = { told }
      return {
        kind: 'own_key',
        why: name.startsWith(`${prefix}balance `) ? 'balance' : 'key',
        channel,
        key: `alert-${shortHash(entryOf(alert)).slice(0, 19)}`,
        notes,
        async note(_name, value) {
          notes.told = value
          await fromStore(redis.hset(accountKey, { [`${fieldOf(alert)}|told`]: value }))
        },
      }
    },
    /** See `Alerts.end`. */
    async end(alert: DueAlert): Promise<void> {
      const { account } = alert
      const field = fieldOf(alert)
      await fromStore(redis.hdel(keys.account(account), `${field}|told`, `${field}|until`))
      await fromStore(redis.zrem(listedOf(account), entryOf(alert)))
    },
  }
}
