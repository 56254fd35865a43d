import { type Microcredits, microcredits, noCredits } from '../core/credits.ts'
import type { Allowance } from '../core/ledger/allowlist.ts'
import type { BudgetState, Budgets, LimitSource, OwnBudget, ShareBudget } from '../core/ledger/budget.ts'
import type { Scope } from '../core/ledger/scope.ts'
import { type AccountId, accountOf } from '../core/target.ts'
import { createGrant, type GrantOptions } from './budget-grants.ts'
import { createSetLimit, createSetManager, createSetShareLimit, managerField } from './budget-settings.ts'
import {
  type BudgetSnapshot,
  type BudgetsOptions,
  limitFields,
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

/** What is settled, held and granted in a window, by the key of an account or a scope. */
const readFigures = async ({ redis }: BudgetsOptions, key: string, windowId: string) => {
  const [posted, pending, granted] = await fromStore(
    redis.hmget(key, `posted|${windowId}`, `pending|${windowId}`, `granted|${windowId}`),
  )
  return {
    spent: microcredits(Number(posted ?? 0)),
    held: microcredits(Number(pending ?? 0)),
    granted: Number(granted ?? 0),
  }
}

type Figures = Awaited<ReturnType<typeof readFigures>>

const leftOf = (limit: Microcredits, { granted, spent, held }: Figures): number =>
  limit + granted - spent - held

const readOwn = async (
  options: BudgetsOptions,
  account: AccountId,
  snapshot: BudgetSnapshot,
): Promise<OwnBudget> => {
  const figures = await readFigures(options, options.keys.account(account), snapshot.windowId)
  return { ...snapshot, ...figures, left: leftOf(snapshot.limit ?? noCredits, figures) }
}

/** The budget that an account's admins gave it, whatever the operator allows. */
export const readOwnBudget = async (options: BudgetsOptions, account: AccountId): Promise<OwnBudget> =>
  readOwn(options, account, await readSnapshot(options, account, []))

const allowedOf = (allowance: Allowance): number => {
  if (allowance.status === 'not_allowed') return 0
  const { ceiling, spent, held } = allowance
  return ceiling === undefined ? Number.POSITIVE_INFINITY : ceiling - spent - held
}

const readState = async (
  options: GrantOptions,
  account: AccountId,
  snapshot: BudgetSnapshot,
): Promise<BudgetState> => {
  const [own, allowance] = await Promise.all([
    readOwn(options, account, snapshot),
    options.allowlist.peek(account),
  ])
  return { ...own, allowance, left: Math.min(own.left, allowedOf(allowance)) }
}

const readShareOf = async (
  options: GrantOptions,
  account: AccountId,
  snapshot: BudgetSnapshot,
  scope: Scope,
): Promise<ShareBudget> => {
  const limit = limitOf(scope, snapshot)
  const figures = await readFigures(options, options.keys.scope(account, scope), snapshot.windowId)
  const left = limit.limit === undefined ? undefined : leftOf(limit.limit, figures)
  return { scope, ...limit, ...figures, left }
}

const createReadShare =
  (options: GrantOptions): Budgets['readShare'] =>
  async (account, scope) => {
    const snapshot = await readSnapshot(options, account, [], ownFieldsOf(scope))
    const [server, share] = await Promise.all([
      readState(options, account, snapshot),
      readShareOf(options, account, snapshot, scope),
    ])
    return { server, share, lacksGroups: scope.kind === 'member' && snapshot.hasGroupLimits }
  }

const createReadFor =
  (options: GrantOptions): Budgets['readFor'] =>
  async (target, groups) => {
    const account = accountOf(target)
    const own = scopesOfRequest(target, { groupLimits: {} }).flatMap(ownFieldsOf)
    const snapshot = await readSnapshot(options, account, groups ?? [], own)
    const scopes = scopesOfRequest(target, snapshot)
    const [server, ...shares] = await Promise.all([
      readState(options, account, snapshot),
      ...scopes.map((scope) => readShareOf(options, account, snapshot, scope)),
    ])
    return { server, shares, lacksGroups: groups === undefined && snapshot.hasGroupLimits }
  }

/** So many fields of an account are looked at in one go. */
const fieldsAtOnce = 500

/** Members named in an account's fields with this prefix. */
export const membersIn = async (
  { redis, keys }: Pick<GrantOptions, 'redis' | 'keys'>,
  account: AccountId,
  prefix: string,
): Promise<readonly string[]> => {
  const found = new Set<string>()
  let cursor = '0'
  do {
    const scan = redis.hscan(keys.account(account), cursor, 'MATCH', `${prefix}*`, 'COUNT', fieldsAtOnce)
    const [next, fields] = await fromStore(scan)
    // Each field is followed by its value.
    for (let at = 0; at < fields.length; at += 2) found.add(String(fields[at]).slice(prefix.length))
    cursor = next
  } while (cursor !== '0')
  return [...found]
}

/** The servers' budgets, kept in Redis beside their jobs. */
export const createBudgets = (options: GrantOptions): Budgets => {
  const { redis, keys } = options
  return {
    read: async (account) => readState(options, account, await readSnapshot(options, account, [])),
    readShare: createReadShare(options),
    readFor: createReadFor(options),
    setLimit: createSetLimit(options),
    setShareLimit: createSetShareLimit(options),
    grant: createGrant(options),
    isManager: async (account, member) =>
      (await fromStore(redis.hexists(keys.account(account), managerField(member)))) === 1,
    managers: (account) => membersIn(options, account, managerField('')),
    setManager: createSetManager(options),
  }
}
