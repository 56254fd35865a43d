import { z } from 'zod'
import { type Microcredits, microcredits, noCredits } from '../core/credits.ts'
import type { Allowlist } from '../core/ledger/allowlist.ts'
import type { BudgetCalendar, BudgetState, Budgets, OwnBudget, ShareBudget } from '../core/ledger/budget.ts'
import { monday, periods, windowAt } from '../core/ledger/budget-window.ts'
import type { Scope, ScopeKind } from '../core/ledger/scope.ts'
import { type AccountId, accountOf, budgetChannelOf, isPersonal, type Target } from '../core/target.ts'
import type { StoreConnection } from './address.ts'
import { fromStore, storeError } from './connection.ts'
import type { Keys } from './keys.ts'

/** An account's settings at one moment, with the window they open and what groups mean for a member. */
export interface BudgetSnapshot
  extends BudgetCalendar,
    Pick<BudgetState, 'limit' | 'isStarter' | 'channelLimit' | 'memberLimit' | 'resetsAtMs'> {
  /** Increases with every change of what a snapshot contains; empty before the first. */
  revision: string
  windowId: string
  /** The calendar day in the account's time zone, such as "2026-07-01". */
  day: string
  /**
   * When the figures expire: after their window, since a job of its last minute may settle later. Undefined:
   * never.
   */
  figuresLapseAtMs: number | undefined
  /** The joint limit of each requested group that has one. */
  groupLimits: Readonly<Record<string, string>>
  /** The requested groups with a limit, jointly or for each of their members. */
  limitedGroups: readonly string[]
  /** The highest limit per member among the requested groups. Empty if none has one. */
  memberLimitByGroups: string
  /** Whether any group is limited, so that a member's groups must be known. */
  hasGroupLimits: boolean
  /** The starter credits of a server without a limit; empty if it has none, or has a limit. */
  starter: string
  /** The limits of all groups, by field name. */
  groupSettings: Readonly<Record<string, string>>
  /** The own limits of the requested channels and members, by field name. */
  ownLimits: Readonly<Record<string, Microcredits | undefined>>
}

export interface BudgetsOptions {
  redis: StoreConnection
  keys: Keys
  now: () => number
  /** IANA zone of servers that have not set one. */
  defaultZone: string
  /** Starter credits: what a server can spend in all before an admin sets a limit. */
  newServerCredits: Microcredits
}

/** The fields of an account and of its groups that hold limits. */
export const limitFields = {
  everyChannel: 'channel_limit',
  everyMember: 'member_limit',
  own: (kind: ScopeKind, id: string): string => `${kind}_limit|${id}`,
  /** A pattern for those. */
  everyOwn: '*_limit|*',
  group: (id: string): string => `limit|${id}`,
  groupEach: (id: string): string => `each|${id}`,
  isGroupEach: (name: string): boolean => name.startsWith('each|'),
} as const

const amount = z.coerce
  .number()
  .nullable()
  .transform((value) => (value === null ? undefined : microcredits(value)))

const text = z.string().nullable()

const settings = z.tuple(
  [amount, z.enum(periods).nullable(), text, text, amount, amount, z.coerce.number().nullable(), amount],
  amount,
)

/** How long after a window's end the use of each of an account's scopes is kept. */
export const figuresKeptMs = 35 * 24 * 60 * 60 * 1000

/**
 * Scopes that a request counts in besides its account: groups only if they have a joint limit, its purposes always, so
 * that a new limit counts what was used before; none for a personal account.
 */
export const scopesOfRequest = (
  target: Target,
  { groupLimits }: Pick<BudgetSnapshot, 'groupLimits'>,
  purposes: readonly Scope[],
): readonly Scope[] =>
  isPersonal(accountOf(target))
    ? []
    : [
        { kind: 'channel', id: budgetChannelOf(target) },
        ...Object.keys(groupLimits).map((id): Scope => ({ kind: 'group', id })),
        { kind: 'member', id: target.member },
        ...purposes,
      ]

/** What a server without a limit can spend in all: what it was given, or else what it will be given. */
const starterOf = (
  { newServerCredits }: BudgetsOptions,
  account: AccountId,
  given: Microcredits | undefined,
): Microcredits | undefined => {
  const credits = given ?? (isPersonal(account) ? noCredits : newServerCredits)
  return credits > 0 ? credits : undefined
}

/**
 * Reads an account's settings, and what its groups mean for a member who is in `groups`. Both are read at once,
 * the revision first: a later change makes the snapshot stale, never half new. `scopes` are those whose own
 * limits are wanted; a group's are always included.
 */
export const readSnapshot = async (
  options: BudgetsOptions,
  account: AccountId,
  groups: readonly string[],
  scopes: readonly Scope[] = [],
): Promise<BudgetSnapshot> => {
  const { redis, keys, now, defaultZone } = options
  const { everyChannel, everyMember, group: together, groupEach } = limitFields
  const ownFields: string[] = []
  for (const { kind, id } of scopes) if (kind !== 'group') ownFields.push(limitFields.own(kind, id))
  const known = ['limit', 'period', 'zone', 'revision', everyChannel, everyMember, 'week_start', 'starter']
  const [fields, groupSettings] = await fromStore(
    Promise.all([
      redis.hmget(keys.account(account), ...known, ...ownFields),
      redis.hgetall(keys.groups(account)),
    ]),
  )
  const [limit, period, zone, revision, channelLimit, memberLimit, weekStart, given, ...own] =
    settings.parse(fields)
  const starter = limit === undefined ? starterOf(options, account, given) : undefined
  const calendar = {
    period: starter === undefined ? (period ?? 'month') : 'once',
    zone: zone ?? defaultZone,
    weekStart: weekStart ?? monday,
  } as const
  const window = windowAt(calendar.period, calendar.zone, now(), calendar.weekStart)
  const each = groups.flatMap((group) => groupSettings[groupEach(group)] ?? []).map(Number)
  return {
    limit: limit ?? starter,
    isStarter: starter !== undefined,
    ...calendar,
    channelLimit,
    memberLimit,
    resetsAtMs: window.endMs,
    revision: revision ?? '',
    windowId: window.id,
    day: window.day,
    figuresLapseAtMs: window.endMs === undefined ? undefined : window.endMs + figuresKeptMs,
    starter: starter === undefined ? '' : String(starter),
    groupSettings,
    ownLimits: Object.fromEntries(ownFields.map((name, index) => [name, own[index]])),
    groupLimits: Object.fromEntries(
      groups.flatMap((group) => {
        const limitTogether = groupSettings[together(group)]
        return limitTogether === undefined ? [] : [[group, limitTogether]]
      }),
    ),
    limitedGroups: groups.filter(
      (group) => together(group) in groupSettings || groupEach(group) in groupSettings,
    ),
    memberLimitByGroups: each.length === 0 ? '' : String(Math.max(...each)),
    hasGroupLimits: Object.keys(groupSettings).length > 0,
  }
}

/** The lowest limit that any group sets for each of its members; empty if none does. */
export const lowestEach = ({ groupSettings }: BudgetSnapshot): string => {
  const each = Object.entries(groupSettings).filter(([name]) => limitFields.isGroupEach(name))
  return each.length === 0 ? '' : String(Math.min(...each.map(([, limit]) => Number(limit))))
}

const changesMax = 3

/**
 * Repeats what reads the settings and then acts on them, while it answers undefined because they changed in between.
 * Throws AppError `store_unavailable` if they keep changing.
 */
export const retryStale = async <Result>(attempt: () => Promise<Result | undefined>): Promise<Result> => {
  for (let tries = 1; tries <= changesMax; tries += 1) {
    const result = await attempt()
    if (result !== undefined) return result
  }
  throw storeError('the budget kept changing')
}

export type ReadingOptions = BudgetsOptions & { allowlist: Pick<Allowlist, 'peek'> }

type Limit = Pick<ShareBudget, 'limit' | 'from' | 'eachLimit'>

const amountIn = (text: string | undefined): Microcredits | undefined =>
  text === undefined || text === '' ? undefined : microcredits(Number(text))

/** The limit of a scope, and its source: its own comes first, then that of a member's groups. */
const limitOf = (scope: Scope, snapshot: BudgetSnapshot): Limit => {
  const { ownLimits, groupSettings, memberLimitByGroups, channelLimit, memberLimit } = snapshot
  if (scope.kind === 'group') {
    const limit = amountIn(groupSettings[limitFields.group(scope.id)])
    const eachLimit = amountIn(groupSettings[limitFields.groupEach(scope.id)])
    return { limit, from: limit === undefined ? undefined : 'own', eachLimit }
  }
  const own = ownLimits[limitFields.own(scope.kind, scope.id)]
  if (own !== undefined) return { limit: own, from: 'own', eachLimit: undefined }
  if (scope.kind === 'feature' || scope.kind === 'model')
    return { limit: undefined, from: undefined, eachLimit: undefined }
  const ofGroups = scope.kind === 'member' ? amountIn(memberLimitByGroups) : undefined
  if (ofGroups !== undefined) return { limit: ofGroups, from: 'group', eachLimit: undefined }
  const limit = scope.kind === 'member' ? memberLimit : channelLimit
  return { limit, from: limit === undefined ? undefined : 'everyone', eachLimit: undefined }
}

/** What is settled, held and granted in a window, by the key of an account or a scope. */
export const readFigures = async ({ redis }: BudgetsOptions, key: string, windowId: string) => {
  const [posted, pending, granted] = await fromStore(
    redis.hmget(key, `posted|${windowId}`, `pending|${windowId}`, `granted|${windowId}`),
  )
  return {
    spent: microcredits(Number(posted ?? 0)),
    held: microcredits(Number(pending ?? 0)),
    granted: Number(granted ?? 0),
  }
}

const readOwn = async (
  options: BudgetsOptions,
  account: AccountId,
  snapshot: BudgetSnapshot,
): Promise<OwnBudget> => {
  const figures = await readFigures(options, options.keys.account(account), snapshot.windowId)
  const { limit = noCredits } = snapshot
  return { ...snapshot, ...figures, left: limit + figures.granted - figures.spent - figures.held }
}

/** The budget that an account's admins set, whatever the operator allows. */
export const readOwnBudget = async (options: BudgetsOptions, account: AccountId): Promise<OwnBudget> =>
  readOwn(options, account, await readSnapshot(options, account, []))

/** A budget and what the operator allows of it. */
export const readState = async (
  options: ReadingOptions,
  account: AccountId,
  snapshot: BudgetSnapshot,
): Promise<BudgetState> => {
  const [own, allowance] = await Promise.all([
    readOwn(options, account, snapshot),
    options.allowlist.peek(account),
  ])
  if (allowance.status === 'not_allowed') return { ...own, allowance, left: Math.min(own.left, 0) }
  const { ceiling = Number.POSITIVE_INFINITY, spent, held } = allowance
  return { ...own, allowance, left: Math.min(own.left, ceiling - spent - held) }
}

const readShareOf = async (
  options: ReadingOptions,
  account: AccountId,
  snapshot: BudgetSnapshot,
  scope: Scope,
): Promise<ShareBudget> => {
  const found = limitOf(scope, snapshot)
  const figures = await readFigures(options, options.keys.scope(account, scope), snapshot.windowId)
  const { limit } = found
  const left = limit === undefined ? undefined : limit + figures.granted - figures.spent - figures.held
  return { scope, ...found, ...figures, left }
}

/** One share of a budget: see `Budgets.readShare`. */
export const createReadShare =
  (options: ReadingOptions): Budgets['readShare'] =>
  async (account, scope) => {
    const snapshot = await readSnapshot(options, account, [], [scope])
    const [server, share] = await Promise.all([
      readState(options, account, snapshot),
      readShareOf(options, account, snapshot, scope),
    ])
    return { server, share, lacksGroups: scope.kind === 'member' && snapshot.hasGroupLimits }
  }

/** The shares that a request must fit into: see `Budgets.readFor`. */
export const createReadFor =
  (options: ReadingOptions): Budgets['readFor'] =>
  async (target, groups, purposes) => {
    const account = accountOf(target)
    const withoutGroups = scopesOfRequest(target, { groupLimits: {} }, purposes)
    const snapshot = await readSnapshot(options, account, groups ?? [], withoutGroups)
    const limited: Scope[] = []
    for (const scope of purposes) if (limitOf(scope, snapshot).limit !== undefined) limited.push(scope)
    const scopes = scopesOfRequest(target, snapshot, limited)
    const [server, ...shares] = await Promise.all([
      readState(options, account, snapshot),
      ...scopes.map((scope) => readShareOf(options, account, snapshot, scope)),
    ])
    return { server, shares, lacksGroups: groups === undefined && snapshot.hasGroupLimits }
  }
