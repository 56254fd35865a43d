import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Redis } from 'ioredis'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { spawnChild } from '../../../studio/kit/children.ts'
import { freePort } from '../../../studio/kit/free-port.ts'
import { type RedisOptions, type RedisServer, startRedis } from '../../../studio/kit/redis/redis.ts'
import { firstRows } from '../../support/suite/runs.ts'

const parentProgram = fileURLToPath(new URL('../../support/fixtures/parent.ts', import.meta.url))

let folder: string
let servers: RedisServer[]
let clients: Redis[]
let foreignUrl: string | undefined

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tunesmith-test-'))
  servers = []
  clients = []
  foreignUrl = process.env.REDIS_URL
  delete process.env.REDIS_URL
})

afterEach(async () => {
  for (const client of clients) client.disconnect()
  await Promise.all(servers.map((server) => server.stop()))
  await rm(folder, { recursive: true, force: true })
  if (foreignUrl !== undefined) process.env.REDIS_URL = foreignUrl
  else delete process.env.REDIS_URL
})

const start = async (options: RedisOptions = {}): Promise<RedisServer> => {
  const server = await startRedis(options)
  servers.push(server)
  return server
}

const connect = (url: string): Redis => {
  const client = new Redis(url, { maxRetriesPerRequest: 1, retryStrategy: () => null })
  client.on('error', () => {})
  clients.push(client)
  return client
}

const setting = async (client: Redis, name: string): Promise<string | undefined> => {
  const answer: unknown = await client.call('CONFIG', 'GET', name)
  const pairs = answer instanceof Map ? [...answer.values()] : Object.values(answer as object)
  return pairs.at(-1)
}

const processId = async (client: Redis): Promise<number> =>
  Number(/process_id:(\d+)/.exec(await client.info('server'))?.[1])

describe('a Redis of our own', () => {
  test('answers at once, and is the process it says it is', async () => {
    const server = await start()
    expect(await processId(connect(server.url))).toBe(server.pid)
  })

  const settings = [
    ['appendfsync', 'always'],
    ['bind', '127.0.0.1'],
    ['appendonly', 'yes'],
    ['save', ''],
    ['maxmemory-policy', 'noeviction'],
  ] as const

  test.each(firstRows(2, settings))('has %s set to "%s", as production asks for', async (name, value) => {
    const server = await start()
    expect(await setting(connect(server.url), name)).toBe(value)
  })

  test('removes its folder when it stops', async () => {
    const server = await start()
    const dir = await setting(connect(server.url), 'dir')
    expect(dir).toBeDefined()
    expect(existsSync(String(dir))).toBe(true)
    await server.stop()
    expect(existsSync(String(dir))).toBe(false)
  })

  test('keeps what it acknowledged in a given folder, also when it is killed', async () => {
    const first = await start({ dir: folder })
    await connect(first.url).set('song', 'sea shanty')
    await first.kill()
    const second = await start({ dir: folder })
    expect(await connect(second.url).get('song')).toBe('sea shanty')
  })

  test('keeps out of a folder in which another keeps its data, and leaves that one alone', async () => {
    const first = await start({ dir: folder })
    await expect(startRedis({ dir: folder })).rejects.toThrow(`${folder} is in use by another that runs`)
    expect(await connect(first.url).ping()).toBe('PONG')
    await first.stop()
    expect((await start({ dir: folder })).pid).toBeTypeOf('number')
  })

  test('starts in a folder whose server is gone, where another listens in its place', async () => {
    const other = await start()
    await writeFile(join(folder, 'address'), other.url)
    expect((await start({ dir: folder })).pid).toBeTypeOf('number')
  })

  test('several start at once, each on a port of its own', async () => {
    const started = await Promise.all([start(), start(), start()])
    expect(new Set(started.map(({ url }) => url)).size).toBe(3)
  })

  test('says in one report why it did not start', async () => {
    const first = await start()
    const port = Number(new URL(first.url).port)
    await expect(start({ port })).rejects.toThrow(/^redis ended with code 1\n.*Address already in use/s)
  })

  test('ends when its parent is killed without warning', async () => {
    const parent = spawnChild({ name: 'parent', args: [parentProgram, 'redis', folder] })
    const client = connect(await parent.line((line) => line.startsWith('redis://')))
    await client.ping()
    const ended = new Promise<void>((resolve) => client.once('end', resolve))
    await parent.kill()
    await ended
    await expect(client.ping()).rejects.toThrow('Connection is closed')
  })
})

describe('with REDIS_URL set', () => {
  test('that server is used and left running', async () => {
    const foreign = await start()
    process.env.REDIS_URL = foreign.url
    const server = await startRedis()
    expect(server).toMatchObject({ url: foreign.url, pid: undefined })
    await server.stop()
    expect(await connect(foreign.url).ping()).toBe('PONG')
  })

  test('a server that does not answer is an error at once', async () => {
    process.env.REDIS_URL = `redis://127.0.0.1:${await freePort()}`
    await expect(startRedis()).rejects.toThrow(/^REDIS_URL does not answer: connect ECONNREFUSED/)
  })

  test('a folder still gets a server of its own', async () => {
    process.env.REDIS_URL = 'redis://127.0.0.1:1'
    expect((await start({ dir: folder })).pid).toBeTypeOf('number')
  })
})
