import { namedVoices } from '../../core/command/suggest.ts'
import type { JobRecord } from '../../core/job/job.ts'
import { within } from '../../core/within.ts'
import type { JobDeps } from '../job-deps.ts'

/** What the list calls a voice is a courtesy, and no reason to be late with a result. */
const namesWithinMs = 1_000

/**
 * A job whose voice is called as members know it, for what is shown of it and never for what is sent; by its
 * id where the list does not have it, has two of that name, or cannot be told in time.
 */
export const withVoiceNames = async (
  deps: Pick<JobDeps, 'features' | 'lists' | 'log'>,
  job: JobRecord,
): Promise<JobRecord> => {
  try {
    const feature = deps.features.get(job.feature)
    if (feature === undefined) return job
    const named = namedVoices(feature.fields, job.values, deps.lists, job.target)
    const values = await within(namesWithinMs, named)
    return values !== undefined && feature.prepare(values).ok ? { ...job, values } : job
  } catch (error) {
    deps.log.warn('a voice could not be called by its name', { error, job: job.id })
    return job
  }
}
