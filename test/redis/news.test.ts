import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { JobRecord } from '../../src/core/job/job.ts'
import { jobIn, overIn, readJob } from '../support/jobs/job-states.ts'
import { giveBudget, openStoreWorld, type StoreWorld } from '../support/redis/store-world.ts'

let world: StoreWorld
beforeEach(async () => {
  world = openStoreWorld()
  await giveBudget(world, 1_000_000_000)
})
afterEach(() => world.close())

const newsMs = 20_000

const isOpen = async ({ id }: JobRecord): Promise<boolean> =>
  (await world.store.take(id, (await readJob(world, id)).wake, world.clock.now() + newsMs)) !== undefined

describe('the end of a job', () => {
  test('leaves nothing to do where the edit before it is over', async () => {
    const job = await jobIn(world, 'ready')
    await world.store.news(job, 'begins')
    await world.store.news(job, 'over')
    await world.store.finish(job, 'posted', undefined)
    expect(await isOpen(job)).toBe(false)
  })

  test('is said again when an edit that was begun before can arrive no more', async () => {
    const job = await jobIn(world, 'ready')
    await world.store.news(job, 'begins')
    world.clock.advance(newsMs / 2)
    await world.store.finish(job, 'posted', undefined)
    const repeatDueMs = world.clock.now() + newsMs / 2
    expect(await readJob(world, job.id)).toMatchObject({ state: 'posted', toldState: 'posted', repeatDueMs })
    world.clock.advance(newsMs)
    const step = await world.store.take(
      job.id,
      (await readJob(world, job.id)).wake,
      world.clock.now() + newsMs,
    )
    if (step === undefined) throw new Error('not open')
    await world.store.told(step)
    expect(await readJob(world, job.id)).toMatchObject({ state: 'posted', repeatDueMs: undefined })
    expect(await isOpen(job)).toBe(false)
  })

  test('is said again at once where a step that was overtaken learns that its edit is over', async () => {
    const job = await overIn(world, 'posted')
    const overtaken = { ...job, epoch: job.epoch - 1 }
    const { wake } = await readJob(world, job.id)
    expect(await world.store.news(overtaken, 'over')).toEqual({ wake: wake + 1, dueMs: world.clock.now() })
    await expect(world.store.news(overtaken, 'begins')).rejects.toMatchObject({ code: 'step_over' })
  })
})

describe('a result that was kept back, and whose last word should be said again', () => {
  const keptBack = async (): Promise<JobRecord> => {
    const job = await jobIn(world, 'ready')
    await world.store.news(job, 'begins')
    await world.store.finish(job, 'withheld', undefined)
    return readJob(world, job.id)
  }

  test('is shown when somebody asks for it, whatever a step does that repeats the word', async () => {
    const job = await keptBack()
    const repeating = await world.store.take(job.id, job.wake, world.clock.now() + newsMs)
    if (repeating === undefined) throw new Error('not open')
    expect(await world.store.recover(job)).toMatchObject({ status: 'woken' })
    expect(await world.store.told(repeating)).toEqual({ status: 'refused' })
    expect(await readJob(world, job.id)).toMatchObject({ repeatDueMs: undefined })
    expect(await isOpen(job)).toBe(true)
  })

  test('can be taken away', async () => {
    expect(await world.store.remove(await keptBack(), 'member-1')).toMatchObject({ status: 'woken' })
  })
})
