import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { writeProblem } from '../../src/app/connections.ts'
import { noCredits } from '../../src/core/credits.ts'
import type { StoreConnection } from '../../src/redis/address.ts'
import { connectQueue, connectStore, leavingReplicas, storeError } from '../../src/redis/connection.ts'
import { createJobStore } from '../../src/redis/job-store.ts'
import { createOperatorTotal } from '../../src/redis/operator-total.ts'
import { waitForRedis } from '../../src/redis/wait.ts'
import { freePort } from '../../studio/kit/free-port.ts'
import { type PrivateRedis, startPrivateRedis } from '../support/redis/private-redis.ts'
import {
  giveBudget,
  jobRequest,
  noAllowances,
  openStoreWorld,
  operatorHoldMs,
  plainSealer,
} from '../support/redis/store-world.ts'
import { startTcpProxy } from '../support/redis/tcp-proxy.ts'

let server: PrivateRedis
const closing: (() => unknown)[] = []

beforeAll(async () => {
  server = await startPrivateRedis()
})
afterAll(() => server.stop())
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const patienceMs = 20_000
const unavailable = expect.objectContaining({ code: 'store_unavailable', retryable: true })

const connected = async (url: string): Promise<StoreConnection> => {
  const redis = connectStore(url, () => undefined)
  closing.push(() => redis.disconnect())
  await waitForRedis(redis, patienceMs)
  return redis
}

/** When it serves again, whatever is said on the way there. */
const readyAgain = (redis: StoreConnection): Promise<void> =>
  new Promise((resolve) => redis.once('ready', () => resolve()))

/** A world for set-up and for a look from outside, and a store over a connection as production has it. */
const storeOver = async (redis: StoreConnection) => {
  const world = openStoreWorld({ url: server.url })
  closing.push(world.close)
  await giveBudget(world, 10_000_000)
  const { keys, clock } = world
  const clockToleranceMs = Number.MAX_SAFE_INTEGER
  const shared = { redis, waitingRedis: redis, keys, now: clock.now, clockToleranceMs }
  const store = createJobStore({
    ...shared,
    defaultZone: 'UTC',
    newServerCredits: noCredits,
    log: world.storeLog,
    sealer: plainSealer,
    waitingMax: { server: 1_000, member: 1_000 },
    allowances: noAllowances,
    operator: createOperatorTotal({
      ...shared,
      zone: 'UTC',
      allowedBySettings: 'any',
      allowlistReady: async () => undefined,
      limit: undefined,
      holdMs: operatorHoldMs,
    }),
  })
  return { world, store }
}

describe('while Redis is away', () => {
  test('everything is refused, and works again once it is back, with all that was acknowledged', async () => {
    const redis = await connected(server.url)
    const { world, store } = await storeOver(redis)
    const request = jobRequest()
    await store.request(request)
    world.close()
    const lost = once(redis, 'close')
    await server.kill()
    await lost
    await expect(store.request(jobRequest())).rejects.toEqual(unavailable)
    await expect(store.read(request.id)).rejects.toEqual(unavailable)
    await expect(store.rewake(0)).rejects.toEqual(unavailable)
    const back = readyAgain(redis)
    await server.startAgain()
    await back
    expect(await store.request(request)).toMatchObject({ status: 'exists', job: { state: 'requested' } })
    expect(await store.request(jobRequest())).toMatchObject({ status: 'created' })
  })
})

describe('a reply that is lost', () => {
  const overProxy = async () => {
    const proxy = await startTcpProxy(server.port)
    closing.push(() => proxy.close())
    const redis = await connected(`redis://127.0.0.1:${proxy.port}`)
    return { proxy, redis }
  }

  test('leaves its outcome unknown, and nothing is sent a second time by itself', async () => {
    const { proxy, redis } = await overProxy()
    const world = openStoreWorld({ url: server.url })
    closing.push(world.close)
    const counter = `${world.prefix}counter`
    proxy.loseReplies()
    await expect(redis.incr(counter)).rejects.toThrow('Command timed out')
    const back = readyAgain(redis)
    proxy.cut()
    await back
    await redis.ping()
    expect(await world.redis.get(counter)).toBe('1')
  })

  test('of a request is one hold, and asking again finds it', async () => {
    const { proxy, redis } = await overProxy()
    const { world, store } = await storeOver(redis)
    const request = jobRequest()
    await store.read(request.id)
    proxy.loseReplies()
    await expect(store.request(request)).rejects.toEqual(unavailable)
    const back = readyAgain(redis)
    proxy.cut()
    await back
    await world.store.request(request)
    expect(await store.request(request)).toMatchObject({ status: 'exists' })
    expect(await world.budgets.read('discord:server-1')).toMatchObject({ held: request.bound })
  })
})

describe('waiting for Redis at the start', () => {
  test('ends once it serves', async () => {
    const redis = await connected(server.url)
    expect(await redis.ping()).toBe('PONG')
  })

  test('outlasts a Redis that comes later', async () => {
    const late = await startPrivateRedis()
    closing.push(() => late.stop())
    await late.kill()
    const redis = connectStore(late.url, () => undefined)
    closing.push(() => redis.disconnect())
    const waiting = waitForRedis(redis, patienceMs)
    await late.startAgain()
    await waiting
    expect(await redis.ping()).toBe('PONG')
  })

  test('is content with a Redis to which the way was found back already', async () => {
    const redis = await connected(server.url)
    await waitForRedis(redis, patienceMs)
    expect(await redis.ping()).toBe('PONG')
  })

  test('gives up with the name of the setting when it never comes', async () => {
    const redis = connectStore(`redis://127.0.0.1:${await freePort()}`, () => undefined)
    closing.push(() => redis.disconnect())
    await expect(waitForRedis(redis, 50)).rejects.toMatchObject({
      code: 'configuration',
      message: 'Redis did not answer within 0.05 s. Is it running? Check REDIS_URL.',
    })
  })
})

describe('a server that answers but does not serve', () => {
  /** Does so on every connection. */
  const answering = async (answer: (client: Socket) => void): Promise<StoreConnection> => {
    const clients = new Set<Socket>()
    const fake = createServer((client) => {
      clients.add(client)
      client.on('error', () => undefined)
      answer(client)
    }).listen(0, '127.0.0.1')
    await once(fake, 'listening')
    closing.push(() => {
      for (const client of clients) client.destroy()
      fake.close()
    })
    const address = fake.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    const redis = connectStore(`redis://127.0.0.1:${address.port}`, () => undefined)
    closing.push(() => redis.disconnect())
    return redis
  }

  test('since it is in protected mode is named so at once', async () => {
    const redis = await answering((client) => {
      client.end('-DENIED Redis is running in protected mode because protected mode is enabled\r\n')
    })
    await expect(waitForRedis(redis, patienceMs)).rejects.toMatchObject({
      message: expect.stringMatching(/protected mode \(DENIED\).* Set requirepass there/),
    })
  })

  test('since it is loading is named so', async () => {
    const info = '# Persistence\r\nloading:1\r\nloading_eta_seconds:1\r\n'
    const redis = await answering((client) => {
      client.on('data', (data) => {
        for (const [, name] of String(data).matchAll(/\*\d+\r\n\$\d+\r\n(\w+)/g))
          client.write(name?.toLowerCase() === 'info' ? `$${info.length}\r\n${info}\r\n` : '+OK\r\n')
      })
    })
    await expect(waitForRedis(redis, 500)).rejects.toMatchObject({
      message: expect.stringMatching(/^Redis is still loading its data \(LOADING\)/),
    })
    expect(await writeProblem(redis)).toBe('is still loading its data (LOADING). Try again once it is done.')
  })
})

test('the queue has a connection that waits as long as it takes', async () => {
  const redis = connectQueue(server.url, () => undefined)
  closing.push(() => redis.disconnect())
  expect(redis.options).toMatchObject({ maxRetriesPerRequest: null })
  expect(await redis.ping()).toBe('PONG')
})

test('a connection that fails tells its listener', async () => {
  const failures: Error[] = []
  const heard = Promise.withResolvers<void>()
  const redis = connectStore(`redis://127.0.0.1:${await freePort()}`, (error) => {
    failures.push(error)
    heard.resolve()
  })
  closing.push(() => redis.disconnect())
  redis.connect().catch(() => undefined)
  await heard.promise
  expect(String(failures[0])).toContain('ECONNREFUSED')
})

test.each([
  [new Error('CLOCK this machine'), 'store_refused', false],
  [new Error('OOM command not allowed'), 'store_unavailable', true],
  ['not even an error', 'store_unavailable', true],
])('%s is told as %s', (cause, code, retryable) => {
  expect(storeError(cause)).toMatchObject({ code, retryable, cause })
})

test('a replica is left, ever more rarely while the address leads to one', () => {
  const clock = { nowMs: 0 }
  const readOnly = new Error("READONLY You can't write against a read only replica.")
  const inScript = new Error(
    'ERR Error running script (call to f_2f1a): @user_script:1: -READONLY You can not write',
  )
  const { reconnectOnError, retryStrategy } = leavingReplicas(() => clock.nowMs)
  expect(reconnectOnError(new Error('OOM command not allowed'))).toBe(false)
  const pauses = Array.from({ length: 7 }, () => {
    clock.nowMs += 2_000
    expect(reconnectOnError(readOnly)).toBe(true)
    expect(reconnectOnError(inScript)).toBe(true) // of the same moment
    return retryStrategy(1)
  })
  expect(pauses).toEqual([100, 200, 400, 800, 1_600, 2_000, 2_000])
  clock.nowMs += 61_000
  expect(retryStrategy(1)).toBe(100)
  reconnectOnError(readOnly)
  expect(retryStrategy(1)).toBe(100)
})
