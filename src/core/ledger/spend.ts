import { z } from 'zod'
import type { Microcredits } from '../credits.ts'
import type { AccountId } from '../target.ts'
import type { Scope } from './scope.ts'

/** What an entry on a job's money says of the day that the job counts in. */
export interface SpendNote {
  /** The feature that was requested. Only in the first entry of a job and in those with `spent`. */
  feature?: string | undefined
  /** The day of the request in the account's calendar, such as "2026-07-01". */
  day?: string | undefined
  /** By how much this entry changes the spend of that day; undefined if it doesn't. */
  spent?: number | undefined
}

/** Reads a stored SpendNote. */
export const spendFields = {
  feature: z.string().optional(),
  day: z
    .string()
    .regex(/^\d{4}-\d\d-\d\d$/)
    .optional(),
  spent: z
    .string()
    .regex(/^-?\d{1,16}$/)
    .transform(Number)
    .optional(),
} as const

/** What an account spent on one day, by member and feature. */
export interface DaySpend {
  account: AccountId
  day: string
  /** By `<member>|<feature>`. */
  amounts: Map<string, number>
}

/** The name of a day's spend in the books. */
export const daySpendName = (account: AccountId, day: string): string => `${account} ${day}`

/** Adds an entry to the spend of its day. */
export const enterSpend = (
  spends: Map<string, DaySpend>,
  {
    account,
    scopes,
    day,
    feature = '',
    spent = 0,
  }: SpendNote & { account: AccountId; scopes: readonly Scope[] },
): void => {
  if (day === undefined) return
  const name = daySpendName(account, day)
  const known = spends.get(name) ?? { account, day, amounts: new Map<string, number>() }
  spends.set(name, known)
  const member = scopes.find(({ kind }) => kind === 'member')?.id
  if (spent === 0 || member === undefined) return
  const of = `${member}|${feature}`
  known.amounts.set(of, (known.amounts.get(of) ?? 0) + spent)
}

/** What one member spent on one feature on one day. */
export interface SpendEntry {
  day: string
  member: string
  feature: string
  credits: Microcredits
}

/** The sum of these entries, in millionths. */
export const totalSpend = (entries: readonly SpendEntry[]): number =>
  entries.reduce((sum, { credits }) => sum + credits, 0)
