import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ErrorCode } from '../../../src/core/errors.ts'
import { createWakeHandler } from '../../../src/jobs/worker/work.ts'
import { type CrashPoint, createMortalWorker } from '../../support/jobs/crash.ts'
import { type JobWorld, openJobWorld } from '../../support/jobs/job-world.ts'

let world: JobWorld

beforeEach(async () => {
  world = await openJobWorld()
})
afterEach(() => world.close())

const minuteMs = 60_000
const times = (count: number, code: ErrorCode): ErrorCode[] => Array.from({ length: count }, () => code)
const words = () =>
  world.platform.words.map(({ member, message }) =>
    `${member}: ${message.text}`.replaceAll(/(?<=recover |job:)\w{8}(?= )/g, 'its-name'),
  )

const unshown =
  "member-1: Your song was made, but I couldn't show it where you asked. It's saved. Use /jobs recover its-name to try again there for free, or /result job:its-name to show it somewhere else."
const failed = "member-1: Your song failed. The audio service couldn't finish it. Nothing was charged."

/** A job whose service has taken it and whose place takes nothing from then on. */
const jobWithoutPlace = async (): Promise<string> => {
  const jobId = await world.start()
  await world.queue.run(world.clock.now())
  world.platform.failNext('edit', ...times(50, 'cannot_post'))
  return jobId
}

describe('where the place is gone', () => {
  test('a result is withheld, and the requester is told alone, with what it cost', async () => {
    const jobId = await jobWithoutPlace()
    await world.queue.run()
    expect(await world.job(jobId)).toMatchObject({ state: 'withheld' })
    expect(words()).toEqual([unshown])
    expect(JSON.stringify(world.platform.words[0]?.message)).toMatch(/[\d.]+ credits, [\d.]+ left/)
    expect(world.platform.messages).toHaveLength(1)
  })

  test('an end without a result is told alone', async () => {
    world.service.alwaysFind({ status: 'failed', said: undefined })
    const jobId = await jobWithoutPlace()
    await world.queue.run()
    expect(await world.job(jobId)).toMatchObject({ state: 'failed', toldState: 'failed' })
    expect(words()).toEqual([failed])
  })

  test('a member who takes no direct messages has it in the list of their jobs, and the log says so', async () => {
    const jobId = await jobWithoutPlace()
    world.platform.failNext('direct', 'cannot_post')
    await world.queue.run()
    expect(await world.job(jobId)).toMatchObject({ state: 'withheld', deliverTries: 0 })
    expect(words()).toEqual([])
    expect(world.log.warnings()).toContain('a member could not be told')
  })

  test('a word that certainly did not get out is tried again', async () => {
    const jobId = await jobWithoutPlace()
    world.platform.failNext('direct', 'platform_unavailable', 'platform_unavailable')
    await world.queue.run()
    expect(await world.job(jobId)).toMatchObject({ state: 'withheld', deliverTries: 2 })
    expect(words()).toEqual([unshown])
  })

  test('a word that never gets out is given up in the end', async () => {
    const jobId = await jobWithoutPlace()
    world.platform.failNext('direct', ...times(50, 'platform_unavailable'))
    await world.queue.run()
    expect(await world.job(jobId)).toMatchObject({ state: 'withheld' })
    expect(words()).toEqual([])
  })
})

test('where the platform is away for long, nobody is told twice: perhaps the message says it', async () => {
  world.service.alwaysFind({ status: 'failed', said: undefined })
  const jobId = await world.start()
  await world.queue.run(world.clock.now())
  world.platform.failNext('edit', ...times(50, 'platform_unavailable'))
  await world.queue.run()
  expect(await world.job(jobId)).toMatchObject({ toldState: 'failed' })
  expect(words()).toEqual([])
  expect(world.log.warnings()).toContain('a member could not be told')
})

test('what was told in private is not shown in its place as well, though that is there again', async () => {
  const jobId = await world.start()
  await world.queue.run(world.clock.now())
  world.platform.failNext('edit', 'cannot_post', 'cannot_post')
  const effects = await effectsOf(jobId)
  const tell = effects.indexOf('discord.notify')
  expect(tell).toBeGreaterThan(0)
  await world.close()

  world = await openJobWorld()
  const again = await world.start()
  await world.queue.run(world.clock.now())
  world.platform.failNext('edit', 'cannot_post', 'cannot_post')
  await effectsOf(again, { effect: tell, when: 'after' })
  await world.runWithSweeps(world.clock.now() + 20 * minuteMs)
  expect(await world.job(again)).toMatchObject({ state: 'withheld' })
  expect(words()).toEqual([unshown])
  expect(world.texts()).toEqual(['Working on your song.'])
})

/** What a worker does with a job until nothing is left, or until it dies at a point. */
const effectsOf = async (jobId: string, point?: CrashPoint): Promise<readonly string[]> => {
  const worker = createMortalWorker(world.deps, point)
  const { handler } = worker
  await world.queue.work(handler, 10)
  const isOver = async () => ['posted', 'withheld'].includes((await world.job(jobId))?.state ?? '')
  while (!worker.isDead() && !(await isOver())) {
    const [next] = world.queue.waiting()
    if (next === undefined) break
    await world.queue.run(next.dueMs)
  }
  await world.queue.work(createWakeHandler(world.deps), 10)
  return worker.effects
}
