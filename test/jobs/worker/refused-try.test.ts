import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SubmitOutcome } from '../../../src/core/job/audio-service.ts'
import { createWakeHandler } from '../../../src/jobs/worker/work.ts'
import { crashPointsOf, createMortalWorker, type NamedCrashPoint } from '../../support/jobs/crash.ts'
import { type JobWorld, openJobWorld } from '../../support/jobs/job-world.ts'

const minuteMs = 60_000
const noBalance: SubmitOutcome = { status: 'refused', why: 'balance', said: undefined }

let world: JobWorld
beforeEach(async () => {
  world = await openJobWorld()
})
afterEach(() => world.close())

/** The account is empty, and a job waits for the end of the pause: then it is the one that tries. */
const waiting = async (): Promise<string> => {
  world.service.submitWith(noBalance)
  await world.start()
  await world.queue.run(world.clock.now())
  world.clock.advance(world.deps.deadlines.pauseMs - 1)
  const { pausedFor } = world.places
  Object.assign(world.places, { pausedFor: () => Promise.resolve(undefined) })
  const jobId = await world.start()
  Object.assign(world.places, { pausedFor })
  await world.queue.run(world.clock.now())
  expect(await world.job(jobId)).toMatchObject({ state: 'accepted' })
  world.service.submitWith(noBalance)
  return jobId
}

/** The job tries and is refused, by a worker that dies there; then others go on. */
const tryAndDie = async (point?: NamedCrashPoint) => {
  const jobId = await waiting()
  const mortal = createMortalWorker(world.deps, point)
  await world.queue.work(mortal.handler, 1)
  world.clock.advance(1)
  const called = await world.places.tend()
  expect(called).toEqual([jobId])
  const wakeUp = await world.store.call(jobId)
  if (wakeUp !== undefined) await world.queue.wake(jobId, wakeUp.wake, 0)
  await world.queue.run(world.clock.now())
  expect(mortal.isDead()).toBe(point !== undefined)
  world.queue.lose()
  await world.queue.work(createWakeHandler(world.deps), 1)
  await world.runWithSweeps(world.clock.now() + 20 * minuteMs, minuteMs)
  return { jobId, effects: mortal.effects }
}

test('a job that is refused as a try is bought once, or booked where nobody can know, wherever its worker dies', async () => {
  const { jobId, effects } = await tryAndDie()
  expect(await world.job(jobId)).toMatchObject({ state: 'posted' })
  const sent = effects.indexOf('service.submit')
  expect(effects.slice(sent, sent + 6)).toEqual([
    'service.submit',
    'places.isTry',
    'store.returnToAccepted',
    'queue.wake',
    'places.pause',
    'places.release',
  ])
  for (const point of crashPointsOf(effects, sent, sent + 5)) {
    world.close()
    world = await openJobWorld()
    const died = await tryAndDie(point)
    const isKnown = point.effect > sent + 2 || (point.effect === sent + 2 && point.when === 'after')
    const state = isKnown ? 'posted' : 'booked'
    expect(await world.job(died.jobId), `${point.when} ${point.name}`).toMatchObject({ state })
    expect(await world.balances()).toMatchObject({ held: 0 })
    expect(world.service.submissions.length).toBe(
      isKnown ? 3 : point.effect === sent && point.when === 'before' ? 1 : 2,
    )
    expect(await world.places.leases()).toEqual([])
  }
})
