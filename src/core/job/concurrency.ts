import { type Microcredits, microcredits } from '../credits.ts'
import type { AccountId } from '../target.ts'
import type { JobRecord } from './job.ts'

/** A job in the line. An account's jobs are in the order of their requests. */
export type Waiter = Pick<JobRecord, 'id' | 'target' | 'createdAtMs'> &
  Partial<Pick<JobRecord, 'paidBy' | 'keyId'>>

/**
 * What blocks the whole line: the service has been busy for a while, takes nothing with this key, or wants its account
 * topped up first.
 */
export const hindrances = ['busy', 'paused', 'unpaid'] as const
export type Hindrance = (typeof hindrances)[number]

/** A job's position. `startsInSeconds` is an estimate from the usual duration of the jobs before it. */
export interface QueuePosition {
  /** From 1; undefined after the first ten. */
  position: number | undefined
  startsInSeconds: number
  hindrance: Hindrance | undefined
}

/** `called` are jobs that now have a place reserved and must be woken. */
export type PlaceResult =
  | { status: 'taken'; called: readonly string[] }
  | ({ status: 'waiting'; called: readonly string[]; isNews: boolean } & QueuePosition)

/** A job's current status: in the line, or called and about to start. */
export type QueueStatus = ({ status: 'waiting' } & QueuePosition) | { status: 'called' }

/**
 * Why a key is paused: the service's account is out of credits, the service does not know the key, something else
 * answers at its address, or the service did not say of three requests in a row whether it took them.
 */
export const pauseReasons = ['balance', 'key', 'address', 'unclear'] as const
export type PauseReason = (typeof pauseReasons)[number]

/** Credits left in the service's account, and what the refused request needed, as far as the service says. */
export interface AccountCredits {
  available: Microcredits
  required: Microcredits | undefined
}

type Stored = string | null | undefined

/** Reads stored amounts in millionths; undefined if the service did not say what it has. */
export const accountCredits = (available: Stored, required: Stored): AccountCredits | undefined =>
  available
    ? {
        available: microcredits(Number(available)),
        required: required ? microcredits(Number(required)) : undefined,
      }
    : undefined

/** A job's place, with the epoch under which it was taken. */
export interface Lease {
  jobId: string
  epoch: number
}

/** Marks looks at the service itself, which need no place. */
export const lookLease: Lease = { jobId: 'look', epoch: 0 }

/**
 * The purpose of a look-up. Results of paid tasks come first. Free look-ups, lists, and looks at the service itself
 * by workers or the doctor have small shares of their own, so they never delay a result. A `search` for a name that
 * a member typed goes before more pages of a `list`. `keyId`: the API key of the look-up; by default the current
 * one.
 */
export type LookupUse =
  | { for: 'result'; account: AccountId; jobId: string; keyId?: string | undefined }
  | { for: 'reading'; account: AccountId; member: string; jobId: string; keyId?: string | undefined }
  | { for: 'list' }
  | { for: 'search' }
  | { for: 'typing' }
  | { for: 'service' }
  | { for: 'doctor' }

/**
 * The line in front of the audio service: concurrent tasks and look-ups per minute, shared by every process that
 * uses one API key. Throws AppError `store_unavailable` when the outcome is not known.
 */
export interface Places {
  /**
   * Takes a place for the job's submission until it is released or until `untilMs`, or a position in the line in
   * its account's turn. `isNews`: its message has to change. A later try of the job gives up the place of an
   * earlier one.
   */
  take(job: Waiter & { epoch: number }, usualSeconds: number, untilMs: number): Promise<PlaceResult>
  /**
   * A job that was sent keeps its place until `untilMs`, exceeding the limit if necessary. `taken`: the service
   * took it, so whatever slowed the line down seems to be over. `missing`: only if it has no place. `resumed`: this
   * was the job that tried after a pause, which is over now.
   */
  keep(
    jobId: string,
    epoch: number,
    untilMs: number,
    why: 'sent' | 'taken' | 'missing',
  ): Promise<'kept' | 'resumed'>
  /** Releases the place of this epoch only. Returns the jobs that were called and must be woken. */
  release(jobId: string, epoch: number): Promise<readonly string[]>
  /** The job is over: it no longer waits or holds a place. Returns what `release` does. */
  leave(job: Waiter & { epoch: number }): Promise<readonly string[]>
  /**
   * The service has too many tasks. The job waits again at the position from which it was called. For a while, of
   * which `share` (0 to 1) is waited, no more jobs run at once than were running now.
   */
  busy(job: Waiter & { epoch: number }, usualSeconds: number, share: number): Promise<void>
  /**
   * The service takes nothing with this key: nothing is sent until `untilMs`, and then one job tries. The same
   * lease can extend its pause. For a wrong `address`, only processes with that address pause; `unclear` pauses from
   * the third request in a row that was not taken. `goes_on`: the job that tried after a pause met the same again.
   */
  pause(
    lease: Lease,
    why: PauseReason,
    untilMs: number,
    credits?: AccountCredits,
  ): Promise<'opened' | 'goes_on' | 'known'>
  /** Whether this is the one job that tries after a pause. */
  isTry(lease: Lease): Promise<boolean>
  /**
   * Ends a pause that this lease opened, or any lease if none is given, and one for our address. Returns the jobs that
   * must be woken.
   */
  resume(lease: Lease | undefined): Promise<readonly string[]>
  /** Why nothing is sent now; undefined if nothing is wrong, or once a job may try again. */
  pausedFor(): Promise<PauseReason | undefined>
  /** Handles what no other call notices. Returns the jobs that must be woken. */
  tend(): Promise<readonly string[]>
  /** The status of a job with this usual duration, at any position; undefined if it does not wait. */
  positionOf(job: Waiter, usualSeconds: number): Promise<QueueStatus | undefined>
  leases(): Promise<readonly Lease[]>
  /**
   * Takes a look-up, or returns how long to wait for one. If they are short, accounts take turns, and so do the
   * jobs of an account.
   */
  spendLookup(use: LookupUse): Promise<{ status: 'spent' } | { status: 'wait'; waitMs: number }>
}
