import type { JobRecord } from '../../core/job/job.ts'
import type { JobDeps } from '../job-deps.ts'

const keyGoneNote = 'key_gone'

/** Whether the job was paid for with another key, which has its own places and prices. */
export const isOfOtherKey = ({ keyId }: Pick<JobDeps, 'keyId'>, job: Pick<JobRecord, 'keyId'>): boolean =>
  job.keyId !== undefined && job.keyId !== keyId

/** Logs once per job that nobody can look its task up. */
export const tellKeyGone = async ({ store, log }: JobDeps, job: JobRecord): Promise<void> => {
  if (job.notes[keyGoneNote] !== undefined) return
  log.error(
    'a job was paid for with a key that is not set, or not accepted any more; put that key into AUDIO_API_KEYS_OLD to fetch the result',
    { job: job.id, key: job.keyId },
  )
  await store.note(job, keyGoneNote, 'told')
}
