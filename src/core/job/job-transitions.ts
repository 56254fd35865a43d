import type { JobState } from './job.ts'

/** What a step does to a job's hold. */
export type HoldFate = 'kept' | 'lowered' | 'adjusted' | 'freed' | 'spent' | 'corrected'

/** One transition of a job, and the script that makes it. */
interface Arrow<Operation extends string> {
  operation: Operation
  from: JobState
  to: JobState
  hold: HoldFate
  /** When it happens: a label in the diagram. */
  when: string
}

const arrow = <const Operation extends string>(
  operation: Operation,
  from: JobState,
  to: JobState,
  hold: HoldFate,
  when: string,
): Arrow<Operation> => ({ operation, from, to, hold, when })

/**
 * Every transition: the scripts in Redis check against this table, the tests walk it, and the diagram in
 * docs/architecture.md is drawn from it. A job begins as `requested`, with its hold.
 */
export const arrows = [
  arrow('accept', 'requested', 'accepted', 'kept', 'the member has seen the answer'),
  arrow('void', 'requested', 'voided', 'freed', 'answered too late, cancelled, or never confirmed'),
  arrow('begin-submit', 'accepted', 'submitting', 'lowered', 'a slot is free'),
  arrow('void', 'accepted', 'voided', 'freed', 'cancelled, or can no longer be sent'),
  arrow('submitted', 'submitting', 'submitted', 'adjusted', 'the task id is known'),
  arrow('ready', 'submitting', 'ready', 'spent', 'the answer is the result'),
  arrow('return-to-accepted', 'submitting', 'accepted', 'kept', 'busy, or nothing was sent'),
  arrow('void', 'submitting', 'voided', 'freed', "refused in the service's own words"),
  arrow('uncertain', 'submitting', 'uncertain', 'kept', 'no answer, or one that proves nothing'),
  arrow('submitted', 'uncertain', 'submitted', 'adjusted', 'the task turns up'),
  arrow('ready', 'uncertain', 'ready', 'spent', 'the result turns up'),
  arrow('return-to-accepted', 'uncertain', 'accepted', 'kept', 'proven not sent after all'),
  arrow('void', 'uncertain', 'voided', 'freed', 'proven refused after all'),
  arrow('book', 'uncertain', 'booked', 'spent', 'the outcome stays unknown'),
  arrow('ready', 'submitted', 'ready', 'spent', 'the files are there'),
  arrow('fail', 'submitted', 'failed', 'freed', 'the service reports a failure'),
  arrow('expire', 'submitted', 'expired', 'spent', 'not finished in time'),
  arrow('ready', 'booked', 'ready', 'corrected', 'the result comes after all'),
  arrow('fail', 'booked', 'failed', 'corrected', 'the service reports a failure after all'),
  arrow('return-to-accepted', 'booked', 'voided', 'corrected', 'proven not sent after all'),
  arrow('void', 'booked', 'voided', 'corrected', 'proven refused after all'),
  arrow('ready', 'expired', 'ready', 'corrected', 'the result comes after all'),
  arrow('fail', 'expired', 'failed', 'corrected', 'the service reports a failure after all'),
  arrow('post', 'ready', 'posted', 'kept', 'the member has it'),
  arrow('withhold', 'ready', 'withheld', 'kept', 'cancelled, or nowhere to post'),
  arrow('post', 'withheld', 'posted', 'kept', 'requested again'),
]

/** The operations that make a transition. */
export type JobOperation = (typeof arrows)[number]['operation']

/** Where an operation leads from a state, and what it does to the hold; undefined if there is no such transition. */
export const arrowOf = (operation: JobOperation, from: JobState): Arrow<JobOperation> | undefined =>
  arrows.find((known) => known.operation === operation && known.from === from)
