import type { Feature } from '../../core/command/feature.ts'
import type { Places, QueueStatus } from '../../core/job/concurrency.ts'
import type { JobRecord } from '../../core/job/job.ts'

/** What a job is guessed to take whose feature is not there any more. */
const anySeconds = 60

/** Where a job stands; undefined where it does not wait in the line. Throws AppError `store_unavailable`. */
export const queueStatusOf = async (
  places: Pick<Places, 'positionOf'>,
  features: readonly Feature[],
  job: JobRecord,
): Promise<QueueStatus | undefined> => {
  if (job.state !== 'accepted') return undefined
  const feature = features.find(({ name }) => name === job.feature)
  return places.positionOf(job, feature?.usualSeconds ?? anySeconds)
}
