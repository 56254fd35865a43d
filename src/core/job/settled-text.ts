import { say } from '../text/say.ts'
import type { JobRecord } from './job.ts'

type Settled = Pick<JobRecord, 'settledBy' | 'outcome' | 'taskId'>

/**
 * Whether nothing can say any more that a job cost something else: the service said what it cost in the end, or
 * its result came with the answer, so that there is no task to look up.
 */
const isSettledForGood = ({ settledBy, outcome, taskId }: Settled): boolean =>
  settledBy === 'final' || (settledBy !== undefined && outcome !== undefined && taskId === undefined)

/** An amount that a job was settled by, as sure as it is. */
export const settledText = (job: Settled, amount: string): string =>
  isSettledForGood(job) || job.settledBy === 'refund' ? amount : say('about {{amount}}', { amount })
