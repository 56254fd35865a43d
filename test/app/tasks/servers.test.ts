import { afterAll, beforeAll, expect, test } from 'vitest'
import { readTask } from '../../../src/app/command-line/read-task.ts'
import { clockToleranceMs } from '../../../src/app/redis-settings.ts'
import { lookAfterServers } from '../../../src/app/tasks/servers.ts'
import { cost, jobIn } from '../../support/jobs/job-states.ts'
import { type PrivateRedis, startPrivateRedis } from '../../support/redis/private-redis.ts'
import { giveBudget, openStoreWorld, type StoreWorld } from '../../support/redis/store-world.ts'
import { twoTakes } from '../../support/service/outcome.ts'

const account = 'discord:server-1'

let server: PrivateRedis
let world: StoreWorld

beforeAll(async () => {
  server = await startPrivateRedis()
  world = openStoreWorld({ url: server.url, prefix: '', now: Date.now })
  await giveBudget(world, 10_000_000)
})
afterAll(async () => {
  world.close()
  await server.stop()
})

/** What the operator reads after typing this. */
const servers = async (...args: string[]): Promise<string> => {
  const written: string[] = []
  const environment = { REDIS_URL: server.url, OPERATOR_SERVERS: 'any' }
  const write = (text: string): void => void written.push(text)
  const task = readTask(['servers', ...args])
  if (task.kind !== 'servers') throw new Error(`${args.join(' ')} is nothing that is done here`)
  await lookAfterServers(
    { environment, redisWaitMs: 5_000, write, now: Date.now, clockToleranceMs },
    task.wish,
  )
  return written.join('')
}

test('a server whose uploaded clips are stopped is listed with the charge, until they are allowed again', async () => {
  const job = await jobIn(world, 'submitted')
  const stop = { account, job: job.id, price: 'mastering', perUnit: cost } as const
  await world.store.ready(job, twoTakes, { amount: cost, source: 'final', stop })
  expect(await servers('list')).toContain(
    `${account}  uploaded clips with a price by length are stopped: job ${job.id} was charged 0.12 credits for each unit of mastering, by the length that was measured; npm run servers -- resume ${account} allows them again\n`,
  )
  expect(await servers('resume', account)).toBe(`${account} can use uploaded clips again.\n`)
  expect(await servers('list')).not.toContain('stopped')
  expect(await servers('resume', account)).toBe(`${account} was not stopped.\n`)
})
