import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { jobIn } from '../support/jobs/job-states.ts'
import { giveBudget, openStoreWorld, type StoreWorld } from '../support/redis/store-world.ts'

let world: StoreWorld
beforeEach(async () => {
  world = openStoreWorld()
  await giveBudget(world, 1_000_000_000)
})
afterEach(() => world.close())

const message = { platform: 'discord', channel: 'direct-1', message: 'message-1' } as const

describe('a message that stands elsewhere than its answer', () => {
  test('is the job’s from then on, and the right to edit the answer is forgotten', async () => {
    const job = await jobIn(world, 'accepted')
    await world.store.putMessage(job, message)
    await world.store.putMessage(job, message)
    expect(await world.store.read(job.id)).toMatchObject({ ...job, message, replyToken: undefined })
  })

  test('is not put there by a step that another one has overtaken', async () => {
    const job = await jobIn(world, 'accepted')
    const overtaken = { ...job, epoch: job.epoch - 1 }
    await expect(world.store.putMessage(overtaken, message)).rejects.toMatchObject({ code: 'step_over' })
    expect(await world.store.read(job.id)).toEqual(job)
  })
})
