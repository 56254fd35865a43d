import type { AccountId } from '../target.ts'

/** Why requests are refused by an admin's rules: counted for admins, without members and texts. */
export const refusalReasons = ['words', 'channel', 'blocked', 'too_many', 'consent'] as const
export type RefusalReason = (typeof refusalReasons)[number]

/** Counts what was refused. Throws AppError `store_unavailable`. */
export interface Refusals {
  count(account: AccountId, reason: RefusalReason): Promise<void>
  /** The counts of the current month (UTC). */
  thisMonth(account: AccountId): Promise<Readonly<Record<RefusalReason, number>>>
}
