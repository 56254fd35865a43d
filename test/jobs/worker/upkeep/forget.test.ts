import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { reportMs } from '../../../../src/core/job/job.ts'
import { forgetTimes } from '../../../../src/core/job/job-list.ts'
import { createForgetStep } from '../../../../src/jobs/worker/upkeep/forget.ts'
import { sweep } from '../../../../src/jobs/worker/upkeep/sweep.ts'
import { createAudit } from '../../../../src/redis/audit.ts'
import { bucketOf, buckets, timedEntry } from '../../../../src/redis/keys.ts'
import { type JobWorld, openJobWorld } from '../../../support/jobs/job-world.ts'
import { journalOf } from '../../../support/redis/store-world.ts'
import { finished, usualCost } from '../../../support/service/scripted-audio-service.ts'

const dayMs = 24 * 60 * 60_000
const retentionMs = 90 * dayMs

let world: JobWorld

beforeEach(async () => {
  world = await openJobWorld()
})
afterEach(() => world.close())

/** One round through all jobs. */
const forgetRound = async (spans: { retentionMs: number | undefined } = { retentionMs }): Promise<void> => {
  const step = createForgetStep({ ...world, ...world.deps, ...spans })
  for (const _ of buckets) await step()
}

const differences = async (): Promise<readonly unknown[]> =>
  (await createAudit({ ...world, now: world.clock.now }).whole(bucketOf('discord:server-1'))).differences

describe('records', () => {
  test('are kept for their time after the end, and then removed; the money stays', async () => {
    const jobId = await world.start()
    await world.queue.run(world.clock.now() + 10 * 60_000)
    expect(await world.job(jobId)).toMatchObject({ state: 'posted' })
    const before = await journalOf(world)
    const { changedAtMs } = await world.job(jobId)
    world.clock.advance(changedAtMs + retentionMs - 1 - world.clock.now())
    await forgetRound()
    expect(await world.store.read(jobId)).toMatchObject({ state: 'posted' })
    world.clock.advance(dayMs)
    await forgetRound()
    expect(await world.store.read(jobId)).toBeUndefined()
    expect(await journalOf(world)).toEqual(before)
    expect(await differences()).toEqual([])
    expect(world.log.lines).toContainEqual(
      expect.objectContaining({ message: 'records past their time were removed', details: { jobs: 1 } }),
    )
  })

  test('are kept for ever where nothing else is set', async () => {
    const jobId = await world.start()
    await world.queue.run(world.clock.now() + 10 * 60_000)
    world.clock.advance(10_000 * dayMs)
    await forgetRound({ retentionMs: undefined })
    expect(await world.store.read(jobId)).toMatchObject({ state: 'posted' })
  })

  test('that had to stay when a member wanted them removed go when they can, also where others are kept for ever', async () => {
    const [jobId, other] = [await world.start(), await world.start()]
    await world.queue.run(world.clock.now() + 10 * 60_000)
    const { changedAtMs } = await world.job(jobId)
    await world.redis.zadd(
      world.keys.listed(bucketOf('discord:server-1')),
      0,
      `asked ${timedEntry(changedAtMs, jobId)}`,
    )
    world.clock.advance(changedAtMs + reportMs - world.clock.now())
    await forgetRound({ retentionMs: undefined })
    expect(await world.store.read(jobId)).toBeDefined()
    world.clock.advance(1)
    await forgetRound({ retentionMs: undefined })
    expect(await world.store.read(jobId)).toBeUndefined()
    expect(await world.store.read(other)).toBeDefined()
  })

  test('have their message left alone by a late worker', async () => {
    const jobId = await world.start()
    await world.queue.run(world.clock.now() + 10 * 60_000)
    const job = await world.job(jobId)
    const texts = world.texts()
    world.clock.advance(retentionMs + dayMs)
    await forgetRound()
    expect(await world.store.hint(jobId, job.taskId ?? '')).toEqual({ status: 'ignored' })
    await world.queue.wake(jobId, job.wake, 0)
    await world.queue.run(world.clock.now() + 60_000)
    await sweep(world.deps)
    expect(world.texts()).toEqual(texts)
  })
})

describe('a truth that comes late', () => {
  test('is written and shown before its record goes, however the two fall together', async () => {
    world.service.alwaysFind({ status: 'pending' })
    const jobId = await world.start()
    await world.queue.run(world.clock.now() + 31 * 60_000)
    expect(await world.job(jobId)).toMatchObject({ state: 'expired', toldState: 'expired' })
    world.service.alwaysFind(finished)
    const forget = async () => {
      const nowMs = world.clock.now()
      return (await world.records.forget({ jobId }, { beforeMs: nowMs, lateBeforeMs: nowMs })).status
    }
    const said: string[] = []
    while (!said.includes('forgotten')) {
      const [, ...statuses] = await Promise.all([
        world.queue.run(world.clock.now() + 5 * 60_000),
        ...Array.from({ length: 10 }, forget),
      ])
      said.push(...statuses)
    }
    await world.queue.run(world.clock.now() + dayMs)
    expect(said).toContain('kept')
    expect(world.texts()).toEqual([expect.stringMatching(/^“Title 1” and “Title 2”/)])
    expect(await world.balances()).toEqual({ spent: usualCost, held: 0 })
    expect(await world.store.read(jobId)).toBeUndefined()
    expect(await differences()).toEqual([])
  })
})

test('what may turn out otherwise is kept for a day at least, and longer where all is', () => {
  const lateMs = dayMs
  const nowMs = 1_000 * dayMs
  expect(forgetTimes(nowMs, { lateMs })).toEqual({ beforeMs: nowMs, lateBeforeMs: nowMs - dayMs })
  expect(forgetTimes(nowMs, { lateMs }, retentionMs)).toEqual({
    beforeMs: nowMs - retentionMs,
    lateBeforeMs: nowMs - retentionMs,
  })
})
