import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { microcredits } from '../../src/core/credits.ts'
import { AppError } from '../../src/core/errors.ts'
import { builtInPrices } from '../../src/core/ledger/prices.ts'
import { createPriceBook } from '../../src/redis/price-book.ts'
import { jobIn } from '../support/jobs/job-states.ts'
import { newJobId } from '../support/ledger/operator.ts'
import { everyOperation, stateBefore, stepFor } from '../support/redis/job-operations.ts'
import { type PrivateRedis, startPrivateRedis } from '../support/redis/private-redis.ts'
import {
  bound,
  dump,
  giveBudget,
  jobRequest,
  limitMember,
  openStoreWorld,
  type StoreWorld,
} from '../support/redis/store-world.ts'

let server: PrivateRedis
let world: StoreWorld

beforeAll(async () => {
  server = await startPrivateRedis()
})
afterAll(() => server.stop())

beforeEach(async () => {
  world = openStoreWorld({ url: server.url })
  await giveBudget(world, 1_000_000_000)
})
afterEach(() => world.close())

const refusedAs = (code: string, retryable: boolean) => expect.objectContaining({ code, retryable })

describe('a Redis that has forgotten all scripts', () => {
  test('is taught them again, and nothing is done twice', async () => {
    await world.redis.script('FLUSH')
    expect(await world.store.request(jobRequest())).toMatchObject({ status: 'created' })
    await world.redis.script('FLUSH')
    expect(await world.budgets.read('discord:server-1')).toMatchObject({ held: 200_000 })
  })
})

describe('row 18, a Redis whose memory is full', () => {
  const fill = () => world.redis.config('SET', 'maxmemory', '1')
  const free = () => world.redis.config('SET', 'maxmemory', '0')

  afterEach(free)

  test.each(everyOperation)('refuses $name whole, and nothing is half written', async (operation) => {
    const job = await jobIn(world, stateBefore(operation))
    const before = await dump(world)
    await fill()
    await expect(operation.run(world.store, stepFor(operation, job))).rejects.toEqual(
      refusedAs('store_unavailable', true),
    )
    expect(await dump(world)).toEqual(before)
    await free()
    expect(await operation.run(world.store, stepFor(operation, job))).toMatchObject({ status: 'moved' })
  })

  test('refuses everything else that writes', async () => {
    const job = await jobIn(world, 'ready')
    const ended = await jobIn(world, 'failed')
    const before = await dump(world)
    await fill()
    const change = { account: 'discord:server-1', eventId: 'event-1', actor: 'admin-1' } as const
    const place = { account: 'discord:server-1', channel: 'channel-1' } as const
    const clip = { kind: 'link', url: 'https://music.example/a.mp3' } as const
    const prices = createPriceBook({
      redis: world.redis,
      keys: world.keys,
      providerKeyId: 'key-1',
      prices: builtInPrices,
      wait: () => Promise.resolve(),
    })
    const draft = { command: 'remix', action: undefined, member: 'member-1', values: {} }
    const attempts = [
      world.store.request(jobRequest()),
      world.store.take(job.id, job.wake, 1),
      world.store.wakeAt(job, 1, 'deliverTries'),
      world.store.note(job, 'name', 'value'),
      world.store.told(ended),
      world.store.rewake(Number.MAX_SAFE_INTEGER),
      world.operator.hold(newJobId(), bound, 'discord:server-1'),
      world.operator.mirror(job.id, {
        version: 99,
        amount: bound,
        state: 'open',
        window: 'month:2026-06',
        account: 'discord:server-1',
      }),
      giveBudget(world, 5),
      limitMember(world, 'member-1', 5),
      world.budgets.setManager({ ...change, member: 'member-1', allowed: true }),
      world.clips.remember(place, 'message-1', [{ clip, from: 'us', atMs: 5 }]),
      prices.learn('job-1', { price: 'remix', units: 1 }, microcredits(500), 'estimate'),
      world.drafts.keep('discord:server-1', 'event-1', { ...draft, clips: [], defaults: [], shown: {} }),
    ]
    const results = await Promise.allSettled(attempts)
    for (const result of results) {
      expect(result).toMatchObject({ status: 'rejected', reason: { code: 'store_unavailable' } })
    }
    expect(await dump(world)).toEqual(before)
  })

  test('still reads', async () => {
    const job = await jobIn(world, 'submitted')
    await fill()
    expect(await world.store.read(job.id)).toEqual(job)
    expect(await world.budgets.read('discord:server-1')).toMatchObject({ spent: 0 })
  })
})

describe('row 36, a machine whose clock is wrong', () => {
  const minuteMs = 60_000
  const skewed = (offMs: number) =>
    openStoreWorld({
      url: server.url,
      prefix: world.prefix,
      now: () => Date.now() + offMs,
      clockToleranceMs: 5 * minuteMs,
    })

  test.each([-60 * minuteMs, -6 * minuteMs, 6 * minuteMs, 24 * 60 * minuteMs])(
    'by %d ms is refused, and nothing changes',
    async (offMs) => {
      const job = await jobIn(world, 'submitted')
      const before = await dump(world)
      const off = skewed(offMs)
      const attempts = await Promise.allSettled([
        off.store.request(jobRequest()),
        off.store.take(job.id, job.wake, 1),
        off.store.fail(job, undefined),
        off.store.wakeAt(job, 1),
        off.store.rewake(Number.MAX_SAFE_INTEGER),
        off.operator.hold(newJobId(), bound, 'discord:server-1'),
        off.operator.release(job.id),
      ])
      off.close()
      for (const attempt of attempts) {
        expect(attempt).toEqual({ status: 'rejected', reason: refusedAs('store_refused', false) })
      }
      expect(await dump(world)).toEqual(before)
    },
  )

  test.each([-4 * minuteMs, 0, 4 * minuteMs])('by no more than %d ms is good enough', async (offMs) => {
    const off = skewed(offMs)
    expect(await off.store.request(jobRequest())).toMatchObject({ status: 'created' })
    off.close()
  })
})

test('what a member is told of any of this is plain', async () => {
  await world.redis.config('SET', 'maxmemory', '1')
  const error: unknown = await world.store.request(jobRequest()).catch((reason: unknown) => reason)
  await world.redis.config('SET', 'maxmemory', '0')
  expect(error).toBeInstanceOf(AppError)
  expect(error).toMatchObject({
    memberText: "I can't reach my database right now. Try again in a minute. Nothing was charged.",
  })
})
