import { cp, rm } from 'node:fs/promises'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createWakeHandler } from '../../../src/jobs/worker/work.ts'
import { checkDurability } from '../../../src/redis/startup-check.ts'
import { waitForRedis } from '../../../src/redis/wait.ts'
import { dieAt } from '../../support/jobs/crash.ts'
import { type JobWorld, openJobWorld } from '../../support/jobs/job-world.ts'
import { expectVerdict } from '../../support/jobs/verdict.ts'
import { type PrivateRedis, startPrivateRedis } from '../../support/redis/private-redis.ts'
import { connectedTo } from '../../support/redis/redis.ts'
import { accepted } from '../../support/service/scripted-audio-service.ts'
import { runs } from '../../support/suite/runs.ts'

// Redis dies, forgets or changes in the middle of a job; the service and the people remember what they saw.
// The connection is that of production.

const patienceMs = 20_000
const minuteMs = 60_000
const stepsAtOnce = 10
const ready = /^“Title 1” and “Title 2”/
const stayBooked = /failed\..* still count as used/

let server: PrivateRedis
let world: JobWorld

beforeAll(async () => {
  server = await startPrivateRedis()
})
afterAll(() => server.stop())
afterEach(() => world.close())

const open = async () => {
  const redis = await connectedTo(server.url)
  world = await openJobWorld({ store: { redis } })
}

const startAgain = async () => {
  await server.startAgain()
  await waitForRedis(world.redis, patienceMs)
}

const pass = (spanMs: number) => world.runWithSweeps(world.clock.now() + spanMs, 30_000)

describe.each(['always', 'everysec'])('row 13, Redis is killed and started again (%s)', (appendFsync) => {
  test.each([
    ['while a job waits', 0],
    ['while the song is made', 10_000],
  ])('%s: it goes on where it was, bought once, said once', async (_, afterMs) => {
    await open()
    await world.redis.config('SET', 'appendfsync', appendFsync)
    world.service.submitWith(accepted('task-1', { etaSeconds: 60 }))
    await world.start()
    if (afterMs > 0) await world.queue.run(world.clock.now() + afterMs)
    await server.kill()
    await startAgain()
    world.queue.lose()
    await pass(5 * minuteMs)
    await expectVerdict(world, { submissions: 1, texts: [ready] })
  })
})

describe('row 14, the power goes', () => {
  const saved = () => `${server.dir}-saved`
  afterEach(() => rm(saved(), { recursive: true, force: true }))

  const save = async () => {
    await rm(saved(), { recursive: true, force: true })
    await cp(server.dir, saved(), { recursive: true })
  }
  /** What is on the disk when the machine starts again is what was there when it was saved. */
  const goDark = async () => {
    await server.kill()
    await rm(server.dir, { recursive: true })
    await cp(saved(), server.dir, { recursive: true })
    world.queue.lose()
    await startAgain()
    await world.queue.work(createWakeHandler(world.deps), stepsAtOnce)
  }

  const effectsOfAJob = 20

  test('at any time, where each write is on the disk before it is answered (always): nothing is lost or bought twice', async () => {
    const anyPoint = fc.record({
      effect: fc.nat(effectsOfAJob - 1),
      when: fc.constantFrom('before' as const, 'after' as const),
    })
    await fc.assert(
      fc.asyncProperty(anyPoint, async (point) => {
        await open()
        const jobId = await dieAt(world, point)
        const before = await world.job(jobId)
        await save()
        await goDark()
        expect(await world.job(jobId)).toEqual(before)
        await pass(10 * minuteMs)
        expect(world.service.submissions.length).toBeLessThanOrEqual(1)
        const isShown = (await world.job(jobId)).state === 'posted'
        const { length } = world.service.submissions
        await expectVerdict(world, { submissions: length, texts: [isShown ? ready : stayBooked] })
        world.close()
      }),
      { numRuns: runs(4, 20, 60) },
    )
  })

  test('and the last second with it (everysec): a song would be bought twice, so the start refuses such a Redis', async () => {
    await open()
    await world.redis.config('SET', 'appendfsync', 'everysec')
    await expect(checkDurability(world.redis, 'always')).rejects.toMatchObject({ code: 'configuration' })
    const { beginSubmit } = world.deps.store
    world.deps.store.beginSubmit = async (...args) => {
      await save() // the last that reaches the disk
      world.deps.store.beginSubmit = beginSubmit
      return beginSubmit(...args)
    }
    await dieAt(world, { effect: 'service.submit', when: 'after' })
    await goDark()
    await pass(10 * minuteMs)
    expect(world.service.submissions).toHaveLength(2)
  })
})
