import { microcredits } from '../core/credits.ts'
import type { BudgetOverview, SetLimit } from '../core/ledger/overview.ts'
import { type ScopeKind, scopeKinds } from '../core/ledger/scope.ts'
import type { SpendEntry } from '../core/ledger/spend.ts'
import type { AccountId } from '../core/target.ts'
import { fieldsLike } from './account-fields.ts'
import { readExpiring } from './bonuses.ts'
import { type BudgetsOptions, limitFields } from './budget-reading.ts'
import { fromStore, readAll } from './connection.ts'

/** A day's hash as entries; its other fields are bookkeeping. */
const entriesOf = (day: string, stored: unknown): readonly SpendEntry[] =>
  Object.entries(stored as Readonly<Record<string, string>>).flatMap(([name, amount]): SpendEntry[] => {
    const [member = '', feature] = name.split('|')
    return feature === undefined ? [] : [{ day, member, feature, credits: microcredits(Number(amount)) }]
  })

/** Limits of single channels, members, features and models, from the account's fields. */
const ownLimits = async (options: BudgetsOptions, account: AccountId): Promise<readonly SetLimit[]> => {
  const found = await fieldsLike(options, account, limitFields.everyOwn)
  return [...found].flatMap(([name, amount]): SetLimit[] => {
    const kind = scopeKinds.find((known) => name.startsWith(limitFields.own(known, '')))
    const id = name.slice(name.indexOf('|') + 1)
    return kind === undefined ? [] : [{ scope: { kind, id }, limit: microcredits(Number(amount)) }]
  })
}

/** Limits of groups, jointly or for each of their members. */
const groupLimits = async ({ redis, keys }: BudgetsOptions, account: AccountId) => {
  const stored = await fromStore(redis.hgetall(keys.groups(account)))
  return Object.entries(stored).flatMap(([name, amount]): SetLimit[] => {
    const isForEach = limitFields.isGroupEach(name)
    const id = name.slice(name.indexOf('|') + 1)
    const known = [limitFields.group(id), limitFields.groupEach(id)].includes(name)
    const limit = { scope: { kind: 'group' as const, id }, limit: microcredits(Number(amount)) }
    return known ? [isForEach ? { ...limit, isForEach } : limit] : []
  })
}

const kindsInOrder: readonly ScopeKind[] = ['group', 'channel', 'member', 'feature', 'model']

/** What an account's admins look at besides its budget, from Redis. */
export const createBudgetOverview = (options: BudgetsOptions): BudgetOverview => ({
  async spentOn(account, days) {
    const { redis, keys } = options
    const stored = await readAll(
      redis,
      days.map((day) => ['hgetall', keys.spend(account, day)] as const),
    )
    return days.flatMap((day, index) => entriesOf(day, stored[index] ?? {}))
  },
  async limits(account) {
    const all = await Promise.all([groupLimits(options, account), ownLimits(options, account)])
    const order = ({ scope }: SetLimit): number => kindsInOrder.indexOf(scope.kind)
    return all.flat().toSorted((one, other) => order(one) - order(other) || other.limit - one.limit)
  },
  expiring: (account, of) => readExpiring(options, account, of),
})
