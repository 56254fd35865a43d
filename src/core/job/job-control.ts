import type { JobRecord } from './job.ts'
import type { CancelResult, CancelWish, RecoverResult, RemoveResult } from './job-store.ts'

/** What members may do to a job besides asking for it; who may is for the caller to know. */
export interface JobControl {
  cancel(job: JobRecord, by: string, wish?: CancelWish): Promise<CancelResult['status']>
  recover(job: JobRecord): Promise<RecoverResult['status']>
  /** Takes the job's message away, with its files. */
  remove(job: JobRecord, by: string): Promise<RemoveResult['status']>
}
