import { afterEach, beforeEach } from 'vitest'
import { music } from '../../../src/commands/features/music.ts'
import { createJobsCommand } from '../../../src/commands/jobs/jobs.ts'
import { type ReadyUtility, readyUtility } from '../../../src/core/command/command.ts'
import type { Feature } from '../../../src/core/command/feature.ts'
import type { Invocation } from '../../../src/core/command/invocation.ts'
import type { RawValues } from '../../../src/core/fields/field.ts'
import type { CanSee } from '../../../src/core/job/audience.ts'
import { doneJob, runningJob } from '../jobs/job-stages.ts'
import { type JobWorld, openJobWorld } from '../jobs/job-world.ts'
import { target } from './invocation.ts'
import { buttonsBelow, runUtility } from './run-utility.ts'

const seesAll: CanSee = () => Promise.resolve(true)

/** `/jobs` on a world's own stores. Every channel can be seen, unless a test says otherwise. */
export const jobsCommandOf = (
  world: JobWorld,
  canSee = seesAll,
  features: readonly Feature[] = [music],
): ReadyUtility =>
  readyUtility(createJobsCommand(features), {
    jobList: world.jobList,
    jobControl: world.control,
    canSee,
    places: world.places,
    ratings: world.ratings,
    records: world.records,
    lists: world.deps.lists,
    now: world.clock.now,
  })

/** Another member, and an admin. */
export const other = { target: target({ member: 'member-2' }) }
export const admin = { target: target({ member: 'admin-1' }), isAdmin: true }

/** `/jobs` on a world of its own in each test, with jobs to list. */
export const useJobs = () => {
  let world: JobWorld
  beforeEach(async () => {
    world = await openJobWorld()
  })
  afterEach(() => world.close())
  const jobs = () => jobsCommandOf(world)
  return {
    get world() {
      return world
    },
    /** Starts over with a service that runs so many tasks at once. */
    async reopen(parallel: number) {
      world.close()
      world = await openJobWorld({ parallel })
    },
    jobs,
    run: (action: string, values: RawValues = {}, who: Partial<Invocation> = {}) =>
      runUtility(jobs(), action, values, who),
    buttonsOf: async (action: string, values: RawValues = {}) => {
      const { buttons, entries } = await buttonsBelow(jobs(), action, values)
      return [...buttons, ...entries]
    },
    done: (who?: Partial<Invocation>) => doneJob(world, who),
    running: (who?: Partial<Invocation>) => runningJob(world, who),
  }
}
