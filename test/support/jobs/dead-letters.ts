import { pickupsMax } from '../../../src/core/job/dead-letters.ts'
import type { JobRecord, JobState } from '../../../src/core/job/job.ts'
import { createDeadLetters } from '../../../src/redis/dead-letters.ts'
import { jobRequest, type StoreWorld } from '../redis/store-world.ts'
import { jobIn } from './job-states.ts'

/** The operator's way to the dead letters of a world. */
export const deadLettersOf = ({ redis, keys, clock, store }: StoreWorld) =>
  createDeadLetters({ redis, keys, now: clock.now, clockToleranceMs: Number.MAX_SAFE_INTEGER, store })

/** Workers take the job up and die, until nobody takes it up any more. Answers with how often they did. */
export const wearOut = async ({ store }: Pick<StoreWorld, 'store'>, job: JobRecord): Promise<number> => {
  for (let pickups = 0; pickups <= 3 * pickupsMax; pickups += 1)
    if ((await store.take(job.id, job.wake, Number.MAX_SAFE_INTEGER)) === undefined) return pickups
  throw new Error('the job is taken up for ever')
}

/** A job that is a dead letter, in this state. */
export const deadJob = async (
  world: StoreWorld,
  state: JobState = 'submitted',
  request = jobRequest(),
): Promise<JobRecord> => {
  const job = await jobIn(world, state, request)
  await wearOut(world, job)
  return job
}
