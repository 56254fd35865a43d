import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { neededRights } from '../../../src/redis/rights.ts'
import { makeBusy } from '../../support/dashboard/busy-servers.ts'
import { openDashboardWorld } from '../../support/dashboard/dashboard-world.ts'
import { type PrivateRedis, startPrivateRedis } from '../../support/redis/private-redis.ts'
import { openStoreWorld } from '../../support/redis/store-world.ts'

let server: PrivateRedis
let admin: Redis

beforeAll(async () => {
  server = await startPrivateRedis()
  admin = new Redis(server.url)
  await admin.call('ACL', 'SETUSER', 'tunesmith', 'reset', 'on', '>word', ...neededRights)
})
afterAll(async () => {
  admin.disconnect()
  await server.stop()
})

test('every page, action and the board of the queue need no more rights in Redis than the bot has', async () => {
  const world = openStoreWorld({ url: server.url.replace('//', '//tunesmith:word@'), prefix: '' })
  const dashboard = await openDashboardWorld(world)
  const { accounts, dead } = await makeBusy(world, { days: 2 })
  await dashboard.signIn()
  const paths = [
    ...[
      '',
      '/servers',
      `/servers/${accounts[0]}`,
      '/jobs',
      '/jobs?state=hidden',
      `/jobs/${dead.id}`,
      '/problems',
    ],
    ...['/queue/', '/queue/api/queues?activeQueue=wake&status=latest', '/queue/api/redis/stats'],
    ...['/queue/api/job-schedulers', '/queue/api/queues/wake/workers'],
  ]
  const answers = await Promise.all(
    paths.map(async (path) => (await dashboard.get(`/dashboard${path}`)).statusCode),
  )
  expect(answers.slice(0, 9)).toEqual(answers.slice(0, 9).map(() => 200))
  expect((await dashboard.act('retry', { job: dead.id })).said).toContain('is put back')
  expect(await admin.call('ACL', 'LOG')).toEqual([])
  await dashboard.close()
  world.close()
})
