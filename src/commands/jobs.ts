import type { Utility } from '../core/command.ts'
import type { Feature } from '../core/feature.ts'
import type { JobControl } from '../core/job-control.ts'
import type { JobList } from '../core/job-list.ts'
import { createCancelAction } from './job/cancel.ts'
import { createMineAction, createServerAction } from './job/list.ts'
import { createRecoverAction } from './job/recover.ts'
import { createShowAction } from './job/show.ts'

/** What became of the jobs that members asked for, and what they may still do about them. */
export const createJobsCommand = (
  {
    jobList,
    jobControl,
    now,
  }: {
    jobList: JobList
    jobControl: JobControl
    now: () => number
  },
  features: readonly Feature[],
): Utility => ({
  kind: 'utility',
  name: 'jobs',
  summary: 'See, cancel and recover what was asked for',
  audience: 'everyone',
  actions: [
    createMineAction({ jobList, now }),
    createServerAction({ jobList, now }),
    createShowAction(jobList, features),
    createCancelAction(jobList, jobControl),
    createRecoverAction(jobList, jobControl),
  ],
})
