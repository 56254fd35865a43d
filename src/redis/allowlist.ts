import { type Microcredits, microcredits, noCredits } from '../core/credits.ts'
import type { AllowedAccount, Allowlist, TotalLeft } from '../core/ledger/allowlist.ts'
import type { OwnBudget } from '../core/ledger/budget.ts'
import type { Period } from '../core/ledger/budget-window.ts'
import { type AccountId, isAccount, isPersonal, platformOf } from '../core/target.ts'
import type { StoreConnection } from './address.ts'
import { fromStore } from './connection.ts'
import { keyNames } from './key-names.ts'
import type { Keys } from './keys.ts'
import {
  type AllowanceOptions,
  type AllowedBySettings,
  admitScript,
  allowanceArguments,
  createOperatorRun,
  monthAt,
  type OperatorTotalOptions,
} from './operator-total.ts'

const removed = 'removed'
/** The field with the notice while all spending is paused. */
export const pausedField = 'paused'
/** Prefix of the field with a platform's first account. */
const firstPrefix = 'first|'

/** Parses Redis' values: an empty ceiling means none, and a missing figure is 0. */
const figuresOf = (ceiling: string, spent: string | null = null, held: string | null = null) => ({
  ceiling: ceiling === '' ? undefined : microcredits(Number(ceiling)),
  spent: microcredits(Number(spent ?? 0)),
  held: microcredits(Number(held ?? 0)),
})

type AllowlistOptions = AllowanceOptions & Pick<OperatorTotalOptions, 'limit'>

const createAdmit = (options: AllowanceOptions): Allowlist['admit'] => {
  const run = createOperatorRun(options)
  return async (account) => {
    await options.allowlistReady()
    const [status, ceiling = '', spent, held] = await run(
      admitScript,
      '',
      allowanceArguments(options, account),
    )
    switch (status) {
      case 'allowed':
        return { status, ...figuresOf(ceiling, spent, held) }
      case 'not_allowed':
        return { status }
      default:
        throw new Error(`the operator-admit script answered ${status}`)
    }
  }
}

const readTotal = async (
  { redis, keys }: AllowanceOptions,
  limit: Microcredits,
  window: string,
): Promise<TotalLeft> => {
  const [pending, posted] = await redis.hmget(keys.operatorFigures, `pending|${window}`, `posted|${window}`)
  const held = microcredits(Number(pending ?? 0))
  return { left: limit - Number(posted ?? 0) - held, held }
}

/**
 * The ceiling of an account that can spend, by the fields of its own and of its platform's first one: empty for none,
 * undefined if it can't spend. `isFirst`: it would become the first of its platform.
 */
const ceilingIn = (
  account: AccountId,
  { listed, may_be_first: mayBeFirst }: ReturnType<typeof allowanceArguments>,
  [known = null, first]: readonly (string | null)[],
): { ceiling: string | undefined; isFirst: boolean } => {
  const isOpen = isPersonal(account) || listed
  const isFirst = known === null && !isOpen && mayBeFirst && typeof first !== 'string'
  const ceiling = known ?? (isOpen || isFirst ? '' : undefined)
  return { ceiling: ceiling === removed ? undefined : ceiling, isFirst }
}

/** Not a script, so that it also works while Redis accepts no writes. */
const createPeek =
  (options: AllowlistOptions): Allowlist['peek'] =>
  async (account) => {
    const { redis, keys, limit } = options
    await options.allowlistReady()
    const asked = allowanceArguments(options, account)
    const { platform, window } = asked
    const [[known = null, first = null, paused], [held, spent], total, ownKey] = await fromStore(
      Promise.all([
        redis.hmget(keys.allowed, account, firstPrefix + platform, pausedField),
        redis.hmget(keys.operatorAccounts, `pending|${window}|${account}`, `posted|${window}|${account}`),
        limit === undefined ? undefined : readTotal(options, limit, window),
        redis.hget(keys.ownKeys, account),
      ]),
    )
    const { ceiling, isFirst } = ceilingIn(account, asked, [known, first])
    if (ceiling === undefined) return { status: 'not_allowed' }
    const isOwn = ownKey !== null
    return {
      status: 'allowed',
      ...figuresOf(isOwn ? '' : ceiling, spent, held),
      ...(total !== undefined && !isOwn && { total }),
      ...(typeof paused === 'string' && { paused }),
      ...(ceiling !== '' && !isOwn && { resetsAtMs: monthAt(options, options.now()).endMs }),
      ...(isFirst && { mayBeFirst: true }),
    }
  }

const list = async ({ redis, keys, ...options }: AllowanceOptions): Promise<readonly AllowedAccount[]> => {
  const [fields, figures, ownKeys] = await fromStore(
    Promise.all([
      redis.hgetall(keys.allowed),
      redis.hgetall(keys.operatorAccounts),
      redis.hgetall(keys.ownKeys),
    ]),
  )
  const { id } = monthAt(options, options.now())
  return Object.entries(fields).flatMap(([account, ceiling]): AllowedAccount[] => {
    if (!isAccount(account) || ceiling === removed) return []
    const [spent, held] = [figures[`posted|${id}|${account}`], figures[`pending|${id}|${account}`]]
    return [{ account, ...figuresOf(ceiling, spent, held), ...(account in ownKeys && { hasOwnKey: true }) }]
  })
}

/** The allowlist in Redis, in the slot of the operator's total. */
export const createAllowlist = (options: AllowlistOptions): Allowlist => {
  const { redis, keys, allowlistReady } = options
  return {
    peek: createPeek(options),
    async lets(account) {
      await allowlistReady()
      const asked = allowanceArguments(options, account)
      const fields = await fromStore(redis.hmget(keys.allowed, account, firstPrefix + asked.platform))
      return ceilingIn(account, asked, fields).ceiling !== undefined
    },
    admit: createAdmit(options),
    async allow(account, ceiling) {
      await allowlistReady()
      const fields = { [account]: ceiling === undefined ? '' : String(ceiling) }
      await fromStore(redis.hsetnx(keys.allowed, firstPrefix + platformOf(account), account))
      await fromStore(redis.hset(keys.allowed, fields))
    },
    async remove(account) {
      await allowlistReady()
      await fromStore(redis.hset(keys.allowed, account, removed))
      await fromStore(redis.hdel(keys.activeAccounts, account))
    },
    async setPause(notice) {
      const { allowed } = keys
      await fromStore(
        notice === undefined ? redis.hdel(allowed, pausedField) : redis.hset(allowed, pausedField, notice),
      )
    },
    pause: async () => (await fromStore(redis.hget(keys.allowed, pausedField))) ?? undefined,
    async list() {
      await allowlistReady()
      return list(options)
    },
    async removed() {
      const fields = Object.entries(await fromStore(redis.hgetall(keys.allowed)))
      return fields.flatMap(([account, ceiling]) =>
        isAccount(account) && ceiling === removed ? [account] : [],
      )
    },
  }
}

interface UpgradeOptions {
  redis: StoreConnection
  keys: Keys
  now: () => number
  allowedBySettings: AllowedBySettings
  /** The budget that an account's admins set. */
  readBudget: (account: AccountId) => Promise<OwnBudget>
}

/** The field that marks the upgrade as done. */
const readyField = 'ready'

/** The most windows of a budget that a month can overlap. */
const windowsPerMonth = { day: 31, week: 6, month: 1, once: 1 } as const satisfies Record<Period, number>

/** Every server and workspace in Redis. Scans the names of all keys, so it is for upgrades only. */
export const findAccounts = async ({
  redis,
  keys,
}: Pick<UpgradeOptions, 'redis' | 'keys'>): Promise<readonly AccountId[]> => {
  const found = new Set<AccountId>()
  for await (const names of keyNames(redis, keys.everyAccount))
    for (const name of names) {
      const account = name.slice(name.indexOf(':account:') + ':account:'.length)
      if (isAccount(account) && !isPersonal(account)) found.add(account)
    }
  return [...found]
}

/** Credits to try, which older versions gave new servers, are a limit without a first day of the week. */
const wasTrial = async ({ redis, keys }: UpgradeOptions, account: AccountId): Promise<boolean> =>
  (await fromStore(redis.hexists(keys.account(account), 'week_start'))) === 0

/**
 * Fields that let in servers that had a budget before there was an allowlist. None if the settings name those
 * let in.
 */
const fieldsOfUpgrade = async (options: UpgradeOptions): Promise<readonly [string, string][]> => {
  const { allowedBySettings } = options
  if (allowedBySettings === 'any') return []
  const named = new Set(allowedBySettings.map(platformOf))
  const budgets: [AccountId, OwnBudget][] = []
  for (const account of await findAccounts(options)) {
    if (named.has(platformOf(account))) continue
    const budget = await options.readBudget(account)
    if (budget.limit !== undefined && !(await wasTrial(options, account))) budgets.push([account, budget])
  }
  return budgets.flatMap(([account, { limit = noCredits, granted, period }]): [string, string][] => {
    const platform = platformOf(account)
    // A platform's only server is the operator's own.
    const isAlone = budgets.every(([other]) => other === account || platformOf(other) !== platform)
    const ceiling = (limit + granted) * windowsPerMonth[period]
    return [
      [account, isAlone ? '' : String(ceiling)],
      [firstPrefix + platform, account],
    ]
  })
}

/** Drops the shares of servers that are no longer let in. */
const dropShares = async ({ redis, keys, allowedBySettings }: UpgradeOptions): Promise<void> => {
  if (allowedBySettings === 'any') return
  const [active, allowed] = await fromStore(
    Promise.all([redis.hkeys(keys.activeAccounts), redis.hkeys(keys.allowed)]),
  )
  const isIn = new Set<string>([...allowed, ...allowedBySettings])
  const gone = active.filter((account) => !isIn.has(account))
  if (gone.length > 0) await fromStore(redis.hdel(keys.activeAccounts, ...gone))
}

/**
 * Resolves once servers that had a budget before there was an allowlist are let in, with their budgets as
 * ceilings. Happens once per Redis. Data kept for servers that the settings no longer name is dropped.
 * Idempotent. Throws AppError `store_unavailable`.
 */
export const createAllowlistUpgrade = (options: UpgradeOptions): (() => Promise<void>) => {
  const { redis, keys } = options
  let isReady = false
  return async () => {
    if (isReady) return
    if ((await fromStore(redis.hexists(keys.allowed, readyField))) === 0) {
      for (const [field, value] of await fieldsOfUpgrade(options))
        await fromStore(redis.hsetnx(keys.allowed, field, value))
      await fromStore(redis.hset(keys.allowed, readyField, String(options.now())))
    }
    await dropShares(options)
    isReady = true
  }
}
