import type { Microcredits } from '../credits.ts'
import { AppError } from '../errors.ts'
import type { JobState } from './job.ts'

/** So often in a row a job is taken up whose steps come to no end. */
export const pickupsMax = 10

/**
 * Why nothing is done for a job by itself any more: its record cannot be read, or is of an old version that
 * no program knows any more, or each of the last steps that were begun for it came to no end.
 */
export type DeadWhy = 'unreadable' | 'version' | 'failing'

/**
 * A job for which nothing is done by itself any more. Its record may be
 * damaged, so what it says may be missing.
 */
export interface DeadLetter {
  jobId: string
  why: DeadWhy
  /** What was wrong, for whoever runs the bot. */
  detail: string
  sinceMs: number
  /** As its record has it. */
  state: string | undefined
  /** What it holds; undefined where its money is settled. */
  held: Microcredits | undefined
}

/**
 * What became of the wish to end a dead letter: it ended in this state, and its member is told by workers or,
 * as its record cannot be read or a result is kept back, is not; it had ended before, and now nothing is left
 * to do; or it could not be ended.
 */
export type DeadEnd =
  | { status: 'ended'; as: JobState; isMemberTold: boolean }
  | { status: 'over' }
  | { status: 'not_dead' }
  | { status: 'no_record' }
  | { status: 'moved_on' }

/**
 * The result of a refund. `settled`: nothing is booked for an unknown outcome. Nobody is told of a job whose message
 * was deleted.
 */
export type Refund =
  | { status: 'refunded'; credits: Microcredits; isMemberTold: boolean }
  | { status: 'settled' | 'no_record' }

/** The operator's way to dead letters. Throws AppError `store_unavailable` when the outcome is not known. */
export interface DeadLetters {
  /** All of them, longest dead first. */
  list(): Promise<readonly DeadLetter[]>
  find(jobId: string): Promise<DeadLetter | undefined>
  /** The record's fields as they are kept; empty where there is none. */
  fields(jobId: string): Promise<Readonly<Record<string, string>>>
  /** Workers take it up again, as if nothing had failed before. */
  putBack(jobId: string): Promise<'back' | 'not_dead' | 'no_record'>
  /** Ends it: unpaid where it was never sent, and with what it holds booked where it may have been. */
  end(jobId: string): Promise<DeadEnd>
  /**
   * Gives back the credits that stay booked for any job with an unknown outcome, dead or not, and has its member told
   * where its message is still there.
   * Throws what reading a record throws.
   */
  refund(jobId: string): Promise<Refund>
}

/** Whether an error says that a record cannot be read by this program, be it by no fault of the record's. */
export const isUnreadable = (error: unknown): boolean =>
  error instanceof AppError && (deadWhyOf(error) !== undefined || error.code === 'record_of_newer_version')

/** Why an error makes a dead letter of the job whose record it was met in; undefined where it does not. */
export const deadWhyOf = ({ code }: AppError): DeadWhy | undefined => {
  if (code === 'record_unreadable') return 'unreadable'
  return code === 'record_of_other_version' ? 'version' : undefined
}
