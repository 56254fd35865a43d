import assert from 'node:assert'
import { z } from 'zod'
import { AppError } from '../core/errors.ts'
import type { Allowlist } from '../core/ledger/allowlist.ts'
import {
  type BudgetChange,
  type Budgets,
  type ChangeResult,
  type LimitOf,
  reasonLengthMax,
} from '../core/ledger/budget.ts'
import { isTimeZone, monday, periods, windowAt } from '../core/ledger/budget-window.ts'
import { notAllowedText } from '../core/ledger/credits-text.ts'
import type { JournalLine, ScopeLimitOperation } from '../core/ledger/journal.ts'
import type { AccountId } from '../core/target.ts'
import { declared, say, sayDeclared } from '../core/text/say.ts'
import { grouped, lengthOf } from '../core/text/text.ts'
import { limitFields, type ReadingOptions, readSnapshot, readState } from './budget-reading.ts'
import { withoutDoubt } from './connection.ts'
import { bucketOf } from './keys.ts'
import { fingerprintOf, plainScript, runScript } from './scripts.ts'

/** How long a handled event is remembered; platforms repeat events within minutes or hours. */
export const changeKnownMs = 2 * 24 * 60 * 60 * 1000

/** The journal entry of a change, without its time and outcome. */
export const changeLine = (
  { account, actor, reason }: BudgetChange,
  operation: string,
  about: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> => {
  assert(reason === undefined || lengthOf(reason) <= reasonLengthMax, 'the reason is too long')
  const because = reason === undefined ? {} : { reason: reason.toWellFormed() }
  return { operation, account, actor, ...about, ...because }
}

const unknownText = declared(
  "I can't reach my database right now, so I don't know whether that was saved. Check /budget show before you try again.",
)

/** The error for a change whose outcome is unknown: see `withoutDoubt`. */
export const changeLost = (cause: unknown): AppError =>
  new AppError('store_unavailable', 'a change of a budget may be lost', {
    cause,
    retryable: true,
    saysUnknown: true,
    memberText: sayDeclared(unknownText),
  })

const changeScript = plainScript('change-settings')

type Texts = Readonly<Record<string, string>>

interface SettingsChange {
  change: BudgetChange
  operation: JournalLine['operation']
  /** The member or group that it applies to, as the journal names it. */
  about: Texts
  /** The journal's name for each setting. */
  labels: Texts
  /** An empty text removes the setting. */
  settings: Texts
  /** Settings that keep their value, with the initial ones. */
  kept?: Texts
  in: 'account' | 'groups'
  /** Whether requests must read the settings again after the change. */
  raisesRevision: boolean
  /** Whether it is one of many, such as a limit for each member, of which there is a greatest number. */
  isOneOfMany?: boolean
  /** Whether it is also made where the operator lets nobody spend. */
  isForAll?: true
}

const texts = z.record(z.string(), z.string())
const textsIn = (json: string | undefined): Texts => texts.parse(JSON.parse(json ?? ''))

/**
 * Throws AppError `not_let_in` where the operator lets nobody spend: strangers could fill a journal that they share with
 * others.
 */
export const requireLetIn = async (
  { allowlist }: Pick<ReadingOptions, 'allowlist'>,
  account: AccountId,
): Promise<void> => {
  if ((await allowlist.peek(account)).status !== 'not_allowed') return
  throw new AppError('not_let_in', `${account} is not let in`, { memberText: notAllowedText(account) })
}

/** The most settings of an account; each request reads all those of its groups. */
const settingsMax = { account: 2_000, groups: 200 } as const

const settingsFull = (of: keyof typeof settingsMax, account: AccountId): AppError =>
  new AppError('settings_full', `${account} has as many settings as it may`, {
    memberText:
      of === 'groups'
        ? say('At most {{most}} limits for groups can be set here. Remove one first. Nothing was changed.', {
            most: settingsMax.groups,
          })
        : say(
            'At most {{most}} limits, managers, blocks and pauses can be set here. Remove one first. Nothing was changed.',
            { most: grouped(settingsMax.account) },
          ),
  })

/**
 * Changes an account's settings, with a journal entry. Returns its time, and the settings before and after. Throws what
 * `requireLetIn` throws, and AppError `settings_full` where it would be one of too many.
 */
export const applyChange = async (
  { redis, keys, now, allowlist }: ReadingOptions,
  { change, operation, about, labels, settings, kept = {}, isForAll, isOneOfMany, ...where }: SettingsChange,
): Promise<ChangeResult<{ atMs: number; was: Texts; now: Texts }>> => {
  const { account, eventId } = change
  if (isForAll !== true) await requireLetIn({ allowlist }, account)
  const run = () =>
    runScript(
      redis,
      changeScript,
      [
        keys.account(account),
        where.in === 'groups' ? keys.groups(account) : keys.account(account),
        keys.journal(bucketOf(account)),
        keys.change(account, eventId),
      ],
      [
        now(),
        changeKnownMs,
        fingerprintOf([operation, about, settings, change.reason]),
        where.raisesRevision ? '1' : '0',
        JSON.stringify(settings),
        JSON.stringify(kept),
        JSON.stringify(changeLine(change, operation, about)),
        JSON.stringify(labels),
        isOneOfMany === true ? settingsMax[where.in] : '',
      ],
    )
  const [status, at, was, is] = await withoutDoubt(run, changeLost)
  if (status === 'differs') return { status }
  if (status === 'full') throw settingsFull(where.in, account)
  assert(status === 'changed' || status === 'repeated', `the settings script answered ${status}`)
  return { status, atMs: Number(at), was: textsIn(was), now: textsIn(is) }
}

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
  (options: ReadingOptions & { allowlist: Pick<Allowlist, 'admit'> }): Budgets['setLimit'] =>
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
  (options: ReadingOptions): Budgets['setShareLimit'] =>
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
  (options: ReadingOptions): Budgets['setManager'] =>
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
