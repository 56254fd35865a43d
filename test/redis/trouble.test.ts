import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { writeProblem } from '../../src/app/connections.ts'
import type { StoreConnection } from '../../src/redis/address.ts'
import { connectQueue, connectStore } from '../../src/redis/connection.ts'
import { troubleIn, troubleText } from '../../src/redis/trouble.ts'
import { waitForRedis } from '../../src/redis/wait.ts'
import { type PrivateRedis, startPrivateRedis } from '../support/redis/private-redis.ts'
import { follow } from '../support/redis/replica.ts'
import { startTcpProxy } from '../support/redis/tcp-proxy.ts'

const readOnly = new Error("READONLY You can't write against a read only replica.")

test.each([
  [readOnly.message, 'READONLY'],
  ["READONLY You can't write against a read only replica. script: 2f1a, on @user_script:1.", 'READONLY'],
  ['ERR Error running script (call to f_2f1a): @user_script:1: -READONLY You can not write', 'READONLY'],
  ['MISCONF Redis is configured to save RDB snapshots, but it is currently unable to persist', 'MISCONF'],
  ['MISCONF Errors writing to the AOF file: No space left on device', 'MISCONF'],
  ["OOM command not allowed when used memory > 'maxmemory'.", 'OOM'],
  ['LOADING Redis is loading the dataset in memory', 'LOADING'],
  ["NOPERM User tunesmith has no permissions to run the 'set' command", 'NOPERM'],
  ['CLUSTERDOWN Hash slot not served', 'CLUSTERDOWN'],
  ['ERR max number of clients reached', 'MAXCLIENTS'],
  ['ERR max number of clients + cluster connections reached', 'MAXCLIENTS'],
  ["MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'.", 'MASTERDOWN'],
  ['ERR wrong number of arguments for a command named READONLYISH', undefined],
  ['WRONGTYPE Operation against a key holding the wrong kind of value', undefined],
  ['connect ECONNREFUSED 127.0.0.1:6379', undefined],
])('%s is understood as %s', (message, code) => {
  expect(troubleIn(new Error(message))).toBe(code)
})

test('a trouble is said in words with its code, and anything else is no answer', () => {
  expect(troubleText(readOnly)).toBe('is a replica, which takes no writes (READONLY)')
  expect(troubleText(new Error('Command timed out'))).toBe('does not answer')
  const refusal = Object.assign(new Error('WRONGTYPE Operation against a key'), { name: 'ReplyError' })
  expect(troubleText(refusal)).toBe('refuses a write (WRONGTYPE)')
  const lastWord = new Error('Redis refuses the connection: DENIED Redis is running in protected mode')
  expect(troubleText(lastWord)).toBe('refuses the connection: DENIED Redis is running in protected mode')
})

describe('one address behind which another server becomes the primary', () => {
  const patience = { timeout: 20_000, interval: 20 }
  const closing: (() => unknown)[] = []
  afterEach(async () => {
    for (const close of closing.splice(0).toReversed()) await close()
  })
  const started = async (): Promise<PrivateRedis> => {
    const server = await startPrivateRedis()
    closing.push(() => server.stop())
    return server
  }
  const connectedTo = async (redis: StoreConnection): Promise<StoreConnection> => {
    closing.push(() => redis.disconnect())
    await waitForRedis(redis, patience.timeout)
    return redis
  }

  test.each([
    ['ours', connectStore],
    ["BullMQ's", connectQueue],
  ])('is found again by %s, though the old one goes on as a replica', async (_, connect) => {
    const [first, second] = [await started(), await started()]
    await follow(second, first)
    const proxy = await startTcpProxy(first.port)
    closing.push(() => proxy.close())
    const redis = await connectedTo(connect(`redis://127.0.0.1:${proxy.port}`, () => undefined))
    expect(await writeProblem(redis)).toBeUndefined()

    const [old, next] = [
      await connectedTo(connectStore(first.url, () => undefined)),
      await connectedTo(connectStore(second.url, () => undefined)),
    ]
    await next.call('REPLICAOF', 'NO', 'ONE')
    await old.call('REPLICAOF', '127.0.0.1', String(second.port))
    proxy.leadTo(second.port)
    expect(await writeProblem(redis)).toBe(
      'is a replica, which takes no writes (READONLY). Let REDIS_URL lead to the primary.',
    )
    await vi.waitFor(async () => expect(await writeProblem(redis)).toBeUndefined(), patience)
    await redis.set('after', 'the failover')
    expect(await next.get('after')).toBe('the failover')
  })
})

describe('a password that changes while the bot runs', () => {
  let server: PrivateRedis
  let admin: Redis
  beforeAll(async () => {
    server = await startPrivateRedis()
    admin = new Redis(server.url)
    await admin.call('ACL', 'SETUSER', 'tunesmith', 'on', '>word', '~*', '&*', '+@all')
  })
  afterAll(async () => {
    admin.disconnect()
    await server.stop()
  })

  test.each([
    ['NOAUTH', 'Set', '', ['ACL', 'SETUSER', 'default', 'resetpass', '>new'], ['default', 'nopass']],
    [
      'WRONGPASS',
      'Correct',
      'tunesmith:word@',
      ['ACL', 'SETUSER', 'tunesmith', 'resetpass', '>new'],
      ['tunesmith', '>word'],
    ],
  ] as const)(
    'is named as one (%s, %s them) until it is right again',
    async (code, mend, owner, change, [user, right]) => {
      let refusals = 0
      const count = (error: Error) => {
        if (error.message.startsWith(code)) refusals += 1
      }
      const redis = connectStore(server.url.replace('//', `//${owner}`), count)
      try {
        await waitForRedis(redis, 20_000)
        expect(await writeProblem(redis)).toBeUndefined()
        const [command, ...words] = change
        await admin.call(command, ...words)
        await admin.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes')
        const named = `refuses the user or the password (${code}). ${mend} them in REDIS_URL.`
        await vi.waitFor(async () => expect(await writeProblem(redis)).toBe(named), { timeout: 20_000 })
        const asked = refusals
        const answers = new Set<string | undefined>()
        const ask = async () => {
          answers.add(await writeProblem(redis))
          expect(refusals).toBeGreaterThan(asked + 2)
        }
        await vi.waitFor(ask, { timeout: 20_000 })
        expect([...answers]).toEqual([named])
        await admin.call('ACL', 'SETUSER', user, right)
        await vi.waitFor(async () => expect(await writeProblem(redis)).toBeUndefined(), { timeout: 20_000 })
      } finally {
        redis.disconnect()
      }
    },
  )
})
