import type { Microcredits } from '../credits.ts'
import type { OperatorRefusal } from '../ledger/operator-total.ts'
import type { ScopeKind } from '../ledger/scope.ts'
import type { Outcome } from '../outcome.ts'
import type { MessageRef, PlatformName } from '../target.ts'
import type { CostSource, Ending, JobRecord, JobRequest, JobState } from './job.ts'

/**
 * Why a request was not taken. All servers together used up what the operator allows, or the request came too
 * late; too many jobs of the server or the member wait already; the server has no budget yet; the member's
 * groups have limits and could not be learnt in time; or too little is left of what the server, the channel,
 * a group or the member may use. `id` is the scope's.
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
      /** Of that limit, for jobs that have not ended. */
      held: Microcredits
      resetsAtMs: number | undefined
    }

/** What became of a request for a job. `differs`: the same event came before with other contents. */
export type RequestResult =
  | { status: 'created'; left: number }
  | { status: 'exists'; job: JobRecord }
  | { status: 'differs' }
  | BudgetRefusal

/** A wake-up that a job asked for: its number, and when it is due. */
export interface WakeUp {
  wake: number
  dueMs: number
}

/**
 * `moved`: this call did it, or the same call did before, and the job asks for this wake-up next.
 * `refused`: the job is elsewhere by now.
 */
export type MoveResult = ({ status: 'moved' } & WakeUp) | { status: 'refused' }

/** `late`: the job has ended meanwhile, and is woken to make good what was not known then. */
export type LateMoveResult = MoveResult | ({ status: 'late' } & WakeUp)

/**
 * What became of a callback of the service: the job is to be woken; the task it names was kept until the paid
 * request is answered or given up, or is looked up soon anyway; or the job has no use for it.
 */
export type HintResult = ({ status: 'woken' } & WakeUp) | { status: 'kept' } | { status: 'ignored' }

/**
 * `flagged`: it may be running and cannot be stopped, but its result will be kept back; it may want to be
 * woken to say so. `not_free`: the same, but it was only to be cancelled if that saves its cost, so nothing
 * was changed. `cancelled_before`: somebody did so already. `unknown`: there is no such job.
 */
export type CancelResult =
  | ({ status: 'voided' } & WakeUp)
  | { status: 'flagged'; wakeUp: WakeUp | undefined }
  | { status: 'not_free' }
  | { status: 'cancelled_before' }
  | { status: 'already_done' }
  | { status: 'unknown' }

/** Whether a job is cancelled in any case, or only where that saves its cost. */
export type CancelWish = 'in_any_case' | 'if_free'

/**
 * `woken`: the result that was kept back is to be shown. `on_its_way`: somebody asked for that already.
 * `refused`: the job has none that was kept back.
 */
export type RecoverResult = ({ status: 'woken' } & WakeUp) | { status: 'on_its_way' } | { status: 'refused' }

/**
 * `woken`: the message is to be taken away. `on_its_way`: somebody asked for that already. `refused`: the job
 * is not over, or its last word is not said yet.
 */
export type RemoveResult =
  | ({ status: 'woken' } & WakeUp)
  | { status: 'on_its_way' }
  | { status: 'removed_before' }
  | { status: 'refused' }

/**
 * `stale`: what is known comes from a better source. `differs`: the same source said something else before.
 * `not_settled`: the job has not come to its end yet.
 */
export type CorrectResult = 'corrected' | 'same' | 'stale' | 'differs' | 'not_settled'

/**
 * What is known of the clip that a job is charged by, once it was read, and what
 * the job can cost at most by that.
 */
export interface MeasuredClip {
  seconds: number
  bound: Microcredits
}

/** What an accepted submission told us. */
export interface Submission {
  taskId: string
  etaSeconds: number | undefined
  estimate: Microcredits | undefined
  /** The service's names for its outputs, if it gave them. */
  conversionIds?: readonly string[]
}

/** The price of a finished job, and where it comes from. */
export interface Cost {
  amount: Microcredits
  source: CostSource
}

/** The step a worker has taken up: nothing is written once the job's epoch has moved on. */
export type Step = Pick<JobRecord, 'id' | 'epoch' | 'target' | 'scopes'>

/**
 * The jobs that were told to the operator's total, whose holds were confirmed
 * there, and whose were given back.
 */
export interface OperatorRepair {
  told: readonly string[]
  confirmed: readonly string[]
  voided: readonly string[]
}

/** A job, whoever has it in hand. */
export type JobAtHand = Pick<JobRecord, 'id' | 'target' | 'scopes'>

/**
 * The jobs' records. Every method is one atomic step that may be repeated; record, hold, account and journal
 * change together or not at all. Throws AppError `store_unavailable` when the outcome is not known.
 */
export interface JobStore {
  read(jobId: string): Promise<JobRecord | undefined>
  /** Whether there was this job, and its record is removed by now. */
  wasForgotten(jobId: string): Promise<boolean>
  /** Takes the hold and writes the record. */
  request(request: JobRequest): Promise<RequestResult>
  /**
   * The member has seen the answer: the job may start. `late`: it was given up before, and the answer has to
   * say so.
   */
  accept(job: JobAtHand, message: MessageRef | undefined): Promise<LateMoveResult>
  /**
   * A worker takes up the next step, for as long as its state needs. Undefined where the wake-up is stale,
   * where the record is of a newer program, to which it is left, and where the job became a dead letter: its
   * record cannot be read, or it was taken up ten times in a row by steps that came to no end. One that was
   * never sent is handed out more often (`takes`), to be ended. Throws AppError `left_to_others` for a job of a
   * chat that is not among `platforms`, unless nobody has taken it up for an hour.
   */
  take(
    jobId: string,
    wake: number,
    untilMs: number | ((state: JobState) => number),
    platforms?: readonly PlatformName[],
  ): Promise<JobRecord | undefined>
  /**
   * Written before the paid request leaves; `callback` is whether it brings along where to call back. Where
   * `measured` says so, less is held from then on; never more. What `isPlaceless` runs nowhere, and has no
   * place at the service. `keyId` stands for the API key that pays for it.
   */
  beginSubmit(
    step: Step,
    deadlineMs: number,
    about: {
      callback: boolean
      measured?: MeasuredClip | undefined
      isPlaceless?: boolean
      keyId?: string
    },
  ): Promise<MoveResult>
  /**
   * A step was broken off. Where that `counts` and no other step comes to its end, the job becomes a dead
   * letter; where it doesn't, as what was away comes back, the job is woken after `againAtMs`.
   */
  failed(step: Step, failure: { reason: string; counts: boolean; againAtMs: number }): Promise<void>
  /**
   * Whether a failover would keep that the job is being submitted: true where a replica has heard of it
   * within half a second, or where there is none.
   */
  outlivesFailover(step: Step): Promise<boolean>
  /** `late`: the request was booked before its answer came. */
  submitted(step: Step, submission: Submission, nextLookMs: number): Promise<LateMoveResult>
  /**
   * Nothing was bought, as the service was `busy`, the request did not leave, or this process would not send
   * it (`unkept`): the job waits for its next try. One that was booked meanwhile is voided.
   */
  returnToAccepted(step: Step, retryAtMs: number, why: 'busy' | 'unsent' | 'unkept'): Promise<MoveResult>
  uncertain(step: Step): Promise<MoveResult>
  /**
   * The job ends without a result and without a charge; once it was booked, only
   * by the step that was to send it.
   */
  void(step: JobAtHand & { epoch?: number }, ending: Ending, detail?: string): Promise<MoveResult>
  /** The service failed: the hold is released. */
  fail(step: Step, endingDetail: string | undefined): Promise<MoveResult>
  /** No outcome is known: what was held is booked as spent. */
  book(step: Step, to: 'booked' | 'expired', ending: Ending): Promise<MoveResult>
  /**
   * The result is there: it is written and paid in one step. `made` has the service's names for the job's task and
   * outputs.
   */
  ready(step: Step, outcome: Outcome, cost: Cost, made?: readonly string[]): Promise<MoveResult>
  /**
   * A later truth about what a job cost; its state stays as it is. With `told_again` the member hears of it,
   * and only a job of which no end was known is corrected.
   */
  correct(job: JobAtHand, cost: Cost, how?: 'told_again'): Promise<CorrectResult>
  /** Somebody does not want the job any more. */
  cancel(job: JobAtHand, by: string, wish?: CancelWish): Promise<CancelResult>
  /** A result that was kept back is to be shown after all: the job is open again until it has been. */
  recover(job: Pick<JobRecord, 'id'>): Promise<RecoverResult>
  /** The message of a job that is over is to be taken away: nothing is shown of the job from now on. */
  remove(job: Pick<JobRecord, 'id'>, by: string): Promise<RemoveResult>
  /** That message is gone, or cannot be taken away. */
  removed(step: Step): Promise<MoveResult>
  /** The result is shown, or can't be; nothing is left to do. */
  finish(step: Step, to: 'posted' | 'withheld', message: MessageRef | undefined): Promise<MoveResult>
  /**
   * The closing message of an ended job is shown, or a result that was kept back could not be shown
   * after all. The job is looked at again at `againAtMs`, where that is given; `message` is the one
   * that says it, where that is another.
   */
  told(
    step: Step,
    about?: { againAtMs?: number | undefined; message?: MessageRef | undefined },
  ): Promise<MoveResult>
  /**
   * Nothing changed: look again at `atMs`. `deliverTries` is a count of tries to raise; with `only_sooner` a
   * wake-up that is due by then anyway stays as it is, and the call is refused.
   */
  wakeAt(step: Step, atMs: number, how?: 'deliverTries' | 'only_sooner'): Promise<MoveResult>
  /**
   * The service called back on a job and named a task. Changes neither state nor
   * epoch, and may come at any time.
   */
  hint(jobId: string, taskId: string): Promise<HintResult>
  /**
   * Keeps how far an attempt at an outside effect came. Throws AppError
   * `step_over` once the epoch has moved on.
   */
  note(step: Step, name: string, value: string): Promise<void>
  /**
   * An edit of the job's message begins, and reaches it within 20 seconds or never; or it is over. Where the edit of
   * an overtaken step may have covered the last word of the job, that is repeated: answers with the wake-up for it.
   * Throws AppError `step_over` where an edit begins and the epoch has moved on.
   */
  news(step: Step, event: 'begins' | 'over'): Promise<WakeUp | undefined>
  /**
   * The job's one message stands elsewhere than its answer. Throws AppError `step_over` once the epoch has
   * moved on.
   */
  putMessage(step: Step, message: MessageRef): Promise<void>
  /**
   * A job is wanted now, whoever has it in hand; undefined where nothing is left to do for it, or where its
   * wake-up is due already and waits for a worker. Counts as no progress.
   */
  call(jobId: string): Promise<WakeUp | undefined>
  /** The jobs that were sent and may be running: submitting, submitted and uncertain. */
  running(): Promise<readonly string[]>
  /** Raises the wake-up number of every job that should have been touched by `beforeMs`. */
  rewake(beforeMs: number): Promise<readonly ({ jobId: string } & WakeUp)[]>
  /**
   * Makes good what the operator's total did not hear of: changes from before `changesMs`, and its holds
   * whose deadline was before `holdsMs`. Answers with the jobs of each kind: told to it, confirmed, and given
   * back for want of a record.
   */
  repairOperator(before: { changesMs: number; holdsMs: number }): Promise<OperatorRepair>
}

/** What members may do to a job besides asking for it; who may is for the caller to know. */
export interface JobControl {
  cancel(job: JobRecord, by: string, wish?: CancelWish): Promise<CancelResult['status']>
  recover(job: JobRecord): Promise<RecoverResult['status']>
  /** Takes the job's message away, with its files. */
  remove(job: JobRecord, by: string): Promise<RemoveResult['status']>
}
