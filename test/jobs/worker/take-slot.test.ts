import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { music } from '../../../src/commands/features/music.ts'
import { createWakeHandler } from '../../../src/jobs/worker/work.ts'
import { deadLettersOf } from '../../support/jobs/dead-letters.ts'
import { type JobWorld, openJobWorld } from '../../support/jobs/job-world.ts'
import { accepted } from '../../support/service/scripted-audio-service.ts'

let world: JobWorld

beforeEach(async () => {
  world = await openJobWorld({ parallel: 1 })
})
afterEach(() => world.close())

const statesOf = (jobIds: readonly string[]) => world.statesOf(jobIds)

const startInOrder = (count: number) => world.startInOrder(count)

describe('with one place for all', () => {
  test('jobs run one after the other, in the order in which they came', async () => {
    world.service.alwaysFind({ status: 'pending' })
    const jobIds = await startInOrder(3)
    expect(await statesOf(jobIds)).toEqual(['submitted', 'accepted', 'accepted'])
    expect(world.service.submissions).toHaveLength(1)
  })

  test('a place is free once the result is there, though the chat has no room for it yet', async () => {
    const jobIds = await startInOrder(2)
    world.platform.failNext('edit', ...Array.from({ length: 20 }, () => ({ retryAfterMs: 60_000 })))
    await world.queue.run(world.clock.now() + 5 * 60_000)
    expect(await statesOf(jobIds)).toEqual(['ready', 'ready'])
    expect(await world.places.leases()).toEqual([])
  })

  test('the next in line is woken as soon as the place is free, not when it would look again', async () => {
    const sentMs: number[] = []
    for (const task of ['task-1', 'task-2', 'task-3']) {
      world.service.submitWith(() => {
        sentMs.push(world.clock.now())
        return Promise.resolve(accepted(task))
      })
    }
    const jobIds = await startInOrder(3)
    await world.queue.run()
    expect(await statesOf(jobIds)).toEqual(['posted', 'posted', 'posted'])
    expect(sentMs.map((ms) => ms - (sentMs[0] ?? 0))).toEqual([0, 30_000, 60_000])
  })

  test.each([
    ['was refused', { status: 'refused', why: 'request', said: undefined }],
    ['ended as unknown', { status: 'uncertain', reason: 'HTTP 500' }],
  ] as const)('a job that %s leaves the place to the next', async (_, outcome) => {
    world.service.submitWith(outcome)
    const jobIds = await startInOrder(2)
    await world.queue.run()
    expect((await statesOf(jobIds))[1]).toBe('posted')
  })

  test.each([
    ['cannot be read is a dead letter then', 'state', 'nonsense', 'unreadable'],
    ['is of a newer version is left to newer workers', 'version', '99', undefined],
  ])(
    'a job whose turn has come and whose record %s, and the next one goes on',
    async (_, field, value, why) => {
      const [first = '', broken = '', next = ''] = await startInOrder(3)
      await world.redis.hset(world.keys.job(broken), field, value)
      await world.runWithSweeps(world.clock.now() + 2 * 60_000)
      expect((await deadLettersOf(world).find(broken))?.why).toBe(why)
      expect(await statesOf([first, next])).toEqual(['posted', 'posted'])
      expect(world.log.lines.filter(({ message }) => message.includes('could not be woken yet'))).toEqual([])
    },
  )

  test('a task that takes longer than is usual keeps its place for as long as it may run', async () => {
    world.service.submitWith(accepted('task-long', { etaSeconds: 1_200 }))
    world.service.alwaysFind({ status: 'pending' })
    const jobIds = await startInOrder(2)
    await world.queue.run(world.clock.now() + 100 * 60_000)
    expect(await statesOf(jobIds)).toEqual(['submitted', 'accepted'])
    await world.queue.run(world.clock.now() + 25 * 60_000)
    expect(await statesOf(jobIds)).toEqual(['expired', 'submitted'])
  })

  test('a job that was sent away as too many is the first to be sent again, before those who came later', async () => {
    world.service.alwaysFind({ status: 'pending' })
    world.service.submitWith({ status: 'busy' })
    const [first = '', second = ''] = await startInOrder(2)
    expect(await statesOf([first, second])).toEqual(['accepted', 'accepted'])
    await world.runWithSweeps(world.clock.now() + 10_000)
    expect(await statesOf([first, second])).toEqual(['submitted', 'accepted'])
    expect(await world.job(first)).toMatchObject({ submitTries: 2, unsentTries: 0 })
  })

  test('a job that ends while it waits leaves the line, and holds up nobody', async () => {
    world.service.alwaysFind({ status: 'pending' })
    const [first = '', second = '', third = ''] = await startInOrder(3)
    const features = new Map([
      [music.name, { ...music, prepare: () => ({ ok: false, problems: [] }) as const }],
    ])
    const forgetful = createWakeHandler({ ...world.deps, features })
    const { wake } = await world.job(second)
    await forgetful(second, wake)
    expect(await world.job(second)).toMatchObject({ state: 'voided', ending: 'invalid_request' })
    world.service.alwaysFind({ status: 'failed', said: undefined })
    await world.queue.run()
    expect(await statesOf([first, second, third])).toEqual(['failed', 'voided', 'failed'])
  })
})

describe('with two places', () => {
  test('never more than two tasks run at once, and all come to their end', async () => {
    await world.close()
    world = await openJobWorld({ parallel: 2 })
    let running = 0
    let runningMax = 0
    for (let task = 1; task <= 6; task += 1) {
      world.service.submitWith(() => {
        running += 1
        runningMax = Math.max(runningMax, running)
        return Promise.resolve(accepted(`task-${task}`))
      })
      world.service.lookUpWith(() => {
        running -= 1
        return Promise.resolve({ status: 'failed', said: undefined })
      })
    }
    const jobIds = await startInOrder(6)
    await world.queue.run()
    expect(new Set(await statesOf(jobIds))).toEqual(new Set(['failed']))
    expect(runningMax).toBe(2)
  })
})

describe('when the look-ups of this minute are used up', () => {
  test('nobody is asked, and the job looks again when there are new ones', async () => {
    await world.close()
    world = await openJobWorld({ lookupsPerMinute: 1 })
    world.service.lookUpWith({ status: 'pending' })
    const jobId = await world.start()
    await world.queue.run(world.clock.now() + 35_000)
    expect(world.service.lookUps).toHaveLength(1)
    expect(await world.job(jobId)).toMatchObject({ state: 'submitted' })
    await world.redis.pexpire(world.keys.lookups('key-1'), 0)
    await world.queue.run()
    expect(world.service.lookUps).toHaveLength(2)
    expect(await world.job(jobId)).toMatchObject({ state: 'posted' })
  })
})
