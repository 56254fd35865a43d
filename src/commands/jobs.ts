import type { Utility } from '../core/command/command.ts'
import type { Feature } from '../core/command/feature.ts'
import type { Lists } from '../core/command/suggest.ts'
import type { JobControl } from '../core/job/job-control.ts'
import type { JobList } from '../core/job/job-list.ts'
import type { Places } from '../core/job/places.ts'
import type { CanSee } from '../core/job/sight.ts'
import { createAgainAction, createEditAction, createSingAction } from './job/again.ts'
import { createCancelAction } from './job/cancel.ts'
import { createDeleteAction } from './job/delete.ts'
import { createMineAction, createServerAction } from './job/list.ts'
import { createLyricsAction } from './job/lyrics.ts'
import { createRecoverAction } from './job/recover.ts'
import { createShowAction } from './job/show.ts'
import { createStandingOf } from './job/standing.ts'

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
