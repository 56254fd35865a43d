import type { Microcredits } from '../credits.ts'
import type { AccountId, Target } from '../target.ts'
import type { Allowance } from './allowlist.ts'
import type { Period } from './budget-window.ts'
import type { PurposeKind, Scope } from './scope.ts'

/** How a budget is counted: by period, in the calendar of an IANA zone. */
export interface BudgetCalendar {
  period: Period
  zone: string
  /** The day on which a week begins: 0 is Sunday, 6 is Saturday. */
  weekStart: number
}

/**
 * A server's budget and how much of its current window is used. `limit` undefined: no admin has set one yet, and there
 * are no starter credits.
 */
export interface OwnBudget extends BudgetCalendar {
  limit: Microcredits | undefined
  /** The limit is the starter credits that the operator gives each server once, until an admin sets a budget. */
  isStarter: boolean
  /** Limit of every channel without its own; undefined: as much as there is. */
  channelLimit: Microcredits | undefined
  /** Limit of every member without their own; undefined: as much as there is. */
  memberLimit: Microcredits | undefined
  /** Settled in this window. */
  spent: Microcredits
  /** Held for jobs that have not ended. */
  held: Microcredits
  /** What admins gave on top of the limit in this window, minus what they took. */
  granted: number
  /** The most that a new request can cost; negative after an overrun. */
  left: number
  resetsAtMs: number | undefined
}

/** The same, but `left` is never more than the operator allows the server. */
export interface BudgetState extends OwnBudget {
  allowance: Allowance
}

/**
 * Whose limit applies to a share: its own, that of a group for each of its members, or that of everyone of its
 * kind.
 */
export type LimitSource = 'own' | 'group' | 'everyone'

/** A scope's share: what one channel, group, member, feature or model can use of a server's budget in its current window. */
export interface ShareBudget {
  scope: Scope
  /** Undefined: as much as the server has. */
  limit: Microcredits | undefined
  /** The source of the limit; undefined if there is none. */
  from: LimitSource | undefined
  /** A group's limit for each of its members; undefined if it has none, and for anything but a group. */
  eachLimit: Microcredits | undefined
  spent: Microcredits
  held: Microcredits
  /** What admins gave on top of the limit in this window, minus what they took. */
  granted: number
  /** What the limit leaves; negative after an overrun, undefined without a limit. */
  left: number | undefined
}

/** Shares of a server's budget, all read at the same moment. */
interface Reading {
  server: BudgetState
  /** Whether groups' limits may apply as well, because the member's groups are not known. */
  lacksGroups: boolean
}

/** One share and the server's budget. */
export interface ShareReading extends Reading {
  share: ShareBudget
}

/** The shares that a request must fit into, and the server's budget. */
export interface RequestReading extends Reading {
  shares: readonly ShareBudget[]
}

/** The longest stored reason for a change, in characters (code points). */
export const reasonLengthMax = 200

/** Who changes what, and why. The same `eventId` twice is one change. */
export interface BudgetChange {
  account: AccountId
  eventId: string
  actor: string
  reason?: string | undefined
}

/** A limit and the parts of the calendar that are chosen with it; undefined parts stay as they are. */
export type ChosenBudget = { limit: Microcredits } & {
  [K in keyof BudgetCalendar]?: BudgetCalendar[K] | undefined
}

/** A budget as it is, and as it would be. */
export interface BudgetPreview {
  before: BudgetState
  after: BudgetState
  /** Whether what is used would no longer count, because another window would be open. */
  startsAnew: boolean
}

/** Whose limit is changed. `id` undefined: everyone of that kind without a limit of their own. */
export type LimitOf =
  | { kind: 'channel' | 'member'; id: string | undefined }
  | { kind: PurposeKind; id: string }
  | { kind: 'group'; id: string; share: 'together' | 'each' }

/** Whose share a grant changes. */
export type GrantScope = { kind: 'server' } | Scope

/** What a pause applies to: everything in an account, or one channel or member. */
export type PauseOf = { kind: 'server' } | { kind: 'channel' | 'member'; id: string }

/** New paid requests are refused, with an admin's reason. */
export interface Pause {
  of: PauseOf
  reason: string | undefined
}

/**
 * Where alerts about a budget go. `isWeekly`: a weekly summary goes there, too. `isRefused`: the bot could not post
 * the last one there.
 */
export interface AlertsPlace {
  channel: string
  isWeekly: boolean
  isRefused: boolean
}

/**
 * Result of a change. `repeated`: the same event came before, and this is its first answer. `differs`: it came
 * before with other contents; nothing was done.
 */
export type ChangeResult<T> = ({ status: 'changed' | 'repeated' } & T) | { status: 'differs' }

/** Why the operator's allowlist refuses a change: the account is not on it, or the sum is above its ceiling. */
export type AllowlistRefusal = { status: 'not_allowed' } | { status: 'above_ceiling'; ceiling: Microcredits }

/** What a new limit of a whole account did to the current window. */
export interface LimitChanged {
  /**
   * Whether there was a limit before and what was used of it no longer counts, because another window is open now.
   * If that window was open before, it still has its figures.
   */
  startsAnew: boolean
}

/**
 * Result of a grant. `expiresAtMs`: when what is unused of a bonus is taken back; undefined if it lasts until the window
 * ends. `no_limit`: there is no limit to change. `too_much`: at most `most` can be given or taken, because no limit
 * goes below zero or above `allowed`, the budget's maximum. `too_many_bonuses`: the share has `has` bonuses that expire,
 * and can have `most`.
 */
export type GrantResult =
  | ChangeResult<{ granted: number; expiresAtMs: number | undefined }>
  | { status: 'no_limit' }
  | { status: 'not_allowed' }
  | { status: 'too_much'; most: Microcredits; allowed: Microcredits }
  | { status: 'too_many_bonuses'; has: number; most: number }

/** A member moves credits from their own share to another member's, in the current window. */
export interface Sponsorship {
  account: AccountId
  eventId: string
  giver: string
  /** The giver's groups; undefined: they are not known. */
  groups: readonly string[] | undefined
  receiver: string
  credits: Microcredits
}

/**
 * Result of a sponsorship. `not_allowed`: no admin has allowed it. `no_limit`: that member has no limit, so there is
 * nothing to move. `too_little`: so much is left of the giver's. `too_much`: the receiver can get no more than `most`.
 * `too_many`: the giver or the server made as many gifts as a day allows.
 */
export type SponsorResult =
  | ChangeResult<{ left: number }>
  | { status: 'not_allowed' | 'groups_unknown' | 'blocked' }
  | { status: 'no_limit'; of: 'giver' | 'receiver' }
  | { status: 'too_little'; left: number }
  | { status: 'too_much'; most: Microcredits }
  | { status: 'too_many'; of: 'member' | 'server'; limit: number; waitMs: number }
  | ({ status: 'paused' } & Pause)

/** The servers' budgets. Throws AppError `store_unavailable` when Redis can't answer. */
export interface Budgets {
  read(account: AccountId): Promise<BudgetState>
  /** Reads one share and the server's budget, without the limits of a member's groups. */
  readShare(account: AccountId, scope: Scope): Promise<ShareReading>
  /**
   * Reads everything that a request in this place must fit into: the shares of the channel, of the member's groups
   * that have a common limit, of the member, and of those `purposes` that have a limit. `groups` undefined: they are
   * not known.
   */
  readFor(
    target: Target,
    groups: readonly string[] | undefined,
    purposes: readonly Scope[],
  ): Promise<RequestReading>
  /** What `setLimit` would do to a budget that an admin has set. */
  preview(account: AccountId, chosen: ChosenBudget): Promise<BudgetPreview>
  /** Sets the limit from now on. `zone` is an IANA zone. */
  setLimit(change: BudgetChange & ChosenBudget): Promise<ChangeResult<LimitChanged> | AllowlistRefusal>
  /** Limits a share from now on; undefined lifts the limit. */
  setShareLimit(
    change: BudgetChange & { of: LimitOf; limit: Microcredits | undefined },
  ): Promise<ChangeResult<object>>
  /**
   * Gives or takes an amount in the current window only. What is used stays used. A bonus with `expiresInMs` lasts no
   * longer than that: see `Bonuses`. What is taken comes off the bonuses that expire next, so that it
   * isn't taken back twice: of 5 credits that expire and 5 that don't, a take of 5 leaves those that don't.
   */
  grant(
    change: BudgetChange & {
      scope: GrantScope
      way: 'give' | 'take'
      credits: Microcredits
      expiresInMs?: number | undefined
    },
  ): Promise<GrantResult>
  /** Whether members can move credits from their own share to others'. */
  mayBeSponsored(account: AccountId): Promise<boolean>
  /** Allows that, or forbids it; what was moved stays moved. */
  setSponsoring(change: BudgetChange & { isAllowed: boolean }): Promise<ChangeResult<object>>
  /** Moves what is left of the giver's share. The opposite undoes it. */
  sponsor(sponsorship: Sponsorship): Promise<SponsorResult>
  /** Whether an admin made this member a budget manager. */
  isManager(account: AccountId, member: string): Promise<boolean>
  /** All budget managers, in no particular order. */
  managers(account: AccountId): Promise<readonly string[]>
  setManager(change: BudgetChange & { member: string; allowed: boolean }): Promise<ChangeResult<object>>
  /** Where alerts about the budget go; undefined if there are none. */
  alertsPlace(account: AccountId): Promise<AlertsPlace | undefined>
  /**
   * Sends alerts to a channel from now on, or nowhere, and a weekly summary if `isWeekly`; undefined leaves that as
   * it is. What was announced in the open window isn't repeated.
   */
  setAlerts(
    change: BudgetChange & { channel: string | undefined; isWeekly?: boolean | undefined },
  ): Promise<ChangeResult<object>>
  /** All pauses: that of everything first, then those of channels and members. */
  pauses(account: AccountId): Promise<readonly Pause[]>
  /** The pause that refuses paid requests in this place, if any. */
  pauseOn(target: Target): Promise<Pause | undefined>
  /** Pauses new paid requests, or lifts the pause. A second pause replaces the reason. */
  setPause(change: BudgetChange & { of: PauseOf; isPaused: boolean }): Promise<ChangeResult<object>>
}
