import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { jobStates } from '../../src/core/job/job.ts'
import { createAudit } from '../../src/redis/audit.ts'
import { bucketOf } from '../../src/redis/keys.ts'
import { jobIn, overIn, overStates, readJob, toBeRemoved } from '../support/jobs/job-states.ts'
import { giveBudget, openStoreWorld, type StoreWorld } from '../support/redis/store-world.ts'

let world: StoreWorld

beforeEach(async () => {
  world = openStoreWorld()
  await giveBudget(world, 1_000_000_000)
})
afterEach(() => world.close())

const bucket = bucketOf('discord:server-1')
const isOpen = async (jobId: string): Promise<boolean> =>
  (await world.redis.zscore(world.keys.open(bucket), jobId)) !== null

describe('the message of a job', () => {
  test.each(overStates)('that is %s should be removed once, however many ask', async (state) => {
    const job = await overIn(world, state)
    const answers = await Promise.all([1, 2, 3].map(() => world.store.remove(job, 'member-1')))
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['on_its_way', 'on_its_way', 'woken'])
    expect(await readJob(world, job.id)).toMatchObject({
      state,
      removal: 'asked',
      removedBy: 'member-1',
      settled: job.settled,
      epoch: job.epoch + 1,
    })
    expect(await isOpen(job.id)).toBe(true)
  })

  test.each(overStates)('that is %s is gone for good', async (state) => {
    const step = await toBeRemoved(world, state)
    expect(await world.store.removed(step)).toMatchObject({ status: 'moved' })
    expect(await readJob(world, step.id)).toMatchObject({ state, removal: 'done' })
    expect(await isOpen(step.id)).toBe(state === 'booked' || state === 'expired')
    expect(await world.store.remove(step, 'member-1')).toEqual({ status: 'removed_before' })
    const { differences } = await createAudit({ ...world, now: world.clock.now }).whole(bucket)
    expect(differences).toEqual([])
  })

  const underWay = jobStates.filter((state) => !overStates.some((over) => over === state))
  test.each(underWay)('that is %s stays', async (state) => {
    const job = await jobIn(world, state)
    expect(await world.store.remove(job, 'member-1')).toEqual({ status: 'refused' })
    expect(await world.store.removed(job)).toEqual({ status: 'refused' })
    expect(await readJob(world, job.id)).toEqual(job)
  })

  test('stays while its last word is still to be said, or a result that was kept back is on its way', async () => {
    const untold = await jobIn(world, 'failed')
    expect(await world.store.remove(untold, 'member-1')).toEqual({ status: 'refused' })
    const withheld = await overIn(world, 'withheld')
    await world.store.recover(withheld)
    expect(await world.store.remove(withheld, 'member-1')).toEqual({ status: 'refused' })
  })

  test('is not brought back by the member who asks for a result that was kept back', async () => {
    const step = await toBeRemoved(world, 'withheld')
    expect(await world.store.recover(step)).toEqual({ status: 'refused' })
    await world.store.removed(step)
    expect(await world.store.recover(step)).toEqual({ status: 'refused' })
  })

  test('is spoken for by nobody who had the job in hand before', async () => {
    const job = await overIn(world, 'posted')
    await world.store.remove(job, 'member-1')
    await expect(world.store.note(job, 'progress', 'x')).rejects.toMatchObject({ code: 'step_over' })
  })
})
