import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type JobRecord, type JobState, jobStates } from '../../src/core/job/job.ts'
import type { MessageRef } from '../../src/core/target.ts'
import { jobIn, readJob } from '../support/jobs/job-states.ts'
import {
  dump,
  giveBudget,
  jobRequest,
  openStoreWorld,
  type StoreWorld,
} from '../support/redis/store-world.ts'

let world: StoreWorld

beforeEach(async () => {
  world = openStoreWorld()
  await giveBudget(world, 1_000_000_000)
})
afterEach(() => world.close())

const untilMs = 5_000_000

/** Nothing is left to do in these; whether it was told is another matter. */
const over: readonly JobState[] = ['posted', 'withheld']
const ended: readonly JobState[] = ['voided', 'failed', 'booked', 'expired']
const alive = jobStates.filter((state) => !over.includes(state))

const unchanged = async (work: () => Promise<unknown>): Promise<void> => {
  const before = await dump(world)
  await work()
  expect(await dump(world)).toEqual(before)
}

describe('a worker takes a job up', () => {
  test.each(alive)('that is %s, under a new epoch', async (state) => {
    const job = await jobIn(world, state)
    expect(await world.store.take(job.id, job.wake, untilMs)).toEqual({
      ...job,
      epoch: job.epoch + 1,
      pickups: 1,
    })
  })

  test('twice by one wake-up, for the first worker may have died', async () => {
    const job = await jobIn(world, 'accepted')
    const first = await world.store.take(job.id, job.wake, untilMs)
    const second = await world.store.take(job.id, job.wake, untilMs)
    expect([first?.epoch, second?.epoch]).toEqual([job.epoch + 1, job.epoch + 2])
  })

  test('and keeps it from the sweeper until its time is over', async () => {
    const job = await jobIn(world, 'accepted')
    await world.store.take(job.id, job.wake, untilMs)
    expect(await world.store.rewake(untilMs - 1)).toEqual([])
    expect(await world.store.rewake(untilMs)).toEqual([
      { jobId: job.id, wake: job.wake + 1, dueMs: world.clock.now() },
    ])
  })

  test.each(over)('never again when it is %s', async (state) => {
    const job = await jobIn(world, state)
    await unchanged(async () => {
      expect(await world.store.take(job.id, job.wake, untilMs)).toBeUndefined()
    })
  })

  test.each([-1, 1, 1_000])('never by a wake-up whose number is %d off', async (off) => {
    const job = await jobIn(world, 'submitted')
    await unchanged(async () => {
      expect(await world.store.take(job.id, job.wake + off, untilMs)).toBeUndefined()
    })
  })

  test('never when there is no such job', async () => {
    const { id } = jobRequest()
    await unchanged(async () => {
      expect(await world.store.take(id, 0, untilMs)).toBeUndefined()
    })
  })
})

describe('a job is looked at again later', () => {
  test.each(alive)('when it is %s', async (state) => {
    const job = await jobIn(world, state)
    expect(await world.store.wakeAt(job, 7_000_000)).toEqual({
      status: 'moved',
      wake: job.wake + 1,
      dueMs: 7_000_000,
    })
    expect(await readJob(world, job.id)).toEqual({ ...job, wake: job.wake + 1 })
    expect(await world.store.rewake(6_999_999)).toEqual([])
    expect(await world.store.rewake(7_000_000)).toEqual([
      { jobId: job.id, wake: job.wake + 2, dueMs: world.clock.now() },
    ])
  })

  test.each(over)('but not when it is %s', async (state) => {
    const job = await jobIn(world, state)
    await unchanged(async () => {
      expect(await world.store.wakeAt(job, 7_000_000)).toEqual({ status: 'refused' })
    })
  })

  test('but not by a step whose epoch is over', async () => {
    const job = await jobIn(world, 'submitted')
    await world.store.take(job.id, job.wake, untilMs)
    await unchanged(async () => {
      expect(await world.store.wakeAt(job, 7_000_000)).toEqual({ status: 'refused' })
    })
  })

  test('with one more try on the count', async () => {
    const job = await jobIn(world, 'ready')
    await world.store.wakeAt(job, 1, 'deliverTries')
    expect(await readJob(world, job.id)).toMatchObject({ deliverTries: 1 })
  })

  test('with one try on the count also when its reply was lost and it is said again', async () => {
    const job = await jobIn(world, 'ready')
    const first = await world.store.wakeAt(job, 1, 'deliverTries')
    expect(await world.store.wakeAt(job, 2, 'deliverTries')).toEqual({ ...first, isRepeat: true })
    expect(await readJob(world, job.id)).toMatchObject({ deliverTries: 1 })
  })

  test('also at a moment that is no whole number of milliseconds', async () => {
    const job = await jobIn(world, 'ready')
    await world.store.wakeAt(job, 7_000_000.6)
    expect(await world.store.rewake(7_000_001)).toHaveLength(1)
  })
})

describe('the sweeper', () => {
  test('wakes what should have been touched, in all buckets', async () => {
    const servers = Array.from({ length: 40 }, (_, index) => `server-${index}`)
    const jobIds: string[] = []
    for (const server of servers) {
      const request = jobRequest({}, { server })
      await giveBudget(world, 1_000_000, `discord:${server}`)
      await world.store.request(request)
      jobIds.push(request.id)
    }
    expect(new Set(jobIds.map((id) => id.slice(0, 3))).size).toBeGreaterThan(10)
    const woken = await world.store.rewake(world.clock.now())
    expect(woken.map(({ jobId }) => jobId).sort()).toEqual(jobIds.sort())
    expect(new Set(woken.map(({ wake }) => wake))).toEqual(new Set([1]))
  })

  test('wakes a job once, even where two of them sweep at once', async () => {
    await jobIn(world, 'requested')
    const beforeMs = world.clock.now()
    world.clock.advance(10_000)
    const sweeps = await Promise.all([world.store.rewake(beforeMs), world.store.rewake(beforeMs)])
    expect(sweeps.flat()).toHaveLength(1)
  })

  test('makes the wake-up that was lost void', async () => {
    const job = await jobIn(world, 'accepted')
    const [woken] = await world.store.rewake(world.clock.now())
    expect(await world.store.take(job.id, job.wake, untilMs)).toBeUndefined()
    expect(await world.store.take(job.id, woken?.wake ?? 0, untilMs)).toMatchObject({ id: job.id })
  })

  test.each(over)('leaves a job alone that is %s', async (state) => {
    await jobIn(world, state)
    expect(await world.store.rewake(Number.MAX_SAFE_INTEGER)).toEqual([])
  })

  test('touches a job that is not due again only when it is', async () => {
    const job = await jobIn(world, 'submitted')
    await world.store.wakeAt(job, 7_000_000)
    await unchanged(() => world.store.rewake(6_999_999))
  })
})

describe('a job that is called', () => {
  test('is woken before it would have looked again', async () => {
    const job = await jobIn(world, 'accepted')
    const step = await world.store.take(job.id, job.wake, untilMs)
    if (step === undefined) throw new Error('it was not taken')
    await world.store.wakeAt(step, world.clock.now() + 600_000)
    expect(await world.store.call(job.id)).toEqual({ wake: job.wake + 2, dueMs: world.clock.now() })
  })

  test('again and again by many processes, before a worker is free, keeps the wake-up that is queued', async () => {
    const job = await jobIn(world, 'accepted')
    const step = await world.store.take(job.id, job.wake, untilMs)
    if (step === undefined) throw new Error('it was not taken')
    await world.store.wakeAt(step, world.clock.now() + 600_000)
    const called = await world.store.call(job.id)
    for (let call = 0; call < 10; call += 1) {
      world.clock.advance(500)
      expect(await world.store.call(job.id)).toBeUndefined()
    }
    expect(await world.store.take(job.id, called?.wake ?? 0, untilMs)).toMatchObject({ id: job.id })
  })
})

describe('an ended job', () => {
  test.each(ended)('that is %s is done once its member was told', async (state) => {
    const job = await jobIn(world, state)
    expect(await world.store.told(job)).toMatchObject({ status: 'moved', wake: job.wake })
    expect(await readJob(world, job.id)).toMatchObject({ state, toldState: state, replyToken: undefined })
    expect(await world.store.take(job.id, job.wake, untilMs)).toBeUndefined()
    expect(await world.store.rewake(Number.MAX_SAFE_INTEGER)).toEqual([])
  })

  test.each(jobStates.filter((state) => !ended.includes(state)))('is not one that is %s', async (state) => {
    const job = await jobIn(world, state)
    await unchanged(async () => {
      expect(await world.store.told(job)).toEqual({ status: 'refused' })
    })
  })

  test('is not told by a step whose epoch is over', async () => {
    const job = await jobIn(world, 'failed')
    await world.store.take(job.id, job.wake, untilMs)
    await unchanged(async () => {
      expect(await world.store.told(job)).toEqual({ status: 'refused' })
    })
  })
})

describe('the answer that a member saw', () => {
  const message: MessageRef = { platform: 'discord', channel: 'channel-1', message: 'message-1' }

  test('becomes the one message of the job, and the short-lived right to edit it stays', async () => {
    const job = await jobIn(world, 'requested')
    await world.store.accept(job, message)
    const { replyToken } = job
    expect(await readJob(world, job.id)).toMatchObject({ state: 'accepted', message, replyToken })
  })

  test('without an id leaves the right to edit it', async () => {
    const job = await jobIn(world, 'requested')
    await world.store.accept(job, undefined)
    expect(await readJob(world, job.id)).toMatchObject({ message: undefined, replyToken: job.replyToken })
  })

  test('gives way to the message that took its place', async () => {
    const job = await jobIn(world, 'ready')
    const posted = { ...message, message: 'message-2' }
    await world.store.finish(job, 'posted', posted)
    expect(await readJob(world, job.id)).toMatchObject({ message: posted, toldState: 'posted' })
  })
})

describe('a note', () => {
  const noted = async (job: JobRecord) => (await readJob(world, job.id)).notes

  test('is kept in the record, the latest of its name', async () => {
    const job = await jobIn(world, 'ready')
    await world.store.note(job, 'post_tried', 'one')
    await world.store.note(job, 'post_tried', 'two')
    await world.store.note(job, 'other', '')
    expect(await noted(job)).toEqual({ post_tried: 'two', other: '' })
  })

  test('can stand for nothing but itself', async () => {
    const job = await jobIn(world, 'ready')
    await world.store.note(job, 'state', 'posted')
    expect(await readJob(world, job.id)).toMatchObject({ state: 'ready', notes: { state: 'posted' } })
  })

  test('of a step whose epoch is over is not kept, and the step is told so', async () => {
    const job = await jobIn(world, 'ready')
    await world.store.take(job.id, job.wake, untilMs)
    await unchanged(async () => {
      await expect(world.store.note(job, 'post_tried', 'late')).rejects.toMatchObject({ code: 'step_over' })
    })
  })
})

describe('what the service says', () => {
  // Whatever it is, a job must come to its end; half a surrogate pair is no valid JSON for every parser.
  test.each([
    ['half a character', 'sorry \ud83d'],
    ['a NUL', 'a\u0000b'],
    ['quotes and backslashes', '"\\" {}'],
    ['four bytes a character', '🎻🎻'],
    ['something long', 'x'.repeat(100_000)],
  ])('is kept with the end of a job: %s', async (_, said) => {
    const job = await jobIn(world, 'submitted')
    expect(await world.store.fail(job, said)).toMatchObject({ status: 'moved' })
    expect(await readJob(world, job.id)).toMatchObject({ state: 'failed', endingDetail: said.toWellFormed() })
  })

  test('as a task id is kept as it is', async () => {
    const job = await jobIn(world, 'submitting')
    const sender = { ...job, epoch: job.submitEpoch ?? 0 }
    const submission = { taskId: 'täsk "1" \ud83d', etaSeconds: undefined, estimate: undefined }
    expect(await world.store.submitted(sender, submission, 1)).toMatchObject({ status: 'moved' })
    expect(await readJob(world, job.id)).toMatchObject({ taskId: submission.taskId.toWellFormed() })
  })
})
