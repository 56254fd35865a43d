import assert from 'node:assert'
import type { Redis } from 'ioredis'
import { z } from 'zod'
import { microcredits, noCredits } from '../credits.ts'
import type { BudgetChange, BudgetState, Budgets, MemberBudget } from '../ledger/budget.ts'
import { isTimeZone, type Period, periods, windowAt } from '../ledger/budget-window.ts'
import type { AccountId } from '../target.ts'
import { fromStore } from './connection.ts'
import { bucketOf, type Keys } from './keys.ts'
import { plainScript, runScript } from './scripts.ts'

/** A budget together with what its figures were computed from. */
export interface BudgetSnapshot extends BudgetState {
  /** Raised with every change of the settings; empty before the first. */
  revision: string
  windowId: string
}

interface BudgetsOptions {
  redis: Redis
  keys: Keys
  now: () => number
  /** IANA zone of servers that have not set one. */
  defaultZone: string
}

const settings = z.tuple([
  z.coerce.number().nullable(),
  z.enum(periods).nullable(),
  z.string().nullable(),
  z.string().nullable(),
  z.coerce.number().nullable(),
])

const memberLimits = z.tuple([z.coerce.number().nullable(), z.coerce.number().nullable()])

const changeScript = plainScript('change-settings')

/** For so long an event is known to have come before; a platform that repeats one does so within minutes or hours. */
export const changeKnownMs = 2 * 24 * 60 * 60 * 1000

const generalLimit = 'member_limit'
const ownLimit = (member: string): string => `member_limit|${member}`
const managerField = (member: string): string => `manager|${member}`

const readFigures = async (redis: Redis, key: string, windowId: string) => {
  const [posted, pending] = await fromStore(redis.hmget(key, `posted|${windowId}`, `pending|${windowId}`))
  return { spent: microcredits(Number(posted ?? 0)), held: microcredits(Number(pending ?? 0)) }
}

/** Reads the settings of an account, and the figures of the window that is open now. */
export const readBudget = async (
  { redis, keys, now, defaultZone }: BudgetsOptions,
  account: AccountId,
): Promise<BudgetSnapshot> => {
  const key = keys.account(account)
  const [limit, period, zone, revision, memberLimit] = settings.parse(
    await fromStore(redis.hmget(key, 'limit', 'period', 'zone', 'revision', generalLimit)),
  )
  const chosen: Period = period ?? 'month'
  const window = windowAt(chosen, zone ?? defaultZone, now())
  const { spent, held } = await readFigures(redis, key, window.id)
  return {
    limit: limit === null ? undefined : microcredits(limit),
    period: chosen,
    zone: zone ?? defaultZone,
    memberLimit: memberLimit === null ? undefined : microcredits(memberLimit),
    spent,
    held,
    left: (limit ?? noCredits) - spent - held,
    resetsAtMs: window.endMs,
    revision: revision ?? '',
    windowId: window.id,
  }
}

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
    ...(await readFigures(redis, keys.member(account, member), windowId)),
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
