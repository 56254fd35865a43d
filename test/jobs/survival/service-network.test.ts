import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createCallbackAddresses } from '../../../src/app/callback-addresses.ts'
import { startHttpServer } from '../../../src/app/http/http-server.ts'
import type { AudioService } from '../../../src/core/job/audio-service.ts'
import { callbackPath } from '../../../src/core/job/callbacks.ts'
import type { Places } from '../../../src/core/job/concurrency.ts'
import { createCallbackHearing } from '../../../src/jobs/worker/callbacks.ts'
import { type Caller, startCaller } from '../../studio/caller.ts'
import { type JobWorld, openJobWorld } from '../../support/jobs/job-world.ts'
import { type RequestFate, requestFates } from '../../support/jobs/request-fate.ts'
import { butLateTruths, expectPeace } from '../../support/jobs/verdict.ts'
import { startTcpProxy } from '../../support/redis/tcp-proxy.ts'
import { createTestClient } from '../../support/service/client.ts'
import { readyServer } from '../../support/suite/ready-server.ts'
import { firstRows } from '../../support/suite/runs.ts'

// The real client and the real jobs; between them and the studio lies a way that loses bytes. What is judged
// are the studio's books, the budget's books, and what the member reads.

let studio: Caller
let proxy: Awaited<ReturnType<typeof startTcpProxy>>
let near: string
const closings: (() => unknown)[] = []

beforeAll(async () => {
  studio = await startCaller({ musicSeconds: 1 })
  proxy = await startTcpProxy(Number(new URL(studio.baseUrl).port))
  near = `http://127.0.0.1:${proxy.port}`
})
afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close()
})
afterAll(async () => {
  await proxy.close()
  await studio.close()
})

const submission = 'POST /v2/MusicAI'
const lookUp = 'GET /v1/byId'
const hold = 200_000
const notFound = { calls: {}, accepted: {}, charged: 0, refunded: 0 }

const booksOf = async (key: string) => {
  const { body } = await studio.control('GET', '/counters')
  const all = body.keys as readonly (typeof notFound & { key: string })[]
  const books = all.find((entry) => entry.key === key) ?? notFound
  const { [submission]: posts = 0 } = books.calls as Record<string, number>
  const { MUSIC_AI: accepted = 0 } = books.accepted as Record<string, number>
  return { posts, accepted, charged: Math.round((books.charged - books.refunded) * 1_000_000) }
}

/** The studio's callbacks, which do not take the way that is out of order. */
const hearCallbacks = async () => {
  const named = Promise.withResolvers<string>()
  let hear = (_code: string, _body: string): Promise<void> => Promise.resolve()
  const server = await startHttpServer({
    host: '127.0.0.1',
    port: 0,
    ...readyServer,
    callbacks: {
      path: callbackPath,
      isKnown: () => true,
      async hear(code, body) {
        await hear(code, body)
        named.resolve(JSON.parse(body).task_id)
      },
    },
  })
  closings.push(server.close)
  const addresses = createCallbackAddresses({ publicUrl: server.url, keys: [new Uint8Array(32).fill(7)] })
  return {
    addresses,
    named: named.promise,
    tell: (world: JobWorld) => {
      hear = createCallbackHearing({ ...world.deps, addresses })
    },
  }
}

interface Way {
  /** How long an answer to a paid request is waited for, and one to any other. */
  timeoutMs?: number
  readTimeoutMs?: number
  callbacks?: Awaited<ReturnType<typeof hearCallbacks>>
}

/**
 * The real client; time stands still for the jobs until the studio has made
 * what it took, and has called back.
 */
const patientClient = (key: string, { callbacks, ...spans }: Way, { spendLookup }: Places) => {
  const reads = { spendLookup, random: () => 0, wait: () => Promise.resolve() }
  const client = createTestClient({ baseUrl: near, apiKey: key, reads, ...spans })
  closings.push(client.close)
  const submit: AudioService['submit'] = async (...request) => {
    const outcome = await client.submit(...request)
    if (callbacks !== undefined && (await booksOf(key)).accepted > 0)
      await studio.control('GET', `/tasks/${await callbacks.named}/until/told`)
    else if (outcome.status === 'accepted') await studio.control('GET', `/tasks/${outcome.taskId}/until/end`)
    return outcome
  }
  return { ...client, submit }
}

const openWorld = async (way: Way = {}) => {
  const { body } = await studio.control('POST', '/accounts', { balance: 10 })
  const key = String(body.key)
  const world = await openJobWorld({
    ...(way.callbacks !== undefined && { callbacks: way.callbacks.addresses }),
    serviceWith: (places) => patientClient(key, way, places),
  })
  way.callbacks?.tell(world)
  closings.push(() => world.close())
  return { key, world }
}

/**
 * How the job ended and what it cost by our books, beside the studio's; one
 * message, and nothing held or left to do.
 */
const endOf = async (world: JobWorld, key: string, jobId: string) => {
  await world.queue.run()
  const { state } = await world.job(jobId)
  const { spent } = await world.balances()
  expect(world.platform.messages).toHaveLength(1)
  expect(world.queue.waiting()).toEqual([])
  await expectPeace(world, butLateTruths)
  return { state, spent, ...(await booksOf(key)) }
}

const expectPaidOnce = (ended: Awaited<ReturnType<typeof endOf>>): void => {
  expect(ended.charged).toBeGreaterThan(0)
  expect(ended).toEqual({ ...ended, state: 'posted', spent: ended.charged, posts: 1, accepted: 1 })
}

const saysAll = (world: JobWorld): string => JSON.stringify(world.platform.messages[0]?.message)

/**
 * Where somebody waits for nothing, much shorter than in production, and much longer than the studio takes.
 */
const patienceMs = (fate: RequestFate): number =>
  fate === 'never arrives' || fate === 'is never answered' ? 1_000 : 30_000

/** The studio first makes what it took from the tests before, for which nobody waited. */
const renderedMs = 120_000

describe('rows 22 and 23, a submission', () => {
  test.each(firstRows(4, requestFates))(
    'that %s is not sent again: it is booked, and said to be',
    async (fate, reached) => {
      const { key, world } = await openWorld({ timeoutMs: patienceMs(fate) })
      const sent = proxy.watch(submission)
      proxy.strike(submission, fate)
      const ended = await endOf(world, key, await world.start())
      expect(sent()).toBe(1)
      expect(ended).toEqual({
        state: 'booked',
        spent: hold,
        posts: reached,
        accepted: reached,
        charged: expect.any(Number),
      })
      expect(ended.charged).toBeLessThanOrEqual(ended.spent)
      expect(saysAll(world)).toContain(
        'The audio service never confirmed the request. It may still be billed, so about 0.20 credits',
      )
    },
  )

  const taken = requestFates.filter(([, reached]) => reached > 0)

  test.each(firstRows(2, taken))(
    'that %s is found again where the service calls back, and costs what the service charged',
    async (fate) => {
      const callbacks = await hearCallbacks()
      const { key, world } = await openWorld({ callbacks, timeoutMs: patienceMs(fate) })
      proxy.strike(submission, fate)
      const ended = await endOf(world, key, await world.start())
      expectPaidOnce(ended)
      expect(saysAll(world)).toContain('Made with AI')
    },
    renderedMs,
  )
})

test('row 21, a submission whose connection is refused is sent later, and once', async () => {
  const { key, world } = await openWorld()
  const sent = proxy.watch(submission)
  await proxy.refuse()
  const jobId = await world.start()
  await world.queue.run(world.clock.now())
  expect(await world.job(jobId)).toMatchObject({ state: 'accepted', unsentTries: 1 })
  await proxy.listenAgain()
  const ended = await endOf(world, key, jobId)
  expect(sent()).toBe(1)
  expectPaidOnce(ended)
  expect(saysAll(world)).toContain('Made with AI')
})

describe('row 26, a look-up', () => {
  const expectDelivered = async (key: string, world: JobWorld, jobId: string, looks: () => number) => {
    const ended = await endOf(world, key, jobId)
    expectPaidOnce(ended)
    expect(looks()).toBeGreaterThanOrEqual(2)
    expect(saysAll(world)).toContain('Made with AI')
    expect(saysAll(world)).not.toContain('The audio service delivered')
  }

  test.each(firstRows(3, requestFates))(
    'that %s is repeated, and the result is delivered and paid once',
    async (fate) => {
      const { key, world } = await openWorld({ readTimeoutMs: patienceMs(fate) })
      const looks = proxy.watch(lookUp)
      proxy.strike(lookUp, fate)
      await expectDelivered(key, world, await world.start(), looks)
    },
  )

  test('whose connection is refused is repeated, and the result is delivered and paid once', async () => {
    const { key, world } = await openWorld()
    const jobId = await world.start()
    await world.queue.run(world.clock.now())
    expect(await world.job(jobId)).toMatchObject({ state: 'submitted' })
    const looks = proxy.watch(lookUp)
    await proxy.refuse()
    await world.queue.run(world.clock.now() + 30_000)
    expect(await world.job(jobId)).toMatchObject({ state: 'submitted' })
    await proxy.listenAgain()
    const ended = await endOf(world, key, jobId)
    expectPaidOnce(ended)
    expect(looks()).toBe(1)
  })
})
