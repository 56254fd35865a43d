import type { AccountId } from '../target.ts'
import type { JobRecord } from './job.ts'

/** A job in the line. The jobs of an account stand there in the order of their requests. */
export type Waiter = Pick<JobRecord, 'id' | 'target' | 'createdAtMs'>

/** What keeps a whole line waiting: the service has been busy for a while, or takes nothing with this key. */
export type Hindrance = 'busy' | 'paused'

/** Where a job stands. `startsInSeconds` is a guess, by what is usual for the jobs before it. */
export interface QueuePosition {
  /** From 1; undefined behind the first ten. */
  position: number | undefined
  startsInSeconds: number
  hindrance: Hindrance | undefined
}

/** `called` are jobs that a place is kept for now, and that have to be woken. */
export type PlaceResult =
  | { status: 'taken'; called: readonly string[] }
  | ({ status: 'waiting'; called: readonly string[]; isNews: boolean } & QueuePosition)

/** Where a job stands now: in the line, or called and about to start. */
export type QueueStatus = ({ status: 'waiting' } & QueuePosition) | { status: 'called' }

/**
 * Why a key is paused: the service's account is out of credits, the service does not know the key, something else answers at
 * its address, or the service did not say of several requests in a row whether it took them.
 */
export const pauseReasons = ['balance', 'key', 'address', 'unclear'] as const
export type PauseReason = (typeof pauseReasons)[number]

/** A place that a job holds, by the epoch under which it took it. */
export interface Lease {
  jobId: string
  epoch: number
}

/** Marks looks at the service itself, which need no place. */
export const lookLease: Lease = { jobId: 'look', epoch: 0 }

/**
 * The purpose of a look-up. Results of paid tasks come first. Free look-ups, lists, and looks at the service itself, by
 * the workers or by the doctor, have small shares of their own, so they never delay a result. A `search` by a name that
 * a member typed goes before more pages of a `list`. `keyId`: the API key of the look-up; by default the current one.
 */
export type LookupUse =
  | { for: 'result'; account: AccountId; jobId: string; keyId?: string | undefined }
  | { for: 'reading'; account: AccountId; member: string; jobId: string }
  | { for: 'list' }
  | { for: 'search' }
  | { for: 'service' }
  | { for: 'doctor' }

/**
 * The line in front of the audio service: tasks at once and look-ups per minute, shared by every process that
 * uses one API key. Throws AppError `store_unavailable` when the outcome is not known.
 */
export interface Places {
  /**
   * A place for the job's submission, kept until released or until `untilMs`; or a place in the
   * line, in its account's turn. `isNews`: its message says something else. A later try of the job
   * gives up the place of an earlier one.
   */
  take(job: Waiter & { epoch: number }, usualSeconds: number, untilMs: number): Promise<PlaceResult>
  /**
   * A job that was sent keeps its place until `untilMs`, over the limit if need be. `taken`: the service took
   * it, so what slowed the line down is over, as far as that shows. `missing`: only where it has no place.
   */
  keep(jobId: string, epoch: number, untilMs: number, why: 'sent' | 'taken' | 'missing'): Promise<void>
  /**
   * Gives back the place of that epoch and no other. Answers with the jobs that
   * are called and have to be woken.
   */
  release(jobId: string, epoch: number): Promise<readonly string[]>
  /** The job is over: it waits no longer and holds nothing. Answers as `release`. */
  leave(job: Waiter & { epoch: number }): Promise<readonly string[]>
  /**
   * The service has too much in hand. The job waits again where it was called from, and for a while, of which
   * `share` (0 to 1) is waited, no more run at once than were running now.
   */
  busy(job: Waiter & { epoch: number }, usualSeconds: number, share: number): Promise<void>
  /**
   * The service takes nothing with this key: nothing is sent until `untilMs`, and then one job tries. The same lease may
   * prolong its pause. For a wrong `address` only processes with that address pause; `unclear` pauses from the third request in a
   * row on that was not taken.
   */
  pause(lease: Lease, why: PauseReason, untilMs: number): Promise<'opened' | 'known'>
  /** Ends a pause that this lease opened, and that of our address. Returns the jobs that have to be woken. */
  resume(lease: Lease): Promise<readonly string[]>
  /** Why nothing is sent now; undefined while all is well, and when a job may try again. */
  pausedFor(): Promise<PauseReason | undefined>
  /** Sees to what nobody else notices. Answers with the jobs that have to be woken. */
  tend(): Promise<readonly string[]>
  /** Where a job that usually takes so long stands, however far behind; undefined where it does not wait. */
  positionOf(job: Waiter, usualSeconds: number): Promise<QueueStatus | undefined>
  leases(): Promise<readonly Lease[]>
  /**
   * Takes a look-up, or returns how long to wait for one. When they are short, accounts take turns, and so do
   * the jobs of an account.
   */
  spendLookup(use: LookupUse): Promise<{ status: 'spent' } | { status: 'wait'; waitMs: number }>
}
