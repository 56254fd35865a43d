import type { GivenClip } from '../clip/clip-field.ts'
import type { ApiRequest, QueryRequest } from '../endpoints/api-request.ts'
import type { ConversionType, TaskName } from '../endpoints/conversion-type.ts'
import type { Counted, Priced } from '../ledger/price-book.ts'
import type { ResultMessage } from '../message/message.ts'
import type { Outcome } from '../outcome.ts'

/** What is paid for, where the outcome is that of a task: it is looked up until it has ended. */
export interface ByTask {
  obtains: 'task'
  priced: Priced
  request: ApiRequest
}

/**
 * What is paid for, where the answer is the outcome: nothing is ever looked up, and nothing is sent again.
 */
export interface ByAnswer {
  obtains: 'answer'
  priced: Counted
  request: QueryRequest
}

/** What costs nothing, where the outcome is that of a task which the service still knows. */
export interface ByLookUp {
  obtains: 'look_up'
  conversionType: ConversionType
  task: TaskName
  part: ResultPart
}

/** What costs nothing, where the outcome is that of another job of the same account. */
export interface ByRecord {
  obtains: 'kept'
  jobId: string
  part: ResultPart
}

/** Which part of a result is wanted: one take (from 1), or all; and whether as WAV. */
export interface ResultPart {
  take: number | undefined
  asWav: boolean
}

/** A request that passed every check: how its outcome is had, and how that will look. */
export interface Prepared {
  warnings: readonly string[]
  /** The clips it works on. */
  clips: readonly GivenClip[]
  /** Whether everything is there that a finished task must have. */
  isComplete(outcome: Outcome): boolean
  view(outcome: Outcome): ResultMessage
}

/** A request for a task, one that is answered at once, and one that costs nothing. */
export type TaskRequest = Prepared & ByTask
export type AnswerRequest = Prepared & ByAnswer
export type FreeRequest = Prepared & (ByLookUp | ByRecord)
export type PreparedRequest = TaskRequest | AnswerRequest | FreeRequest
