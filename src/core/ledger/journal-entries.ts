import { z } from 'zod'
import { type Microcredits, microcredits } from '../credits.ts'
import { type AccountId, platformNames } from '../target.ts'
import { periods } from './budget-window.ts'
import {
  type AlertsLine,
  type GrantLine,
  type JournalLine,
  type LimitLine,
  type MemberLine,
  type MoneyLine,
  type MoneyOperation,
  moneyOperations,
  type PauseLine,
  pausedKinds,
  type ScopeLimitLine,
  type ScopeLimitOperation,
  type SponsorLine,
  type StarterLine,
  type SwitchLine,
  scopeLimitOperations,
} from './journal.ts'
import { scope } from './scope.ts'
import { spendFields } from './spend.ts'

const whole = z
  .string()
  .regex(/^-?\d{1,16}$/, 'is not a whole number')
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
  feature: emptyIsNone(z.string()),
  model: emptyIsNone(z.string()),
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
const pauseFields = z.object({
  ...head,
  ...byAdmin,
  scope: emptyIsNone(json(scope.extend({ kind: z.enum(pausedKinds) }))),
  paused: z.enum(['0', '1']),
})
const sponsorFields = z.object({
  ...head,
  ...byAdmin,
  member: z.string(),
  window: z.string(),
  credits: amount,
  granted: whole,
  received: whole,
})
const switchFields = z.object({ ...head, ...byAdmin, allowed: z.enum(['0', '1']) })
const alertsFields = z.object({
  ...head,
  ...byAdmin,
  channel: emptyIsNone(z.string()),
  weekly: z.enum(['0', '1']).optional(),
})

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
  const { at, channel, group, member, feature, model, reason, credits, credits_before, ...line } =
    scopeLimitFields.parse(fields)
  const scopeId = channel ?? group ?? member ?? feature ?? model
  const amounts = { credits, creditsBefore: credits_before }
  return { operation, id, atMs: at, reason, ...amounts, scopeId, ...line }
}

const parseGrant = (operation: 'grant' | 'take', id: string, fields: unknown): GrantLine => {
  const { at, reason, scope, ...line } = grantFields.parse(fields)
  return { operation, id, atMs: at, reason, scope, ...line }
}

const parseMember = (operation: MemberLine['operation'], id: string, fields: unknown): MemberLine => {
  const { at, allowed, reason, ...line } = memberFields.parse(fields)
  return { operation, id, atMs: at, allowed: allowed === '1', reason, ...line }
}

const parsePause = (id: string, fields: unknown): PauseLine => {
  const { at, paused, scope, reason, ...line } = pauseFields.parse(fields)
  return { operation: 'pause', id, atMs: at, scope, paused: paused === '1', reason, ...line }
}

const parseAlerts = (operation: AlertsLine['operation'], id: string, fields: unknown): AlertsLine => {
  const { at, channel, weekly, reason, ...line } = alertsFields.parse(fields)
  const isWeekly = weekly === undefined ? undefined : weekly === '1'
  return { operation, id, atMs: at, channel, isWeekly, reason, ...line }
}

const parseSponsor = (id: string, fields: unknown): SponsorLine => {
  const { at, reason, ...line } = sponsorFields.parse(fields)
  return { operation: 'sponsor', id, atMs: at, reason, ...line }
}

const parseSwitch = (operation: SwitchLine['operation'], id: string, fields: unknown): SwitchLine => {
  const { at, reason, allowed, ...line } = switchFields.parse(fields)
  return { operation, id, atMs: at, reason, allowed: allowed === '1', ...line }
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
    case 'decline':
      return parseMember(operation, id, fields)
    case 'pause':
      return parsePause(id, fields)
    case 'sponsor':
      return parseSponsor(id, fields)
    case 'sponsoring':
    case 'own_key':
      return parseSwitch(operation, id, fields)
    case 'alerts':
    case 'approvals':
      return parseAlerts(operation, id, fields)
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
