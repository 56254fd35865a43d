import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { defaultDeadlines } from '../../../../src/jobs/deadlines.ts'
import { wakeCalled } from '../../../../src/jobs/wake.ts'
import { sweep } from '../../../../src/jobs/worker/upkeep/sweep.ts'
import { type JobWorld, openJobWorld } from '../../../support/jobs/job-world.ts'
import { newJobId } from '../../../support/ledger/operator.ts'
import { type PrivateRedis, startPrivateRedis } from '../../../support/redis/private-redis.ts'
import { bound, jobRequest } from '../../../support/redis/store-world.ts'

let world: JobWorld

beforeEach(async () => {
  world = await openJobWorld()
})
afterEach(() => world.close())

const { operatorHoldMs, operatorLateMs, unmirroredMs } = defaultDeadlines

describe("a hold of the operator's total without a record", () => {
  test('is left alone until ten seconds after its deadline, then given back, and the log says so', async () => {
    const job = newJobId()
    await world.operator.hold(job, bound, 'discord:server-1')
    world.clock.advance(operatorHoldMs + operatorLateMs - 1)
    await sweep(world.deps)
    expect(await world.operator.read()).toMatchObject({ held: bound })
    world.clock.advance(1)
    await sweep(world.deps)
    expect(await world.operator.read()).toMatchObject({ held: 0 })
    expect(world.log.lines).toEqual([
      {
        level: 'info',
        message: "a hold of the operator's total had no record and was given back",
        details: { job },
      },
    ])
  })
})

describe("a change that the operator's total has not heard of", () => {
  test('is told to it after a moment, and not before', async () => {
    const request = jobRequest()
    await world.store.request(request)
    const { keys, redis, clock } = world
    await redis.del(keys.operatorHold(request.id), keys.operatorFigures)
    await redis.zadd(keys.unmirrored(request.id.slice(0, 3)), clock.now(), request.id)
    clock.advance(unmirroredMs - 1)
    await sweep(world.deps)
    expect(await world.operator.read()).toMatchObject({ held: 0 })
    clock.advance(1)
    await sweep(world.deps)
    expect(await world.operator.read()).toMatchObject({ held: bound })
    expect(world.log.lines).toEqual([])
  })
})

describe('where the queue takes no wake-ups', () => {
  /** Jobs that are due for long, and of which nobody knows. */
  const forgetJobs = async (count: number): Promise<void> => {
    for (let job = 0; job < count; job += 1) await world.start()
    world.queue.lose()
    world.clock.advance(60_000)
  }

  test('a sweep asks it for many at once, and after that for no more; the next sweep starts over', async () => {
    await forgetJobs(60)
    const { wake } = world.queue
    const gate = Promise.withResolvers<boolean>()
    const asked: string[] = []
    world.queue.wake = (jobId) => {
      asked.push(jobId)
      return gate.promise
    }
    const tend = vi.spyOn(world.places, 'tend')
    const sweeping = sweep(world.deps)
    await expect.poll(() => asked.length).toBe(50)
    gate.resolve(false)
    await sweeping
    expect(new Set(asked).size).toBe(50)
    expect(tend).not.toHaveBeenCalled()
    expect(world.log.lines).toContainEqual(expect.objectContaining({ level: 'warn', details: { jobs: 60 } }))
    world.queue.wake = wake
    world.clock.advance(60_000)
    await sweep(world.deps)
    expect(new Set(world.queue.waiting().map(({ jobId }) => jobId)).size).toBe(60)
  })

  test('one that calls for the next in line does so once, and the sweeper makes it good', async () => {
    const { wake } = world.queue
    const asked: string[] = []
    world.queue.wake = (jobId) => {
      asked.push(jobId)
      return Promise.resolve(false)
    }
    const jobIds = [await world.start(), await world.start(), await world.start()]
    for (const jobId of jobIds) await world.store.take(jobId, 1, world.clock.now() + 20_000)
    asked.length = 0
    await wakeCalled(world.deps, jobIds)
    expect(asked).toEqual(jobIds.slice(0, 1))
    world.queue.wake = wake
    world.service.alwaysFind({ status: 'pending' })
    await world.runWithSweeps(world.clock.now() + 60_000)
    expect(await world.statesOf(jobIds)).toEqual(['submitted', 'submitted', 'submitted'])
  })
})

describe('a line of jobs', () => {
  let redis: PrivateRedis
  beforeAll(async () => {
    redis = await startPrivateRedis()
  })
  afterAll(() => redis.stop())

  beforeEach(async () => {
    world.close()
    world = await openJobWorld({ parallel: 1, store: { url: redis.url } })
    world.service.alwaysFind({ status: 'pending' })
  })

  /** Every command of a sweep, those inside scripts too, by its name. */
  const commandsOfSweep = async (): Promise<Readonly<Record<string, number>>> => {
    await world.redis.config('RESETSTAT')
    await sweep(world.deps)
    const stats = await world.redis.info('commandstats')
    return Object.fromEntries(
      [...stats.matchAll(/^cmdstat_([^:]+):calls=(\d+)/gm)].map(([, name, calls]) => [name, Number(calls)]),
    )
  }

  test('costs a sweep no more when hundreds wait than when a dozen does', async () => {
    await world.startInOrder(12)
    await sweep(world.deps) // Redis knows the script by now
    const few = await commandsOfSweep()
    expect(few).toMatchObject({ evalsha: 2, zrangebylex: expect.any(Number) })
    await world.startInOrder(200)
    expect(await commandsOfSweep()).toEqual(few)
  })
})
