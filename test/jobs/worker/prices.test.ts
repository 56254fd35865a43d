import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Clip } from '../../../src/core/clip/clip.ts'
import { microcredits } from '../../../src/core/credits.ts'
import { byTheMinute } from '../../support/fixtures/by-the-minute.ts'
import { type JobWorld, openJobWorld } from '../../support/jobs/job-world.ts'
import { accepted, finished, usualEstimate } from '../../support/service/scripted-audio-service.ts'

let world: JobWorld

beforeEach(async () => {
  world = await openJobWorld()
})
afterEach(() => world.close())

const seen = () => world.redis.lrange(world.keys.prices('key-1', 'music.v6'), 0, -1)

const heldFor = async (overrides: Parameters<JobWorld['ask']>[0] = {}): Promise<number> => {
  const answer = await world.ask(overrides)
  if (answer.kind !== 'accepted') throw new Error(answer.message.text)
  return (await world.job(answer.jobId)).held
}

const run = async (estimate: number | undefined): Promise<string> => {
  world.service.submitWith(accepted('task', { estimate }))
  const jobId = await world.start()
  await world.queue.run()
  return jobId
}

describe('what the service estimates', () => {
  test('teaches what the next request may cost, by the song', async () => {
    const jobId = await run(330_001)
    expect(await seen()).toEqual([`165001 ${jobId}`])
    expect(await heldFor()).toBe(330_002)
  })

  test('says nothing of a song in a named voice, which has a price of its own', async () => {
    await run(900_000)
    world.service.sing([{ value: 'voice-7', label: 'Ada' }])
    expect(await heldFor({ values: { prompt: 'x', voice: 'Ada' } })).toBe(300_000)
  })

  test('teaches nothing where the request was not taken', async () => {
    world.service.submitWith({ status: 'uncertain', reason: 'HTTP 502' })
    await world.start()
    await world.queue.run()
    expect(await seen()).toEqual([])
  })

  test('teaches once, in however many tries the job was sent', async () => {
    world.service.submitWith({ status: 'busy' }, { status: 'not_sent', reason: 'ECONNREFUSED' })
    const jobId = await world.start()
    await world.queue.run()
    expect(await seen()).toEqual([`75000 ${jobId}`])
    expect(usualEstimate).toBe(2 * 75_000)
  })

  test.each([0, 199, 200_000_001])('beyond all reason (%d) teaches nothing', async (estimate) => {
    world.service.lookUpWith({ ...finished, cost: undefined })
    await run(estimate)
    expect(await seen()).toEqual([])
    expect(await heldFor()).toBe(200_000)
  })

  test('beyond all reason for its price, but not for what was held by it, teaches nothing', async () => {
    for (let count = 0; count < 3; count += 1)
      await world.deps.prices.learn(`dear ${count}`, { price: 'music.v6', units: 1 }, microcredits(2_000_000))
    const before = await seen()
    const jobId = await run(200_000_001)
    expect(await world.job(jobId)).toMatchObject({ state: 'posted', estimate: 200_000_001 })
    expect(await seen()).toEqual(before)
    expect(world.log.lines).toContainEqual({
      level: 'warn',
      message: 'the estimate is implausible, so no price is learned from it',
      details: { job: jobId, price: 'music.v6', credits: '200.000001' },
    })
  })

  test('far beyond the usual sets no hold until others agree, and is told', async () => {
    for (const held of [200_000, 200_000, 4_000_000]) {
      await run(4_000_000)
      expect(await heldFor()).toBe(held)
    }
    const told = 'the estimate is over ten times the usual, so it sets no hold until others agree'
    expect(world.log.warnings().filter((warning) => warning === told)).toHaveLength(2)
  })

  test('that cannot be kept is lost, and its job goes on', async () => {
    world.deps.prices.learn = () => Promise.reject(new Error('Redis is away'))
    const jobId = await run(300_000)
    expect(await world.job(jobId)).toMatchObject({ state: 'posted', estimate: 300_000 })
    expect(world.log.warnings()).toContain('no price could be learned from the estimate')
    expect(await heldFor()).toBe(200_000)
  })
})

test('twenty songs that cost less make the next one cheaper to ask for', async () => {
  world.service.alwaysFind({ ...finished, cost: microcredits(70_000) })
  for (let count = 0; count < 20; count += 1) {
    expect(await heldFor()).toBe(200_000)
    await run(70_000)
  }
  expect(await heldFor()).toBe(70_000)
  expect(await world.deps.prices.learn('another', { price: 'remix', units: 2 }, microcredits(1))).toBe(
    'learned',
  )
})

describe('by the minute', () => {
  const result = (seconds: number | undefined): Clip => ({
    kind: 'result',
    url: 'https://cdn.example/song.mp3',
    name: 'song.mp3',
    seconds,
  })
  const link: Clip = { kind: 'link', url: 'https://example.com/a.mp3' }
  const request = (clip: Clip) => ({ command: 'minute', values: { clip, reference: result(30) } })
  const seenOfMinutes = () => world.redis.lrange(world.keys.prices('key-1', 'mastering'), 0, -1)

  beforeEach(async () => {
    await world.close()
    world = await openJobWorld({ features: [byTheMinute] })
  })

  // The built-in price of mastering is 0.016 a minute.
  test.each([
    ['a result of ours, its minutes begun', result(61), 32_000],
    ['a result of ours that an encoder made a little longer than the longest', result(600.06), 176_000],
    ['a result of unknown length, a minute more than the longest', result(undefined), 176_000],
    ['an address, the same', link, 176_000],
    ['an upload before it is read, the same', 'upload', 176_000],
  ] as const)('what is held is that of %s', async (_, clip, held) => {
    const given = clip === 'upload' ? world.platform.upload('a.mp3', 'a') : clip
    expect(await heldFor(request(given))).toBe(held)
  })

  test('an estimate teaches what a minute costs where the length is known, and nothing where it is not', async () => {
    world.service.submitWith(
      accepted('task', { estimate: 120_001 }),
      accepted('other', { estimate: 120_001 }),
    )
    const known = await world.start(request(result(61)))
    await world.start(request(link))
    await world.queue.run()
    expect(await seenOfMinutes()).toEqual([`60001 ${known}`])
  })
})

describe('what a job did cost', () => {
  const costing = (cost: number) => world.service.lookUpWith({ ...finished, cost: microcredits(cost) })

  test('teaches where it is more than was estimated', async () => {
    costing(500_001)
    const jobId = await run(330_001)
    expect(await seen()).toEqual([`250001 ${jobId} final`, `165001 ${jobId}`])
    expect(await heldFor()).toBe(500_002)
  })

  test('teaches where nothing was estimated', async () => {
    costing(500_001)
    const jobId = await run(undefined)
    expect(await seen()).toEqual([`250001 ${jobId} final`])
  })

  test.each([330_001, 330_000, 0])('teaches nothing where it is no more (%d)', async (cost) => {
    costing(cost)
    const jobId = await run(330_001)
    expect(await seen()).toEqual([`165001 ${jobId}`])
  })

  test('that cannot be kept is lost, and its job goes on', async () => {
    world.deps.prices.learn = () => Promise.reject(new Error('Redis is away'))
    costing(500_001)
    const jobId = await run(330_001)
    expect(await world.job(jobId)).toMatchObject({ state: 'posted', settled: 500_001 })
    expect(world.log.warnings()).toContain('no price could be learned from the final cost')
  })
})
