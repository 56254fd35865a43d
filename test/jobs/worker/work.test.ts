import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { AppError } from '../../../src/core/errors.ts'
import type { BeginResult, JobStore } from '../../../src/core/job/job-store.ts'
import { startSweeper } from '../../../src/jobs/worker/upkeep/sweep.ts'
import { createWakeHandler } from '../../../src/jobs/worker/work.ts'
import { jobIn } from '../../support/jobs/job-states.ts'
import { type JobWorld, openJobWorld } from '../../support/jobs/job-world.ts'
import { noOwnKeys } from '../../support/jobs/no-own-keys.ts'
import { dump } from '../../support/redis/store-world.ts'

let world: JobWorld

beforeEach(async () => {
  world = await openJobWorld()
})
afterEach(() => world.close())

describe('a wake-up', () => {
  test.each(['posted', 'withheld'] as const)('for a job that is %s changes nothing', async (state) => {
    const job = await jobIn(world, state)
    const before = await dump(world)
    await createWakeHandler(world.deps)(job.id, job.wake)
    expect(await dump(world)).toEqual(before)
    expect(world.platform.calls).toEqual([])
  })

  test('with an old number changes nothing', async () => {
    const jobId = await world.start()
    const before = await dump(world)
    await createWakeHandler(world.deps)(jobId, 0)
    expect(await dump(world)).toEqual(before)
    expect(world.service.submissions).toEqual([])
  })

  test('for a job that does not exist, or is no job, does no harm', async () => {
    const handle = createWakeHandler(world.deps)
    await handle(`b00x${'a'.repeat(25)}`, 1)
    await handle('no job id', 1)
    expect(world.log.errors()).toEqual(['a step failed'])
  })

  test('whose step fails is logged with its job, and left to the sweeper', async () => {
    const jobId = await world.start()
    const broken = { ...world.places, take: () => Promise.reject(new Error('out of order')) }
    await createWakeHandler({ ...world.deps, places: broken })(jobId, 1)
    expect(world.log.lines).toMatchObject([
      { level: 'error', message: 'a step failed', details: { job: jobId, wake: 1 } },
    ])
    const { stepMs, overdueMs } = world.deps.deadlines
    await world.runWithSweeps(world.clock.now() + stepMs + overdueMs + 60_000)
    expect(await world.job(jobId)).toMatchObject({ state: 'posted' })
  })

  test('for a record that cannot be read fails alone; others go on', async () => {
    const jobId = await world.start()
    await world.redis.hset(world.keys.job(jobId), 'target', 'not JSON')
    const other = await world.start()
    await world.queue.run()
    expect(await world.job(other)).toMatchObject({ state: 'posted' })
    expect(world.log.errors()).toEqual([])
    expect(world.storeLog.errors()).toEqual(['a job is a dead letter now: see npm run jobs -- dead'])
  })
})

describe('a job of a chat that this process does not serve', () => {
  const minuteMs = 60_000
  const notServing = () => createWakeHandler({ ...world.deps, platforms: new Map(), chatsHeld: new Set() })

  test.each(['requested', 'accepted', 'submitting', 'submitted', 'uncertain', 'ready', 'failed'] as const)(
    'is left as it is to those that do, when it is %s',
    async (state) => {
      const job = await jobIn(world, state)
      await expect(notServing()(job.id, job.wake)).rejects.toMatchObject({ code: 'left_to_others' })
      expect(await world.job(job.id)).toEqual(job)
      expect(world.log.lines).toEqual([])
    },
  )

  test('is left where it has the chat, but not the bot that the chat belongs to', async () => {
    const job = await jobIn(world, 'submitted')
    const withoutClaim = createWakeHandler({ ...world.deps, chatsHeld: new Set(['slack']) })
    await expect(withoutClaim(job.id, job.wake)).rejects.toMatchObject({ code: 'left_to_others' })
    expect(await world.job(job.id)).toEqual(job)
  })

  test('is done by those that do, wherever its wake-ups arrive first', async () => {
    const [ours, theirs] = [createWakeHandler(world.deps), notServing()]
    let wakeUps = 0
    await world.queue.work((jobId, wake) => {
      wakeUps += 1
      return (wakeUps % 2 === 0 ? ours : theirs)(jobId, wake)
    }, 5)
    const jobIds = await Promise.all([world.start(), world.start(), world.start()])
    await world.runWithSweeps(world.clock.now() + 20 * minuteMs)
    expect(await world.statesOf(jobIds)).toEqual(['posted', 'posted', 'posted'])
    expect(world.platform.messages).toHaveLength(3)
  })

  test('is given up unbought after an hour in which nobody took it up', async () => {
    await world.queue.work(notServing(), 5)
    const jobId = await world.start()
    await world.runWithSweeps(world.clock.now() + 50 * minuteMs, minuteMs)
    expect(await world.job(jobId)).toMatchObject({ state: 'accepted' })
    await world.runWithSweeps(world.clock.now() + 20 * minuteMs, minuteMs)
    expect(await world.job(jobId)).toMatchObject({ state: 'voided', ending: 'not_reachable' })
    expect(await world.balances()).toEqual({ spent: 0, held: 0 })
    expect(world.service.submissions).toEqual([])
  })

  test('has its result kept back after an hour, to be asked for once somebody serves it again', async () => {
    const { id } = await jobIn(world, 'ready')
    await world.queue.work(notServing(), 5)
    await world.runWithSweeps(world.clock.now() + 70 * minuteMs, minuteMs)
    expect(await world.job(id)).toMatchObject({ state: 'withheld' })
  })
})

describe('a job whose request can no longer be read', () => {
  test('is voided before it is sent', async () => {
    const jobId = await world.start()
    await createWakeHandler({ ...world.deps, features: new Map() })(jobId, 1)
    await world.queue.run()
    expect(await world.job(jobId)).toMatchObject({ state: 'voided', ending: 'invalid_request' })
    expect(world.service.submissions).toEqual([])
  })

  test('is booked once it was sent', async () => {
    const job = await jobIn(world, 'submitted')
    await createWakeHandler({ ...world.deps, features: new Map() })(job.id, job.wake)
    expect(await world.job(job.id)).toMatchObject({ state: 'expired', ending: 'invalid_request' })
  })

  test('is withheld once its result is there', async () => {
    const job = await jobIn(world, 'ready')
    await createWakeHandler({ ...world.deps, features: new Map() })(job.id, job.wake)
    expect(await world.job(job.id)).toMatchObject({ state: 'withheld' })
  })
})

describe('a task id that was bought', () => {
  const away = new AppError('store_unavailable', 'Redis: away', { retryable: true })

  const withStoreAway = (times: number, error: Error) => {
    let left = times
    const submitted: JobStore['submitted'] = (...args) => {
      left -= 1
      return left >= 0 ? Promise.reject(error) : world.store.submitted(...args)
    }
    return createWakeHandler({ ...world.deps, store: { ...world.store, submitted } })
  }

  test('is kept as soon as Redis is back', async () => {
    const jobId = await world.start()
    await world.queue.work(withStoreAway(20, away), 1)
    await world.queue.run()
    expect(await world.job(jobId)).toMatchObject({ state: 'posted', taskId: 'task-1' })
    expect(world.log.lines[0]?.details).toEqual({ error: away, job: jobId, knows: 'taken', task: 'task-1' })
  })

  test('is in the log where the job was booked before it could be kept, and brings its result anyway', async () => {
    const jobId = await world.start()
    const submitted: JobStore['submitted'] = async (...args) => {
      world.clock.advance(world.deps.deadlines.submitMs)
      await world.runWithSweeps(world.clock.now() + 60_000)
      return world.store.submitted(...args)
    }
    await createWakeHandler({ ...world.deps, store: { ...world.store, submitted } })(jobId, 1)
    expect(await world.job(jobId)).toMatchObject({ state: 'booked', toldState: 'booked' })
    expect(world.log.lines.at(-1)).toMatchObject({
      level: 'warn',
      message: 'the service took a request that was booked before it said so',
      details: { job: jobId, task: 'task-1' },
    })
    await world.queue.run()
    expect(await world.job(jobId)).toMatchObject({ state: 'posted', taskId: 'task-1' })
  })

  test.each([
    ['Redis stays away', 2_000, away],
    ['Redis refuses for good', 1, new AppError('store_refused', 'Redis: CLOCK')],
  ])('is lost where %s; the job is booked and never sent again', async (_, times, error) => {
    const jobId = await world.start()
    await world.queue.work(withStoreAway(times, error), 1)
    await world.runWithSweeps(world.clock.now() + 20 * 60_000)
    expect(await world.job(jobId)).toMatchObject({ state: 'booked', toldState: 'booked' })
    expect(world.service.submissions).toHaveLength(1)
  })
})

describe('what is known of a paid request', () => {
  const away = new AppError('store_unavailable', 'Redis: away', { retryable: true })

  /** A store that does what it is told, but whose first replies to it are lost. */
  const losingReplies = (
    name: 'beginSubmit' | 'returnToAccepted' | 'void',
    times: number,
    submitMs = world.deps.deadlines.submitMs,
  ) => {
    let left = times
    const real: (...args: never[]) => Promise<BeginResult> = world.store[name]
    const lossy = async (...args: never[]): Promise<BeginResult> => {
      const moved = await real(...args)
      left -= 1
      if (left >= 0) throw away
      return moved
    }
    const deadlines = { ...world.deps.deadlines, submitMs }
    return createWakeHandler({ ...world.deps, deadlines, store: { ...world.store, [name]: lossy } })
  }

  test('is that it is about to leave: with the reply lost it leaves anyway, once', async () => {
    const jobId = await world.start()
    await world.queue.work(losingReplies('beginSubmit', 3), 1)
    await world.queue.run()
    expect(await world.job(jobId)).toMatchObject({ state: 'posted', submitTries: 1 })
    expect(world.service.submissions).toHaveLength(1)
  })

  test('is that it may count as sent by now: then it is not sent, and comes again later', async () => {
    const jobId = await world.start()
    await world.queue.work(losingReplies('beginSubmit', 30, 10_000), 1)
    await world.runWithSweeps(world.clock.now() + 10 * 60_000)
    expect(await world.job(jobId)).toMatchObject({ state: 'posted', submitTries: 2 })
    expect(world.service.submissions).toHaveLength(1)
  })

  test('is that it was not bought: with the reply lost it is asked for again, not booked', async () => {
    world.service.submitWith({ status: 'busy' })
    const jobId = await world.start()
    await world.queue.work(losingReplies('returnToAccepted', 3), 1)
    await world.runWithSweeps(world.clock.now() + 10 * 60_000)
    expect(await world.job(jobId)).toMatchObject({ state: 'posted', submitTries: 2 })
  })

  test('is that it was refused: with the reply lost nothing is charged', async () => {
    world.service.submitWith({ status: 'refused', why: 'request', said: 'no' })
    const jobId = await world.start()
    await world.queue.work(losingReplies('void', 3), 1)
    await world.runWithSweeps(world.clock.now() + 10 * 60_000)
    expect(await world.job(jobId)).toMatchObject({ state: 'voided', settled: 0, toldState: 'voided' })
  })
})

describe('the sweeper', () => {
  afterEach(() => void vi.useRealTimers())

  test('looks at once, and again and again, until it is stopped', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    let sweeps = 0
    const store = {
      ...world.store,
      rewake: () => {
        sweeps += 1
        return Promise.resolve([])
      },
      repairOperator: () => Promise.resolve({ told: [], confirmed: [], voided: [] }),
      running: () => Promise.resolve([]),
    }
    const places = {
      ...world.places,
      tend: () => Promise.resolve([]),
      leases: () => Promise.resolve([]),
    }
    const sweeper = startSweeper({ ...world.deps, ...noOwnKeys, store, places })
    await vi.advanceTimersByTimeAsync(world.deps.deadlines.sweepMs * 3)
    expect(sweeps).toBe(4)
    await sweeper.stop()
    await vi.advanceTimersByTimeAsync(world.deps.deadlines.sweepMs * 3)
    expect(sweeps).toBe(4)
  })

  test('goes on after a sweep that failed, which is logged once per trouble', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const troubles = ['Redis is away', 'Redis is away', 'Redis is full']
    const store = { ...world.store, rewake: () => Promise.reject(new Error(troubles.shift())) }
    const sweeper = startSweeper({ ...world.deps, store })
    await vi.advanceTimersByTimeAsync(world.deps.deadlines.sweepMs * 2)
    await sweeper.stop()
    expect(troubles).toEqual([])
    expect(world.log.warnings()).toEqual(['a sweep failed', 'a sweep failed'])
  })
})
