import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { JobState } from '../../../../src/core/job/job.ts'
import { sweepLine } from '../../../../src/jobs/worker/upkeep/sweep-line.ts'
import { jobIn } from '../../../support/jobs/job-states.ts'
import { type JobWorld, openJobWorld } from '../../../support/jobs/job-world.ts'
import { newJobId } from '../../../support/ledger/operator.ts'

let world: JobWorld

beforeEach(async () => {
  world = await openJobWorld({ parallel: 2 })
})
afterEach(() => world.close())

const inAnHour = () => world.clock.now() + 3_600_000
const leases = () => world.redis.zrange(world.keys.leases('key-1'), '0', '-1')
const surplus = 'a slot was held for an unknown job'

describe('a place that is held', () => {
  test.each<JobState>(['requested', 'ready', 'posted', 'withheld', 'voided', 'failed', 'booked', 'expired'])(
    'for a job that is %s is given back, and the next is called',
    async (state) => {
      const job = await jobIn(world, state)
      await world.places.keep(job.id, job.submitEpoch ?? job.epoch, inAnHour(), 'sent')
      await world.places.keep(newJobId(), 1, inAnHour(), 'sent')
      const waiting = await world.start()
      await world.queue.run(world.clock.now())
      expect(await world.job(waiting)).toMatchObject({ state: 'accepted' })
      await sweepLine(world.deps)
      await world.queue.run(world.clock.now())
      expect(await world.job(waiting)).toMatchObject({ state: 'submitted' })
      expect(await leases()).toEqual([`${waiting}-${(await world.job(waiting)).submitEpoch}`])
      expect(world.log.warnings()).toEqual([surplus])
    },
  )

  test('by a job that is about to be sent is left alone, and under an earlier epoch is given back', async () => {
    const jobId = await world.start()
    const job = await world.store.take(jobId, 1, inAnHour())
    await world.places.keep(jobId, job?.epoch ?? 0, inAnHour(), 'sent')
    await sweepLine(world.deps)
    expect(await leases()).toEqual([`${jobId}-${job?.epoch}`])
    await world.store.take(jobId, 1, inAnHour())
    await sweepLine(world.deps)
    expect(await leases()).toEqual([])
  })
})

describe('a job that may be running', () => {
  test.each<JobState>(['submitting', 'submitted'])(
    'and is %s has its place again, over the limit if need be, until it ends',
    async (state) => {
      const job = await jobIn(world, state)
      const others = [await jobIn(world, 'submitted'), await jobIn(world, 'submitted')]
      for (const { id, submitEpoch = 0 } of others)
        await world.places.keep(id, submitEpoch, inAnHour(), 'sent')
      await sweepLine(world.deps)
      const all = [job, ...others].map(({ id, submitEpoch }) => `${id}-${submitEpoch}`)
      expect((await leases()).toSorted()).toEqual(all.toSorted())
      world.clock.advance(world.deps.deadlines.taskMs - 1)
      await sweepLine(world.deps)
      expect(await leases()).toEqual(expect.arrayContaining(all.slice(0, 1)))
      expect(world.log.warnings()).toEqual([])
    },
  )

  test('and is uncertain gets no new one: the one it had ends sooner, lest a lost answer holds all others up', async () => {
    const job = await jobIn(world, 'uncertain')
    await sweepLine(world.deps)
    expect(await leases()).toEqual([])
    await world.places.keep(job.id, job.submitEpoch ?? 0, inAnHour(), 'sent')
    await sweepLine(world.deps)
    expect(await leases()).toEqual([`${job.id}-${job.submitEpoch}`])
  })

  test('but not longer than any task may has none any more', async () => {
    const job = await jobIn(world, 'submitted')
    world.clock.advance(world.deps.deadlines.taskMs)
    await sweepLine(world.deps)
    expect(await leases()).toEqual([])
    expect(await world.job(job.id)).toMatchObject({ state: 'submitted' })
  })
})

test('a record that cannot be read keeps nobody else from being seen to', async () => {
  const spoilt = await jobIn(world, 'submitted')
  await world.places.keep(spoilt.id, 1, inAnHour(), 'sent')
  const job = await jobIn(world, 'submitted')
  await world.redis.hset(world.keys.job(spoilt.id), 'values', 'no JSON')
  await sweepLine(world.deps)
  const both = [`${spoilt.id}-1`, `${job.id}-${job.submitEpoch}`]
  expect((await leases()).toSorted()).toEqual(both.toSorted())
})

test('a call that cannot be told to its job keeps none of the others asleep', async () => {
  world.service.alwaysFind({ status: 'pending' })
  for (const name of [newJobId(), newJobId()]) await world.places.keep(name, 1, inAnHour(), 'sent')
  const jobIds = [await world.start(), await world.start()]
  await world.queue.run(world.clock.now())
  const [first = ''] = jobIds
  const store = {
    ...world.store,
    call: (jobId: string) =>
      jobId === first ? Promise.reject(new Error('scripted')) : world.store.call(jobId),
  }
  await sweepLine({ ...world.deps, store })
  await world.queue.run(world.clock.now())
  const states = await Promise.all(jobIds.map(async (jobId) => (await world.job(jobId)).state))
  expect(states).toEqual(['accepted', 'submitted'])
  expect(world.log.warnings()).toContain('a job whose turn it is could not be woken yet')
})
