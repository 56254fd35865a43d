import type { Microcredits } from '../credits.ts'
import type { JobRecord } from './job.ts'

/** What a transition changed: nothing if it `isRepeat`; the job's cost if there is `charged`. */
export interface Change {
  isRepeat?: true
  charged?: Microcredits
}

/** What is told of a job besides its id: every caller that has its record passes these fields. */
export type ToldOfJob = Partial<Pick<JobRecord, 'feature' | 'createdAtMs' | 'held' | 'estimate' | 'notes'>>

/** The note with the platform's id of the event that requested a job. */
export const requestNote = 'request'
