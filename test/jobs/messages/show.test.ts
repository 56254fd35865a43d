import { afterEach, beforeEach, expect, test } from 'vitest'
import { AppError } from '../../../src/core/errors.ts'
import { createWakeHandler } from '../../../src/jobs/worker/work.ts'
import { type JobWorld, openJobWorld } from '../../support/jobs/job-world.ts'
import { accepted } from '../../support/service/scripted-audio-service.ts'

let world: JobWorld

beforeEach(async () => {
  world = await openJobWorld()
})
afterEach(() => world.close())

const ready = expect.stringMatching(/^“Title 1” and “Title 2”/)
const working = expect.stringMatching(/^Working/)
const stillMs = 90_000
const stepsAtOnce = 10

/** A worker stands still once, when what it noted is kept and it has not learnt of that; another one goes on. */
const standsStillAfterNoting = async (noted: 'post_tried' | 'news'): Promise<void> => {
  const { store, clock } = world
  let stoodStill = false
  const standStill = async ({ id }: { id: string }): Promise<void> => {
    if (stoodStill) return
    stoodStill = true
    clock.advance(stillMs)
    await store.take(id, (await world.job(id)).wake, clock.now() + stillMs)
  }
  const note: typeof store.note = async (step, name, value) => {
    await store.note(step, name, value)
    if (name === noted) await standStill(step)
  }
  const news: typeof store.news = async (step, event) => {
    const wakeUp = await store.news(step, event)
    if (noted === 'news') await standStill(step)
    return wakeUp
  }
  await world.queue.work(createWakeHandler({ ...world.deps, store: { ...store, note, news } }), stepsAtOnce)
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
  expect(world.texts()).toEqual([expect.stringMatching(/^“Title 1” and “Title 2”/)])
})

test('news that another worker tells by now is left out, without a warning', async () => {
  await standsStillAfterNoting('news')
  await world.start()
  await world.runWithSweeps(world.clock.now() + 2 * stillMs)
  expect(world.log.lines).toContainEqual(expect.objectContaining({ message: 'progress was left out' }))
  expect(world.log.warnings()).toEqual([])
})

test('news that reaches its message only after the result, as nobody learnt what became of it, does not cover that', async () => {
  const { port } = world.platform
  const late: (() => Promise<unknown>)[] = []
  const edit: typeof port.edit = async (ref, message, attempt, home) => {
    if (message.text.startsWith('Working') && late.length === 0) {
      late.push(() => port.edit(ref, message, attempt, home))
      throw new AppError('platform_unavailable', 'no answer')
    }
    const moved = await port.edit(ref, message, attempt, home)
    if (message.text.startsWith('“Title 1”')) await late.pop()?.()
    return moved
  }
  const platforms = new Map([['discord', { ...port, edit }]] as const)
  await world.queue.work(createWakeHandler({ ...world.deps, platforms }), stepsAtOnce)
  world.service.submitWith(accepted('task-1', { etaSeconds: 5 }))
  const jobId = await world.start()
  await world.runWithSweeps(world.clock.now() + stillMs)
  expect(world.platform.messages[0]?.texts.slice(-3)).toEqual([ready, working, ready])
  expect(await world.job(jobId)).toMatchObject({ state: 'posted', repeatDueMs: undefined })
})
