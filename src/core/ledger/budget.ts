import type { Microcredits } from '../credits.ts'
import type { AccountId, Target } from '../target.ts'
import type { Allowance } from './allowlist.ts'
import type { Period } from './budget-window.ts'
import type { Scope } from './scope.ts'

/** How a budget is counted: in stretches of a period, by the calendar of an IANA zone. */
export interface BudgetCalendar {
  period: Period
  zone: string
  /** The day on which a week begins: 0 is Sunday, 6 is Saturday. */
  weekStart: number
}

/**
 * A server's budget and how much of its current window is used. `limit` undefined: no admin has set one yet.
 */
export interface OwnBudget extends BudgetCalendar {
  limit: Microcredits | undefined
  /** What every channel without a limit of its own may use of it; undefined: as much as there is. */
  channelLimit: Microcredits | undefined
  /** What every member without a limit of their own may use of it; undefined: as much as there is. */
  memberLimit: Microcredits | undefined
  /** Settled in this window. */
  spent: Microcredits
  /** Held for jobs that have not ended. */
  held: Microcredits
  /** What admins gave on top of the limit in this window, less what they took. */
  granted: number
  /** What a new request may still cost; negative after an overrun. */
  left: number
  resetsAtMs: number | undefined
}

/** The same, where `left` is never more than the operator allows the server. */
export interface BudgetState extends OwnBudget {
  allowance: Allowance
}

/**
 * Whose limit binds a share: its own, that of a group for each of its members,
 * or that of everyone of its kind.
 */
export type LimitSource = 'own' | 'group' | 'everyone'

/** A scope's share: what one channel, group or member may use of a server's budget in its current window. */
export interface ShareBudget {
  scope: Scope
  /** Undefined: as much as the server has. */
  limit: Microcredits | undefined
  /** Where the limit comes from; undefined where there is none. */
  from: LimitSource | undefined
  /**
   * What a group allows each of its members; undefined where it says nothing, and for anything but a group.
   */
  eachLimit: Microcredits | undefined
  spent: Microcredits
  held: Microcredits
  /** What admins gave on top of the limit in this window, less what they took. */
  granted: number
  /** What the limit leaves; negative after an overrun, undefined without a limit. */
  left: number | undefined
}

/** Shares of a server's budget, all of one moment's settings. */
interface Reading {
  server: BudgetState
  /** Whether groups have limits here that may bind as well, because the member's groups are not known. */
  lacksGroups: boolean
}

/** One share beside the server's budget. */
export interface ShareReading extends Reading {
  share: ShareBudget
}

/** The shares that a request has to fit into, beside the server's budget. */
export interface RequestReading extends Reading {
  shares: readonly ShareBudget[]
}

/** The longest reason that is kept of a change, in characters (code points). */
export const reasonLengthMax = 200

/** Who changes what, and why: the same `eventId` twice is one change. */
export interface BudgetChange {
  account: AccountId
  eventId: string
  actor: string
  reason?: string | undefined
}

/** Whose limit is changed. `id` undefined: of every one without a limit of its own. */
export type LimitOf =
  | { kind: 'channel' | 'member'; id: string | undefined }
  | { kind: 'group'; id: string; share: 'together' | 'each' }

/** Whose share is granted more or less. */
export type GrantScope = { kind: 'server' } | Scope

/**
 * What became of a change. `repeated`: the same event came before, and this is its first answer. `differs`:
 * it came before with other contents; nothing was done.
 */
export type ChangeResult<T> = ({ status: 'changed' | 'repeated' } & T) | { status: 'differs' }

/** Why the operator's allowlist refuses a change: the account is not on it, or the sum is above its ceiling. */
export type AllowlistRefusal = { status: 'not_allowed' } | { status: 'above_ceiling'; ceiling: Microcredits }

/** What a new limit of a whole account did to the window that was open. */
export interface LimitChanged {
  /**
   * Whether there was a limit before, and what was used of it no longer counts: another window is open now. That one
   * may have been open before, and then has its figures still.
   */
  startsAnew: boolean
}

/**
 * What became of a grant. `no_limit`: there is no limit that it could change. `too_much`: no more than `most`
 * can be given or taken, for no limit goes below nothing or above `allowed`, what the budget may come to.
 */
export type GrantResult =
  | ChangeResult<{ granted: number }>
  | { status: 'no_limit' }
  | { status: 'not_allowed' }
  | { status: 'too_much'; most: Microcredits; allowed: Microcredits }

/** The servers' budgets. Throws AppError `store_unavailable` when Redis can't answer. */
export interface Budgets {
  read(account: AccountId): Promise<BudgetState>
  /** Reads one share together with the server's budget; of a member's groups nothing is known. */
  readShare(account: AccountId, scope: Scope): Promise<ShareReading>
  /**
   * Reads all that a request in this place has to fit into: the shares of the channel, of the member's groups
   * that have a limit together, and of the member. `groups` undefined: they are not known.
   */
  readFor(target: Target, groups: readonly string[] | undefined): Promise<RequestReading>
  /** Sets the limit from now on; what is undefined of the calendar stays as it is. `zone` is an IANA zone. */
  setLimit(
    change: BudgetChange & { limit: Microcredits } & {
      [K in keyof BudgetCalendar]?: BudgetCalendar[K] | undefined
    },
  ): Promise<ChangeResult<LimitChanged> | AllowlistRefusal>
  /** Limits a share from now on; undefined lifts the limit. */
  setShareLimit(
    change: BudgetChange & { of: LimitOf; limit: Microcredits | undefined },
  ): Promise<ChangeResult<object>>
  /**
   * Gives so much more, or takes it, in the window that is open and in no later one. What is used stays used.
   */
  grant(
    change: BudgetChange & { scope: GrantScope; way: 'give' | 'take'; credits: Microcredits },
  ): Promise<GrantResult>
  /** Whether an admin named this member to look after the budget too. */
  isManager(account: AccountId, member: string): Promise<boolean>
  /** All of these, in no order that means anything. */
  managers(account: AccountId): Promise<readonly string[]>
  setManager(change: BudgetChange & { member: string; allowed: boolean }): Promise<ChangeResult<object>>
}
