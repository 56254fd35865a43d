import type { Utility } from '../../core/command/command.ts'
import type { Feature } from '../../core/command/feature.ts'
import type { Lists } from '../../core/command/suggest.ts'
import type { Places } from '../../core/job/concurrency.ts'
import type { JobControl } from '../../core/job/job-control.ts'
import type { JobList } from '../../core/job/job-list.ts'
import type { CanSee } from '../../core/job/visibility.ts'
import { createAgainAction, createEditAction, createSingAction } from './again.ts'
import { createCancelAction } from './cancel.ts'
import { createDeleteAction } from './delete.ts'
import { createMineAction, createServerAction } from './list.ts'
import { createLyricsAction } from './lyrics.ts'
import { createRecoverAction } from './recover.ts'
import { createShowAction } from './show.ts'
import { createStandingOf } from './standing.ts'

/** What became of the jobs that members asked for, and what they may still do about them. */
export const createJobsCommand = (
  {
    jobList,
    jobControl,
    canSee,
    places,
    lists,
    now,
  }: {
    jobList: JobList
    jobControl: JobControl
    canSee: CanSee
    places: Pick<Places, 'positionOf'>
    lists: Lists
    now: () => number
  },
  features: readonly Feature[],
): Utility => {
  const standingOf = createStandingOf(places, features)
  return {
    kind: 'utility',
    name: 'jobs',
    summary: 'See what was asked for, and go on from there',
    topic: 'results',
    audience: 'everyone',
    actions: [
      createMineAction({ jobList, standingOf, now }),
      createServerAction({ jobList, standingOf, now }),
      createShowAction({ jobList, standingOf, lists, now }, features),
      createCancelAction(jobList, jobControl),
      createRecoverAction(jobList, jobControl),
      createAgainAction({ jobList, canSee }),
      createEditAction({ jobList, canSee }),
      createSingAction({ jobList, canSee }),
      createLyricsAction({ jobList, canSee }),
      createDeleteAction(jobList, jobControl),
    ],
  }
}
