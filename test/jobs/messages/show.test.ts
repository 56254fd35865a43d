import { afterEach, beforeEach, expect, test } from 'vitest'
import { createWakeHandler } from '../../../src/jobs/worker/work.ts'
import { type JobWorld, openJobWorld } from '../../support/jobs/job-world.ts'

let world: JobWorld

beforeEach(async () => {
  world = await openJobWorld()
})
afterEach(() => world.close())

const stillMs = 90_000
const stepsAtOnce = 10

/** A worker stands still once, when its note is kept and it has not learnt of that; another one goes on. */
const standsStillAfterNoting = async (noted: string): Promise<void> => {
  const { store, clock } = world
  let stoodStill = false
  const note: typeof store.note = async (step, name, value) => {
    await store.note(step, name, value)
    if (stoodStill || name !== noted) return
    stoodStill = true
    clock.advance(stillMs)
    await store.take(step.id, (await world.job(step.id)).wake, clock.now() + stillMs)
  }
  await world.queue.work(createWakeHandler({ ...world.deps, store: { ...store, note } }), stepsAtOnce)
}

test('a worker that stood still after it noted a new message posts none: another may be posting it', async () => {
  await standsStillAfterNoting('post_tried')
  const jobId = await world.start()
  await world.queue.run(world.clock.now())
  const [first] = world.platform.messages
  if (first !== undefined) world.platform.remove(first.ref)
  world.queue.lose()
  await world.runWithSweeps(world.clock.now() + stillMs / 2)
  expect((await world.job(jobId)).notes.post_tried).toBeDefined()
  expect(world.platform.messages).toEqual([])
  await world.runWithSweeps(world.clock.now() + 10 * stillMs, stillMs)
  expect(world.texts()).toEqual([expect.stringMatching(/^Your song is ready/)])
})

test('news that another worker tells by now is left out, without a warning', async () => {
  await standsStillAfterNoting('progress')
  await world.start()
  await world.runWithSweeps(world.clock.now() + 2 * stillMs)
  expect(world.log.lines).toContainEqual(expect.objectContaining({ message: 'progress was left out' }))
  expect(world.log.warnings()).toEqual([])
})
