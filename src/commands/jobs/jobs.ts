import type { Utility } from '../../core/command/command.ts'
import type { Feature } from '../../core/command/feature.ts'
import type { Lists } from '../../core/command/suggest.ts'
import type { CanSee } from '../../core/job/audience.ts'
import type { Places } from '../../core/job/concurrency.ts'
import type { JobList, Records } from '../../core/job/job-list.ts'
import type { JobControl } from '../../core/job/job-store.ts'
import type { Ratings } from '../../core/job/ratings.ts'
import { createAgainAction, createEditAction, singAction } from './again.ts'
import { cancelAction } from './cancel.ts'
import { deleteAction } from './delete.ts'
import { createLineageAction } from './lineage.ts'
import { createMineAction, createServerAction } from './list.ts'
import { createLyricsAction } from './lyrics.ts'
import { createRatingsAction, rateAction } from './rate.ts'
import { recoverAction } from './recover.ts'
import { createShowAction } from './show.ts'

/** What /jobs works with. */
export interface JobsPorts {
  jobList: JobList
  jobControl: JobControl
  records: Pick<Records, 'copiesOf'>
  canSee: CanSee
  places: Pick<Places, 'positionOf'>
  ratings: Pick<Ratings, 'rate' | 'counts'>
  lists: Lists
  now: () => number
}

/** Members' jobs, how they went, and what can still be done about them. */
export const createJobsCommand = (features: readonly Feature[]): Utility<JobsPorts> => ({
  kind: 'utility',
  name: 'jobs',
  summary: 'See your jobs and what you can do with them',
  topic: 'results',
  example: { action: 'mine', values: {} },
  audience: 'everyone',
  actions: [
    createMineAction(features),
    createServerAction(features),
    createShowAction(features),
    cancelAction,
    recoverAction,
    createAgainAction(features),
    createEditAction(features),
    singAction,
    createLyricsAction(features),
    createLineageAction(features),
    rateAction,
    createRatingsAction(features),
    deleteAction,
  ],
})
