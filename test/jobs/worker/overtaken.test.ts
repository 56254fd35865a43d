import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { SubmitOutcome } from '../../../src/core/job/audio-service.ts'
import type { JobState } from '../../../src/core/job/job.ts'
import type { JobStore } from '../../../src/core/job/job-store.ts'
import { createWakeHandler } from '../../../src/jobs/worker/work.ts'
import { type CallbackWorld, openCallbackWorld } from '../../support/jobs/callback-world.ts'
import { deadLettersOf } from '../../support/jobs/dead-letters.ts'
import { type JobWorld, openJobWorld } from '../../support/jobs/job-world.ts'
import { expectPeace, expectSettled } from '../../support/jobs/verdict.ts'
import { accepted, usualCost } from '../../support/service/scripted-audio-service.ts'

let world: JobWorld
let calledBack: CallbackWorld

beforeEach(async () => {
  world = await openJobWorld({ parallel: 1 })
  calledBack = await openCallbackWorld()
})
afterEach(() => {
  world.close()
  calledBack.close()
})

const minuteMs = 60_000
const refusal = { status: 'refused', why: 'request', said: 'no' } as const
const busy = { status: 'busy' } as const
const notSent = { status: 'not_sent', reason: 'ECONNREFUSED' } as const
const nothingCharged = /Nothing was charged/

/** Something happens right before the next call of this operation, once the call has been decided on. */
const overtakeNext = ({ store }: JobWorld, name: keyof JobStore, first: () => Promise<unknown>): void => {
  const real = store[name] as (...args: unknown[]) => Promise<unknown>
  const overtaken = async (...args: unknown[]) => {
    Object.assign(store, { [name]: real })
    await first()
    return real(...args)
  }
  Object.assign(store, { [name]: overtaken })
}

/** A job whose paid request is answered only when a test says so, long after it counts as unknown. */
const sendSlowly = async (within: JobWorld, answer: SubmitOutcome, unsentTries = 0) => {
  const jobId = await within.start()
  await within.redis.hset(within.keys.job(jobId), 'unsent_tries', unsentTries)
  const late = Promise.withResolvers<void>()
  within.service.submitWith(async () => {
    await late.promise
    return answer
  })
  const slow = createWakeHandler(within.deps)(jobId, 1)
  await expect.poll(() => within.service.submissions.length).toBe(1)
  within.clock.advance(within.deps.deadlines.submitMs)
  const answerNow = () => {
    late.resolve()
    return slow
  }
  return { jobId, answerNow }
}

/** What may help and the buttons of all that people see, as they are called. */
const belowMessages = ({ platform }: JobWorld): readonly string[] =>
  platform.messages.flatMap(({ message }) =>
    message.blocks.flatMap((block) => {
      if (block.kind === 'note') return [block.text]
      return block.kind === 'buttons' ? block.buttons.map(({ label }) => label) : []
    }),
  )

const secondsOn = (of: JobWorld, seconds: number) => of.runWithSweeps(of.clock.now() + seconds * 1000)

describe('a paid request that was booked before its answer came', () => {
  test.each<[string, SubmitOutcome, number]>([
    ['was refused', refusal, 0],
    ['met a busy service', busy, 0],
    ['did not leave, for the fifth time', notSent, 4],
  ])('and that %s, costs nothing after all, and its message says so', async (_, answer, unsentTries) => {
    const { jobId, answerNow } = await sendSlowly(world, answer, unsentTries)
    await secondsOn(world, 20)
    expect(await world.job(jobId)).toMatchObject({ state: 'booked', toldState: 'booked' })
    await answerNow()
    await secondsOn(world, 20)
    expect(await world.job(jobId)).toMatchObject({ state: 'voided', toldState: 'voided' })
    expect(world.texts()).toEqual([expect.stringMatching(nothingCharged)])
    await expectSettled(world, 0)
  })

  test('is promised no result, and can be deleted, while only the worker that sent it can still report it', async () => {
    const { answerNow } = await sendSlowly(world, busy)
    await secondsOn(world, 20)
    expect(belowMessages(world)).toEqual(['Running it again uses more credits.', 'Again', 'Edit', 'Delete'])
    expect(await world.store.rewake(Number.MAX_SAFE_INTEGER)).toEqual([])
    await answerNow()
  })

  test('and refunded by an operator, says so, and can still be deleted', async () => {
    const { jobId, answerNow } = await sendSlowly(world, busy)
    await secondsOn(world, 20)
    expect(await deadLettersOf(world).refund(jobId)).toMatchObject({ status: 'refunded', isMemberTold: true })
    await secondsOn(world, 20)
    expect(world.texts()).toEqual([expect.stringMatching(/^Your song failed.*Refunded in full/)])
    expect(belowMessages(world)).toContain('Delete')
    await expectSettled(world, 0)
    await answerNow()
  })

  test('and that names its task after all, brings its result, though none was promised', async () => {
    const { jobId, answerNow } = await sendSlowly(world, accepted('task-9'))
    await secondsOn(world, 20)
    expect(belowMessages(world)).toContain('Delete')
    await answerNow()
    await secondsOn(world, 20)
    expect(await world.job(jobId)).toMatchObject({ state: 'posted', taskId: 'task-9' })
    expect(world.texts()).toEqual([expect.stringMatching(/^“Title 1” and “Title 2”/)])
  })

  test.each<[string, SubmitOutcome, JobState, number]>([
    ['was not taken', busy, 'voided', 0],
    ['has a task', accepted('task-9'), 'withheld', usualCost],
  ])('and deleted, and that %s after all, has the books corrected alone', async (_, answer, state, spent) => {
    const { jobId, answerNow } = await sendSlowly(world, answer)
    await secondsOn(world, 20)
    expect(await world.control.remove(await world.job(jobId), 'member-1')).toBe('woken')
    await secondsOn(world, 20)
    expect(world.texts()).toEqual([])
    expect(await world.job(jobId)).toMatchObject({ state: 'booked', removal: 'done' })
    await answerNow()
    await secondsOn(world, 20)
    expect(await world.job(jobId)).toMatchObject({ state })
    expect(world.texts()).toEqual([])
    expect(await world.balances()).toEqual({ spent, held: 0 })
    await expectPeace(world)
  })

  test('says so also where the answer comes while the booking is being told', async () => {
    const { jobId, answerNow } = await sendSlowly(world, busy)
    overtakeNext(world, 'told', answerNow)
    await secondsOn(world, 30)
    expect(await world.job(jobId)).toMatchObject({ state: 'voided', toldState: 'voided' })
    expect(world.texts()).toEqual([expect.stringMatching(nothingCharged)])
    await expectSettled(world, 0)
  })
})

describe('an answer that comes while another worker puts off what it does not know', () => {
  test.each<[string, SubmitOutcome, RegExp]>([
    ['a refusal', refusal, nothingCharged],
    ['that it is too busy', busy, /^“Title 1” and “Title 2”/],
    ['a task', accepted('task-9', { etaSeconds: 4 }), /^“Title 1” and “Title 2”/],
  ])('%s is acted upon soon', async (_, answer, text) => {
    const { jobId, answerNow } = await sendSlowly(calledBack, answer)
    let state = 'never'
    overtakeNext(calledBack, 'wakeAt', async () => {
      state = (await calledBack.job(jobId)).state
      await answerNow()
    })
    await secondsOn(calledBack, 5 * 60)
    expect(state).toBe('uncertain')
    expect(calledBack.texts()).toEqual([expect.stringMatching(text)])
  })
})

describe('a cancel', () => {
  test('that comes while the job puts off its next look in the line is said in its message at once', async () => {
    await world.start()
    const waiting = await world.start()
    overtakeNext(world, 'wakeAt', async () => world.control.cancel(await world.job(waiting), 'member-1'))
    await world.queue.run(world.clock.now())
    await secondsOn(world, 10)
    expect(await world.job(waiting)).toMatchObject({ state: 'voided', toldState: 'voided' })
  })

  test('that comes while a running job puts off its next look is said in its message at once', async () => {
    world.service.alwaysFind({ status: 'pending' })
    const jobId = await world.start()
    await world.queue.run(world.clock.now() + 10 * minuteMs)
    overtakeNext(world, 'wakeAt', async () => world.control.cancel(await world.job(jobId), 'member-1'))
    await world.queue.run(world.clock.now() + 31_000)
    const { notes } = await world.job(jobId)
    expect(notes.runs_on).toBe('submitted')
  })
})

describe('two answers to the same event', () => {
  test('of which one came in time start the job, whatever became of the other', async () => {
    const answer = await world.ask()
    if (answer.kind !== 'accepted') throw new Error(answer.message.text)
    const { jobId } = answer
    const message = world.platform.answer(answer.message)
    overtakeNext(world, 'void', () => world.acknowledged(jobId, { kind: 'given', message }))
    await world.acknowledged(jobId, { kind: 'too_late' })
    await secondsOn(world, 5 * 60)
    expect(await world.job(jobId)).toMatchObject({ state: 'posted' })
  })
})
