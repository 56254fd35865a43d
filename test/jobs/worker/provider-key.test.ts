import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { LookupOutcome } from '../../../src/core/job/audio-service.ts'
import { sweepLine } from '../../../src/jobs/worker/upkeep/sweep-line.ts'
import { createWakeHandler } from '../../../src/jobs/worker/work.ts'
import { jobKeysCheck } from '../../../src/redis/doctor/secrets.ts'
import { type CallbackWorld, openCallbackWorld } from '../../support/jobs/callback-world.ts'
import { butLateTruths, expectPeace } from '../../support/jobs/verdict.ts'
import { finished, usualCost, usualEstimate } from '../../support/service/scripted-audio-service.ts'

let world: CallbackWorld
beforeEach(async () => {
  world = await openCallbackWorld()
})
afterEach(() => world.close())

const minuteMs = 60_000
const keyGone: LookupOutcome = { status: 'unreadable', reason: 'HTTP 404', isUnknown: true, isKeyGone: true }
const told =
  /key for the audio service was changed .* It may still be billed, so .* still count as used\. Nothing more will be charged\./
const logged = /put that key into AUDIO_API_KEYS_OLD/

/** A job that runs, and the program after it was started with another key. */
const submitted = async (): Promise<string> => {
  const jobId = await world.start()
  await world.queue.run(world.clock.now())
  expect(await world.job(jobId)).toMatchObject({ state: 'submitted', keyId: 'key-1' })
  Object.assign(world.deps, { keyId: 'key-2' })
  return jobId
}

const books = async (spent: number): Promise<void> => {
  expect(await world.balances()).toEqual({ spent, held: 0 })
  await expectPeace(world, butLateTruths)
}

describe('a job whose key is gone', () => {
  test('is told at once, to its member and once to the operator, and looked at every ten minutes only', async () => {
    const jobId = await submitted()
    world.service.alwaysFind(keyGone)
    await world.runFor(2 * minuteMs)
    expect(await world.job(jobId)).toMatchObject({
      state: 'expired',
      toldState: 'expired',
      ending: 'key_gone',
    })
    expect(world.texts()).toEqual([expect.stringMatching(told)])
    await world.runFor(59 * minuteMs)
    expect(world.service.lookUps.length).toBeLessThanOrEqual(7)
    expect(world.log.errors()).toEqual([expect.stringMatching(logged)])
    expect(world.log.warnings()).toEqual([])
    await books(usualEstimate)
  })

  test('is corrected by the key that is put back', async () => {
    const jobId = await submitted()
    world.service.alwaysFind(keyGone)
    await world.runFor(2 * minuteMs)
    world.service.alwaysFind(finished)
    await world.runFor(11 * minuteMs)
    expect(await world.job(jobId)).toMatchObject({ state: 'posted' })
    expect(world.texts()).toEqual([expect.stringMatching(/^“Title 1” and “Title 2”/)])
    expect(world.service.submissions).toHaveLength(1)
    await books(usualCost)
  })

  test('is named by the doctor, until the key is set', async () => {
    await submitted()
    const { redis, keys } = world
    const look = (...keyIds: string[]) => jobKeysCheck({ redis, keys, keyIds }).run()
    expect(await look('key-2')).toMatchObject([{ verdict: 'warning', what: 'AUDIO_API_KEYS_OLD' }])
    expect(await look('key-2', 'key-1')).toMatchObject([{ verdict: 'ok' }])
  })
})

test('a job is looked up with the key that paid for it, and one of before has none', async () => {
  const jobId = await submitted()
  const uses: unknown[] = []
  const { lookUp } = world.deps.service
  const service = {
    ...world.deps.service,
    lookUp(...args: Parameters<typeof lookUp>) {
      uses.push(args[2])
      return lookUp(...args)
    },
  }
  const handle = createWakeHandler({ ...world.deps, service })
  await handle(jobId, (await world.job(jobId)).wake)
  await world.redis.hdel(world.keys.job(jobId), 'provider_key')
  expect((await world.job(jobId)).keyId).toBeUndefined()
  expect(uses).toMatchObject([{ for: 'result', keyId: 'key-1' }])
})

test('a job of another key takes no place of the current one and teaches it no price', async () => {
  const jobId = await submitted()
  await world.places.release(jobId, (await world.job(jobId)).submitEpoch ?? 0)
  await sweepLine(world.deps)
  expect(await world.places.leases()).toEqual([])
  const lessons: string[] = []
  Object.assign(world.deps.prices, { learn: async (id: string) => void lessons.push(id) })
  world.service.alwaysFind({ ...finished, cost: usualEstimate * 2 } as LookupOutcome)
  await world.runFor(2 * minuteMs)
  expect(await world.job(jobId)).toMatchObject({ state: 'posted' })
  expect(lessons).toEqual([])
})

test('a request that was not sent yet is sent with the new key', async () => {
  world.service.submitWith({ status: 'busy' })
  const jobId = await world.start()
  await world.queue.run(world.clock.now())
  expect(await world.job(jobId)).toMatchObject({ state: 'accepted', keyId: 'key-1' })
  Object.assign(world.deps, { keyId: 'key-2' })
  await world.runFor(minuteMs)
  expect((await world.job(jobId)).keyId).toBe('key-2')
})
