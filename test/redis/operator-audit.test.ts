import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type JobRecord, jobStates } from '../../src/core/job/job.ts'
import { differenceText } from '../../src/core/ledger/difference.ts'
import { accountOf } from '../../src/core/target.ts'
import { bucketOf } from '../../src/redis/keys.ts'
import { auditOperator } from '../../src/redis/operator-audit.ts'
import { target } from '../support/commands/invocation.ts'
import { jobIn } from '../support/jobs/job-states.ts'
import {
  bound,
  dump,
  giveBudget,
  jobRequest,
  openStoreWorld,
  type StoreWorld,
} from '../support/redis/store-world.ts'
import { runs } from '../support/suite/runs.ts'

const bucket = bucketOf(accountOf(target()))
const window = 'month:2026-06'

let world: StoreWorld
let accepted: JobRecord

beforeEach(async () => {
  world = openStoreWorld()
  await giveBudget(world, 1_000_000_000)
  await Promise.all(jobStates.map((state) => jobIn(world, state)))
  accepted = await jobIn(world, 'accepted')
})
afterEach(() => world.close())

const said = async (): Promise<readonly string[]> =>
  (await auditOperator({ ...world, now: world.clock.now }, [bucket])).map(differenceText)

describe('where all agrees', () => {
  test('nothing is found, and nothing is written', async () => {
    const before = await dump(world)
    expect(await said()).toEqual([])
    expect(await dump(world)).toEqual(before)
  })

  test('a hold that waits for its record counts as well', async () => {
    await world.operator.hold(jobRequest().id, bound, 'discord:server-1')
    expect(await said()).toEqual([])
  })

  test('what the total has not heard of yet is no difference', async () => {
    const behind = openStoreWorld({
      prefix: world.prefix,
      operatorAs: (real) => ({ ...real, mirror: () => Promise.reject(new Error('away')) }),
    })
    await behind.store.void(accepted, 'cancelled')
    behind.close()
    expect(await said()).toEqual([])
  })

  test('nor are months that are long over', async () => {
    world.clock.advance(100 * 86_400_000)
    await world.redis.del(world.keys.operatorFigures, world.keys.operatorHold(accepted.id))
    expect(await said()).toEqual([])
  })
})

test('while requests run on, nothing is found', async () => {
  let isOver = false
  const work = async () => {
    for (let count = 0; count < runs(6, 20); count += 1) await jobIn(world, 'posted')
  }
  const works = Promise.all([work(), work(), work(), work()]).finally(() => {
    isOver = true
  })
  while (!isOver) expect(await said()).toEqual([])
  await works
  expect(await said()).toEqual([])
})

describe('found:', () => {
  test.each(['posted', 'pending'] as const)('a figure (%s) that was changed', async (figure) => {
    const was = Number(await world.redis.hget(world.keys.operatorFigures, `${figure}|${window}`))
    await world.redis.hincrby(world.keys.operatorFigures, `${figure}|${window}`, 1)
    expect(await said()).toEqual([`operator, ${window}: ${figure} is ${was + 1}, by the journal ${was}`])
  })

  test('a line that is missing', async () => {
    await world.store.void(accepted, 'cancelled')
    const lines = await world.redis.xrange(world.keys.operatorJournal, '-', '+')
    const [first, second] = lines.filter(([, fields]) => fields.includes(accepted.id)).map(([id]) => id)
    await world.redis.xdel(world.keys.operatorJournal, first ?? '')
    expect(await said()).toEqual([
      `operator, job ${accepted.id}, line ${second}: before is open ${bound}, by the lines before it nothing`,
    ])
  })

  test('a job of which it knows nothing', async () => {
    await world.redis.del(world.keys.operatorHold(accepted.id))
    expect(await said()).toEqual([
      `${bucket}, job ${accepted.id}: operator's version is missing, by the job itself 1, open ${bound}`,
    ])
  })

  test('a job of which it knows another amount', async () => {
    await world.redis.hset(world.keys.operatorHold(accepted.id), 'amount', '5')
    expect(await said()).toEqual([
      `${bucket}, job ${accepted.id}: operator's version is 1, open 5, by the job itself 1, open ${bound}`,
    ])
  })

  test('a change that it was never told of, and that nobody remembers', async () => {
    const behind = openStoreWorld({
      prefix: world.prefix,
      operatorAs: (real) => ({ ...real, mirror: () => Promise.reject(new Error('away')) }),
    })
    await behind.store.void(accepted, 'cancelled')
    behind.close()
    await world.redis.zrem(world.keys.unmirrored(bucket), accepted.id)
    expect(await said()).toEqual([
      `${bucket}, job ${accepted.id}: operator's version is 1, open ${bound}, by the job itself 2, closed 0`,
    ])
  })
})
