import { type Microcredits, microcredits } from '../credits.ts'
import type { Budgets, LimitSource, ShareBudget } from '../ledger/budget.ts'
import type { Scope } from '../ledger/scope.ts'
import { type AccountId, accountOf } from '../target.ts'
import { createGrant, type GrantOptions } from './budget-grants.ts'
import { createSetLimit, createSetManager, createSetShareLimit, managerField } from './budget-settings.ts'
import {
  type BudgetSnapshot,
  limitFields,
  readFigures,
  readSnapshot,
  scopesOfRequest,
} from './budget-snapshot.ts'
import { fromStore } from './connection.ts'

type Limit = Pick<ShareBudget, 'limit' | 'from' | 'eachLimit'>

const amountIn = (text: string | undefined): Microcredits | undefined =>
  text === undefined || text === '' ? undefined : microcredits(Number(text))

/** The first of these limits that there is, and whose it is. */
const firstOf = (...limits: readonly [LimitSource, Microcredits | undefined][]): Limit => {
  const [from, limit] = limits.find(([, amount]) => amount !== undefined) ?? []
  return { limit, from, eachLimit: undefined }
}

/** The field of an account with the scope's own limit; a group's is kept elsewhere. */
const ownFieldsOf = (scope: Scope): readonly string[] =>
  scope.kind === 'group' ? [] : [limitFields.own(scope.kind, scope.id)]

const limitOf = (scope: Scope, { ownLimits, ...snapshot }: BudgetSnapshot): Limit => {
  const { channelLimit, memberLimit, memberLimitByGroups, groupSettings } = snapshot
  const own = ownFieldsOf(scope).map((name) => ownLimits[name])[0]
  switch (scope.kind) {
    case 'channel':
      return firstOf(['own', own], ['everyone', channelLimit])
    case 'group': {
      const together = firstOf(['own', amountIn(groupSettings[limitFields.group(scope.id)])])
      return { ...together, eachLimit: amountIn(groupSettings[limitFields.groupEach(scope.id)]) }
    }
    case 'member':
      return firstOf(['own', own], ['group', amountIn(memberLimitByGroups)], ['everyone', memberLimit])
  }
}

const readShareOf = async (
  { redis, keys }: GrantOptions,
  account: AccountId,
  snapshot: BudgetSnapshot,
  scope: Scope,
): Promise<ShareBudget> => {
  const limit = limitOf(scope, snapshot)
  const figures = await readFigures(redis, keys.scope(account, scope), snapshot.windowId)
  const { granted, spent, held } = figures
  const left = limit.limit === undefined ? undefined : limit.limit + granted - spent - held
  return { scope, ...limit, ...figures, left }
}

const createReadShare =
  (options: GrantOptions): Budgets['readShare'] =>
  async (account, scope) => {
    const snapshot = await readSnapshot(options, account, [], ownFieldsOf(scope))
    const share = await readShareOf(options, account, snapshot, scope)
    const lacksGroups = scope.kind === 'member' && snapshot.hasGroupLimits
    return { server: snapshot, share, lacksGroups }
  }

const createReadFor =
  (options: GrantOptions): Budgets['readFor'] =>
  async (target, groups) => {
    const account = accountOf(target)
    const own = scopesOfRequest(target, { groupLimits: {} }).flatMap(ownFieldsOf)
    const snapshot = await readSnapshot(options, account, groups ?? [], own)
    const scopes = scopesOfRequest(target, snapshot)
    const shares = await Promise.all(scopes.map((scope) => readShareOf(options, account, snapshot, scope)))
    return { server: snapshot, shares, lacksGroups: groups === undefined && snapshot.hasGroupLimits }
  }

/** The servers' budgets, kept in Redis beside their jobs. */
export const createBudgets = (options: GrantOptions): Budgets => {
  const { redis, keys } = options
  return {
    read: (account) => readSnapshot(options, account, []),
    readShare: createReadShare(options),
    readFor: createReadFor(options),
    setLimit: createSetLimit(options),
    setShareLimit: createSetShareLimit(options),
    grant: createGrant(options),
    isManager: async (account, member) =>
      (await fromStore(redis.hexists(keys.account(account), managerField(member)))) === 1,
    setManager: createSetManager(options),
  }
}
