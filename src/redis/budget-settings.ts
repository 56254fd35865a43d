import assert from 'node:assert'
import { z } from 'zod'
import type { Allowlist } from '../core/ledger/allowlist.ts'
import type { Budgets, LimitOf } from '../core/ledger/budget.ts'
import { isTimeZone, monday, periods, windowAt } from '../core/ledger/budget-window.ts'
import type { ScopeLimitOperation } from '../core/ledger/journal.ts'
import { limitFields, type ReadingOptions, readSnapshot, readState } from './budget-reading.ts'
import { applyChange, type ChangingOptions, type Texts } from './changes.ts'

const calendar = z.object({ period: z.enum(periods), zone: z.string(), week_start: z.string() })

/** The current window under these settings. */
const windowIdOf = (settings: Texts, atMs: number): string => {
  const { period, zone, week_start } = calendar.parse(settings)
  return windowAt(period, zone, atMs, week_start === '' ? monday : Number(week_start)).id
}

/** Chosen settings, and those that keep their value. */
const chosenOrKept = (chosen: Readonly<Record<string, string | undefined>>, first: Texts) => ({
  settings: Object.fromEntries(
    Object.entries(chosen).filter((entry): entry is [string, string] => entry[1] !== undefined),
  ),
  kept: Object.fromEntries(Object.entries(first).filter(([name]) => chosen[name] === undefined)),
})

const limitLabels = { limit: 'credits', period: 'window', zone: 'zone', week_start: 'week_start' } as const

/** Sets the limit of a whole account: see `Budgets.setLimit`. */
export const createSetLimit =
  (options: ChangingOptions & { allowlist: Pick<Allowlist, 'admit'> }): Budgets['setLimit'] =>
  async ({ limit, period, zone, weekStart, ...change }) => {
    assert(zone === undefined || isTimeZone(zone), `${zone} is not a time zone`)
    assert(
      weekStart === undefined || /^[0-6]$/.test(String(weekStart)),
      `${weekStart} is not a day of the week`,
    )
    const allowance = await options.allowlist.admit(change.account)
    if (allowance.status === 'not_allowed') return allowance
    const { ceiling } = allowance
    if (ceiling !== undefined && limit > ceiling) return { status: 'above_ceiling', ceiling }
    const chosen = { period, zone, week_start: weekStart === undefined ? undefined : String(weekStart) }
    const first = {
      period: 'month',
      zone: options.defaultZone,
      week_start: String(monday),
      starter: '',
    }
    const { settings, kept } = chosenOrKept(chosen, first)
    const result = await applyChange(options, {
      change,
      operation: 'limit',
      about: {},
      labels: limitLabels,
      settings: { limit: String(limit), ...settings },
      kept,
      in: 'account',
      raisesRevision: true,
    })
    if (result.status === 'differs') return result
    const { status, atMs, was, now } = result
    const before = was.limit === '' && was.starter !== '' ? { ...now, period: 'once' } : was
    const wasCounted = was.limit !== '' || was.starter !== ''
    return { status, startsAnew: wasCounted && windowIdOf(before, atMs) !== windowIdOf(now, atMs) }
  }

/** What a new limit would do: see `Budgets.preview`. */
export const createPreview =
  (options: ReadingOptions): Budgets['preview'] =>
  async (account, { limit, period, zone, weekStart }) => {
    const snapshot = await readSnapshot(options, account, [])
    const calendar = {
      period: period ?? snapshot.period,
      zone: zone ?? snapshot.zone,
      weekStart: weekStart ?? snapshot.weekStart,
    }
    const { id: windowId, endMs } = windowAt(
      calendar.period,
      calendar.zone,
      options.now(),
      calendar.weekStart,
    )
    const chosen = { ...snapshot, ...calendar, limit, windowId, resetsAtMs: endMs }
    const [before, after] = await Promise.all([
      readState(options, account, snapshot),
      readState(options, account, chosen),
    ])
    return { before, after, startsAnew: windowId !== snapshot.windowId }
  }

const fieldOf = (of: LimitOf): string => {
  switch (of.kind) {
    case 'channel':
      return of.id === undefined ? limitFields.everyChannel : limitFields.own('channel', of.id)
    case 'member':
      return of.id === undefined ? limitFields.everyMember : limitFields.own('member', of.id)
    case 'group':
      return of.share === 'each' ? limitFields.groupEach(of.id) : limitFields.group(of.id)
    case 'feature':
    case 'model':
      return limitFields.own(of.kind, of.id)
  }
}

const operationOf = (of: LimitOf): ScopeLimitOperation => {
  if (of.kind !== 'group') return `${of.kind}_limit`
  return of.share === 'each' ? 'group_each_limit' : 'group_limit'
}

/** Limits a share of an account: see `Budgets.setShareLimit`. */
export const createSetShareLimit =
  (options: ChangingOptions): Budgets['setShareLimit'] =>
  async ({ of, limit, ...change }) => {
    const isOfGroup = of.kind === 'group'
    const field = fieldOf(of)
    const { status } = await applyChange(options, {
      change,
      operation: operationOf(of),
      about: { [of.kind]: of.id ?? '' },
      labels: { [field]: 'credits' },
      settings: { [field]: limit === undefined ? '' : String(limit) },
      // A request reads the limits of groups with the snapshot, and all others in its own script.
      in: isOfGroup ? 'groups' : 'account',
      raisesRevision: isOfGroup,
      isOneOfMany: true,
    })
    return { status }
  }

/** The field of an account that names a manager. */
export const managerField = (member: string): string => `manager|${member}`

/** Adds or removes a manager: see `Budgets.setManager`. */
export const createSetManager =
  (options: ChangingOptions): Budgets['setManager'] =>
  async ({ member, allowed, ...change }) => {
    const { status } = await applyChange(options, {
      change,
      operation: 'manager',
      about: { member, allowed: allowed ? '1' : '0' },
      labels: { [managerField(member)]: 'allowed' },
      settings: { [managerField(member)]: allowed ? '1' : '' },
      in: 'account',
      raisesRevision: false,
      isOneOfMany: true,
    })
    return { status }
  }
