import { describe, expect, test } from 'vitest'
import { createWakeHandler } from '../../../src/jobs/worker/work.ts'
import {
  crashPointsOf,
  createMortalWorker,
  dieAt,
  effectsOfAJob,
  type NamedCrashPoint,
} from '../../support/jobs/crash.ts'
import { openJobWorld } from '../../support/jobs/job-world.ts'
import { expectPeace, expectVerdict } from '../../support/jobs/verdict.ts'
import { accepted } from '../../support/service/scripted-audio-service.ts'

const stepsAtOnce = 10
const minuteMs = 60_000
const recoveryMs = 10 * minuteMs

/** Effects of a job that all goes well with: before or after each, its worker can die. */
const effects = await effectsOfAJob(await openJobWorld())

/** Between these two nobody can tell whether the service took the request. */
const isInDoubt = ({ effect, when }: NamedCrashPoint): boolean => {
  const at = effect * 2 + (when === 'after' ? 1 : 0)
  const begins = effects.indexOf('store.beginSubmit') * 2 + 1
  const ends = effects.indexOf('store.submitted') * 2
  return at >= begins && at <= ends
}

test('a job has effects enough to die at', () => {
  expect(effects).toEqual(expect.arrayContaining(['store.take', 'store.beginSubmit', 'service.submit']))
  expect(effects).toEqual(
    expect.arrayContaining(['store.submitted', 'store.ready', 'discord.edit', 'queue.wake']),
  )
  expect(effects.length).toBeGreaterThan(15)
})

describe('a worker that dies', () => {
  test.each(crashPointsOf(effects))(
    '$when effect $effect, $name: nothing is bought or said twice',
    async (point) => {
      const world = await openJobWorld()
      const jobId = await dieAt(world, point)
      await world.runWithSweeps(world.clock.now() + recoveryMs)

      const state = isInDoubt(point) ? 'booked' : 'posted'
      expect(await world.job(jobId)).toMatchObject({ state, toldState: state })
      const text = isInDoubt(point) ? /failed\..* still count as used/ : /^“Title 1” and “Title 2”/
      const { length } = world.service.submissions
      expect(length).toBeLessThanOrEqual(1)
      await expectVerdict(world, { submissions: length, texts: [text] })
      await expectPeace(world)
      world.close()
    },
  )
})

describe('a wake-up that is lost', () => {
  const wakeUps = 1 + effects.filter((name) => name === 'queue.wake').length

  test.each(Array.from({ length: wakeUps }, (_, lost) => lost))(
    '(number %d) is made good by the sweeper',
    async (lost) => {
      const world = await openJobWorld()
      let count = -1
      const { wake } = world.queue
      world.queue.wake = (...args) => {
        count += 1
        return count === lost ? Promise.resolve(true) : wake(...args)
      }
      const jobId = await world.start()
      await world.runWithSweeps(world.clock.now() + recoveryMs)
      expect(count).toBeGreaterThanOrEqual(lost)
      expect(await world.job(jobId)).toMatchObject({ state: 'posted' })
      expect(world.service.submissions).toHaveLength(1)
      expect(world.platform.messages).toHaveLength(1)
      await expectPeace(world)
      world.close()
    },
  )
})

describe('two workers', () => {
  test('on one wake-up buy one song and show it in one message', async () => {
    const world = await openJobWorld()
    const handlers = [createWakeHandler(world.deps), createWakeHandler(world.deps)]
    await world.queue.work(async (jobId, wake) => {
      await Promise.all(handlers.map((handle) => handle(jobId, wake)))
    }, stepsAtOnce)
    const jobId = await world.start()
    await world.runWithSweeps(world.clock.now() + recoveryMs)
    expect(await world.job(jobId)).toMatchObject({ state: 'posted' })
    expect(world.service.submissions).toHaveLength(1)
    expect(world.platform.messages).toHaveLength(1)
    await expectPeace(world)
    world.close()
  })

  test('of which one wakes up after the other has taken over, and knows no more: the late one writes nothing', async () => {
    const world = await openJobWorld()
    const sleeping = Promise.withResolvers<void>()
    const asleep = Promise.withResolvers<void>()
    world.service.submitWith(async () => {
      asleep.resolve()
      await sleeping.promise
      return { status: 'uncertain', reason: 'late' }
    })
    await world.queue.work(() => Promise.resolve(), stepsAtOnce)
    const jobId = await world.start()
    const late = createWakeHandler(world.deps)(jobId, 1)
    await asleep.promise
    await world.queue.work(createWakeHandler(world.deps), stepsAtOnce)
    await world.runWithSweeps(world.clock.now() + recoveryMs)
    const booked = await world.job(jobId)
    expect(booked).toMatchObject({ state: 'booked', toldState: 'booked' })
    sleeping.resolve()
    await late
    expect(await world.job(jobId)).toEqual(booked)
    expect(world.service.submissions).toHaveLength(1)
    await expectPeace(world)
    world.close()
  })

  test('of which the slow one was answered after all: its task is not lost', async () => {
    const world = await openJobWorld()
    const sleeping = Promise.withResolvers<void>()
    const asleep = Promise.withResolvers<void>()
    world.service.submitWith(async () => {
      asleep.resolve()
      await sleeping.promise
      return accepted('task-late', { etaSeconds: 10, estimate: undefined })
    })
    await world.queue.work(() => Promise.resolve(), stepsAtOnce)
    const jobId = await world.start()
    const slow = createWakeHandler(world.deps)(jobId, 1)
    await asleep.promise
    const { wake } = await world.job(jobId)
    world.clock.advance(world.deps.deadlines.submitMs - 1)
    await createWakeHandler(world.deps)(jobId, wake)
    expect(await world.job(jobId)).toMatchObject({ state: 'submitting' })
    sleeping.resolve()
    await slow
    expect(await world.job(jobId)).toMatchObject({ state: 'submitted', taskId: 'task-late' })
    await world.queue.work(createWakeHandler(world.deps), stepsAtOnce)
    await world.runWithSweeps(world.clock.now() + recoveryMs)
    expect(await world.job(jobId)).toMatchObject({ state: 'posted' })
    await expectPeace(world)
    world.close()
  })
})

const stillMs = 150_000

/**
 * Let go on there, it sees that its time is over before it sends anything, and takes back that it may
 * have. Another worker has taken it for sent by then, as everywhere between there and the answer,
 * which brings the result anyway.
 */
const seesItsTimeIsOver = (effect: number): boolean => {
  const first = effects.indexOf('store.outlivesFailover')
  return effect === first || effect === first + 1
}

// Before one effect is after the last one, so these are all the places at which a process can stand still.
describe('row 11, stopped (SIGSTOP) for 150 seconds, while another worker takes over, then let go on', () => {
  test.each(effects.map((name, effect) => ({ name, effect })))(
    'before effect $effect, $name: never bought or said twice',
    async ({ effect }) => {
      const world = await openJobWorld()
      const { promise: letGoOn, resolve } = Promise.withResolvers<void>()
      const stopped = createMortalWorker(world.deps, { effect, when: 'before' }, letGoOn)
      await world.queue.work(stopped.handler, stepsAtOnce)
      await world.start()
      await world.queue.run()
      expect(stopped.isDead()).toBe(true)
      world.queue.lose()
      await world.queue.work(createWakeHandler(world.deps), stepsAtOnce)
      await world.runWithSweeps(world.clock.now() + stillMs, stillMs / 6)
      resolve()
      await stopped.rest()
      await world.runWithSweeps(world.clock.now() + 10 * minuteMs, minuteMs)
      const text = seesItsTimeIsOver(effect)
        ? /interrupted before your request could start\. Nothing was charged/
        : /^“Title 1” and “Title 2”/
      await expectVerdict(world, { submissions: seesItsTimeIsOver(effect) ? 0 : 1, texts: [text] })
      world.close()
    },
  )
})
