import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type JobWorld, openJobWorld } from '../../support/jobs/job-world.ts'
import { finished } from '../../support/service/scripted-audio-service.ts'

let world: JobWorld

beforeEach(async () => {
  world = await openJobWorld()
})
afterEach(() => world.close())

const remove = async (jobId: string) => world.control.remove(await world.job(jobId), 'member-1')

const over = async (): Promise<string> => {
  const jobId = await world.start()
  await world.queue.run()
  return jobId
}

const channel = { account: 'discord:server-1', channel: 'channel-1' } as const

describe('a message that somebody deletes by its button', () => {
  test('is taken away by the worker that takes the job up next, and the job stays in the books', async () => {
    const jobId = await over()
    expect(world.texts()).toHaveLength(1)
    expect(await world.clips.latest(channel, 10)).toHaveLength(2)
    const before = await world.balances()
    expect(await remove(jobId)).toBe('woken')
    await world.queue.run()
    expect(world.texts()).toEqual([])
    expect(await world.job(jobId)).toMatchObject({ state: 'posted', removal: 'done' })
    expect(await world.balances()).toEqual(before)
    expect(await world.clips.latest(channel, 10)).toEqual([])
    expect(await remove(jobId)).toBe('removed_before')
    expect(await world.store.rewake(Number.MAX_SAFE_INTEGER)).toEqual([])
  })

  test.each(['voided', 'failed'] as const)(
    'goes where its job was %s, and nothing is charged',
    async (state) => {
      if (state === 'voided') world.service.submitWith({ status: 'refused', said: 'no', why: 'request' })
      world.service.alwaysFind({ status: 'failed', said: 'no' })
      const jobId = await over()
      expect(await world.job(jobId)).toMatchObject({ state, toldState: state })
      expect(world.texts()).toHaveLength(1)
      expect(await remove(jobId)).toBe('woken')
      await world.queue.run()
      expect(world.texts()).toEqual([])
      expect(await world.job(jobId)).toMatchObject({ state, removal: 'done' })
      expect(await world.balances()).toMatchObject({ held: 0, spent: 0 })
      expect(await world.store.rewake(Number.MAX_SAFE_INTEGER)).toEqual([])
    },
  )

  test('is found by the sweeper where its wake-up was lost', async () => {
    const jobId = await over()
    await world.store.remove(await world.job(jobId), 'member-1')
    await world.runWithSweeps(world.clock.now() + 60_000)
    expect(world.texts()).toEqual([])
  })

  test('is tried again where the platform is away', async () => {
    const jobId = await over()
    world.platform.failNext('remove', 'platform_unavailable', { retryAfterMs: 5_000 })
    await remove(jobId)
    await world.queue.run()
    expect(world.texts()).toEqual([])
    expect(await world.job(jobId)).toMatchObject({ removal: 'done' })
  })

  test('stays where the bot may not delete it, and is touched no more', async () => {
    const jobId = await over()
    world.platform.failNext('remove', 'cannot_post')
    await remove(jobId)
    await world.queue.run()
    expect(world.texts()).toHaveLength(1)
    expect(await world.job(jobId)).toMatchObject({ removal: 'done' })
    expect(world.log.warnings()).toEqual(['a message could not be deleted'])
  })

  test('is not posted again by a truth that comes late; only the books hear of it', async () => {
    world.service.lookUpWith({ status: 'pending' })
    world.service.alwaysFind({ status: 'pending' })
    const jobId = await world.start()
    await world.queue.run(world.clock.now() + 61 * 60_000)
    expect(await world.job(jobId)).toMatchObject({ state: 'expired', toldState: 'expired' })
    await remove(jobId)
    await world.queue.run(world.clock.now())
    expect(world.texts()).toEqual([])
    world.service.alwaysFind(finished)
    await world.queue.run()
    expect(await world.job(jobId)).toMatchObject({ state: 'withheld', settledBy: 'final' })
    expect(world.texts()).toEqual([])
    expect(world.platform.words).toEqual([])
    expect(await world.control.recover(await world.job(jobId))).toBe('refused')
  })

  test('is not there while its job goes on', async () => {
    const jobId = await world.start()
    await world.queue.run(world.clock.now())
    expect(await remove(jobId)).toBe('refused')
    await world.queue.run()
    expect(world.texts()).toEqual([expect.stringContaining('“Title 1” and “Title 2”')])
  })
})
