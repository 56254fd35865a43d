import type { Feature } from '../../core/command/feature.ts'
import type { Places, QueueStatus } from '../../core/job/concurrency.ts'
import type { JobRecord } from '../../core/job/job.ts'

/** Expected seconds of a job whose feature no longer exists. */
const anySeconds = 60

/** A job's place in the line; undefined if it does not wait there. Throws AppError `store_unavailable`. */
export const queueStatusOf = async (
  places: Pick<Places, 'positionOf'>,
  features: readonly Feature[],
  job: JobRecord,
): Promise<QueueStatus | undefined> => {
  if (job.state !== 'accepted') return undefined
  const feature = features.find(({ name }) => name === job.feature)
  return places.positionOf(job, feature?.usualSeconds ?? anySeconds)
}
