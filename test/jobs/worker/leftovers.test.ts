import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type JobState, jobStates } from '../../../src/core/job/job.ts'
import { deadLettersOf } from '../../support/jobs/dead-letters.ts'
import { jobIn } from '../../support/jobs/job-states.ts'
import { type JobWorld, openJobWorld } from '../../support/jobs/job-world.ts'

// What a crash can leave of jobs themselves; docs/jobs.md names the tests of everything else.

let world: JobWorld

beforeEach(async () => {
  world = await openJobWorld()
})
afterEach(() => world.close())

const minuteMs = 60_000
const unfinished = jobStates.filter((state) => state !== 'posted' && state !== 'withheld')
const ends: readonly JobState[] = ['posted', 'withheld', 'voided', 'failed', 'booked', 'expired']

describe('a job that nothing in the queue wakes any more', () => {
  test.each(unfinished)('comes to its end by the sweeper alone from %s on', async (state) => {
    const { id } = await jobIn(world, state)
    if (state === 'submitting')
      await world.redis.hset(world.keys.job(id), 'submit_deadline', world.clock.now())
    world.queue.lose()
    await world.redis.zadd(world.keys.open(id.slice(0, 3)), world.clock.now(), id) // it is due
    await world.runWithSweeps(world.clock.now() + 5 * minuteMs)
    expect(ends).toContain((await world.job(id)).state)
  })

  test('is not there while it is unfinished: what writes the record lists it, in the same script', async () => {
    for (const state of unfinished) {
      const { id } = await jobIn(world, state)
      expect(await world.redis.zscore(world.keys.open(id.slice(0, 3)), id)).not.toBeNull()
    }
  })
})

describe('an entry of a job that has no record', () => {
  test('is a dead letter, and the others are woken', async () => {
    const gone = await world.start()
    await world.redis.del(world.keys.job(gone))
    const other = await world.start()
    await world.runWithSweeps(world.clock.now() + 5 * minuteMs)
    expect((await world.job(other)).state).toBe('posted')
    expect(await deadLettersOf(world).find(gone)).toMatchObject({ why: 'unreadable', state: undefined })
  })
})

describe('what is counted as waiting', () => {
  test('is gone with every job that waits no more, in the script that moves it', async () => {
    for (const state of jobStates) {
      const { id } = await jobIn(world, state)
      const waits = state === 'requested' || state === 'accepted'
      const entry = `discord:server-1 member-1 ${id}`
      expect((await world.redis.zscore(world.keys.waiting(id.slice(0, 3)), entry)) !== null).toBe(waits)
    }
  })
})
