import type { Microcredits } from '../credits.ts'
import type { AccountId } from '../target.ts'
import type { Period } from './budget-window.ts'
import type { Scope } from './scope.ts'
import type { SpendNote } from './spend.ts'

/** Operations on a job's money. */
export const moneyOperations = ['hold', 'adjust', 'settle', 'void', 'book', 'correct'] as const
export type MoneyOperation = (typeof moneyOperations)[number]

/** Whose limit is changed, besides the account's own. `group_each_limit` is a group's limit for each member. */
export const scopeLimitOperations = [
  'channel_limit',
  'group_limit',
  'group_each_limit',
  'member_limit',
  'feature_limit',
  'model_limit',
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

/** Decisions about a member. `decline`: an admin declined their request. */
export const memberOperations = ['manager', 'block', 'decline'] as const

/** Whether a member is allowed to manage the budget (`manager`), or to use anything at all (`block`). */
export interface MemberLine extends LineHead, ByAdmin {
  operation: (typeof memberOperations)[number]
  member: string
  allowed: boolean
}

/** Kinds of scopes where spending can be paused. */
export const pausedKinds = ['channel', 'group', 'member'] as const

/** A part of an account where spending can be paused. */
export type PausedScope = Scope & { kind: (typeof pausedKinds)[number] }

/** Whether new paid requests are refused, everywhere in the account or in one channel or for one member. */
export interface PauseLine extends LineHead, ByAdmin {
  operation: 'pause'
  /** Undefined: the whole account. */
  scope: PausedScope | undefined
  paused: boolean
}

/** Where alerts about the budget, or requests to admins, are posted from now on. */
export interface AlertsLine extends LineHead, ByAdmin {
  operation: 'alerts' | 'approvals'
  /** Undefined: no alerts, or each request where it was made. */
  channel: string | undefined
  /** Whether each week has a summary from now on; undefined: as before. */
  isWeekly?: boolean | undefined
}

/** A member, `actor`, moved credits from their share to another member's. */
export interface SponsorLine extends LineHead, ByAdmin {
  operation: 'sponsor'
  member: string
  window: string
  credits: Microcredits
  /** What was granted in the window right after this entry: to the giver, and to the receiver. */
  granted: number
  received: number
}

/** Whether members can sponsor each other from now on, or whether the account pays with its own API key. */
export interface SwitchLine extends LineHead, ByAdmin {
  operation: 'sponsoring' | 'own_key'
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
  | PauseLine
  | AlertsLine
  | SponsorLine
  | SwitchLine
  | UnknownLine

/** A change by an admin, a member or the operator. */
export type ChangeLine = Extract<JournalLine, { actor: string }>

/** An account's latest changes, newest first; whether there are older ones, or may be. */
export interface LatestChanges {
  lines: readonly ChangeLine[]
  hasOlder: boolean
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

/** Who did what, and when. Throws AppError `store_unavailable` when Redis can't answer. */
export interface Journal {
  /**
   * At most `linesMax` of the account's entries, newest first, starting at `next` of the previous page. A page may
   * be short or even empty if other accounts were busy meanwhile: only an undefined `next` means the end.
   */
  page(account: AccountId, linesMax: number, next?: string): Promise<JournalPage>
  /**
   * The account's latest changes, at most `countMax`. They lie among the entries about jobs, of which so many are
   * searched; another call searches only what was added since.
   */
  changes(account: AccountId, countMax: number): Promise<LatestChanges>
  /** Whether an account that can't spend could have entries: not if it could never spend and nothing was ever set or booked. */
  mayHave(account: AccountId): Promise<boolean>
  /** Every entry of the range, oldest first; read piece by piece, as it is consumed. */
  lines(range: JournalRange): AsyncIterable<JournalLine>
}
