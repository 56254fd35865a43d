import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { AppError } from '../../../src/core/errors.ts'
import type { LateMoveResult } from '../../../src/core/job/job-store.ts'
import { type JobWorld, openJobWorld } from '../../support/jobs/job-world.ts'
import { expectVerdict } from '../../support/jobs/verdict.ts'

let world: JobWorld

beforeEach(async () => {
  world = await openJobWorld({ parallel: 1 })
})
afterEach(() => world.close())

const minuteMs = 60_000
const ready = /^“Title 1” and “Title 2”/
const pass = (spanMs: number) => world.runWithSweeps(world.clock.now() + spanMs, minuteMs / 2)

/** Redis is away whenever this should be written, so many times. */
const failing = (name: 'returnToAccepted' | 'submitted', times: number): void => {
  const real: (...args: never[]) => Promise<LateMoveResult> = world.deps.store[name]
  let left = times
  Object.assign(world.deps.store, {
    [name]: (...args: never[]) => {
      left -= 1
      if (left < 0) return real(...args)
      return Promise.reject(new AppError('store_unavailable', 'away', { retryable: true }))
    },
  })
}

/** No replica hears of the next submission. */
const noReplicaHears = (): void => {
  const { outlivesFailover } = world.deps.store
  world.deps.store.outlivesFailover = () => {
    world.deps.store.outlivesFailover = outlivesFailover
    return Promise.resolve(false)
  }
}

describe('a process that is asked to end', () => {
  test('sends nothing any more: who takes the job up next has it bought, once, and nobody pays for less', async () => {
    let isStopping = true
    world.deps.isStopping = () => isStopping
    const jobId = await world.start()
    await world.queue.run(world.clock.now())
    expect(world.service.submissions).toEqual([])
    expect(await world.job(jobId)).toMatchObject({ state: 'accepted', unsentTries: 0 })
    isStopping = false
    await pass(5 * minuteMs)
    await expectVerdict(world, { submissions: 1, texts: [ready] })
  })

  test.each([
    { command: 'music', values: { prompt: 'a sea shanty' } },
    { command: 'lyrics', values: { theme: 'the sea' } },
  ])(
    'does not write that it sends $command: Redis may be away when it would have to take that back',
    async (asked) => {
      world.deps.isStopping = () => true
      failing('returnToAccepted', Number.POSITIVE_INFINITY)
      const jobId = await world.start(asked)
      await pass(minuteMs)
      expect(await world.job(jobId)).toMatchObject({ state: 'accepted', submitTries: 0 })
      expect(await world.redis.zcard(world.keys.leases('key-1'))).toBe(0)
      world.deps.isStopping = () => false
      await pass(5 * minuteMs)
      expect(await world.job(jobId)).toMatchObject({ submitTries: 1 })
    },
  )

  test('sees that also while it notes that a request is about to leave', async () => {
    const { outlivesFailover } = world.deps.store
    let isStopping = false
    world.deps.isStopping = () => isStopping
    world.deps.store.outlivesFailover = (step) => {
      isStopping = true
      return outlivesFailover(step)
    }
    const jobId = await world.start()
    await world.queue.run(world.clock.now())
    expect(world.service.submissions).toEqual([])
    expect(await world.job(jobId)).toMatchObject({ state: 'accepted', submitTries: 1 })
    expect(await world.redis.zcard(world.keys.leases('key-1'))).toBe(0)
  })
})

describe('while Redis is away for more than a minute', () => {
  test('it is not forgotten that a request was not sent: it is sent later, and not booked before', async () => {
    noReplicaHears()
    failing('returnToAccepted', 200)
    await world.start()
    await pass(5 * minuteMs)
    await expectVerdict(world, { submissions: 1, texts: [ready] })
  })

  test('nor that the service took it, and as which task', async () => {
    failing('submitted', 200)
    await world.start()
    await pass(5 * minuteMs)
    await expectVerdict(world, { submissions: 1, texts: [ready] })
  })
})

test('what cannot be kept for a while is logged once per trouble, not at each try', async () => {
  failing('submitted', 200)
  await world.start()
  await pass(5 * minuteMs)
  const tried = world.log.warnings().filter((line) => line.includes('could not be stored yet'))
  expect(tried).toHaveLength(1)
})

describe('a job that others booked', () => {
  /** What was to send it says so only after the booking. */
  const bookFirst = async (whileBooked?: (jobId: string) => Promise<unknown>): Promise<string> => {
    const { returnToAccepted } = world.deps.store
    world.deps.store.returnToAccepted = async (step, ...rest) => {
      const current = await world.job(step.id)
      await world.store.uncertain(current)
      await whileBooked?.(step.id)
      await world.store.book(current, 'booked', 'outcome_unknown')
      return returnToAccepted(step, ...rest)
    }
    noReplicaHears()
    return await world.start()
  }

  test('and that was never sent costs nothing after all, and its message says so', async () => {
    const jobId = await bookFirst()
    await pass(5 * minuteMs)
    expect(await world.job(jobId)).toMatchObject({ state: 'voided', ending: 'interrupted', settled: 0 })
    expect(await world.balances()).toEqual({ spent: 0, held: 0 })
    await expectVerdict(world, {
      submissions: 0,
      texts: [/interrupted before your request could start\. Nothing was charged/],
    })
  })

  test('and that was cancelled before reads as cancelled', async () => {
    const jobId = await bookFirst(async (id) => world.store.cancel(await world.job(id), 'member-1'))
    await pass(5 * minuteMs)
    expect(await world.job(jobId)).toMatchObject({ state: 'voided', ending: 'cancelled' })
    await expectVerdict(world, { submissions: 0, texts: [/cancelled/] })
  })

  test('stays booked, whatever anybody says who was not to send it', async () => {
    const { returnToAccepted } = world.store
    const jobId = await bookFirst()
    world.deps.store.returnToAccepted = async (step, ...rest) => {
      const current = await world.job(step.id)
      await world.store.uncertain(current)
      await world.store.book(current, 'booked', 'outcome_unknown')
      return returnToAccepted({ ...step, epoch: step.epoch + 1 }, ...rest)
    }
    await pass(5 * minuteMs)
    expect(await world.job(jobId)).toMatchObject({ state: 'booked' })
    await expectVerdict(world, { submissions: 0, texts: [/still count as used/] })
  })
})
