import { describe, expect, test } from 'vitest'
import type { JobState } from '../../src/core/job/job.ts'
import type { CancelWish } from '../../src/core/job/job-store.ts'
import { createWakeHandler } from '../../src/jobs/worker/work.ts'
import { crashPointsOf, createMortalWorker } from '../support/jobs/crash.ts'
import { createInterruptedWorker } from '../support/jobs/interrupted.ts'
import { type JobWorld, openJobWorld } from '../support/jobs/job-world.ts'
import { expectPeace } from '../support/jobs/verdict.ts'
import { usualCost } from '../support/service/scripted-audio-service.ts'

const stepsAtOnce = 10
/** A delivery is given up after six minutes, and found ten seconds later. */
const recoveryMs = 8 * 60_000
const sweepsApartMs = 60_000

const cancel = async ({ control, job }: JobWorld, jobId: string, wish?: CancelWish) =>
  control.cancel(await job(jobId), 'member-1', wish)

/** What is true of a job by what its member was told about the cancel. */
const ends = {
  voided: { state: 'voided', spent: 0, says: 'Your song was cancelled. Nothing was charged.' },
  flagged: { state: 'withheld', spent: usualCost, says: 'is done, but hidden. /jobs recover' },
  not_free: { state: 'posted', spent: usualCost, says: '“Title 1” and “Title 2”' },
  already_done: { state: 'posted', spent: usualCost, says: '“Title 1” and “Title 2”' },
} as const satisfies Record<string, { state: JobState; spent: number; says: string }>

const isKnown = (status: string): status is keyof typeof ends => status in ends

/** Effects of a job that all goes well with: the moments at which somebody may cancel it. */
const effectsOfAJob = async (): Promise<readonly string[]> => {
  const world = await openJobWorld()
  const worker = createInterruptedWorker(world.deps)
  await world.queue.work(worker.handler, stepsAtOnce)
  await world.start()
  await world.queue.run()
  world.close()
  return worker.effects
}

const moments = (await effectsOfAJob()).map((name, effect) => ({ name, effect }))

const wishes = [
  { wish: 'in_any_case', come: ['already_done', 'flagged', 'voided'] },
  { wish: 'if_free', come: ['already_done', 'not_free', 'voided'] },
] as const satisfies { wish: CancelWish; come: string[] }[]

describe.each(wishes)('a cancel $wish', ({ wish, come }) => {
  const answers = new Set<string>()

  test.each(moments)('right before $effect, $name, ends as its member was told', async ({ effect }) => {
    const world = await openJobWorld()
    let jobId = ''
    let status = 'never'
    const first = async () => {
      status = await cancel(world, jobId, wish)
    }
    const worker = createInterruptedWorker(world.deps, { effect, first })
    await world.queue.work(worker.handler, stepsAtOnce)
    jobId = await world.start()
    await world.queue.run()
    answers.add(status)
    if (!isKnown(status)) throw new Error(status)
    const { state, spent, says } = ends[status]
    expect(await world.job(jobId)).toMatchObject({ state })
    expect(await world.balances()).toMatchObject({ spent })
    expect(world.texts()).toEqual([expect.stringContaining(says)])
    expect(world.service.submissions.length).toBe(status === 'voided' ? 0 : 1)
    await expectPeace(world)
    world.close()
  })

  test('comes at all moments that make a difference', () => {
    expect([...answers].sort()).toEqual(come)
  })
})

/** A job whose result was kept back, and which somebody asked for again. */
const recovered = async (world: JobWorld): Promise<string> => {
  const jobId = await world.start()
  await world.queue.run(world.clock.now())
  await cancel(world, jobId)
  await world.queue.run()
  const [seen] = world.platform.messages
  if (seen !== undefined) world.platform.remove(seen.ref)
  expect(await world.control.recover(await world.job(jobId))).toBe('woken')
  return jobId
}

const effectsOfARecovery = async (): Promise<readonly string[]> => {
  const world = await openJobWorld()
  await recovered(world)
  const worker = createMortalWorker(world.deps)
  await world.queue.work(worker.handler, stepsAtOnce)
  await world.queue.run()
  world.close()
  return worker.effects
}

/** The edit of a message that is gone does not come to anything that a worker could die after. */
const deaths = crashPointsOf(await effectsOfARecovery()).filter(
  ({ name, when }) => name !== 'discord.edit' || when === 'before',
)

describe('a recovery', () => {
  test('posts again where the message is gone, so it has something to do twice', () => {
    expect(deaths.map(({ name }) => name)).toEqual(expect.arrayContaining(['discord.post', 'store.finish']))
  })

  test.each(deaths)('whose worker dies $when effect $effect, $name, shows the result once', async (point) => {
    const world = await openJobWorld()
    const jobId = await recovered(world)
    const worker = createMortalWorker(world.deps, point)
    await world.queue.work(worker.handler, stepsAtOnce)
    await world.queue.run()
    expect(worker.isDead()).toBe(true)
    await world.queue.work(createWakeHandler(world.deps), stepsAtOnce)
    await world.runWithSweeps(world.clock.now() + recoveryMs, sweepsApartMs)
    expect(await world.job(jobId)).toMatchObject({ state: 'posted' })
    expect(world.texts()).toEqual([expect.stringContaining('“Title 1” and “Title 2”')])
    expect(await world.balances()).toMatchObject({ spent: usualCost })
    await expectPeace(world)
    world.close()
  })
})
