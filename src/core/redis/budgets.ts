import assert from 'node:assert'
import { z } from 'zod'
import { type Microcredits, microcredits, noCredits } from '../credits.ts'
import type { BudgetChange, BudgetState, Budgets, MemberBudget } from '../ledger/budget.ts'
import { isTimeZone, monday, type Period, periods, windowAt } from '../ledger/budget-window.ts'
import { type AccountId, isPersonal } from '../target.ts'
import { fromStore, type StoreConnection } from './connection.ts'
import { bucketOf, type Keys } from './keys.ts'
import { plainScript, runScript } from './scripts.ts'

/** A budget together with what a request is checked by, as one state of the settings has it. */
export interface BudgetSnapshot extends BudgetState {
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

const settings = z.tuple([
  z.coerce.number().nullable(),
  z.enum(periods).nullable(),
  z.string().nullable(),
  z.string().nullable(),
  z.coerce.number().nullable(),
  z.coerce.number().nullable(),
])

const memberLimits = z.tuple([z.coerce.number().nullable(), z.coerce.number().nullable()])

const changeScript = plainScript('change-settings')

/** For so long an event is known to have come before; a platform that repeats one does so within minutes or hours. */
export const changeKnownMs = 2 * 24 * 60 * 60 * 1000

const generalLimit = 'member_limit'
const ownLimit = (member: string): string => `member_limit|${member}`
const managerField = (member: string): string => `manager|${member}`

const readFigures = async (redis: StoreConnection, key: string, windowId: string) => {
  const [posted, pending, granted] = await fromStore(
    redis.hmget(key, `posted|${windowId}`, `pending|${windowId}`, `granted|${windowId}`),
  )
  return {
    spent: microcredits(Number(posted ?? 0)),
    held: microcredits(Number(pending ?? 0)),
    granted: Number(granted ?? 0),
  }
}

const groupLimit = (group: string): string => `limit|${group}`
const groupEachLimit = (group: string): string => `each|${group}`

/** What the limits of groups mean for a member who is in these. */
const limitsOfGroups = (limits: Readonly<Record<string, string>>, groups: readonly string[]) => {
  const together = groups.flatMap((group): [string, string][] => {
    const limit = limits[groupLimit(group)]
    return limit === undefined ? [] : [[group, limit]]
  })
  const each = groups.flatMap((group) => limits[groupEachLimit(group)] ?? []).map(Number)
  return {
    groupLimits: Object.fromEntries(together),
    memberLimitByGroups: each.length === 0 ? '' : String(Math.max(...each)),
    hasGroupLimits: Object.keys(limits).length > 0,
  }
}

/** What nobody has set yet: a new server's own credits are there once, by whichever calendar. */
const periodOf = (limit: number | null, period: Period | null, newServerLimit: string): Period => {
  if (limit === null && newServerLimit !== '') return 'once'
  return period ?? 'month'
}

/**
 * Reads the settings of an account, the figures of the window that is open now, and what the groups mean for a member
 * who is in them. The revision is read first: what changes after that makes the snapshot stale, never half new.
 */
export const readSnapshot = async (
  { redis, keys, now, defaultZone, newServerCredits }: BudgetsOptions,
  account: AccountId,
  groups: readonly string[],
): Promise<BudgetSnapshot> => {
  const key = keys.account(account)
  const [limit, period, zone, revision, memberLimit, weekStart] = settings.parse(
    await fromStore(redis.hmget(key, 'limit', 'period', 'zone', 'revision', generalLimit, 'week_start')),
  )
  const limits = await fromStore(redis.hgetall(keys.groups(account)))
  const isNew = limit === null && newServerCredits > 0 && !isPersonal(account)
  const newServerLimit = isNew ? String(newServerCredits) : ''
  const known = limit ?? (newServerLimit === '' ? null : newServerCredits)
  const chosen = periodOf(limit, period, newServerLimit)
  const window = windowAt(chosen, zone ?? defaultZone, now(), weekStart ?? undefined)
  const { spent, held, granted } = await readFigures(redis, key, window.id)
  return {
    limit: known === null ? undefined : microcredits(known),
    period: chosen,
    zone: zone ?? defaultZone,
    weekStart: weekStart ?? monday,
    memberLimit: memberLimit === null ? undefined : microcredits(memberLimit),
    spent,
    held,
    granted,
    left: (known ?? noCredits) + granted - spent - held,
    resetsAtMs: window.endMs,
    revision: revision ?? '',
    windowId: window.id,
    newServerLimit,
    ...limitsOfGroups(limits, groups),
  }
}

/** The same without what only a request needs. */
const readBudget = (options: BudgetsOptions, account: AccountId): Promise<BudgetSnapshot> =>
  readSnapshot(options, account, [])

const readMemberBudget = async (
  options: BudgetsOptions,
  account: AccountId,
  member: string,
): Promise<MemberBudget> => {
  const { redis, keys } = options
  const { windowId } = await readBudget(options, account)
  const [own, general] = memberLimits.parse(
    await fromStore(redis.hmget(keys.account(account), ownLimit(member), generalLimit)),
  )
  const limit = own ?? general
  return {
    limit: limit === null ? undefined : microcredits(limit),
    isOwn: own !== null,
    ...(await readFigures(redis, keys.scope(account, { kind: 'member', id: member }), windowId)),
  }
}

type Texts = Readonly<Record<string, string>>

interface SettingsChange {
  change: BudgetChange
  operation: 'limit' | 'member_limit' | 'manager'
  /** An empty text takes the setting out. */
  settings: Texts
  /** What the journal says of it, besides who, when and where. */
  line: Texts
  movesWindow: boolean
}

const pairs = (texts: Texts): readonly string[] => Object.entries(texts).flat()

const applyChange = async (
  { redis, keys, now }: BudgetsOptions,
  { change: { account, eventId, actor }, operation, settings, line, movesWindow }: SettingsChange,
): Promise<void> => {
  const named = pairs(settings)
  const mark = JSON.stringify([operation, line.member ?? '', eventId])
  await runScript(
    redis,
    changeScript,
    [keys.account(account), keys.journal(bucketOf(account)), keys.change(account, mark)],
    [
      String(changeKnownMs),
      movesWindow ? '1' : '0',
      String(named.length),
      ...named,
      ...pairs({ operation, account, at: String(now()), ...line, actor }),
    ],
  )
}

/** The servers' budgets, kept in Redis beside their jobs. */
export const createBudgets = (options: BudgetsOptions): Budgets => {
  const { redis, keys } = options
  return {
    read: (account) => readBudget(options, account),
    readMember: (account, member) => readMemberBudget(options, account, member),
    async setLimit({ limit, period, zone, ...change }) {
      assert(isTimeZone(zone), `${zone} is no time zone`)
      await applyChange(options, {
        change,
        operation: 'limit',
        movesWindow: true,
        settings: { limit: String(limit), period, zone },
        line: { credits: String(limit), window: period, zone },
      })
      return readBudget(options, change.account)
    },
    async setMemberLimit({ member, limit, ...change }) {
      const credits = limit === undefined ? '' : String(limit)
      await applyChange(options, {
        change,
        operation: 'member_limit',
        movesWindow: false,
        settings: { [member === undefined ? generalLimit : ownLimit(member)]: credits },
        line: { credits, member: member ?? '' },
      })
    },
    isManager: async (account, member) =>
      (await fromStore(redis.hexists(keys.account(account), managerField(member)))) === 1,
    async setManager({ member, allowed, ...change }) {
      await applyChange(options, {
        change,
        operation: 'manager',
        movesWindow: false,
        settings: { [managerField(member)]: allowed ? '1' : '' },
        line: { member, allowed: allowed ? '1' : '0' },
      })
    },
  }
}
