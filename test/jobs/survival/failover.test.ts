import { afterEach, beforeEach, expect, test } from 'vitest'
import { createWakeHandler } from '../../../src/jobs/worker/work.ts'
import { waitForRedis } from '../../../src/redis/wait.ts'
import { dieAt } from '../../support/jobs/crash.ts'
import { type JobWorld, openJobWorld } from '../../support/jobs/job-world.ts'
import { expectVerdict } from '../../support/jobs/verdict.ts'
import { type PrivateRedis, startPrivateRedis } from '../../support/redis/private-redis.ts'
import { connectedTo, openTestRedis } from '../../support/redis/redis.ts'
import { follow, untilHeard } from '../../support/redis/replica.ts'
import { startTcpProxy } from '../../support/redis/tcp-proxy.ts'

// A replica that follows asynchronously takes over; a new connection finds it where the primary was.

const patienceMs = 20_000
const minuteMs = 60_000
const stepsAtOnce = 10

let primary: PrivateRedis
let replica: PrivateRedis
let proxy: Awaited<ReturnType<typeof startTcpProxy>>
let world: JobWorld

beforeEach(async () => {
  ;[primary, replica] = await Promise.all([startPrivateRedis(), startPrivateRedis()])
  await follow(replica, primary)
  proxy = await startTcpProxy(primary.port)
  const redis = await connectedTo(`redis://127.0.0.1:${proxy.port}`)
  world = await openJobWorld({ store: { redis } })
})
afterEach(async () => {
  world.close()
  await proxy.close()
  await Promise.all([primary.stop(), replica.stop()])
})

/** The replica has what it has heard of until now, and nothing of what comes after. */
const partReplica = async () => {
  const copy = openTestRedis(replica.url)
  await copy.replicaof('NO', 'ONE')
  copy.disconnect()
}

const failOver = async () => {
  await primary.kill()
  await partReplica()
  proxy.pointAt(replica.port)
  await waitForRedis(world.redis, patienceMs)
  world.queue.lose()
  await world.queue.work(createWakeHandler(world.deps), stepsAtOnce)
}

/** The service took it, and nobody hears of that. */
const boughtUnheard = { effect: 'service.submit', when: 'after' } as const

const pass = (spanMs: number) => world.runWithSweeps(world.clock.now() + spanMs, 30_000)

test('row 20, the primary is lost after the service took the request: the replica knows of it, and it is not bought again', async () => {
  await dieAt(world, boughtUnheard)
  await failOver()
  await pass(10 * minuteMs)
  await expectVerdict(world, { submissions: 1, texts: [/failed\..* still count as used/] })
})

test('row 20, the replica heard nothing of that: nothing was sent, and the new primary has it bought once', async () => {
  await world.start()
  await untilHeard(world.redis)
  replica.signal('SIGSTOP')
  try {
    await world.queue.run(world.clock.now() + 1)
    expect(world.service.submissions).toEqual([])
  } finally {
    replica.signal('SIGCONT')
  }
  await failOver()
  await pass(10 * minuteMs)
  await expectVerdict(world, { submissions: 1, texts: [/^“Title 1” and “Title 2”/] })
})

test('row 20, the same where nobody waited for the replica: it would be bought twice', async () => {
  world.deps.store.outlivesFailover = () => Promise.resolve(true)
  await dieAt(world, boughtUnheard, async () => {
    await untilHeard(world.redis)
    await partReplica()
  })
  await failOver()
  await pass(10 * minuteMs)
  expect(world.service.submissions).toHaveLength(2)
})
