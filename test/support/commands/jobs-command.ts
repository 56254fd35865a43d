import { music } from '../../../src/commands/features/music.ts'
import { createJobsCommand } from '../../../src/commands/jobs/jobs.ts'
import { type ReadyUtility, readyUtility } from '../../../src/core/command/command.ts'
import type { JobWorld } from '../jobs/job-world.ts'

/** `/jobs` on a world's own stores. Every channel can be seen. */
export const jobsCommandOf = (world: JobWorld): ReadyUtility =>
  readyUtility(createJobsCommand([music]), {
    jobList: world.jobList,
    jobControl: world.control,
    canSee: () => Promise.resolve(true),
    places: world.places,
    ratings: world.ratings,
    lists: world.deps.lists,
    now: world.clock.now,
  })
