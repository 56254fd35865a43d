import { type Check, ok } from '../../core/doctor-check.ts'
import type { StoreConnection } from '../address.ts'
import { alertsFields } from '../alerts.ts'
import { findAccounts } from '../allowlist.ts'
import { readAll } from '../connection.ts'
import { buckets, type Keys } from '../keys.ts'
import { ageText } from './findings.ts'

interface AdminsOptions {
  redis: StoreConnection
  keys: Keys
  now: () => number
}

/** Workers try every ten seconds. */
const overdueMs = 2 * 60_000
const shownMax = 5

const approvalsCheck = ({ redis, keys, now }: AdminsOptions): Check => ({
  id: 'jobs.approvals',
  async run() {
    const reads = buckets.map((bucket) => ['zrange', keys.approvals(bucket), '0', '0', 'WITHSCORES'] as const)
    const firsts = (await readAll(redis, reads)) as readonly (readonly string[])[]
    const lateMs = firsts.flatMap(([, dueMs]) => (dueMs === undefined ? [] : [now() - Number(dueMs)]))
    const late = lateMs.filter((ms) => ms > overdueMs)
    if (late.length === 0) return [ok('no request to admins waits to be posted')]
    return [
      {
        verdict: 'warning',
        what: 'requests to admins',
        why: `Some could not be posted or closed; the oldest should have been ${ageText(Math.max(...late))} ago.`,
        mend: 'Check that a worker runs, and that the bot can post in the channel that /budget approvals names.',
      },
    ]
  },
})

const alertsCheck = ({ redis, keys }: AdminsOptions): Check => ({
  id: 'jobs.alerts',
  isLong: true,
  async run() {
    const accounts = await findAccounts({ redis, keys })
    const { channel, refused } = alertsFields
    const told = await readAll(
      redis,
      accounts.map((account) => ['hmget', keys.account(account), channel, refused] as const),
    )
    const places = accounts.flatMap((account, index) => {
      const [where, isRefused] = told[index] as readonly (string | null)[]
      return where && isRefused ? [`${account} in channel ${where}`] : []
    })
    if (places.length === 0) return [ok('no alert to admins was refused')]
    return [
      {
        verdict: 'warning',
        what: `alerts that could not be posted: ${places.length}`,
        why: `The chat refused them: ${places.slice(0, shownMax).join(', ')}.`,
        mend: 'Let the bot post there, or let their admins choose another channel with /budget alerts.',
      },
    ]
  },
})

/** Whether what admins should read reaches them. */
export const adminsChecks = (options: AdminsOptions): readonly Check[] => [
  approvalsCheck(options),
  alertsCheck(options),
]
