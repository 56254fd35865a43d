import { z } from 'zod'
import { type Microcredits, microcredits } from '../credits.ts'
import { type AccountId, platformNames } from '../target.ts'
import { type Period, periods } from './budget-window.ts'
import { type Scope, scope } from './scope.ts'

/** What may happen to the money of a job. */
export const moneyOperations = ['hold', 'adjust', 'settle', 'void', 'book', 'correct'] as const
export type MoneyOperation = (typeof moneyOperations)[number]

/**
 * Whose limit is changed, besides the account's own. `group_each_limit` is what a
 * group allows each of its members.
 */
export const scopeLimitOperations = [
  'channel_limit',
  'group_limit',
  'group_each_limit',
  'member_limit',
] as const
export type ScopeLimitOperation = (typeof scopeLimitOperations)[number]

interface LineHead {
  /** The line's own id in its stream, `<ms>-<number>`; a later line of the same bucket has a higher one. */
  id: string
  /** When it happened by the clock of the process that did it, in epoch milliseconds. */
  atMs: number
  account: AccountId
}

interface ByAdmin {
  /** Who did it: a member's id on the platform, or `operator`. */
  actor: string
  reason: string | undefined
}

/** A change of a job's money. */
export interface MoneyLine extends LineHead {
  operation: MoneyOperation
  job: string
  /** The window of the account's budget in which it counts. */
  window: string
  /** Where it counts, besides the account. */
  scopes: readonly Scope[]
  /** What `credits` takes the place of: what was held, for `correct` what was settled. */
  before: Microcredits
  credits: Microcredits
  /** How often the job's money has changed, this change included. */
  version: number
  /** What the account had spent and held in the window right after this line. */
  posted: number
  pending: number
  /** How far it went over what was held. */
  overrun: Microcredits | undefined
}

/** The account's own limit from now on. */
export interface LimitLine extends LineHead, ByAdmin {
  operation: 'limit'
  credits: Microcredits
  period: Period
  zone: string
  /** The first day of its weeks: 0 is Sunday. Undefined: as before. */
  weekStart: number | undefined
  /** What the limit was; undefined: nobody had set one. */
  creditsBefore: Microcredits | undefined
  periodBefore: Period | undefined
}

/** A limit of a part of the account from now on. */
export interface ScopeLimitLine extends LineHead, ByAdmin {
  operation: ScopeLimitOperation
  /** Whose; undefined: everyone's that has none of their own. */
  scopeId: string | undefined
  /** Undefined: the limit is lifted. */
  credits: Microcredits | undefined
  /** What the limit was; undefined: there was none. */
  creditsBefore: Microcredits | undefined
}

/** What an admin gives or takes in the window that is open, on top of the limit. */
export interface GrantLine extends LineHead, ByAdmin {
  operation: 'grant' | 'take'
  /** Undefined: the account itself. */
  scope: Scope | undefined
  window: string
  credits: Microcredits
  /** What was granted to it in the window in all right after this line, less what was taken. */
  granted: number
}

/** Whether a member is allowed to manage the budget (`manager`), or to use anything at all (`block`). */
export interface MemberLine extends LineHead, ByAdmin {
  operation: 'manager' | 'block'
  member: string
  allowed: boolean
}

/** A line that this version cannot read: kept as it is, changes nothing, and is reported. */
export interface UnknownLine {
  operation: 'unknown'
  id: string
  /** What the line calls itself; empty where it does not. */
  named: string
  /** Why it cannot be read. */
  problem: string
  fields: Readonly<Record<string, string>>
}

/** One line of the journal: a change of money or of settings. */
export type JournalLine = MoneyLine | LimitLine | ScopeLimitLine | GrantLine | MemberLine | UnknownLine

const whole = z
  .string()
  .regex(/^-?\d{1,16}$/, 'is no whole number')
  .transform(Number)
  .refine(Number.isSafeInteger, 'is too large')
const amount = whole
  .refine((value) => value >= 0, 'is negative')
  .transform((value): Microcredits => microcredits(value))
const emptyIsNone = <T extends z.ZodType>(schema: T) =>
  z.union([z.literal('').transform(() => undefined), schema]).optional()
const json = <T extends z.ZodType>(schema: T) =>
  z
    .string()
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text)
      } catch {
        context.addIssue('is no JSON')
        return z.NEVER
      }
    })
    .pipe(schema)

const account = z.custom<AccountId>(
  (value) => typeof value === 'string' && platformNames.some((name) => value.startsWith(`${name}:`)),
  'is no account',
)
/** The last moment that a date can name: https://tc39.es/ecma262/#sec-time-values-and-time-range */
const instantMax = 8.64e15
const instant = whole.refine((value) => Math.abs(value) <= instantMax, 'is no moment')
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
})
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
/** The field that names whose limit it is is called like its kind. */
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
 * Reads a line by its id and its fields, as the stream keeps them. What cannot be read becomes an `unknown`
 * line with all its fields: another version may have written it.
 */
export const parseJournalLine = (id: string, fields: Readonly<Record<string, string>>): JournalLine => {
  try {
    return parseKnown(id, fields)
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error
    return { operation: 'unknown', id, named: fields.operation ?? '', problem: problemText(error), fields }
  }
}

/**
 * Some lines of an account, newest first. `next` is where older ones begin; undefined where there are none.
 */
export interface JournalPage {
  lines: readonly JournalLine[]
  next: string | undefined
}

/**
 * Which lines are wanted: of one account or of all, from `sinceMs` on and before `untilMs`, by Redis' clock.
 */
export interface JournalRange {
  account?: AccountId
  sinceMs?: number
  untilMs?: number
}

/** What was done, by whom, and when. Throws AppError `store_unavailable` when Redis can't answer. */
export interface Journal {
  /**
   * At most `linesMax` of the account's lines, newest first, from `next` of the page before on. A
   * page may be short, or even empty, where other accounts did much meanwhile: only `next`
   * undefined says that there are no more.
   */
  page(account: AccountId, linesMax: number, next?: string): Promise<JournalPage>
  /** Every line of the range, oldest first; read piece by piece, as it is consumed. */
  lines(range: JournalRange): AsyncIterable<JournalLine>
}
