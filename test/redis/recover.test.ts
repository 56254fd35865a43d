import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { jobStates } from '../../src/core/job/job.ts'
import { bucketOf } from '../../src/redis/keys.ts'
import { jobIn, readJob } from '../support/jobs/job-states.ts'
import { giveBudget, openStoreWorld, type StoreWorld } from '../support/redis/store-world.ts'

let world: StoreWorld

beforeEach(async () => {
  world = openStoreWorld()
  await giveBudget(world, 1_000_000_000)
})
afterEach(() => world.close())

const isOpen = async (jobId: string): Promise<boolean> =>
  (await world.redis.zscore(world.keys.open(bucketOf('discord:server-1')), jobId)) !== null

/** A withheld job that somebody asked for again, in a worker's hands. */
const recovered = async () => {
  const job = await jobIn(world, 'withheld')
  const woken = await world.store.recover(job)
  if (woken.status !== 'woken') throw new Error(woken.status)
  const step = await world.store.take(job.id, woken.wake, world.clock.now() + 1_000)
  if (step === undefined) throw new Error('the wake-up is stale')
  return step
}

describe('a result that was kept back', () => {
  test('should be shown at once, and by one wake-up, however many ask', async () => {
    const job = await jobIn(world, 'withheld')
    expect(await isOpen(job.id)).toBe(false)
    const answers = await Promise.all([1, 2, 3].map(() => world.store.recover(job)))
    expect(answers.map(({ status }) => status).sort()).toEqual(['on_its_way', 'on_its_way', 'woken'])
    expect(answers.find(({ status }) => status === 'woken')).toEqual({
      status: 'woken',
      wake: job.wake + 1,
      dueMs: world.clock.now(),
    })
    expect(await isOpen(job.id)).toBe(true)
    expect(await readJob(world, job.id)).toMatchObject({ state: 'withheld', settled: job.settled })
  })

  test('is woken by the sweeper where that wake-up was lost', async () => {
    const job = await jobIn(world, 'withheld')
    await world.store.recover(job)
    expect(await world.store.rewake(world.clock.now())).toMatchObject([{ jobId: job.id }])
  })

  test('is posted, and then there is none to recover', async () => {
    const step = await recovered()
    const message = { platform: 'discord', channel: 'channel-1', message: 'message-2' } as const
    expect(await world.store.finish(step, 'posted', message)).toMatchObject({ status: 'moved' })
    expect(await readJob(world, step.id)).toMatchObject({ state: 'posted', message })
    expect(await isOpen(step.id)).toBe(false)
    expect(await world.store.recover(step)).toEqual({ status: 'refused' })
  })

  test('stays kept back where it cannot be shown, and can be asked for again', async () => {
    const step = await recovered()
    expect(await world.store.told(step)).toMatchObject({ status: 'moved' })
    expect(await readJob(world, step.id)).toMatchObject({ state: 'withheld' })
    expect(await isOpen(step.id)).toBe(false)
    world.clock.advance(60_000)
    expect(await world.store.recover(step)).toMatchObject({ status: 'woken' })
  })

  test('is shown at most once a minute, because a chat can refuse each try several times', async () => {
    const step = await recovered()
    world.clock.advance(20_000)
    await world.store.told(step)
    const before = await readJob(world, step.id)
    expect(await world.store.recover(step)).toEqual({ status: 'too_soon', waitMs: 40_000 })
    expect(await readJob(world, step.id)).toEqual(before)
    world.clock.advance(40_000)
    expect(await world.store.recover(step)).toMatchObject({ status: 'woken' })
  })

  test('is tried again, whatever was tried and told of it before', async () => {
    const step = await recovered()
    await world.store.note(step, 'private_withheld_told', '1')
    await world.store.note(step, 'post_tried', '1')
    await world.store.wakeAt(step, world.clock.now(), 'deliverTries')
    await world.store.told({ ...step, epoch: step.epoch })
    world.clock.advance(60_000)
    await world.store.recover(step)
    expect(await readJob(world, step.id)).toMatchObject({ deliverTries: 0, notes: { post_tried: '1' } })
    expect((await readJob(world, step.id)).notes).not.toHaveProperty('private_withheld_told')
  })

  test('is written by the worker that has it in hand, and nobody who had it before', async () => {
    const first = await recovered()
    const [woken] = await world.store.rewake(Number.MAX_SAFE_INTEGER)
    await world.store.take(first.id, woken?.wake ?? 0, world.clock.now() + 1_000)
    expect(await world.store.finish(first, 'posted', undefined)).toEqual({ status: 'refused' })
    expect(await world.store.told(first)).toEqual({ status: 'refused' })
  })
})

test.each(jobStates.filter((state) => state !== 'withheld'))('a job that is %s has none', async (state) => {
  const job = await jobIn(world, state)
  const before = await readJob(world, job.id)
  expect(await world.store.recover(job)).toEqual({ status: 'refused' })
  expect(await readJob(world, job.id)).toEqual(before)
})
