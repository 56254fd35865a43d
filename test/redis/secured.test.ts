import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { RedisAccess, StoreConnection } from '../../src/redis/address.ts'
import { connectQueue, connectStore } from '../../src/redis/connection.ts'
import { waitForRedis } from '../../src/redis/wait.ts'
import { freePort } from '../../studio/kit/free-port.ts'
import { type PrivateRedis, startPrivateRedis } from '../support/redis/private-redis.ts'
import { startSecuredSentinel } from '../support/redis/sentinel.ts'
import { selfSigned } from '../support/service/self-signed.ts'

// Redis and Sentinels with TLS, their own authorities and passwords: how they are reached, and why not.

const ours = selfSigned()
const strangers = selfSigned()
const opened: StoreConnection[] = []
let server: PrivateRedis
let admin: Redis
let dir: string
let tlsPort: number
let sentinel: Awaited<ReturnType<typeof startSecuredSentinel>>

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'tunesmith-tls-'))
  const [key, cert] = [join(dir, 'key.pem'), join(dir, 'cert.pem')]
  await writeFile(key, ours.key)
  await writeFile(cert, ours.cert)
  server = await startPrivateRedis()
  admin = new Redis(server.url)
  tlsPort = await freePort()
  const files = ['tls-cert-file', cert, 'tls-key-file', key, 'tls-ca-cert-file', cert]
  await admin.call('CONFIG', 'SET', ...files, 'tls-auth-clients', 'no', 'tls-port', String(tlsPort))
  await admin.call('ACL', 'SETUSER', 'tunesmith', 'reset', 'on', '>word', '~*', '+@all')
  sentinel = await startSecuredSentinel({
    dir,
    primaryPort: tlsPort,
    password: 'watch',
    user: 'eye',
    poorUser: 'blink',
  })
})
afterEach(() => {
  for (const redis of opened.splice(0)) redis.disconnect()
})
afterAll(async () => {
  await sentinel.stop()
  admin.disconnect()
  await server.stop()
  await rm(dir, { recursive: true, force: true })
})

const answerOf = async (
  access: RedisAccess,
  connect: typeof connectStore = connectStore,
  waitMs = 5_000,
): Promise<unknown> => {
  const redis = connect(access, () => undefined)
  opened.push(redis)
  try {
    await waitForRedis(redis, waitMs)
    return await redis.ping()
  } catch (error) {
    return error instanceof Error ? error.message : error
  }
}

const overTls = (): RedisAccess => ({ url: `rediss://tunesmith:word@localhost:${tlsPort}` })
const { ca } = { ca: ours.cert }

describe('a Redis with an authority of its own', () => {
  test('is reached with its certificate, also by the queue', async () => {
    expect(await answerOf({ ...overTls(), ca })).toBe('PONG')
    expect(await answerOf({ ...overTls(), ca }, connectQueue)).toBe('PONG')
  })

  test.each<[string, () => RedisAccess, RegExp]>([
    ['without it', overTls, /not signed by a known authority\. Set REDIS_CA_FILE/],
    [
      "with another authority's",
      () => ({ ...overTls(), ca: strangers.cert }),
      /not signed by a known authority\. Set REDIS_CA_FILE/,
    ],
    [
      'by a host that it does not name',
      () => ({ url: `rediss://127.0.0.1:${tlsPort}`, ca }),
      /is for other hosts than the one that REDIS_URL/,
    ],
    [
      'with a wrong password',
      () => ({ url: `rediss://tunesmith:no@localhost:${tlsPort}`, ca }),
      /refused the user or the password in REDIS_URL/,
    ],
    [
      'without TLS',
      () => ({ url: `redis://localhost:${tlsPort}` }),
      /Is it reached over TLS \(rediss:\/\/\)/,
    ],
  ])('is not reached %s, for that reason', async (_, access, reason) => {
    expect(await answerOf(access())).toMatch(reason)
  })

  // A server that closes at once may give no reason; then both settings are mentioned.
  test('can require a client certificate', async () => {
    await admin.call('CONFIG', 'SET', 'tls-auth-clients', 'yes')
    try {
      expect(await answerOf({ ...overTls(), ca })).toMatch(
        /certificate .*REDIS_CERT_FILE|Set REDIS_CERT_FILE/,
      )
      expect(await answerOf({ ...overTls(), ca, ...strangers })).toMatch(
        /accept our certificate.* REDIS_CERT_FILE|\(REDIS_CERT_FILE\)/,
      )
      expect(await answerOf({ ...overTls(), ca, ...ours })).toBe('PONG')
    } finally {
      await admin.call('CONFIG', 'SET', 'tls-auth-clients', 'no')
    }
  })
})

describe('a Redis without TLS, or a user of it,', () => {
  const plain = (more: string, scheme = 'redis') =>
    `${scheme}://tunesmith:word@localhost:${server.port}${more}`

  test.each<[string, () => RedisAccess, RegExp]>([
    ['over TLS', () => ({ url: plain('', 'rediss') }), /speak TLS\? One that does not needs redis:\/\//],
    ['as a Sentinel', () => ({ url: plain('/name', 'redis+sentinel') }), /a plain Redis answers there/],
    ['with a database that it lacks', () => ({ url: plain('/99') }), /no database 99, which REDIS_URL names/],
    ['with such a database in a query', () => ({ url: plain('?db=16') }), /no database 16, which/],
  ])('is not reached %s, for that reason', async (_, access, reason) => {
    expect(await answerOf(access(), connectStore, 2_000)).toMatch(reason)
  })

  test('is reached with a database that it has', async () => {
    expect(await answerOf({ url: plain('/15') })).toBe('PONG')
    expect(await answerOf({ url: plain('/15') }, connectQueue)).toBe('PONG')
  })

  test('names the right that another database needs', async () => {
    await admin.call('ACL', 'SETUSER', 'tunesmith', '-select')
    try {
      expect(await answerOf({ url: plain('/1') })).toMatch(/lacks \+select, which database 1 needs/)
    } finally {
      await admin.call('ACL', 'SETUSER', 'tunesmith', '+select')
    }
  })

  test.each([
    ['ours', connectStore],
    ["BullMQ's", connectQueue],
  ])('never gets into the database 0 instead, by %s', async (_, connect) => {
    const tried = Promise.withResolvers<void>()
    const redis = connect(plain('/99'), () => tried.resolve())
    opened.push(redis)
    const states: string[] = []
    redis.on('ready', () => states.push('ready'))
    void redis.connect().catch(() => undefined)
    await tried.promise
    const closed = new Promise<void>((resolve) => redis.once('close', resolve))
    await closed
    expect(states).toEqual([])
  })
})

describe('Sentinels with users, passwords and TLS of their own', () => {
  const watched = (more: Partial<RedisAccess> = {}): RedisAccess => ({
    url: `rediss+sentinel://tunesmith:word@localhost:${sentinel.tlsPort}/tunesmith`,
    ca,
    sentinelPassword: 'watch',
    ...more,
  })

  test.each<[string, () => RedisAccess]>([
    ['their password', watched],
    ['a user of theirs', () => watched({ sentinelUser: 'eye', sentinelPassword: 'eyes' })],
    [
      'no TLS, while Redis has it',
      () =>
        watched({
          url: `rediss+sentinel://tunesmith:word@localhost:${sentinel.port}/tunesmith`,
          sentinelTls: false,
        }),
    ],
  ])('lead to the primary with %s', async (_, access) => {
    expect(await answerOf(access())).toBe('PONG')
    expect(await answerOf(access(), connectQueue)).toBe('PONG')
  })

  test.each<[string, () => RedisAccess, RegExp]>([
    [
      'a wrong password',
      () => watched({ sentinelPassword: 'no' }),
      /The Sentinels refused .* REDIS_SENTINEL_PASSWORD/,
    ],
    [
      'no password',
      () => watched({ sentinelPassword: undefined }),
      /The Sentinels refused .* REDIS_SENTINEL_PASSWORD/,
    ],
    [
      'a user that lacks a right',
      () => watched({ sentinelUser: 'blink', sentinelPassword: 'blinks' }),
      /do not let their user ask for the primary: it lacks \+sentinel\|sentinels\./,
    ],
    ['no authority', () => watched({ ca: undefined }), /not signed by a known authority\. Set REDIS_CA_FILE/],
    [
      'a port of theirs without TLS',
      () => watched({ url: `rediss+sentinel://tunesmith:word@localhost:${sentinel.port}/tunesmith` }),
      /do they speak TLS\? .* REDIS_SENTINEL_TLS=off/,
    ],
    [
      'the address of a plain Redis',
      () => ({ url: `redis://:watch@localhost:${sentinel.port}` }),
      /a Sentinel answers there\. Use redis\+sentinel:\/\//,
    ],
    [
      'such an address over TLS',
      () => ({ url: `rediss://:watch@localhost:${sentinel.tlsPort}`, ca }),
      /a Sentinel answers there\. Use redis\+sentinel:\/\//,
    ],
    [
      'another name',
      () => watched({ url: `rediss+sentinel://tunesmith:word@localhost:${sentinel.tlsPort}/other` }),
      /know no primary of the name/,
    ],
    [
      "a wrong password of the primary's",
      () => watched({ url: `rediss+sentinel://tunesmith:no@localhost:${sentinel.tlsPort}/tunesmith` }),
      /Redis refused the user or the password in REDIS_URL/,
    ],
  ])('lead nowhere with %s, for that reason', async (_, access, reason) => {
    expect(await answerOf(access(), connectStore, 3_000)).toMatch(reason)
  })
})
