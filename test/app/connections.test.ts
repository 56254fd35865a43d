import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRedis, reachRedis } from '../../src/app/connections.ts'
import type { Running } from '../../src/app/running.ts'
import { onRedis } from '../../src/app/tasks/beside-the-bot.ts'
import { createStoreClock } from '../../src/redis/scripts.ts'
import { createRecordingLog } from '../support/recording-log.ts'
import { type PrivateRedis, startPrivateRedis } from '../support/redis/private-redis.ts'
import { startTcpProxy } from '../support/redis/tcp-proxy.ts'

let redis: PrivateRedis
let proxy: Awaited<ReturnType<typeof startTcpProxy>>
beforeAll(async () => {
  redis = await startPrivateRedis()
  proxy = await startTcpProxy(redis.port)
})
afterAll(async () => {
  await proxy.close()
  await redis.stop()
})

test('a start and every task beside the bot end at once where Redis is too old for the scripts', async () => {
  proxy.rewrite((text) => text.replaceAll(/(?<=redis_version:)\d/g, '6'))
  const url = `redis://127.0.0.1:${proxy.port}`
  const refusal = { code: 'configuration', message: expect.stringMatching(/^Redis has version 6\./) }
  const running: Running[] = []
  const log = createRecordingLog()
  const connections = openRedis({ url, durability: 'always' }, log, running)
  const clock = createStoreClock({ redis: connections.store, now: Date.now, toleranceMs: 60_000 })
  await expect(reachRedis(connections, { durability: 'always', clock }, log)).rejects.toMatchObject(refusal)
  await Promise.all(running.map(({ stop }) => stop()))
  const beside = { environment: { REDIS_URL: url }, redisWaitMs: 10_000 }
  await expect(onRedis(beside, () => Promise.resolve())).rejects.toMatchObject(refusal)
})
