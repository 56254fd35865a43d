import type { JobState } from './job.ts'

/** Where jobs that are under way are counted: not sent yet, or by what the service may be doing. */
export const countedStates = ['waiting', 'submitting', 'submitted', 'uncertain'] as const satisfies readonly (
  | JobState
  | 'waiting'
)[]
export type CountedState = (typeof countedStates)[number]

/** How many jobs are in a state, and since when the oldest of them is; undefined if there is none. */
export interface StateCount {
  jobs: number
  oldestMs: number | undefined
}

/** The jobs of all servers at one moment. */
export interface JobCounts {
  byState: Readonly<Record<CountedState, StateCount>>
  /** Jobs with something left to do, also after their end. */
  open: number
  /** How long the most overdue wake-up has waited for a worker. */
  overdueMs: number
  deadLetters: number
  /** Jobs for which uploaded clips are stopped somewhere: see `ClipStops`. */
  clipStops: number
}

/** Counts jobs without reading each of them. Throws AppError `store_unavailable`. */
export type CountJobs = () => Promise<JobCounts>
