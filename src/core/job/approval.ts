import type { Invocation } from '../command/invocation.ts'
import type { RefusalReason } from '../command/refusals.ts'
import type { ChannelKind } from '../command/settings.ts'
import type { Microcredits } from '../credits.ts'
import type { BudgetChange, ChangeResult } from '../ledger/budget.ts'
import type { LeaveRefusal } from '../ledger/leave.ts'
import type { ScopeKind } from '../ledger/scope.ts'
import type { ResultMessage } from '../message/message.ts'
import type { AccountId, Asker, MessageRef, PlatformName, Target } from '../target.ts'
import type { JobRequest } from './job.ts'
import type { RequestResult } from './job-store.ts'

/**
 * `overtaken`: the member sent the same request in another way meanwhile. `unplaced`: it could not be shown to any
 * admin. `withdrawn`: its member deleted their data, and its card is still to be closed. `ruled_out`: an admin tried to approve it,
 * but a rule that was made meanwhile refuses it.
 */
export const approvalStates = [
  'open',
  'approved',
  'declined',
  'expired',
  'overtaken',
  'unplaced',
  'withdrawn',
  'ruled_out',
] as const
export type ApprovalState = (typeof approvalStates)[number]

/** How a request to admins ends without a job. */
export type ApprovalEnd = Exclude<ApprovalState, 'open' | 'approved' | 'withdrawn'>

/** How long admins can decide. */
export const approvalOpenMs = 24 * 60 * 60_000

/** The limit that left too little. */
export interface Shortage {
  kind: 'server' | ScopeKind
  /** The scope's; empty for the whole account. */
  id: string
  left: number
  limit: Microcredits
}

/** A refused request that its member wants admins to decide on. Its id is that of its job, if it becomes one. */
export interface NewApproval {
  /** With the most that it may cost. */
  request: JobRequest
  short: Shortage
  /** Where admins are asked. */
  place: Target
  /** The kinds of the request's channel, if they are known. */
  channelKinds?: readonly ChannelKind[] | undefined
}

/** A request to admins, and how far it got. */
export interface Approval extends NewApproval {
  state: ApprovalState
  askedAtMs: number
  expiresAtMs: number
  /** Who approved or declined it. */
  decidedBy: string | undefined
  /** The message on which admins decide, once known. */
  card: MessageRef | undefined
  /** How far its messages got. */
  notes: Readonly<Record<string, string>>
}

/**
 * `too_many`: the member, or all members here, have that many open requests; `withdrawn`: the member, with those
 * that they deleted within a day.
 */
export type ParkResult =
  | { status: 'parked' | 'known'; approval: Approval }
  | { status: 'too_many'; of: 'member' | 'withdrawn' | 'server'; limit: number }

/**
 * `decided`: it was over before, in this way. `still_open`: it has not expired yet, or no job overtook it. `unknown`: it
 * is gone.
 */
export type EndResult =
  | { status: 'ended'; state: ApprovalEnd }
  | { status: 'decided'; state: ApprovalState; by: string | undefined }
  | { status: 'still_open' | 'unknown' }

/**
 * What changes with a note: when the request is looked at again; `over`: there is nothing left to do; `gone`: nor is
 * anything kept of it.
 */
export type NextLook = number | 'over' | 'gone' | undefined

/**
 * Requests to admins. They survive a restart, and are forgotten two days after they expire. Every method is one atomic
 * step and can be repeated. Throws AppError `store_unavailable`.
 */
export interface Approvals {
  /** The channel in which the account's admins want to be asked; undefined: where the request was made. */
  channelOf(account: AccountId): Promise<string | undefined>
  /** Chooses it, with a line in the journal. `differs`: the same event said something else before. */
  setChannel(change: BudgetChange & { channel: string | undefined }): Promise<ChangeResult<object>>
  /** The same request twice is one. */
  park(approval: NewApproval): Promise<ParkResult>
  read(id: string): Promise<Approval | undefined>
  /** The id of an account's request by its name or the beginning of it; undefined if there isn't exactly one. */
  find(account: AccountId, name: string): Promise<string | undefined>
  /**
   * Ends an open request without a job; if there is one, it ends as overtaken. `by` declined it, which the journal
   * notes.
   */
  end(approval: Approval, to: ApprovalEnd, by?: string): Promise<EndResult>
  /** Entries of these platforms' requests with work due. */
  due(platforms: readonly PlatformName[]): Promise<readonly string[]>
  /**
   * Such a request as it is now; nobody else gets it for `leaseMs`. Undefined if another process has it, or if nothing
   * is left to do.
   */
  take(entry: string, leaseMs: number): Promise<Approval | undefined>
  /**
   * Notes how far a message got. If the request was decided since it was read, it is looked at again at once.
   * Returns false if it is gone.
   */
  note(approval: Approval, fields: Readonly<Record<string, string>>, next?: NextLook): Promise<boolean>
  /** A member's requests in an account. */
  of(account: AccountId, member: string): Promise<readonly Approval[]>
  /**
   * Forgets them, those with a card as soon as it is closed without their words. Until an open one would have expired,
   * only that there was one stays. Returns their number.
   */
  forget(account: AccountId, member: string): Promise<number>
}

/** Result of a request that an admin approves. */
export type ApproveResult = RequestResult | LeaveRefusal

/** The rules that are looked at again once an admin approves. */
export type RuledOut =
  | Extract<RefusalReason, 'words' | 'channel' | 'blocked' | 'consent'>
  | 'server_blocked'
  | 'clip'

/** What came of an admin's decision; the caller checks their rights. */
export type ApprovalAnswer =
  | { status: 'approved' | 'declined' }
  | { status: 'decided'; state: ApprovalState; by: string | undefined }
  | { status: 'unknown' }
  /** The price has risen since the member asked. */
  | { status: 'dearer'; bound: Microcredits }
  | { status: 'not_now'; message: ResultMessage }
  /** A rule refuses it by now, which ended it. */
  | { status: 'ruled_out'; why: RuledOut }
  | {
      status: 'refused'
      result: Exclude<ApproveResult, { status: 'created' | 'exists' | 'differs' | 'decided' }>
    }

/** What admins can do about requests. `request` is an id or a name. Throws AppError `store_unavailable`. */
export interface ApprovalControl {
  /** `isBot`: tells which ids are bots in the admin's place. */
  approve(admin: Asker, request: string, isBot?: Invocation['isBot']): Promise<ApprovalAnswer>
  decline(admin: Asker, request: string): Promise<ApprovalAnswer>
}
