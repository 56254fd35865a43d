import type { Refusal } from '../command/gate.ts'
import type { Microcredits } from '../credits.ts'
import type { Pause } from '../ledger/budget.ts'
import type { ClipStop } from '../ledger/clip-stops.ts'
import type { Leave, LeaveRefusal } from '../ledger/leave.ts'
import type { OperatorRefusal } from '../ledger/operator-total.ts'
import type { ScopeKind } from '../ledger/scope.ts'
import type { Outcome } from '../outcome.ts'
import type { MessageRef, PlatformName } from '../target.ts'
import type { Change, ToldOfJob } from './change.ts'
import type { CostSource, Ending, JobRecord, JobRequest, JobState } from './job.ts'

/**
 * Why a request was not taken. All servers together used up the operator's limit, or the request came too late; too
 * many jobs of the server or member are waiting; the server has no budget yet; the member's groups have limits but
 * were not available in time; or too little is left for the server or one of its scopes. `id` is the scope's.
 */
export type BudgetRefusal =
  | OperatorRefusal
  | { status: 'too_many_waiting'; of: 'server' | 'member'; limit: number }
  | { status: 'no_budget' }
  | { status: 'groups_unknown' }
  | {
      status: 'exceeds_server' | `exceeds_${ScopeKind}`
      id: string
      left: number
      limit: Microcredits
      /** The part of that limit held for jobs that have not ended. */
      held: Microcredits
      resetsAtMs: number | undefined
    }

/**
 * Result of a request for a job. `left` undefined: the operator's limit for all servers leaves less, and its figures
 * are not told. `differs`: the same event came before with other contents. `blocked`, `too_many`: see `Gate`.
 * `paused`: an admin paused spending.
 */
export type RequestResult =
  | { status: 'created'; left: number | undefined }
  | { status: 'exists'; job: JobRecord }
  | { status: 'differs' }
  | { status: 'dropped' }
  | Refusal
  | ({ status: 'paused' } & Pause)
  | BudgetRefusal

/** A wake-up that a job asked for: its number and when it is due. */
export interface WakeUp {
  wake: number
  dueMs: number
}

/**
 * `moved`: this call did it, or an identical one before, and the job wants this wake-up next. `refused`: the job
 * has moved on.
 */
export type MoveResult = ({ status: 'moved' } & Change & WakeUp) | { status: 'refused' }

/** `not_now`: the account is stopped for uploaded clips, or its jobs at the service are full: see `ClipStops`. */
export type BeginResult = MoveResult | { status: 'not_now' }

/** `late`: the job has ended meanwhile, and is woken to correct what was not known then. */
export type LateMoveResult = MoveResult | ({ status: 'late' } & WakeUp)

/**
 * Result of a callback from the service: the job must be woken; the task it names was kept until the paid request
 * is answered or given up, or will be looked up soon anyway; or the job has no use for it.
 */
export type HintResult = ({ status: 'woken' } & WakeUp) | { status: 'kept' } | { status: 'ignored' }

/**
 * `flagged`: it may be running and can't be stopped, but its result will be hidden; it may have to be woken to say
 * so. `not_free`: the same, but it should be cancelled only if that is free, so nothing was changed.
 * `cancelled_before`: it was already cancelled. `unknown`: there is no such job.
 */
export type CancelResult =
  | ({ status: 'voided' } & Change & WakeUp)
  | { status: 'flagged'; wakeUp: WakeUp | undefined }
  | { status: 'not_free' }
  | { status: 'cancelled_before' }
  | { status: 'already_done' }
  | { status: 'unknown' }

/** Whether a job is cancelled in any case, or only if that saves its cost. */
export type CancelWish = 'in_any_case' | 'if_free'

/**
 * `woken`: the hidden result will be shown. `on_its_way`: that was already requested. `refused`: the job has no
 * hidden result. `too_soon`: the last try was less than a minute ago.
 */
export type RecoverResult = ({ status: 'woken' } & WakeUp) | { status: 'on_its_way' | 'refused' } | TooSoon
export type TooSoon = { status: 'too_soon'; waitMs: number }

/**
 * `woken`: the message will be deleted. `on_its_way`: that was already requested. `refused`: the job is not over,
 * or its closing message has not been shown yet.
 */
export type RemoveResult =
  | ({ status: 'woken' } & WakeUp)
  | { status: 'on_its_way' }
  | { status: 'removed_before' }
  | { status: 'refused' }

/**
 * `stale`: a better source is already known. `differs`: the same source said something else before. `not_settled`:
 * the job has not ended yet.
 */
export type CorrectResult = 'corrected' | 'same' | 'stale' | 'differs' | 'not_settled'

/** What was read of the clip that a job is charged by, and the most that the job can cost by that. */
export interface MeasuredClip {
  seconds: number
  bound: Microcredits
}

/** What an accepted submission returned. */
export interface Submission {
  taskId: string
  etaSeconds: number | undefined
  estimate: Microcredits | undefined
  /** The service's names for its outputs, if it gave them. */
  conversionIds?: readonly string[]
}

/** The price of a finished job, and where it comes from. `stop`: its account is stopped for it, in the same step. */
export interface Cost {
  amount: Microcredits
  source: CostSource
  stop?: ClipStop | undefined
}

/** A worker's current step: nothing is written once the job's epoch has moved on. */
export type Step = JobAtHand & Pick<JobRecord, 'epoch'>

/** The jobs that were reported to the operator's total, confirmed there, and given back. */
export interface OperatorRepair {
  told: readonly string[]
  confirmed: readonly string[]
  voided: readonly string[]
}

/** A job, whether or not a worker is processing it. */
export type JobAtHand = Pick<JobRecord, 'id' | 'target' | 'scopes' | 'day'> & ToldOfJob

/**
 * The jobs' records. Every method is one atomic step and can be repeated; record, hold, account and journal change
 * together or not at all. Throws AppError `store_unavailable` when the outcome is not known.
 */
export interface JobStore {
  read(jobId: string): Promise<JobRecord | undefined>
  /** Whether this job existed and its record has been removed. */
  wasForgotten(jobId: string): Promise<boolean>
  /** Refuses a request that was quoted and not sent, for as long as its buttons work. `sent`: it made a job. */
  drop(jobId: string): Promise<'dropped' | 'sent'>
  /** Takes the hold, writes the record and counts the request against the limits per minute, unless it is refused. */
  request(request: JobRequest): Promise<RequestResult>
  /** The same for a request that an admin approves, which is then over: see `Approvals`. */
  approve(request: JobRequest, leave: Leave): Promise<RequestResult | LeaveRefusal>
  /** The member has seen the answer, so the job can start. `late`: it was given up, and the answer must say so. */
  accept(job: JobAtHand, message: MessageRef | undefined): Promise<LateMoveResult>
  /**
   * A worker takes up the next step, for as long as its state needs. Undefined if the wake-up is stale, if the
   * record is of a newer program, which then handles it, or if the job became a dead letter: its record can't be
   * read, or it was taken up ten times in a row by steps that did not finish. A job that was never sent is handed
   * out more often (`takes`), to be ended. Throws AppError `left_to_others` for a job of a chat that is not among
   * `platforms`, unless no worker has taken it up for an hour.
   */
  take(
    jobId: string,
    wake: number,
    untilMs: number | ((state: JobState) => number),
    platforms?: readonly PlatformName[],
  ): Promise<JobRecord | undefined>
  /**
   * Written before the paid request is sent; `callback` says whether it includes a callback address. If `measured`
   * says so, less is held from now on; never more. An `isPlaceless` job runs nowhere, and has no place at the
   * service. `keyId` identifies the API key that pays. `isByUpload`: whether an uploaded clip sets its price.
   */
  beginSubmit(
    step: Step,
    deadlineMs: number,
    about: {
      callback: boolean
      measured?: MeasuredClip | undefined
      isPlaceless?: boolean
      keyId?: string
      isByUpload?: boolean
    },
  ): Promise<BeginResult>
  /**
   * A step was interrupted. If that `counts` and no other step finishes, the job becomes a dead letter. If it
   * doesn't, because the outage will end, the job is woken at `againAtMs`.
   */
  failed(step: Step, failure: { reason: string; counts: boolean; againAtMs: number }): Promise<void>
  /**
   * Whether a failover would preserve that the job is being submitted: true if a replica confirms it within half a
   * second, or if there is no replica.
   */
  outlivesFailover(step: Step): Promise<boolean>
  /** `late`: the request was booked before its answer came. */
  submitted(step: Step, submission: Submission, nextLookMs: number): Promise<LateMoveResult>
  /**
   * Nothing was bought: the service was `busy`, the request was not sent, or this process would not send it
   * (`unkept`). The job waits for its next try. If it was booked meanwhile, it is voided.
   */
  returnToAccepted(step: Step, retryAtMs: number, why: 'busy' | 'unsent' | 'unkept'): Promise<MoveResult>
  uncertain(step: Step): Promise<MoveResult>
  /** Ends the job without a result or a charge; once it was booked, only the step that was to send it can do so. */
  void(step: JobAtHand & { epoch?: number }, ending: Ending, detail?: string): Promise<MoveResult>
  /** The service failed: the hold is released. */
  fail(step: Step, endingDetail: string | undefined): Promise<MoveResult>
  /** No outcome is known: what was held is booked as spent. */
  book(step: Step, to: 'booked' | 'expired', ending: Ending, stop?: ClipStop): Promise<MoveResult>
  /**
   * The result is there: it is written and paid for in one step. `made` has the service's names for the job's task
   * and outputs.
   */
  ready(step: Step, outcome: Outcome, cost: Cost, made?: readonly string[]): Promise<MoveResult>
  /**
   * A later figure for a job's cost; its state does not change. With `told_again` the member is informed, and only
   * a job with an unknown outcome is corrected.
   */
  correct(job: JobAtHand, cost: Cost, how?: 'told_again'): Promise<CorrectResult>
  /** Cancels a job for a member. */
  cancel(job: JobAtHand, by: string, wish?: CancelWish): Promise<CancelResult>
  /** Shows a hidden result, at most once a minute: the job is open again until then. */
  recover(job: Pick<JobRecord, 'id'>): Promise<RecoverResult>
  /** The message of a finished job will be deleted, and nothing of the job is shown any more. */
  remove(job: Pick<JobRecord, 'id'>, by: string): Promise<RemoveResult>
  /** That message is gone or can't be deleted. */
  removed(step: Step): Promise<MoveResult>
  /**
   * The result is shown, or can't be; nothing is left to do, unless the requester of a posted job must be told: with
   * `isNoticeDue`, that is noted, and the job woken for it.
   */
  finish(
    step: Step,
    to: 'posted' | 'withheld',
    message: MessageRef | undefined,
    isNoticeDue?: boolean,
  ): Promise<MoveResult>
  /**
   * An ended job's closing message is shown, or a hidden result could not be shown after all. The job is looked at
   * again at `againAtMs`, if given; `message` is the closing message, if it is a new one. `notice`: from now on the
   * requester must be told, once in the job's life; or that is over.
   */
  told(
    step: Step,
    about?: {
      againAtMs?: number | undefined
      message?: MessageRef | undefined
      notice?: 'due' | 'over' | undefined
    },
  ): Promise<MoveResult>
  /**
   * Nothing changed: look again at `atMs`. `deliverTries` raises the count of delivery tries. With `only_sooner`,
   * the call is refused if an existing wake-up is due by then.
   */
  wakeAt(step: Step, atMs: number, how?: 'deliverTries' | 'only_sooner'): Promise<MoveResult>
  /** The service called back on a job and named a task. Changes neither state nor epoch, and can come at any time. */
  hint(jobId: string, taskId: string): Promise<HintResult>
  /** Records the progress of an outside effect. Throws AppError `step_over` once the epoch has moved on. */
  note(step: Step, name: string, value: string): Promise<void>
  /**
   * An edit of the job's message begins, and reaches it within 20 seconds or never; or it is over; or the final message
   * of the job's state was repeated. If the edit of an overtaken step may have covered the job's final message, that is
   * repeated: returns the wake-up for it. Throws AppError `step_over` if an edit begins and the epoch has moved on.
   */
  news(
    step: Step & Pick<JobRecord, 'state'>,
    event: 'begins' | 'over' | 'repeated',
  ): Promise<WakeUp | undefined>
  /**
   * The job's one message is not its answer but this one. Throws AppError `step_over` once the epoch has moved on.
   */
  putMessage(step: Step, message: MessageRef): Promise<void>
  /**
   * Wakes a job now, even if a worker has it; undefined if nothing is left to do for it, or if its wake-up is
   * already due and waits for a worker. Does not count as progress.
   */
  call(jobId: string): Promise<WakeUp | undefined>
  /** The jobs that were sent and may be running: submitting, submitted and uncertain. */
  running(): Promise<readonly string[]>
  /** Raises the wake-up number of every job that should have been touched by `beforeMs`. */
  rewake(beforeMs: number): Promise<readonly ({ jobId: string } & WakeUp)[]>
  /**
   * Repairs the operator's total: reports changes from before `changesMs` that it missed, and its holds with a
   * deadline before `holdsMs`. Returns the jobs that were reported to it, those confirmed, and those given back
   * because they have no record.
   */
  repairOperator(before: { changesMs: number; holdsMs: number }): Promise<OperatorRepair>
}

/** What members can do to a job besides requesting it; the caller checks their rights. */
export interface JobControl {
  cancel(job: JobRecord, by: string, wish?: CancelWish): Promise<CancelResult['status']>
  recover(job: JobRecord): Promise<Exclude<RecoverResult['status'], 'too_soon'> | TooSoon>
  /** Deletes the job's message and its files. */
  remove(job: JobRecord, by: string): Promise<RemoveResult['status']>
}
