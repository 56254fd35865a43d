import type { Feature } from '../../core/command/feature.ts'
import type { PlaceInLine, Places } from '../../core/job/concurrency.ts'
import type { JobRecord } from '../../core/job/job.ts'

/** Where a job stands; undefined where it does not wait in the line. Throws AppError `store_unavailable`. */
export type StandingOf = (job: JobRecord) => Promise<PlaceInLine | undefined>

/** What a job is guessed to take whose feature is not there any more. */
const anySeconds = 60

/** Looks up where jobs of these features stand. */
export const createStandingOf =
  (places: Pick<Places, 'positionOf'>, features: readonly Feature[]): StandingOf =>
  async (job) => {
    if (job.state !== 'accepted') return undefined
    const feature = features.find(({ name }) => name === job.feature)
    return places.positionOf(job, feature?.usualSeconds ?? anySeconds)
  }
