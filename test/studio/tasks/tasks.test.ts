import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createAccounts } from '../../../studio/accounts/accounts.ts'
import { createCounters } from '../../../studio/accounts/counters.ts'
import type { NewTask } from '../../../studio/tasks/task.ts'
import { createTasks } from '../../../studio/tasks/tasks.ts'
import { testPrefix, testRedisUrl } from '../../support/redis/redis.ts'
import { startTcpProxy } from '../../support/redis/tcp-proxy.ts'

const accountKey = 'a key'
const newTask: NewTask = {
  accountKey,
  feature: 'REMIX',
  webhookUrl: '',
  creditEstimate: 0.1,
  outputCount: 2,
  work: { kind: 'remix', order: {} },
  plan: {},
}

let proxy: Awaited<ReturnType<typeof startTcpProxy>>
let prefix: string
/** The one of the studio, whose answers can be lost, and one that sees what is kept. */
let redis: Redis
let witness: Redis
beforeEach(async () => {
  const url = new URL(testRedisUrl())
  proxy = await startTcpProxy(Number(url.port))
  prefix = `${testPrefix}${randomUUID()}:`
  witness = new Redis(testRedisUrl())
  url.port = `${proxy.port}`
  redis = new Redis(url.href, { maxRetriesPerRequest: null })
  redis.on('error', () => undefined)
  await createAccounts(redis, prefix).open(accountKey, 1)
})
afterEach(async () => {
  redis.disconnect()
  witness.disconnect()
  await proxy.close()
})

const tasksOn = (client: Redis) =>
  createTasks({
    redis: client,
    prefix,
    now: () => 0,
    announce: () => undefined,
    insist: (deed) => deed(),
  })
const books = async () => {
  const account = await createAccounts(witness, prefix).byKey(accountKey)
  const { keys } = await createCounters(witness, prefix).read()
  return { balance: await account?.balance(), ...keys[0] }
}
const oneOpenTask = async () => {
  let found = await tasksOn(witness).unfinished()
  while (found.length === 0) found = await tasksOn(witness).unfinished()
  return found
}

test('a task is kept and charged in one, and not again when the answer of Redis is lost', async () => {
  proxy.loseReplies()
  const adding = tasksOn(redis).add(newTask, 1)
  const kept = await oneOpenTask()
  const charged = { balance: 0.9, charged: 0.1, accepted: { REMIX: 1 } }
  expect(await books()).toMatchObject(charged)
  proxy.cut()
  expect([await adding]).toEqual(kept)
  expect(await books()).toMatchObject(charged)
})

test.each([
  ['a failure gives back everything', { status: 'FAILED' }, 1, 0.1],
  ['a success gives back what it did not cost', { status: 'COMPLETED', cost: 0.04 }, 0.96, 0.06],
  ['a success that costs more takes the rest', { status: 'COMPLETED', cost: 0.3 }, 0.7, -0.2],
] as const)(
  '%s with the end, and not again when the answer of Redis is lost',
  async (_name, end, balance, refunded) => {
    const tasks = tasksOn(redis)
    const task = await tasks.add(newTask, 1)
    if (typeof task === 'string') throw new Error(task)
    const ending = tasks.update(task.taskId, (latest) => {
      proxy.loseReplies()
      return { ...latest, ...end }
    })
    const seen = tasksOn(witness)
    while ((await seen.byTaskId(task.taskId))?.status === 'IN_QUEUE');
    expect(await books()).toMatchObject({ balance, refunded })
    proxy.cut()
    await ending
    expect(await books()).toMatchObject({ balance, refunded })
    expect(await seen.unfinished()).toEqual([])
  },
)

test.each([
  ['no_credits', 0.05, 1],
  ['too_many', 1, 0],
] as const)(
  'a task that is not taken on for %s costs nothing and is not kept',
  async (why, credits, parallelMax) => {
    await (await createAccounts(redis, prefix).byKey(accountKey))?.setBalance(credits)
    expect(await tasksOn(redis).add(newTask, parallelMax)).toBe(why)
    expect(await books()).toEqual({ balance: credits })
    expect(await tasksOn(redis).unfinished()).toEqual([])
  },
)
