import { z } from 'zod'
import { microcredits } from '../core/credits.ts'
import { type Bonuses, type ExpiredShare, unusedOf } from '../core/ledger/bonuses.ts'
import type { GrantScope } from '../core/ledger/budget.ts'
import type { ExpiringBonus } from '../core/ledger/overview.ts'
import { type Scope, scopeKinds } from '../core/ledger/scope.ts'
import type { AccountId } from '../core/target.ts'
import { say } from '../core/text/say.ts'
import { fieldsIn } from './account-fields.ts'
import { type BudgetsOptions, readFigures, readSnapshot, retryStale } from './budget-reading.ts'
import { fromStore, readAll } from './connection.ts'
import { aboutScope, figuresKeyOf, shareOf } from './grants.ts'
import { bucketOf, buckets } from './keys.ts'
import { figuresScript, runScript, textsOf } from './scripts.ts'

const script = figuresScript('share', 'lapse')

/** Prefix of the account fields of bonuses that expire, `bonus|<kind>|<id>`; the scripts on grants write them. */
const prefix = 'bonus|'

const scopeOf = (name: string, id: string): GrantScope => {
  const kind = scopeKinds.find((known) => known === name)
  return kind === undefined ? { kind: 'server' } : { kind, id }
}

const stored = z.array(
  z.object({
    window: z.string(),
    expires_at: z.coerce.number(),
    credits: z.coerce.number().transform(microcredits),
    used: z.coerce.number(),
  }),
)

/** The bonuses of one share, or of all, by the names of their fields without the prefix. */
const fieldsOf = async (options: BudgetsOptions, account: AccountId, of: Scope | undefined) => {
  if (of === undefined) return fieldsIn(options, account, prefix)
  const name = `${of.kind}|${of.id}`
  const text = await fromStore(options.redis.hget(options.keys.account(account), prefix + name))
  return new Map(text === null ? [] : [[name, text]])
}

/** See `BudgetOverview.expiring`. */
export const readExpiring = async (
  options: BudgetsOptions,
  account: AccountId,
  of?: Scope,
): Promise<readonly ExpiringBonus[]> => {
  const [{ windowId }, fields] = await Promise.all([
    readSnapshot(options, account, []),
    fieldsOf(options, account, of),
  ])
  const ofShares = [...fields].map(async ([name, text]): Promise<readonly ExpiringBonus[]> => {
    const [kind = '', ...id] = name.split('|')
    const scope = scopeOf(kind, id.join('|'))
    const current = stored.parse(JSON.parse(text)).filter(({ window }) => window === windowId)
    const { spent, held } = await readFigures(options, figuresKeyOf(options.keys, account, scope), windowId)
    return unusedOf(current, spent + held).flatMap((credits, at) => {
      const expiresAtMs = current[at]?.expires_at
      return credits === 0 || expiresAtMs === undefined ? [] : [{ scope, credits, expiresAtMs }]
    })
  })
  const all = await Promise.all(ofShares)
  return all.flat().toSorted((one, other) => one.expiresAtMs - other.expiresAtMs)
}

interface BonusOptions extends BudgetsOptions {
  clockToleranceMs: number
}

/** A share from its entry among those with bonuses: see `bonusEntry`. */
const shareIn = (entry: string): ExpiredShare => {
  const [account = '', kind = '', ...id] = entry.split(' ')
  return { account: account as AccountId, scope: scopeOf(kind, id.join(' ')) }
}

/** How many expired bonuses one call takes back; Redis answers nobody else meanwhile. */
const lapsedAtOnce = 50

/** Bonuses with an expiry, kept in Redis beside the budgets that they are on top of. */
export const createBonuses = (options: BonusOptions): Bonuses => {
  const { redis, keys, now, clockToleranceMs } = options
  return {
    async due() {
      const until = String(Math.round(now()))
      const reads = buckets.map((bucket) => ['zrangebyscore', keys.bonuses(bucket), '-inf', until] as const)
      return ((await readAll(redis, reads)) as readonly string[][]).flat().map(shareIn)
    },
    async lapse({ account, scope }) {
      const bucket = bucketOf(account)
      const where = [
        keys.account(account),
        figuresKeyOf(keys, account, scope),
        keys.journal(bucket),
        keys.bonuses(bucket),
      ]
      const line = { operation: 'take', account, ...aboutScope(scope), reason: say('Bonus expired') }
      const some = async (): Promise<string | undefined> => {
        const snapshot = await readSnapshot(options, account, [])
        const share = shareOf(account, scope, snapshot)
        const args = textsOf({ revision: snapshot.revision, most: lapsedAtOnce, ...share })
        const values = [now(), clockToleranceMs, JSON.stringify(args), JSON.stringify(line)]
        const [status] = await runScript(redis, script, where, values)
        return status === 'stale' ? undefined : status
      }
      while ((await retryStale(some)) === 'more');
    },
  }
}
