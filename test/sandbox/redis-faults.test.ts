import { once } from 'node:events'
import { connect } from 'node:net'
import { Redis } from 'ioredis'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startControl } from '../../sandbox/control/control.ts'
import { createRedisFaults } from '../../sandbox/control/redis-faults.ts'
import { freePort } from '../../studio/kit/free-port.ts'
import { type RedisServer, startRedis } from '../../studio/kit/redis/redis.ts'
import { type RawBot, startRawBot } from './discord/support.ts'

let bot: RawBot
let redis: RedisServer
let client: Redis
let control: Awaited<ReturnType<typeof startControl>>
let started: number[]

beforeEach(async () => {
  bot = await startRawBot()
  redis = await startRedis({ port: await freePort() })
  started = []
  const onStart = (pid: number): void => void started.push(pid)
  const faults = createRedisFaults({ redis, clock: bot.clock, wire: bot.wire, onStart })
  control = await startControl({ ...bot, redis: { faults } })
  client = new Redis(redis.url, { maxRetriesPerRequest: null })
  client.on('error', () => undefined)
})
afterEach(async () => {
  client.disconnect()
  await control.close()
  await redis.stop()
  await bot.stop()
})

const fault = async (body: object) => {
  const response = await fetch(`${control.url}/faults`, {
    method: 'POST',
    body: JSON.stringify({ target: 'redis', ...body }),
    headers: { 'content-type': 'application/json' },
  })
  return { status: response.status, body: await response.json() }
}

test('a Redis that is restarted is another process with the same data', async () => {
  await client.set('song', 'shanty')
  const before = redis.pid
  expect(await fault({ redis: 'restart' })).toEqual({ status: 200, body: { ok: true } })
  expect(started).toEqual([redis.pid])
  expect(redis.pid).not.toBe(before)
  expect(await client.get('song')).toBe('shanty')
})

test.each([
  ['until faults are cleared', {}, () => fetch(`${control.url}/faults`, { method: 'DELETE' })],
  ['for its time', { ms: 60_000 }, async () => bot.clock.advance(60_000)],
])('a Redis that is paused takes connections and answers nothing, %s', async (_name, more, end) => {
  expect((await fault({ redis: 'pause', ...more })).status).toBe(200)
  const socket = connect(Number(new URL(redis.url).port), '127.0.0.1')
  await once(socket, 'connect')
  let isAnswered = false
  const answer = once(socket, 'data').finally(() => {
    isAnswered = true
  })
  socket.write('PING\r\n')
  await fetch(`${control.url}/refusals`)
  expect(isAnswered).toBe(false)
  await end()
  expect(String(await answer)).toBe('+PONG\r\n')
  socket.destroy()
})

test('a Redis that is paused can be stopped', async () => {
  await fault({ redis: 'pause' })
  await redis.stop()
  expect(bot.wire.since(0)).toMatchObject([{ platform: 'redis', summary: 'redis fault: pause' }])
})

test.each([
  [{ redis: 'explode' }, 'redis'],
  [{ redis: 'restart', ms: 5 }, 'ms'],
])('%j makes no sense', async (body, field) => {
  expect(await fault(body)).toMatchObject({ status: 400, body: { field } })
})

test('a Redis that others run is left alone', async () => {
  const foreign = { ...redis, pid: undefined }
  const faults = createRedisFaults({
    redis: foreign,
    clock: bot.clock,
    wire: bot.wire,
    onStart: () => undefined,
  })
  await expect(faults.add({ redis: 'restart' })).rejects.toThrow('others run')
})
