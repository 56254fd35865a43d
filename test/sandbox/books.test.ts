import { Redis } from 'ioredis'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Books, type BooksEntry, readBooks } from '../../sandbox/world/books.ts'
import { type RedisServer, startRedis } from '../../studio/kit/redis/redis.ts'

// The names are those of docs/ledger.md.

let server: RedisServer
let redis: Redis
let books: Books

beforeEach(async () => {
  server = await startRedis()
  redis = new Redis(server.url)
  redis.on('error', () => undefined)
})

afterEach(async () => {
  await books.close()
  redis.disconnect()
  await server.stop()
})

const job = (id: string, state: string) =>
  redis.hset(`{b07}:job:${id}`, { state, feature: 'music', values: '{}' })
const line = (operation: string) => redis.xadd('{b07}:journal', '*', 'operation', operation, 'credits', '5')

const told = (entry: BooksEntry): string =>
  entry.kind === 'state'
    ? `${entry.job} ${entry.feature} ${entry.state}`
    : `${entry.bucket} ${entry.fields.operation}`

/** What is told once there are so many. */
const first = async (count: number): Promise<readonly string[]> => {
  for (let after = 0; books.since(0).length < count; after = books.since(0).length) await books.changed(after)
  return books.since(0).map(told)
}

test('what was there before is read, and then every state and every line as it comes', async () => {
  await job('one', 'submitted')
  await line('hold')
  books = await readBooks(server.url, { now: () => 42 })
  expect(await first(2)).toEqual(['one music submitted', 'b07 hold'])
  await job('two', 'requested')
  await first(3)
  await job('two', 'accepted')
  await first(4)
  await line('settle')
  expect(await first(5)).toEqual([
    ...['one music submitted', 'b07 hold', 'two music requested', 'two music accepted', 'b07 settle'],
  ])
  expect(books.since(4)).toEqual([
    {
      id: 5,
      atMs: 42,
      kind: 'line',
      bucket: 'b07',
      entry: expect.stringMatching(/^\d+-0$/),
      fields: { operation: 'settle', credits: '5' },
    },
  ])
})

test('a state that is written again is no news', async () => {
  books = await readBooks(server.url, { now: () => 42 })
  await job('one', 'submitted')
  await job('one', 'submitted')
  await redis.hset('{b07}:job:one', { notes: 'more' })
  await job('one', 'ready')
  expect(await first(2)).toEqual(['one music submitted', 'one music ready'])
})

test('a state names the task, the outputs at the audio service and the files on Slack that were known by then', async () => {
  books = await readBooks(server.url, { now: () => 42 })
  await job('one', 'submitting')
  await first(1)
  await redis.hset('{b07}:job:one', { state: 'submitted', task: 'task-1' })
  await first(2)
  const outputs = [{ conversionId: 'take-1', title: 'A song' }, { conversionId: null }]
  await redis.hset('{b07}:job:one', { state: 'ready', outcome: JSON.stringify({ outputs, coverUrl: null }) })
  await first(3)
  const notes = { 'note:upload_0': 'F0RJP4B8041', 'note:upload_1': 'linked' } // too large to be brought
  await redis.hset('{b07}:job:one', { ...notes, state: 'posted' })
  await first(4)
  const known = { atMs: 42, kind: 'state', job: 'one', feature: 'music' }
  expect(books.since(0)).toEqual([
    { ...known, id: 1, state: 'submitting', conversions: [], files: [] },
    { ...known, id: 2, state: 'submitted', task: 'task-1', conversions: [], files: [] },
    { ...known, id: 3, state: 'ready', task: 'task-1', conversions: ['take-1'], files: [] },
    { ...known, id: 4, state: 'posted', task: 'task-1', conversions: ['take-1'], files: ['F0RJP4B8041'] },
  ])
})

test('what is no job and no journal is left alone', async () => {
  books = await readBooks(server.url, { now: () => 42 })
  await redis.hset('{b07}:account:discord:1', { limit: '5' })
  await redis.hset('{b07}:hold:one', { state: 'open' })
  await line('hold')
  expect(await first(1)).toEqual(['b07 hold'])
})

test('a restart of Redis loses nothing and tells nothing twice', async () => {
  books = await readBooks(server.url, { now: () => 42 })
  await line('hold')
  await job('one', 'requested')
  await first(2)
  await server.restart()
  await job('one', 'accepted')
  expect(await first(3)).toEqual(['b07 hold', 'one music requested', 'one music accepted'])
  await line('void')
  expect(await first(4)).toContain('b07 void')
})
