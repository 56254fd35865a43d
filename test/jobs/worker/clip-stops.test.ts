import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Clip } from '../../../src/core/clip/clip.ts'
import type { Invocation } from '../../../src/core/command/invocation.ts'
import { microcredits } from '../../../src/core/credits.ts'
import type { AccountId } from '../../../src/core/target.ts'
import { stopEntry } from '../../../src/redis/clip-stops.ts'
import { bucketOf } from '../../../src/redis/keys.ts'
import { target } from '../../support/commands/invocation.ts'
import { byTheMinute } from '../../support/fixtures/by-the-minute.ts'
import { type JobWorld, openJobWorld } from '../../support/jobs/job-world.ts'
import { giveBudget } from '../../support/redis/store-world.ts'
import { accepted, finished } from '../../support/service/scripted-audio-service.ts'

// The built-in price of mastering is 0.016 a minute. Every clip here lasts half a minute unless a test says otherwise.
const minute = 16_000
const account = 'discord:server-1'
const said =
  "Uploaded clips can't be used here for features priced by length right now. Your bot operator needs to allow them again."

let world: JobWorld

beforeEach(async () => {
  world = await openJobWorld({ features: [byTheMinute] })
  world.service.alwaysFind({ status: 'pending' })
})
afterEach(() => world.close())

const result: Clip = {
  kind: 'result',
  url: 'https://cdn.example/song.mp3',
  name: 'song.mp3',
  seconds: 30,
}
const unmeasured: Clip = { ...result, seconds: undefined }
const upload = (words = '30 seconds'): Clip => world.platform.upload('tune.mp3', words)
const link: Clip = { kind: 'link', url: 'https://example.com/a.mp3' }

const request = (clip: Clip, server = 'server-1'): Partial<Invocation> => ({
  command: 'minute',
  values: { clip, reference: result },
  target: target({ server }),
})

const pass = (spanMs: number) => world.runWithSweeps(world.clock.now() + spanMs)

/** A job that the service made and charged so much for; without an estimate unless it is given. */
const charged = async (
  cost: number | undefined,
  clip: Clip = upload(),
  server = 'server-1',
  estimate?: number,
): Promise<string> => {
  world.service.submitWith(accepted('task', { estimate }))
  world.service.lookUpWith({ ...finished, cost: cost === undefined ? undefined : microcredits(cost) })
  const jobId = await world.start(request(clip, server))
  await pass(60_000)
  expect((await world.job(jobId)).state).toBe('posted')
  return jobId
}

const stops = () => world.clipStops.list()
const learned = () => world.redis.lrange(world.keys.prices('key-1', 'mastering'), 0, -1)
const heldBy = async (server: AccountId) => (await world.budgets.read(server)).held

const openServer = (number: number): Promise<string> => {
  const server = `server-${number}`
  return giveBudget(world, 100_000_000, `discord:${server}`).then(() => server)
}

describe('a job whose uploaded clip was charged ten times its length', () => {
  test('stops its server: another is refused before anything is held', async () => {
    const jobId = await charged(10 * minute)
    expect(await stops()).toEqual([{ account, job: jobId, price: 'mastering', perUnit: 10 * minute }])
    const before = await world.balances()
    const { message } = await world.ask(request(upload()))
    expect(message.text).toBe(`${said} Nothing was charged.`)
    expect(await world.balances()).toEqual({ ...before, held: 0 })
    expect(await world.operator.read()).toMatchObject({ held: 0 })
  })

  test('stops its server by the estimate if its task never ends', async () => {
    world.service.submitWith(accepted('task', { estimate: microcredits(10 * minute) }))
    const jobId = await world.start(request(upload()))
    await pass(3 * 60 * 60_000)
    expect((await world.job(jobId)).state).toBe('expired')
    expect(await stops()).toEqual([{ account, job: jobId, price: 'mastering', perUnit: 10 * minute }])
  })

  test('stops one that waits at its turn: nothing is sent, and its hold is released', async () => {
    await world.close()
    world = await openJobWorld({ features: [byTheMinute], parallel: 1 })
    world.service.alwaysFind({ status: 'pending' })
    world.service.submitWith(accepted('task', { estimate: undefined }))
    await world.start(request(upload()))
    await pass(1)
    const waiting = await world.start(request(upload()))
    await pass(1)
    expect((await world.job(waiting)).held).toBe(11 * minute)
    world.service.lookUpWith({ ...finished, cost: microcredits(10 * minute) })
    await pass(60_000)
    expect(await world.job(waiting)).toMatchObject({ state: 'voided', ending: 'clip_refused', settled: 0 })
    expect(world.texts().at(-1)).toContain(`${said} Nothing was charged.`)
    expect(world.service.submissions).toHaveLength(1)
    expect(await world.balances()).toEqual({ spent: 10 * minute, held: 0 })
  })

  test('stops one that was being read, right before it would be sent', async () => {
    const jobId = await world.start(request(upload()))
    const stop = { account, job: 'another', price: 'mastering', perUnit: microcredits(10 * minute) } as const
    await world.redis.zadd(world.keys.listed(bucketOf(account)), 0, stopEntry(stop))
    world.deps.clipStops = { ...world.clipStops, look: async () => 'open' }
    await pass(60_000)
    expect(world.service.submissions).toEqual([])
    world.deps.clipStops = world.clipStops
    await pass(60_000)
    expect(await world.job(jobId)).toMatchObject({ state: 'voided', ending: 'clip_refused', settled: 0 })
    expect(await heldBy(account)).toBe(0)
  })

  test('touches no other server, and no request that an uploaded clip does not set the price of', async () => {
    await charged(10 * minute)
    expect((await world.ask(request(result))).kind).toBe('accepted')
    expect((await world.ask(request(link))).kind).toBe('accepted')
    expect((await world.ask(request(upload(), await openServer(2)))).kind).toBe('accepted')
  })

  test('is told to the operator, who allows clips again, which can be repeated', async () => {
    const jobId = await charged(10 * minute)
    expect(world.log.lines).toContainEqual({
      level: 'error',
      message:
        'an uploaded clip was charged far more than its length explains, so such clips are stopped there; npm run servers -- resume allows them again',
      details: {
        job: jobId,
        server: account,
        price: 'mastering',
        held: '0.016',
        perUnit: '0.16',
      },
    })
    expect(await world.clipStops.lift(account)).toBe(true)
    expect(await world.clipStops.lift(account)).toBe(false)
    expect(await stops()).toEqual([])
    await charged(minute)
  })

  test('stops it once, however often it is settled, and not again after it was allowed', async () => {
    const found: number[] = []
    const { ready } = world.store
    world.deps.store = {
      ...world.store,
      async ready(...call) {
        await ready(...call)
        const repeated = await ready(...call)
        found.push((await stops()).length)
        await world.clipStops.lift(account)
        await ready(...call)
        return repeated
      },
    }
    await charged(10 * minute)
    expect(found).toEqual([1])
    expect(await stops()).toEqual([])
  })

  test('teaches no price, neither by its estimate nor by its charge', async () => {
    await charged(10 * minute, upload(), 'server-1', 10 * minute)
    expect(await stops()).toHaveLength(1)
    expect(await learned()).toEqual([])
    const jobId = await world.start(request(result, await openServer(2)))
    expect((await world.job(jobId)).held).toBe(minute)
  })

  test.each([
    ['by its final cost, where the estimate was true', 10 * minute, minute],
    ['by its estimate, where no final cost comes', undefined, 10 * minute],
    ['by its estimate, even if that is too implausible to be booked', undefined, 2_000 * minute],
  ])('is found %s', async (_, cost, estimate) => {
    await charged(cost, upload(), 'server-1', estimate)
    expect(await stops()).toHaveLength(1)
  })

  test('is found even if it is a result whose length the service did not say, held at the longest', async () => {
    await charged(2 * 11 * minute - 1, unmeasured)
    expect(await stops()).toEqual([])
    await charged(2 * 11 * minute, unmeasured)
    expect(await stops()).toHaveLength(1)
    expect((await world.ask(request(unmeasured))).message.text).toContain(said)
  })
})

describe('charges just under twice the list price', () => {
  /** A result or an upload of a server that nobody distrusts. */
  const honest = async (count: number, cost = minute): Promise<void> => {
    for (let index = 0; index < count; index += 1)
      await charged(cost, index % 2 === 0 ? result : upload(), await openServer(10 + index))
  }
  const quoted = async (): Promise<number> =>
    (await world.deps.prices.quote({ price: 'mastering', units: 1 })).most

  test.each([
    [0, minute],
    [6, minute],
    [6, minute / 4],
  ])(
    'of one server raise no hold, neither its own nor another’s, after %d other jobs at %d',
    async (count, cost) => {
      await honest(count, cost)
      for (let job = 0; job < 6; job += 1) await charged(2 * minute - 1)
      expect(await stops()).toEqual([])
      expect(await quoted()).toBe(cost)
    },
  )

  test('of one server do not make twice the list price any more usual for it', async () => {
    for (let job = 0; job < 3; job += 1) await charged(2 * minute - 1)
    await charged(2 * minute)
    expect(await stops()).toHaveLength(1)
  })

  test('of two servers are what holds follow, but do not make twice as much usual for either', async () => {
    await charged(2 * minute - 1)
    expect(await quoted()).toBe(minute)
    await charged(2 * minute - 1, upload(), await openServer(3))
    expect(await quoted()).toBe(2 * minute - 1)
    await charged(2 * minute)
    await charged(2 * minute, upload(), 'server-3')
    expect(await stops()).toHaveLength(2)
  })

  test('of one server and a result are what holds follow, and what is usual from then on', async () => {
    await charged(2 * minute - 1)
    await charged(2 * minute - 1, result)
    expect(await quoted()).toBe(2 * minute - 1)
    await charged(3 * minute)
    expect(await stops()).toEqual([])
  })
})

describe('a charge that stops nobody', () => {
  test.each([
    ['of less than twice the list price', upload, 2 * minute - 1],
    ['for a result, whose length is our own', () => result, 10 * minute],
    ['for a link, which the operator allows at their risk', () => link, 110 * minute],
  ] as const)('is one %s', async (_, clip, cost) => {
    await charged(cost, clip())
    expect(await stops()).toEqual([])
  })

  test('is one after the service raised its prices by half, for everyone', async () => {
    for (const number of [2, 3, 4, 5]) {
      const server = await openServer(number)
      await charged(1.5 * minute, upload(), server)
      await charged(3 * minute, upload('90 seconds'), server)
    }
    expect(await stops()).toEqual([])
    const jobId = await world.start(request(result))
    expect((await world.job(jobId)).held).toBe(1.5 * minute)
  })

  test('is one of the list price, however little earlier jobs were charged', async () => {
    for (let count = 0; count < 3; count += 1) await charged(minute / 4)
    const jobId = await charged(minute)
    expect((await world.job(jobId)).held).toBe(minute / 4)
    expect(await stops()).toEqual([])
  })

  test('is one that a result of known length was charged, too', async () => {
    await charged(3 * minute, result)
    await charged(3 * minute)
    expect(await stops()).toEqual([])
  })

  test.each([2, 3])(
    'is one like those that stopped two other servers, so that a rise to %d times the price stops no more, and is learned',
    async (times) => {
      for (const number of [2, 3, 4, 5, 6]) await charged(times * minute, upload(), await openServer(number))
      expect((await stops()).map(({ account }) => account).toSorted()).toEqual([
        'discord:server-2',
        'discord:server-3',
      ])
      expect(await learned()).toHaveLength(3)
      const jobId = await world.start(request(upload('30 seconds')))
      await pass(1_000)
      expect((await world.job(jobId)).held).toBe(times * minute)
    },
  )

  test('is not one like that of another job of its own server, beside one more server', async () => {
    await charged(10 * minute, upload(), await openServer(2))
    for (let count = 0; count < 2; count += 1) await world.start(request(upload()))
    for (let count = 0; count < 2; count += 1) {
      await pass(60_000)
      world.service.lookUpWith({ ...finished, cost: microcredits(10 * minute) })
    }
    await pass(60_000)
    expect((await stops()).filter((stop) => stop.account === account)).toHaveLength(2)
  })

  test('is not one that only its own server was stopped for, however often it was allowed again', async () => {
    for (const _ of [1, 2, 3]) {
      await charged(10 * minute)
      expect(await world.clipStops.lift(account)).toBe(true)
    }
  })
})

describe('jobs of one server whose price an uploaded clip sets', () => {
  test('are at the service two at a time, until their bills come, and others are not kept waiting', async () => {
    const ids: string[] = []
    for (let count = 0; count < 5; count += 1) ids.push(await world.start(request(upload())))
    const byResult = await world.start(request(result))
    const elsewhere = await world.start(request(upload(), await openServer(2)))
    await pass(60_000)
    expect((await world.statesOf(ids)).toSorted()).toEqual([
      'accepted',
      'accepted',
      'accepted',
      'submitted',
      'submitted',
    ])
    expect(await world.statesOf([byResult, elsewhere])).toEqual(['submitted', 'submitted'])
    expect(world.service.submissions).toHaveLength(4)

    world.service.alwaysFind({ ...finished, cost: microcredits(minute) })
    await pass(10 * 60_000)
    expect(new Set(await world.statesOf(ids))).toEqual(new Set(['posted']))
  })

  test('are two at a time as well where they are results of unknown length', async () => {
    for (let count = 0; count < 3; count += 1) await world.start(request(unmeasured))
    await pass(60_000)
    expect(world.service.submissions).toHaveLength(2)
  })

  test('are never more, even if all are read at once: so many forged ones cost before the first bill', async () => {
    const look = world.clipStops.look
    world.deps.clipStops = { ...world.clipStops, look: async () => 'open' }
    const ids: string[] = []
    for (let count = 0; count < 5; count += 1) ids.push(await world.start(request(upload())))
    await pass(10_000)
    expect(world.service.submissions).toHaveLength(2)
    world.deps.clipStops = { ...world.clipStops, look }
    world.service.alwaysFind({ ...finished, cost: microcredits(50 * minute) })
    await pass(60 * 60_000)
    expect(world.service.submissions).toHaveLength(2)
    expect((await world.statesOf(ids)).filter((state) => state === 'voided')).toHaveLength(3)
    expect(await world.balances()).toEqual({ spent: 100 * minute, held: 0 })
    expect(await heldBy(account)).toBe(0)
  })

  test('leave their places at the service however they end', async () => {
    world.service.submitWith({ status: 'uncertain', reason: 'HTTP 502' }, {
      status: 'refused',
      why: 'request',
    } as never)
    await world.start(request(upload()))
    await world.start(request(upload()))
    await pass(5 * 60_000)
    world.service.submitWith(accepted('task', { estimate: undefined }))
    const running = await world.start(request(upload()))
    await pass(40 * 60_000)
    expect((await world.job(running)).state).toBe('expired')
    expect(await world.clipStops.look(account)).toBe('open')
  })
})
