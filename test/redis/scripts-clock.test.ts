import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { JobRecord } from '../../src/core/job/job.ts'
import { sweep } from '../../src/jobs/worker/upkeep/sweep.ts'
import { createStoreClock } from '../../src/redis/scripts.ts'
import { jobIn } from '../support/jobs/job-states.ts'
import { type JobWorld, openJobWorld } from '../support/jobs/job-world.ts'
import { openStoreWorld, type StoreWorld } from '../support/redis/store-world.ts'

const minuteMs = 60_000
const toleranceMs = 5 * minuteMs

let world: StoreWorld

beforeEach(() => {
  world = openStoreWorld()
})
afterEach(() => world.close())

const clockThatIs = (offMs: number) =>
  createStoreClock({ redis: world.redis, now: () => Date.now() + offMs, toleranceMs })

/** How far it is from the time of this machine, on which Redis runs too, in whole minutes. */
const minutesOff = (now: number): number => Math.abs(Math.round((now - Date.now()) / minuteMs))

describe("a machine's clock", () => {
  test.each([-4, -1, 0, 1, 4])('that is %d minutes off is put right by that of Redis', async (minutes) => {
    const clock = clockThatIs(minutes * minuteMs)
    expect(minutesOff(clock.now())).toBe(Math.abs(minutes))
    await clock.measure()
    expect(minutesOff(clock.now())).toBe(0)
  })

  test.each([-6, 6, 60])('that is %d minutes off stays so, for every script to refuse', async (minutes) => {
    const clock = clockThatIs(minutes * minuteMs)
    await clock.measure()
    expect(minutesOff(clock.now())).toBe(Math.abs(minutes))
  })

  test('that was put right goes on as it was while Redis is away', async () => {
    const clock = clockThatIs(2 * minuteMs)
    await clock.measure()
    world.redis.disconnect()
    await expect(clock.measure()).rejects.toMatchObject({ code: 'store_unavailable' })
    expect(minutesOff(clock.now())).toBe(0)
  })
})

describe('two processes', () => {
  let first: JobWorld
  /** Longer than a submission may take. */
  const apartMs = 3 * minuteMs

  beforeEach(async () => {
    first = await openJobWorld()
    first.clock.advanceTo(Date.now())
  })
  afterEach(() => first.close())

  /** A job that a worker has sent a moment ago. */
  const sending = async (): Promise<JobRecord> => {
    const accepted = await jobIn(first, 'accepted')
    const step = await first.store.take(accepted.id, accepted.wake, first.clock.now() + minuteMs)
    if (step === undefined) throw new Error('not taken')
    await first.store.beginSubmit(step, first.clock.now() + first.deps.deadlines.submitMs, {
      callback: false,
    })
    return first.job(step.id)
  }

  const sweepAhead = async (isPutRight: boolean): Promise<void> => {
    const ahead = createStoreClock({ redis: first.redis, now: () => Date.now() + apartMs, toleranceMs })
    if (isPutRight) await ahead.measure()
    await sweep({ ...first.deps, now: ahead.now })
  }

  test('whose machines are three minutes apart do not take for lost what the other is sending', async () => {
    const job = await sending()
    await sweepAhead(true)
    expect(await first.job(job.id)).toMatchObject({ wake: job.wake })
  })

  test('would, if they went by their own clocks', async () => {
    const job = await sending()
    await sweepAhead(false)
    expect(await first.job(job.id)).toMatchObject({ wake: job.wake + 1 })
  })
})
