import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { AuditResult, LedgerAudit } from '../../../../src/core/job/audit.ts'
import { accountOf } from '../../../../src/core/target.ts'
import { createAuditStep, startAuditor } from '../../../../src/jobs/worker/upkeep/audit.ts'
import { createAudit } from '../../../../src/redis/audit.ts'
import { bucketOf } from '../../../../src/redis/keys.ts'
import { createOperatorAudit } from '../../../../src/redis/operator-audit.ts'
import { target } from '../../../support/commands/invocation.ts'
import { jobIn } from '../../../support/jobs/job-states.ts'
import { createRecordingLog } from '../../../support/recording-log.ts'
import { giveBudget, openStoreWorld, type StoreWorld } from '../../../support/redis/store-world.ts'

const account = accountOf(target())
const bucket = bucketOf(account)
const window = 'month:2026-06'

let world: StoreWorld
let log: ReturnType<typeof createRecordingLog>

beforeEach(async () => {
  world = openStoreWorld()
  log = createRecordingLog()
  await giveBudget(world, 10_000_000)
  await jobIn(world, 'posted')
})
afterEach(() => world.close())

/** An audit of the real store that goes by one bucket only. */
const oneBucket = (): LedgerAudit => ({
  ...createAudit({ ...world, now: world.clock.now }),
  buckets: [bucket],
})

/** An audit of the real total, at the time of the real journal, whose lines Redis itself dates. */
const operator = () => ({
  operatorAudit: createOperatorAudit({ ...world, now: world.clock.now }),
  now: Date.now,
})

test('a round goes by every bucket once, and then starts over', async () => {
  const asked: string[] = []
  const nothing: AuditResult = { lineCount: 0, differences: [], unknownLines: [] }
  const audit: LedgerAudit = {
    ...oneBucket(),
    buckets: ['b00', 'b01', 'b02'],
    sinceCheckpoint: async (each) => {
      asked.push(each)
      return nothing
    },
  }
  const step = createAuditStep({ ...operator(), audit, log })
  for (let time = 0; time < 5; time += 1) await step()
  expect(asked).toEqual(['b00', 'b01', 'b02', 'b00', 'b01'])
})

test('where all agrees nothing is said, and the checkpoint moves on', async () => {
  await createAuditStep({ ...operator(), audit: oneBucket(), log })()
  expect(log.lines).toEqual([])
  expect(await world.redis.hget(world.keys.checkpoint(bucket), 'lines')).toBe('4')
})

test('a difference is an error in the log with account, window, figure and both numbers, once', async () => {
  const step = createAuditStep({ ...operator(), audit: oneBucket(), log })
  await world.redis.hincrby(world.keys.account(account), `posted|${window}`, 5)
  await step()
  await step()
  expect(log.lines).toEqual([
    {
      level: 'error',
      message: 'the books differ',
      details: {
        what: 'posted',
        bucket,
        account,
        window,
        scope: undefined,
        expected: 120_000,
        found: '120005',
      },
    },
  ])
  await world.redis.hincrby(world.keys.account(account), `posted|${window}`, 1)
  await step()
  expect(log.errors()).toHaveLength(2)
})

test('it is said again when it comes back after it was mended', async () => {
  const step = createAuditStep({ ...operator(), audit: oneBucket(), log })
  for (const by of [5, -5, 5]) {
    await world.redis.hincrby(world.keys.account(account), `posted|${window}`, by)
    await step()
  }
  expect(log.errors()).toHaveLength(2)
})

test('a line that cannot be read is a warning, and stops nothing', async () => {
  await world.redis.xadd(world.keys.journal(bucket), '*', 'operation', 'dance')
  const step = createAuditStep({ ...operator(), audit: oneBucket(), log })
  await step()
  await step()
  expect(log.warnings()).toEqual(['a line of the journal cannot be read'])
  expect(await world.redis.hget(world.keys.checkpoint(bucket), 'lines')).toBe('5')
})

test('an audit that fails is a warning, and the next one comes anyway', async () => {
  const twice = Promise.withResolvers<void>()
  let count = 0
  const audit: LedgerAudit = {
    ...oneBucket(),
    sinceCheckpoint: async () => {
      count += 1
      if (count === 2) twice.resolve()
      throw new Error('away')
    },
  }
  const auditor = startAuditor({ ...operator(), audit, log }, 1)
  await twice.promise
  await auditor.stop()
  expect(log.warnings()).toContain('an audit failed')
  expect(new Set(log.warnings()).size).toBe(1)
})

describe("the operator's total", () => {
  const told = () => log.lines.map(({ details }) => details)

  test('that is not what its journal comes to is an error, in the first round and not in each', async () => {
    await world.redis.hincrby(world.keys.operatorFigures, `posted|${window}`, 5)
    const step = createAuditStep({ ...operator(), audit: oneBucket(), log })
    await step()
    expect(told()).toMatchObject([{ what: 'posted', bucket: 'operator', window, found: '120005' }])
    await world.redis.hincrby(world.keys.operatorFigures, `posted|${window}`, 5)
    for (let round = 2; round <= 12; round += 1) await step()
    expect(log.errors()).toHaveLength(1)
    await step()
    expect(log.errors()).toHaveLength(2)
  })

  test('that does not know what became of a job is an error with the job', async () => {
    const { id } = await jobIn(world, 'posted')
    await world.redis.hset(world.keys.operatorHold(id), 'version', '1')
    await createAuditStep({ ...operator(), audit: oneBucket(), log })()
    expect(told()).toMatchObject([{ what: "operator's version", bucket, job: id }])
  })

  test('is looked at for the jobs of the last day; the doctor looks at all', async () => {
    const { id } = await jobIn(world, 'posted')
    await world.redis.hset(world.keys.operatorHold(id), 'version', '1')
    const tomorrow = () => Date.now() + 2 * 24 * 60 * 60_000
    await createAuditStep({ ...operator(), now: tomorrow, audit: oneBucket(), log })()
    expect(log.errors()).toEqual([])
  })
})
