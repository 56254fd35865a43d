import type { Microcredits } from '../credits.ts'
import type { AccountId, PlatformName } from '../target.ts'
import type { ApproveResult } from './approval.ts'
import type { CostSource, Ending } from './job.ts'

/** The job that a step belongs to. Names no member and no text of theirs. */
export interface StepOf {
  job: string
  /** Whose money it is: the server, workspace or member's own account. */
  server: AccountId
  platform: PlatformName
  feature: string | undefined
  /** The platform's id of the event that requested it. */
  request: string | undefined
  /** Since it was requested, in milliseconds. */
  spanMs: number | undefined
}

/** Why a request made no job. */
export type RefusedFor = Exclude<
  ApproveResult['status'],
  'created' | 'exists' | 'differs' | 'dropped' | 'decided'
>

/**
 * What happened: a request was taken or refused, its job went on, ended, or was charged. `not_sent`: it was cancelled
 * or given up while a worker tried to send it. `undelivered`: a try to show its message failed, and is repeated.
 */
export type StepFacts =
  | { step: 'asked'; held: Microcredits }
  | { step: 'refused'; why: RefusedFor }
  | { step: 'accepted' | 'uncertain' | 'posted' | 'withheld' | 'cancelled' | 'failed' | 'undelivered' }
  | { step: 'submitted'; task: string; etaSeconds: number | undefined; held: Microcredits | undefined }
  | { step: 'finished'; outputs: number }
  | { step: 'settled'; charged: Microcredits; held: Microcredits | undefined; by: CostSource }
  | { step: 'voided' | 'booked' | 'expired'; why: Ending | 'not_sent' }

/** One real change of a job, told once. */
export type JobStep = StepOf & StepFacts
