import { z } from 'zod'
import { type Microcredits, microcredits } from '../credits.ts'
import { type AccountId, platformNames } from '../target.ts'
import { type Period, periods } from './budget-window.ts'
import { type Scope, scope } from './scope.ts'
import { type SpendNote, spendFields } from './spend.ts'

/** Operations on a job's money. */
export const moneyOperations = ['hold', 'adjust', 'settle', 'void', 'book', 'correct'] as const
export type MoneyOperation = (typeof moneyOperations)[number]

/** Whose limit is changed, besides the account's own. `group_each_limit` is a group's limit for each member. */
export const scopeLimitOperations = [
  'channel_limit',
  'group_limit',
  'group_each_limit',
  'member_limit',
] as const
export type ScopeLimitOperation = (typeof scopeLimitOperations)[number]

interface LineHead {
  /** The entry's own id in its stream, `<ms>-<number>`; a later entry of the same bucket has a higher one. */
  id: string
  /** When it happened, by the clock of the process that did it, in epoch milliseconds. */
  atMs: number
  account: AccountId
}

interface ByAdmin {
  /** Who did it: a member's id on the platform, or `operator`. */
  actor: string
  reason: string | undefined
}

/** A change of a job's money. */
export interface MoneyLine extends LineHead, SpendNote {
  operation: MoneyOperation
  job: string
  /** The account's budget window in which it counts. */
  window: string
  /** Where it counts, besides the account. */
  scopes: readonly Scope[]
  /** The amount that `credits` replaces: what was held, or for `correct` what was settled. */
  before: Microcredits
  credits: Microcredits
  /** How often the job's money has changed, including this change. */
  version: number
  /** What the account had spent and held in the window right after this entry. */
  posted: number
  pending: number
  /** How far the cost exceeded the hold. */
  overrun: Microcredits | undefined
}

/** Starter credits, which the operator gives a server once: what it can spend until an admin sets a budget. */
export interface StarterLine extends LineHead, ByAdmin {
  operation: 'starter'
  credits: Microcredits
}

/** The account's own limit from now on. */
export interface LimitLine extends LineHead, ByAdmin {
  operation: 'limit'
  credits: Microcredits
  period: Period
  zone: string
  /** The first day of its weeks: 0 is Sunday. Undefined: unchanged. */
  weekStart: number | undefined
  /** The previous limit; undefined: none was set. */
  creditsBefore: Microcredits | undefined
  periodBefore: Period | undefined
}

/** The limit of a part of the account from now on. */
export interface ScopeLimitLine extends LineHead, ByAdmin {
  operation: ScopeLimitOperation
  /** Whose limit; undefined: everyone's without a limit of their own. */
  scopeId: string | undefined
  /** Undefined: the limit is lifted. */
  credits: Microcredits | undefined
  /** The previous limit; undefined: there was none. */
  creditsBefore: Microcredits | undefined
}

/** What an admin gives or takes in the current window, on top of the limit. */
export interface GrantLine extends LineHead, ByAdmin {
  operation: 'grant' | 'take'
  /** Undefined: the account itself. */
  scope: Scope | undefined
  window: string
  credits: Microcredits
  /** The total granted in the window right after this entry, minus what was taken. */
  granted: number
}

/** Whether a member is allowed to manage the budget (`manager`), or to use anything at all (`block`). */
export interface MemberLine extends LineHead, ByAdmin {
  operation: 'manager' | 'block'
  member: string
  allowed: boolean
}

/** An entry that this version can't read: it is kept, changes nothing, and is reported. */
export interface UnknownLine {
  operation: 'unknown'
  id: string
  /** The entry's own name for its operation; empty if it has none. */
  named: string
  problem: string
  fields: Readonly<Record<string, string>>
}

/** One entry of the journal: a change of money or of settings. */
export type JournalLine =
  | MoneyLine
  | StarterLine
  | LimitLine
  | ScopeLimitLine
  | GrantLine
  | MemberLine
  | UnknownLine

const whole = z
  .string()
  .regex(/^-?\d{1,16}$/, 'is not a whole number')
  .transform(Number)
  .refine(Number.isSafeInteger, 'is too large')
const amount = whole.refine((value) => value >= 0, 'is negative').transform(microcredits)
const emptyIsNone = <T extends z.ZodType>(schema: T) =>
  z.union([z.literal('').transform(() => undefined), schema]).optional()
const json = <T extends z.ZodType>(schema: T) =>
  z
    .string()
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text)
      } catch {
        context.addIssue('is not JSON')
        return z.NEVER
      }
    })
    .pipe(schema)

const account = z.custom<AccountId>(
  (value) => typeof value === 'string' && platformNames.some((name) => value.startsWith(`${name}:`)),
  'is not an account',
)
/** The latest time that a date can represent: https://tc39.es/ecma262/#sec-time-values-and-time-range */
const instantMax = 8.64e15
const instant = whole.refine((value) => Math.abs(value) <= instantMax, 'is not a moment')
const head = { account, at: instant }
const byAdmin = { actor: z.string(), reason: emptyIsNone(z.string()) }

const moneyFields = z.object({
  ...head,
  job: z.string(),
  window: z.string(),
  scopes: json(z.array(scope)),
  before: amount,
  credits: amount,
  version: whole,
  posted: whole,
  pending: whole,
  overrun: amount.optional(),
  ...spendFields,
})
const starterFields = z.object({ ...head, ...byAdmin, credits: amount })
const limitFields = z.object({
  ...head,
  ...byAdmin,
  credits: amount,
  window: z.enum(periods),
  zone: z.string(),
  week_start: emptyIsNone(whole),
  credits_before: emptyIsNone(amount),
  window_before: emptyIsNone(z.enum(periods)),
})
/** The field for whose limit it is has the name of that kind. */
const scopeLimitFields = z.object({
  ...head,
  ...byAdmin,
  credits: emptyIsNone(amount),
  credits_before: emptyIsNone(amount),
  channel: emptyIsNone(z.string()),
  group: emptyIsNone(z.string()),
  member: emptyIsNone(z.string()),
})
const grantFields = z.object({
  ...head,
  ...byAdmin,
  scope: emptyIsNone(json(scope)),
  window: z.string(),
  credits: amount,
  granted: whole,
})
const memberFields = z.object({ ...head, ...byAdmin, member: z.string(), allowed: z.enum(['0', '1']) })

const parseMoney = (operation: MoneyOperation, id: string, fields: unknown): MoneyLine => {
  const { at, overrun, ...line } = moneyFields.parse(fields)
  return { operation, id, atMs: at, overrun, ...line }
}

const parseStarter = (id: string, fields: unknown): StarterLine => {
  const { at, reason, ...line } = starterFields.parse(fields)
  return { operation: 'starter', id, atMs: at, reason, ...line }
}

const parseLimit = (id: string, fields: unknown): LimitLine => {
  const { at, window, week_start, reason, credits_before, window_before, ...line } = limitFields.parse(fields)
  return {
    operation: 'limit',
    id,
    atMs: at,
    period: window,
    weekStart: week_start,
    reason,
    creditsBefore: credits_before,
    periodBefore: window_before,
    ...line,
  }
}

const parseScopeLimit = (operation: ScopeLimitOperation, id: string, fields: unknown): ScopeLimitLine => {
  const { at, channel, group, member, reason, credits, credits_before, ...line } =
    scopeLimitFields.parse(fields)
  const amounts = { credits, creditsBefore: credits_before }
  return { operation, id, atMs: at, reason, ...amounts, scopeId: channel ?? group ?? member, ...line }
}

const parseGrant = (operation: 'grant' | 'take', id: string, fields: unknown): GrantLine => {
  const { at, reason, scope, ...line } = grantFields.parse(fields)
  return { operation, id, atMs: at, reason, scope, ...line }
}

const parseMember = (operation: MemberLine['operation'], id: string, fields: unknown): MemberLine => {
  const { at, allowed, reason, ...line } = memberFields.parse(fields)
  return { operation, id, atMs: at, allowed: allowed === '1', reason, ...line }
}

const parseKnown = (id: string, fields: Readonly<Record<string, string>>): JournalLine => {
  const { operation = '' } = fields
  const money = moneyOperations.find((known) => known === operation)
  if (money !== undefined) return parseMoney(money, id, fields)
  const scopeLimit = scopeLimitOperations.find((known) => known === operation)
  if (scopeLimit !== undefined) return parseScopeLimit(scopeLimit, id, fields)
  switch (operation) {
    case 'starter':
      return parseStarter(id, fields)
    case 'limit':
      return parseLimit(id, fields)
    case 'grant':
    case 'take':
      return parseGrant(operation, id, fields)
    case 'manager':
    case 'block':
      return parseMember(operation, id, fields)
    default:
      return { operation: 'unknown', id, named: operation, problem: 'its operation is not known', fields }
  }
}

const problemText = (error: z.ZodError): string =>
  error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')

/**
 * Parses an entry from its id and fields, as stored in the stream. An unreadable one becomes an `unknown` entry
 * with all its fields: another version may have written it.
 */
export const parseJournalLine = (id: string, fields: Readonly<Record<string, string>>): JournalLine => {
  try {
    return parseKnown(id, fields)
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error
    return { operation: 'unknown', id, named: fields.operation ?? '', problem: problemText(error), fields }
  }
}

/** Some entries of an account, newest first. `next` is where older ones begin; undefined if there are none. */
export interface JournalPage {
  lines: readonly JournalLine[]
  next: string | undefined
}

/** Which entries are wanted: of one account or of all, from `sinceMs` on and before `untilMs`, by Redis' clock. */
export interface JournalRange {
  account?: AccountId
  sinceMs?: number
  untilMs?: number
}

/** What was done, by whom, and when. Throws AppError `store_unavailable` when Redis can't answer. */
export interface Journal {
  /**
   * At most `linesMax` of the account's entries, newest first, starting at `next` of the previous page. A page may
   * be short or even empty if other accounts were busy meanwhile: only an undefined `next` means the end.
   */
  page(account: AccountId, linesMax: number, next?: string): Promise<JournalPage>
  /** Every entry of the range, oldest first; read piece by piece, as it is consumed. */
  lines(range: JournalRange): AsyncIterable<JournalLine>
}
