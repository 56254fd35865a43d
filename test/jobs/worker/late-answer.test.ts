import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { SubmitOutcome, TaskStatus } from '../../../src/core/job/audio-service.ts'
import { createWakeHandler } from '../../../src/jobs/worker/work.ts'
import { type JobWorld, openJobWorld } from '../../support/jobs/job-world.ts'
import { expectSettled } from '../../support/jobs/verdict.ts'
import { accepted, finished, usualCost } from '../../support/service/scripted-audio-service.ts'

let world: JobWorld

beforeEach(async () => {
  world = await openJobWorld()
})
afterEach(() => world.close())

const hold = 200_000
const pending: TaskStatus = { status: 'pending' }
const failed: TaskStatus = { status: 'failed', said: undefined }

/** A job whose paid request is answered only when a test says so, long after it counts as unknown. */
const sendSlowly = async (answer: SubmitOutcome) => {
  const jobId = await world.start()
  const late = Promise.withResolvers<void>()
  world.service.submitWith(async () => {
    await late.promise
    return answer
  })
  const slow = createWakeHandler(world.deps)(jobId, 1)
  await expect.poll(() => world.service.submissions.length).toBe(1)
  world.clock.advance(world.deps.deadlines.submitMs)
  const answerNow = () => {
    late.resolve()
    return slow
  }
  return { jobId, answerNow }
}

/** The same, booked by the time of its answer. */
const sendSlowlyAndBook = async (answer: SubmitOutcome) => {
  const sent = await sendSlowly(answer)
  await world.runWithSweeps(world.clock.now() + 20_000)
  expect(await world.job(sent.jobId)).toMatchObject({ state: 'booked', toldState: 'booked' })
  return sent
}

describe('an answer to the paid request that comes after the request was booked, where no callback tells', () => {
  test.each<[string, TaskStatus, string, number, RegExp]>([
    ['ended well', finished, 'posted', usualCost, /^“Title 1” and “Title 2”/],
    ['failed', failed, 'failed', 0, /couldn't finish it.*Nothing was charged/],
  ])(
    'has its task looked up: where that %s, charge and message are corrected',
    async (_, truth, state, spent, text) => {
      const { jobId, answerNow } = await sendSlowlyAndBook(accepted('task-1'))
      world.service.alwaysFind(truth)
      await answerNow()
      await world.queue.run()
      expect(await world.job(jobId)).toMatchObject({ state, taskId: 'task-1', toldState: state })
      expect(world.texts()).toEqual([expect.stringMatching(text)])
      await expectSettled(world, spent)
    },
  )

  test('has a task that still runs looked at every ten minutes, for a day', async () => {
    const { jobId, answerNow } = await sendSlowlyAndBook(accepted('task-1'))
    world.service.alwaysFind(pending)
    await answerNow()
    await world.queue.run()
    const looksMs = world.service.lookUps.map(({ atMs }) => atMs)
    expect(looksMs).toHaveLength(144)
    expect(new Set(looksMs.slice(1).map((atMs, index) => atMs - (looksMs[index] ?? 0)))).toEqual(
      new Set([10 * 60_000]),
    )
    expect(await world.job(jobId)).toMatchObject({ state: 'booked', toldState: 'booked' })
    await expectSettled(world, hold)
  })

  test('is not lost where it comes while the booking is being told', async () => {
    const { jobId, answerNow } = await sendSlowly(accepted('task-1'))
    world.service.alwaysFind(finished)
    const { told } = world.store
    let isFirst = true
    const overtaken: typeof told = async (...args) => {
      if (isFirst) await answerNow()
      isFirst = false
      return told(...args)
    }
    const store = { ...world.store, told: overtaken }
    await world.queue.work(createWakeHandler({ ...world.deps, store }), 10)
    await world.runWithSweeps(world.clock.now() + 20_000)
    await world.queue.run()
    expect(await world.job(jobId)).toMatchObject({ state: 'posted' })
    await expectSettled(world, usualCost)
  })
})
