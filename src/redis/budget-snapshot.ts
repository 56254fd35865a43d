import { z } from 'zod'
import { type Microcredits, microcredits } from '../core/credits.ts'
import type { BudgetCalendar, BudgetState } from '../core/ledger/budget.ts'
import { monday, type Period, periods, windowAt } from '../core/ledger/budget-window.ts'
import type { Scope } from '../core/ledger/scope.ts'
import { type AccountId, accountOf, budgetChannelOf, isPersonal, type Target } from '../core/target.ts'
import type { StoreConnection } from './address.ts'
import { fromStore } from './connection.ts'
import type { Keys } from './keys.ts'

/**
 * The settings of an account at one moment, with the window that is open by them
 * and what groups mean for a member.
 */
export interface BudgetSnapshot
  extends BudgetCalendar,
    Pick<BudgetState, 'limit' | 'channelLimit' | 'memberLimit' | 'resetsAtMs'> {
  /** Raised with every change of what a snapshot is made of; empty before the first. */
  revision: string
  windowId: string
  /** What each of the groups asked about may use all together, where it is limited. */
  groupLimits: Readonly<Record<string, string>>
  /** What the groups asked about allow each of their members: the highest counts. Empty where none says. */
  memberLimitByGroups: string
  /** Whether any group at all is limited, so that a member's groups have to be known. */
  hasGroupLimits: boolean
  /** What a server begins with that nobody has given a limit; empty where it is nothing, or somebody has. */
  newServerLimit: string
  /** The limits of all groups, by the names of their fields. */
  groupSettings: Readonly<Record<string, string>>
  /** The channels' and members' own limits that were asked for, by the names of their fields. */
  ownLimits: Readonly<Record<string, Microcredits | undefined>>
}

export interface BudgetsOptions {
  redis: StoreConnection
  keys: Keys
  now: () => number
  /** IANA zone of servers that have not set one. */
  defaultZone: string
  /** What a new server may spend in all, before an admin sets a limit. */
  newServerCredits: Microcredits
}

/** The fields of an account and of its groups that limits are kept in. */
export const limitFields = {
  everyChannel: 'channel_limit',
  everyMember: 'member_limit',
  own: (kind: 'channel' | 'member', id: string): string => `${kind}_limit|${id}`,
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
  [amount, z.enum(periods).nullable(), text, text, amount, amount, z.coerce.number().nullable()],
  amount,
)

/** For so long after the end of a window it is known what each of an account's scopes used in it. */
export const figuresKeptMs = 35 * 24 * 60 * 60 * 1000

/** Figures outlive their window, for a job of its last minute may be settled later. Empty: they stay. */
export const figuresLapseAt = ({ resetsAtMs }: Pick<BudgetState, 'resetsAtMs'>): string =>
  resetsAtMs === undefined ? '' : String(resetsAtMs + figuresKeptMs)

/** What the limits of groups mean for a member who is in these. */
const limitsOfGroups = (limits: Readonly<Record<string, string>>, groups: readonly string[]) => {
  const together = groups.flatMap((group): [string, string][] => {
    const limit = limits[limitFields.group(group)]
    return limit === undefined ? [] : [[group, limit]]
  })
  const each = groups.flatMap((group) => limits[limitFields.groupEach(group)] ?? []).map(Number)
  return {
    groupLimits: Object.fromEntries(together),
    memberLimitByGroups: each.length === 0 ? '' : String(Math.max(...each)),
    hasGroupLimits: Object.keys(limits).length > 0,
  }
}

/** Those of a member's groups that have a limit, together or for each of their members. */
export const limitedGroups = (
  groups: readonly string[],
  { groupSettings }: Pick<BudgetSnapshot, 'groupSettings'>,
): readonly string[] =>
  groups.filter(
    (group) => limitFields.group(group) in groupSettings || limitFields.groupEach(group) in groupSettings,
  )

/**
 * Where a request counts besides its account: groups only where they have a limit
 * together; one's own is all there is.
 */
export const scopesOfRequest = (
  target: Target,
  { groupLimits }: Pick<BudgetSnapshot, 'groupLimits'>,
): readonly Scope[] =>
  isPersonal(accountOf(target))
    ? []
    : [
        { kind: 'channel', id: budgetChannelOf(target) },
        ...Object.keys(groupLimits).map((id): Scope => ({ kind: 'group', id })),
        { kind: 'member', id: target.member },
      ]

/** By which period is counted before anybody chose one: a new server's own credits are there once. */
export const firstPeriod = ({ newServerCredits }: BudgetsOptions, account: AccountId): Period =>
  newServerCredits > 0 && !isPersonal(account) ? 'once' : 'month'

/**
 * Reads the settings of an account, and what its groups mean for a member who is in `groups`. Both are asked
 * for at once, the revision first: what changes after that makes the snapshot stale, never half new.
 * `ownFields` are the fields of own limits that are wanted, too.
 */
export const readSnapshot = async (
  { redis, keys, now, defaultZone, newServerCredits }: BudgetsOptions,
  account: AccountId,
  groups: readonly string[],
  ownFields: readonly string[] = [],
): Promise<BudgetSnapshot> => {
  const { everyChannel, everyMember } = limitFields
  const read = ['limit', 'period', 'zone', 'revision', everyChannel, everyMember, 'week_start', ...ownFields]
  const [fields, groupSettings] = await fromStore(
    Promise.all([redis.hmget(keys.account(account), ...read), redis.hgetall(keys.groups(account))]),
  )
  const [limit, period, zone, revision, channelLimit, memberLimit, weekStart, ...own] = settings.parse(fields)
  const isNew = limit === undefined && newServerCredits > 0 && !isPersonal(account)
  const calendar = {
    period: isNew ? 'once' : (period ?? 'month'),
    zone: zone ?? defaultZone,
    weekStart: weekStart ?? monday,
  } as const
  const window = windowAt(calendar.period, calendar.zone, now(), calendar.weekStart)
  return {
    limit: isNew ? newServerCredits : limit,
    ...calendar,
    channelLimit,
    memberLimit,
    resetsAtMs: window.endMs,
    revision: revision ?? '',
    windowId: window.id,
    newServerLimit: isNew ? String(newServerCredits) : '',
    groupSettings,
    ownLimits: Object.fromEntries(ownFields.map((name, index) => [name, own[index]])),
    ...limitsOfGroups(groupSettings, groups),
  }
}
