import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { JobState } from '../../src/core/job/job.ts'
import { bucketOf } from '../../src/redis/keys.ts'
import { jobIn } from '../support/jobs/job-states.ts'
import { giveBudget, jobRequest, openStoreWorld, type StoreWorld } from '../support/redis/store-world.ts'

let world: StoreWorld

beforeEach(async () => {
  world = openStoreWorld({ waitingMax: { server: 3, member: 2 } })
  await giveBudget(world, 1_000_000_000)
})

afterEach(() => world.close())

const ask = async (member = 'member-1', server = 'server-1') => {
  const request = jobRequest({}, { member, server })
  const { status } = await world.store.request(request)
  return { request, status }
}

describe('so many jobs may wait', () => {
  test('of one member', async () => {
    await ask()
    await ask()
    const third = jobRequest()
    expect(await world.store.request(third)).toEqual({ status: 'too_many_waiting', of: 'member', limit: 2 })
    expect(await world.store.read(third.id)).toBeUndefined()
    expect((await world.budgets.read('discord:server-1')).held).toBe(2 * third.bound)
    expect(await ask('member-2')).toMatchObject({ status: 'created' })
  })

  test('of one server, no matter who asks', async () => {
    await ask('member-1')
    await ask('member-2')
    await ask('member-3')
    expect(await world.store.request(jobRequest({}, { member: 'member-4' }))).toEqual({
      status: 'too_many_waiting',
      of: 'server',
      limit: 3,
    })
    await giveBudget(world, 1_000_000, 'discord:server-12')
    expect(await ask('member-4', 'server-12')).toMatchObject({ status: 'created' })
  })

  test('and a member whose id begins like another’s has a bound of their own', async () => {
    await ask('member-1')
    await ask('member-1')
    expect(await ask('member-12')).toMatchObject({ status: 'created' })
  })

  test('and never more, however many ask at once', async () => {
    const asked = await Promise.all(Array.from({ length: 20 }, (_, index) => ask(`member-${index}`)))
    expect(asked.filter(({ status }) => status === 'created')).toHaveLength(3)
  })

  test('and one that is asked for again is known, not refused', async () => {
    const { request } = await ask()
    await ask()
    expect(await world.store.request(request)).toMatchObject({ status: 'exists' })
  })
})

describe('a job waits', () => {
  const waiting = () => world.redis.zcard(world.keys.waiting(bucketOf('discord:server-1')))

  test.each<[JobState, number]>([
    ['requested', 1],
    ['accepted', 1],
    ['submitting', 0],
    ['uncertain', 0],
    ['submitted', 0],
    ['ready', 0],
    ['voided', 0],
    ['posted', 0],
  ])('%s: %d', async (state, count) => {
    await jobIn(world, state)
    expect(await waiting()).toBe(count)
  })

  test('again when the service was too busy for it', async () => {
    const job = await jobIn(world, 'submitting')
    await world.store.returnToAccepted(job, world.clock.now(), 'busy')
    expect(await waiting()).toBe(1)
    expect(await world.store.read(job.id)).toMatchObject({ unsentTries: 0 })
  })
})
