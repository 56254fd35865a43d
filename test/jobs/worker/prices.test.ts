import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Clip } from '../../../src/core/clip/clip.ts'
import { microcredits } from '../../../src/core/credits.ts'
import { byTheMinute } from '../../support/fixtures/by-the-minute.ts'
import { type JobWorld, openJobWorld } from '../../support/jobs/job-world.ts'
import { giveBudget } from '../../support/redis/store-world.ts'
import { accepted, finished, usualCost, usualEstimate } from '../../support/service/scripted-audio-service.ts'

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

/** A song up to its estimate: its final cost is not known yet. */
const send = async (estimate: number): Promise<string> => {
  world.service.lookUpWith({ status: 'pending' })
  world.service.submitWith(accepted('task', { estimate }))
  const jobId = await world.start()
  await world.queue.run(world.clock.now() + 1_000)
  return jobId
}

/** A song that was estimated and then cost so much. */
const cost = async (credits: number, estimate = credits): Promise<void> => {
  world.service.lookUpWith({ ...finished, cost: microcredits(credits) })
  await run(estimate)
}

/** So much is left, whatever was used before. */
const leave = async (left: number): Promise<void> => {
  const { spent, held } = await world.balances()
  await giveBudget(world, spent + held + left)
}

describe('what the service estimates', () => {
  test('teaches what the next request may cost, by the song', async () => {
    const jobId = await send(330_001)
    expect(await seen()).toEqual([`165001 ${jobId} x2`])
    expect(await heldFor()).toBe(330_002)
  })

  test('lowers what is held for its job at once', async () => {
    await leave(300_000)
    const jobId = await send(100_000)
    expect(await world.job(jobId)).toMatchObject({ state: 'submitted', estimate: 100_000 })
    expect((await world.balances()).held).toBe(100_000)
    expect(await heldFor()).toBe(200_000)
  })

  test.each([
    ['a thousandth of the hold lowers it', 200, 200],
    ['less than that does not', 199, 200_000],
    ['a thousand times as much raises it', 200_000_000, 200_000_000],
    ['more than that does not', 200_000_001, 200_000],
  ])('is believed within a thousandfold: %s', async (_, estimate, held) => {
    await send(estimate)
    expect((await world.balances()).held).toBe(held)
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
    expect(await seen()).toEqual([`${usualCost / 2} ${jobId}~75000 x2 final`])
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
      await world.deps.prices.learn(
        `dear-${count}`,
        { price: 'music.v6', units: 1 },
        microcredits(2_000_000),
        'estimate',
      )
    const before = await seen()
    world.service.lookUpWith({ ...finished, cost: undefined })
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
    world.service.alwaysFind({ ...finished, cost: undefined })
    for (const held of [200_000, 200_000, 2_000_000, 4_000_000]) {
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

describe('a request that the limit covers is not refused', () => {
  test('after three songs of two takes that cost 0.10 each: 0.17 is enough for the fourth', async () => {
    await leave(170_000)
    expect((await world.ask()).message.text).toContain('this needs up to 0.20')
    for (let count = 0; count < 3; count += 1) {
      await leave(200_000)
      await cost(100_000)
    }
    await leave(170_000)
    expect(await heldFor()).toBe(100_000)
    await leave(99_999)
    expect((await world.ask()).message.text).toContain('this needs up to 0.10')
  })

  test('where the service estimates twice what it charges', async () => {
    for (let count = 0; count < 3; count += 1) await cost(100_000, 200_000)
    await send(200_000)
    await leave(100_000)
    expect(await heldFor()).toBe(100_000)
  })

  test('where one of many cost 967 times as much, which the operator is told', async () => {
    for (let count = 0; count < 3; count += 1) await cost(100_000)
    await cost(96_700_000, 100_000)
    expect(world.log.warnings()).toContain(
      'the final cost is over ten times the usual, so it sets no hold until others agree',
    )
    await leave(100_000)
    expect(await heldFor()).toBe(100_000)
  })

  test('where prices vary: the hold covers 95 of 100 of them', async () => {
    const costs = Array.from({ length: 40 }, (_, index) => 60_000 + 2_000 * ((index * 7) % 40))
    for (const credits of costs) await cost(credits)
    // The highest two of forty cost 136,000 and 138,000.
    expect(await heldFor()).toBe(134_000)
  })
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
    world.service.alwaysFind({ ...finished, cost: undefined })
    const known = await world.start(request(result(61)))
    await world.start(request(link))
    await world.queue.run()
    expect(await seenOfMinutes()).toEqual([`60001 ${known}~60001 x2 final`])
  })
})

describe('what a job did cost', () => {
  const costing = (credits: number | undefined) =>
    world.service.lookUpWith({
      ...finished,
      cost: credits === undefined ? undefined : microcredits(credits),
    })

  test.each([
    ['more than was estimated', 500_001, 330_001, 250_001, '~165001'],
    ['less than that', 100_000, 330_001, 50_000, '~165001'],
    ['what nobody estimated', 500_001, undefined, 250_001, ''],
    ['what was estimated, where the service says nothing else', undefined, 330_001, 165_001, '~165001'],
  ])('teaches, in the place of the estimate: %s', async (_, credits, estimate, perUnit, beside) => {
    costing(credits)
    const jobId = await run(estimate)
    expect(await seen()).toEqual([`${perUnit} ${jobId}${beside} x2 final`])
    expect(await heldFor()).toBe(Math.max(200_000, 2 * perUnit))
  })

  test('is told to the member and the operator where it is more than was held', async () => {
    await cost(500_000, 150_000)
    const message = JSON.stringify(world.platform.messages.at(-1)?.message)
    expect(message).toContain(
      'This costs 0.30 credits more than the 0.20 reserved. The audio service sets the final price.',
    )
    expect(world.log.warnings()).toContain('the final cost is more than was held')
  })

  test('teaches nothing where that was nothing, and is no mistake', async () => {
    costing(0)
    const jobId = await run(330_001)
    expect(await seen()).toEqual([`165001 ${jobId} x2`])
    expect(world.log.warnings().filter((warning) => warning.includes('implausible'))).toEqual([])
  })

  test('that cannot be kept is lost, and its job goes on', async () => {
    world.deps.prices.learn = () => Promise.reject(new Error('Redis is away'))
    costing(500_001)
    const jobId = await run(330_001)
    expect(await world.job(jobId)).toMatchObject({ state: 'posted', settled: 500_001 })
    expect(world.log.warnings()).toContain('no price could be learned from the final cost')
  })
})
