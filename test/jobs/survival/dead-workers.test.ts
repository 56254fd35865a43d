import { describe, expect, test } from 'vitest'
import { createWakeHandler } from '../../../src/jobs/worker/work.ts'
import {
  type CrashPoint,
  crashPointsOf,
  createMortalWorker,
  effectsOfAJob,
} from '../../support/jobs/crash.ts'
import { openJobWorld } from '../../support/jobs/job-world.ts'
import { expectPeace } from '../../support/jobs/verdict.ts'
import { accepted } from '../../support/service/scripted-audio-service.ts'

const stepsAtOnce = 10
const recoveryMs = 10 * 60_000

/** Effects of a job that all goes well with: before or after each, its worker can die. */
const effects = await effectsOfAJob(await openJobWorld())

/** Between these two nobody can tell whether the service took the request. */
const isInDoubt = ({ effect, when }: CrashPoint): boolean => {
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
      const worker = createMortalWorker(world.deps, point)
      await world.queue.work(worker.handler, stepsAtOnce)
      const jobId = await world.start()
      await world.queue.run()
      expect(worker.isDead()).toBe(true)
      world.queue.lose()

      await world.queue.work(createWakeHandler(world.deps), stepsAtOnce)
      await world.runWithSweeps(world.clock.now() + recoveryMs)

      const state = isInDoubt(point) ? 'booked' : 'posted'
      expect(await world.job(jobId)).toMatchObject({ state, toldState: state })
      expect(world.service.submissions.length).toBeLessThanOrEqual(1)
      expect(world.platform.messages).toHaveLength(1)
      expect(world.texts()[0]).toMatch(
        isInDoubt(point) ? /did not work out\..* stay booked/ : /^Your song is ready/,
      )
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
