import type { Microcredits } from '../credits.ts'
import { AppError } from '../errors.ts'
import type { JobState } from './job.ts'

/** The number of times in a row that a job is taken up by steps that don't finish. */
export const pickupsMax = 10

/**
 * Why a job is no longer processed automatically: its record can't be read, its version is too old for any program,
 * or each of the last steps begun for it did not finish.
 */
export type DeadWhy = 'unreadable' | 'version' | 'failing'

/** A job that is no longer processed automatically. Its record may be damaged, so fields may be missing. */
export interface DeadLetter {
  jobId: string
  why: DeadWhy
  /** What was wrong, for the operator. */
  detail: string
  sinceMs: number
  /** As in its record. */
  state: string | undefined
  /** What it holds; undefined once its money is settled. */
  held: Microcredits | undefined
}

/**
 * Result of ending a dead letter. It ended in this state, and workers tell its member unless its record can't be
 * read or its result is hidden; it had ended before, and nothing is left to do; or it could not be ended.
 */
export type DeadEnd =
  | { status: 'ended'; as: JobState; isMemberTold: boolean }
  | { status: 'over' }
  | { status: 'not_dead' }
  | { status: 'no_record' }
  | { status: 'moved_on' }

/**
 * The result of a refund. `before`: it was given back before. `settled`: nothing is booked for an unknown outcome.
 * The member is not told if the job's message was deleted.
 */
export type Refund =
  | { status: 'refunded'; credits: Microcredits; isMemberTold: boolean }
  | { status: 'before' | 'settled' | 'no_record' }

/** The operator's access to dead letters. Throws AppError `store_unavailable` when the outcome is not known. */
export interface DeadLetters {
  /** All of them, or at most `countMax`, longest dead first. */
  list(countMax?: number): Promise<readonly DeadLetter[]>
  /** Ids of jobs of all accounts, dead or not, whose short name is this or begins with it. */
  named(name: string): Promise<readonly string[]>
  find(jobId: string): Promise<DeadLetter | undefined>
  /** The record's fields as stored; empty if there is none. */
  fields(jobId: string): Promise<Readonly<Record<string, string>>>
  /** Workers take it up again, with its failures forgotten. */
  putBack(jobId: string): Promise<'back' | 'not_dead' | 'no_record'>
  /** Ends it: free of charge if it was never sent; otherwise what it holds is booked. */
  end(jobId: string): Promise<DeadEnd>
  /**
   * Gives back the credits that stay booked for any job with an unknown outcome, dead or not, and has its member
   * told if its message still exists. Throws what reading a record throws.
   */
  refund(jobId: string): Promise<Refund>
}

/** Whether an error says that this program can't read a record, even if the record is sound. */
export const isUnreadable = (error: unknown): boolean =>
  error instanceof AppError && (deadWhyOf(error) !== undefined || error.code === 'record_of_newer_version')

/** Why an error turns its job into a dead letter; undefined if it does not. */
export const deadWhyOf = ({ code }: AppError): DeadWhy | undefined => {
  if (code === 'record_unreadable') return 'unreadable'
  return code === 'record_of_other_version' ? 'version' : undefined
}
