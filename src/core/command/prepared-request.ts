import type { GivenClip } from '../clip/clip-field.ts'
import type { ApiRequest, QueryRequest } from '../endpoints/api-request.ts'
import type { ConversionType, TaskName } from '../endpoints/conversion-type.ts'
import type { Mend } from '../fields/field.ts'
import type { Counted, Priced } from '../ledger/price-book.ts'
import type { ResultMessage } from '../message/message.ts'
import type { Outcome } from '../outcome.ts'

/** A paid request for a task, which is looked up until it has ended. */
export interface ByTask {
  obtains: 'task'
  priced: Priced
  request: ApiRequest
  /** How the request is shortened to this many units; undefined if it can't be. */
  shorter(units: number): Mend | undefined
}

/** A paid request whose answer is the outcome: nothing is ever looked up or sent again. */
export interface ByAnswer {
  obtains: 'answer'
  priced: Counted
  request: QueryRequest
}

/** A free request for the outcome of a task that the service still knows. */
export interface ByLookUp {
  obtains: 'look_up'
  conversionType: ConversionType
  task: TaskName
  part: ResultPart
}

/** A free request for the outcome of another job of the same account. */
export interface ByRecord {
  obtains: 'kept'
  jobId: string
  part: ResultPart
}

/** The part of a result that is wanted: one take (from 1), or all; and whether as WAV. */
export interface ResultPart {
  take: number | undefined
  asWav: boolean
}

/** A request that passed every check: how to get its outcome and how to show it. */
export interface Prepared {
  warnings: readonly string[]
  /** The clips it works on. */
  clips: readonly GivenClip[]
  /** Whether the outcome has everything that a finished task must have. */
  isComplete(outcome: Outcome): boolean
  view(outcome: Outcome): ResultMessage
}

/** A request for a task, one that is answered at once, and one that costs nothing. */
export type TaskRequest = Prepared & ByTask
export type AnswerRequest = Prepared & ByAnswer
export type FreeRequest = Prepared & (ByLookUp | ByRecord)
export type PreparedRequest = TaskRequest | AnswerRequest | FreeRequest
