import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { microcredits } from '../../src/core/credits.ts'
import { AppError } from '../../src/core/errors.ts'
import { type JobState, jobStates } from '../../src/core/job/job.ts'
import type { JobStore } from '../../src/core/job/job-store.ts'
import { arrowOf } from '../../src/core/job/job-transitions.ts'
import type { OperatorTotal } from '../../src/core/ledger/operator-total.ts'
import { accountOf } from '../../src/core/target.ts'
import { target } from '../support/commands/invocation.ts'
import { cost, jobIn, readJob } from '../support/jobs/job-states.ts'
import { expectAgreement } from '../support/jobs/verdict.ts'
import {
  figuresOf,
  operatorJournal,
  replayOperator,
  sumOfHolds,
  unmirroredCount,
} from '../support/ledger/operator.ts'
import { everyOperation, stepFor } from '../support/redis/job-operations.ts'
import {
  bound,
  dump,
  giveBudget,
  jobRequest,
  openStoreWorld,
  operatorHoldMs,
  type StoreWorld,
} from '../support/redis/store-world.ts'

const account = accountOf(target())
const june = 'month:2026-06'
const opened: StoreWorld[] = []
let world: StoreWorld

const open = async (options: Parameters<typeof openStoreWorld>[0] = {}): Promise<StoreWorld> => {
  world = openStoreWorld(options)
  opened.push(world)
  await giveBudget(world, 1_000_000_000)
  return world
}

beforeEach(async () => void (await open()))
afterEach(() => {
  for (const { close } of opened.splice(0)) close()
})

const sweep = (): ReturnType<JobStore['repairOperator']> => {
  const nowMs = world.clock.now()
  return world.store.repairOperator({ changesMs: nowMs - 2_000, holdsMs: nowMs - 10_000 })
}

/** Long enough for the sweeper to see to everything. */
const later = () => world.clock.advance(operatorHoldMs + 10_000)

/**
 * The total is what the records say, its own holds and its journal say the same, and nothing is left to tell.
 */
const expectPeace = async (): Promise<void> => {
  const figures = await figuresOf(world)
  await expectAgreement(world)
  expect(figures).toEqual(await sumOfHolds(world))
  expect(figures).toEqual(replayOperator(await operatorJournal(world)))
  expect(await unmirroredCount(world)).toBe(0)
  expect(await world.operator.unconfirmed(Number.MAX_SAFE_INTEGER)).toEqual([])
}

describe('the total', () => {
  test.each(jobStates)('is what the records say when a job is %s', async (state) => {
    await jobIn(world, state)
    await expectPeace()
    expect(world.storeLog.lines).toEqual([])
  })

  test('follows a correction', async () => {
    const job = await jobIn(world, 'booked')
    await world.store.correct(job, { amount: cost, source: 'final' })
    expect(await figuresOf(world)).toEqual({ [`posted|${june}`]: cost })
    await expectPeace()
  })

  test('follows a cancellation', async () => {
    await world.store.cancel(await jobIn(world, 'accepted'), 'member-1')
    expect(await figuresOf(world)).toEqual({})
    await expectPeace()
  })

  test('keeps a job in the month of its hold', async () => {
    world.clock.advanceTo(Date.UTC(2026, 6, 1) - 1)
    const job = await jobIn(world, 'submitted')
    world.clock.advance(1)
    await world.store.fail(job, undefined)
    await jobIn(world, 'posted')
    expect(await figuresOf(world)).toEqual({ 'posted|month:2026-07': cost })
    await expectPeace()
  })
})

describe('a request', () => {
  test('takes one hold, one record, one fact and one note of it: four scripts', async () => {
    await world.store.request(jobRequest())
    const sent = vi.spyOn(world.redis, 'evalsha')
    expect(await world.store.request(jobRequest())).toMatchObject({ status: 'created' })
    expect(sent).toHaveBeenCalledTimes(4)
    expect(sent.mock.calls.map(([, , key]) => String(key).slice(world.prefix.length))).toEqual([
      '{operator}:figures',
      expect.stringMatching(/^\{b\d\d\}:job:/),
      '{operator}:figures',
      expect.stringMatching(/^\{b\d\d\}:job:/),
    ])
  })

  test('reads settings and the limits of groups at once, and no figures: its script reads them', async () => {
    const settings = vi.spyOn(world.redis, 'hmget')
    const groups = vi.spyOn(world.redis, 'hgetall')
    await world.store.request(jobRequest())
    expect(settings.mock.calls.map(([key]) => key)).toEqual([world.keys.account(account)])
    expect(groups.mock.calls.map(([key]) => key)).toEqual([world.keys.groups(account)])
    const [read = 0] = settings.mock.invocationCallOrder
    expect(groups.mock.invocationCallOrder).toEqual([read + 1])
  })

  test('that the operator refuses leaves nothing behind', async () => {
    await open({ operatorLimit: bound - 1 })
    const before = await dump(world)
    expect(await world.store.request(jobRequest())).toEqual({
      status: 'exceeds_operator',
      left: bound - 1,
      limit: bound - 1,
      resetsAtMs: Date.UTC(2026, 6, 1),
    })
    // That the server wanted something keeps its part of the limit for it.
    const active = { [world.keys.activeAccounts]: { [account]: 'month:2026-06' } }
    expect(await dump(world)).toEqual({ ...before, ...active })
  })

  test.each([
    ['the server', { bound: microcredits(2_000_000_000) }, {}, 'exceeds_server'],
    ['want of a budget', {}, { server: 'server-2' }, 'no_budget'],
  ] as const)('that is refused for %s leaves nothing behind', async (_, asked, place, status) => {
    const before = await dump(world)
    expect(await world.store.request(jobRequest(asked, place))).toMatchObject({ status })
    expect(await dump(world)).toEqual(before)
  })

  test('asked for again is found, also when nothing is left by now', async () => {
    await open({ operatorLimit: bound })
    const request = jobRequest()
    await world.store.request(request)
    const before = await dump(world)
    expect(await world.store.request(request)).toMatchObject({ status: 'exists' })
    await world.redis.del(world.keys.operatorHold(request.id))
    const { [world.keys.operatorHold(request.id)]: _, ...rest } = before
    expect(await world.store.request(request)).toMatchObject({ status: 'exists' })
    expect(await world.store.request({ ...request, given: { prompt: 'another' } })).toEqual({
      status: 'differs',
    })
    expect(await dump(world)).toEqual(rest)
  })

  test('at another price by now is still the request that came before', async () => {
    const request = jobRequest()
    await world.store.request(request)
    expect(await world.store.request({ ...request, bound: microcredits(bound + 1) })).toMatchObject({
      status: 'exists',
    })
    await expectPeace()
  })

  test.each([
    ['dearer', bound + 1],
    ['cheaper', bound - 1],
  ])('%s by now than a copy of it that came to no record is taken at the new price', async (_, price) => {
    await open({ operatorLimit: bound + 1 })
    const request = jobRequest()
    await world.operator.hold(request.id, request.bound, account)
    const again = { ...request, bound: microcredits(price) }
    expect(await world.store.request(again)).toMatchObject({ status: 'created' })
    expect(await figuresOf(world)).toEqual({ [`pending|${june}`]: price })
    await expectPeace()
  })

  test('too dear by now for the operator is refused, and a copy of it that came to no record holds nothing', async () => {
    await open({ operatorLimit: bound })
    const request = jobRequest()
    await world.operator.hold(request.id, request.bound, account)
    expect(await world.store.request({ ...request, bound: microcredits(bound + 1) })).toMatchObject({
      status: 'exceeds_operator',
    })
    await expectPeace()
  })

  const slow = (spanMs: number) =>
    open({
      operatorAs: (real) => ({
        ...real,
        hold: async (...args) => {
          const hold = await real.hold(...args)
          world.clock.advance(spanMs)
          return hold
        },
      }),
    })

  test('may come up to the deadline of its hold', async () => {
    await slow(operatorHoldMs)
    expect(await world.store.request(jobRequest())).toMatchObject({ status: 'created' })
    await expectPeace()
  })

  test('that comes after it is refused, and nothing is held', async () => {
    await slow(operatorHoldMs + 1)
    const before = await dump(world)
    expect(await world.store.request(jobRequest())).toEqual({ status: 'late' })
    expect(await dump(world)).toEqual(before)
  })

  test('whose hold was given back for want of a record is too late, and nothing changes', async () => {
    const request = jobRequest()
    await world.operator.hold(request.id, request.bound, account)
    later()
    expect(await sweep()).toEqual({ told: [], confirmed: [], voided: [request.id] })
    const before = await dump(world)
    expect(await world.store.request(request)).toEqual({ status: 'late' })
    expect(await dump(world)).toEqual(before)
    await expectPeace()
  })
})

describe('a refusal whose hold cannot be given back', () => {
  test('is still a refusal; the sweeper gives the hold back', async () => {
    const away = new AppError('store_unavailable', 'Redis: away')
    await open({ operatorAs: (real) => ({ ...real, release: () => Promise.reject(away) }) })
    const request = jobRequest({}, { server: 'server-2' })
    expect(await world.store.request(request)).toEqual({ status: 'no_budget' })
    expect(await figuresOf(world)).toEqual({ [`pending|${june}`]: bound })
    expect(world.storeLog.warnings()).toEqual(["the operator's hold could not be given back"])
    later()
    expect(await sweep()).toMatchObject({ voided: [request.id] })
    await expectPeace()
  })
})

type Loss = 'before' | 'after'

/** Loses what the total is told: the call, or its reply with all that would have come after it. */
const losing = async (loss: Loss) => {
  let isLosing = false
  const operatorAs = (real: OperatorTotal): OperatorTotal => ({
    ...real,
    async mirror(...args) {
      if (!isLosing || loss === 'after') await real.mirror(...args)
      if (isLosing) throw new AppError('store_unavailable', 'Redis: lost')
    },
  })
  await open({ operatorAs })
  return (lose: boolean) => {
    isLosing = lose
  }
}

const losses = ['before', 'after'] as const

describe('a total that was not told', () => {
  const changing = jobStates.flatMap((state) =>
    everyOperation.flatMap((operation) => {
      const arrow = arrowOf(operation.name, state)
      // Lowered is only the hold of a job whose clip was measured: lowered-hold.test.ts.
      const isKept = arrow?.hold === 'kept' || arrow?.hold === 'lowered'
      return arrow === undefined || isKept ? [] : [{ state, operation, name: operation.name }]
    }),
  )
  const cases = losses.flatMap((loss) => changing.map((row) => ({ loss, ...row })))

  test.each(cases)(
    'lost $loss it was written, of $name from $state: the caller hears nothing of it, and the sweeper mends it',
    async ({ loss, state, operation }) => {
      const lose = await losing(loss)
      const job = await jobIn(world, state)
      lose(true)
      expect(await operation.run(world.store, stepFor(operation, job))).toMatchObject({ status: 'moved' })
      lose(false)
      expect(world.storeLog.warnings()).toEqual(["the operator's total could not be told of a change"])
      expect(await unmirroredCount(world)).toBe(1)
      later()
      expect(await sweep()).toEqual({ told: [job.id], confirmed: [], voided: [] })
      await expectPeace()
      expect(await sweep()).toEqual({ told: [], confirmed: [], voided: [] })
    },
  )

  test.each(losses)('lost %s it was written, of a request: the sweeper mends it', async (loss) => {
    const lose = await losing(loss)
    lose(true)
    const request = jobRequest()
    expect(await world.store.request(request)).toMatchObject({ status: 'created' })
    expect(await figuresOf(world)).toEqual({ [`pending|${june}`]: bound })
    lose(false)
    later()
    expect(await sweep()).toMatchObject({ told: [request.id], voided: [] })
    await expectPeace()
  })

  test('of any change of a job hears the last one', async () => {
    const lose = await losing('before')
    lose(true)
    const job = await jobIn(world, 'posted')
    expect(await figuresOf(world)).toEqual({ [`pending|${june}`]: bound })
    lose(false)
    later()
    expect(await sweep()).toMatchObject({ told: [job.id] })
    expect(await figuresOf(world)).toEqual({ [`posted|${june}`]: cost })
    await expectPeace()
  })

  test('a moment ago is left alone: somebody may be telling it', async () => {
    const lose = await losing('before')
    lose(true)
    await world.store.request(jobRequest())
    lose(false)
    world.clock.advance(1_999)
    expect(await sweep()).toEqual({ told: [], confirmed: [], voided: [] })
    world.clock.advance(1)
    expect((await sweep()).told).toHaveLength(1)
  })

  test('and a request for the same event with other words leave the hold alone', async () => {
    const lose = await losing('before')
    lose(true)
    const request = jobRequest()
    await world.store.request(request)
    const before = await dump(world)
    expect(await world.store.request({ ...request, given: { prompt: 'another' } })).toEqual({
      status: 'differs',
    })
    expect(await dump(world)).toEqual(before)
  })

  test('of a newer change, while an older one is noted, is told that one too', async () => {
    let inBetween = () => Promise.resolve()
    await open({
      operatorAs: (real) => ({
        ...real,
        async mirror(jobId, fact) {
          if (fact.version > 1) throw new AppError('store_unavailable', 'Redis: lost')
          await real.mirror(jobId, fact)
          await inBetween()
        },
      }),
    })
    const request = jobRequest()
    inBetween = async () => void (await world.store.cancel(await readJob(world, request.id), 'member-1'))
    await world.store.request(request)
    expect(await unmirroredCount(world)).toBe(1)
    expect(await figuresOf(world)).toEqual({ [`pending|${june}`]: bound })
    const healthy = openStoreWorld({ prefix: world.prefix, now: world.clock.now })
    opened.push(healthy)
    later()
    expect(await healthy.store.repairOperator({ changesMs: world.clock.now(), holdsMs: 0 })).toMatchObject({
      told: [request.id],
    })
    await expectPeace()
  })

  test('whose hold was given back although there is a record: the fact counts', async () => {
    const lose = await losing('before')
    lose(true)
    const request = jobRequest()
    await world.store.request(request)
    later()
    await world.operator.expire(request.id, world.clock.now())
    lose(false)
    expect(await figuresOf(world)).toEqual({})
    expect(await sweep()).toMatchObject({ told: [request.id] })
    expect(await figuresOf(world)).toEqual({ [`pending|${june}`]: bound })
    await expectPeace()
  })

  test('and whose job is in no list any more is confirmed by its overdue hold', async () => {
    const lose = await losing('before')
    lose(true)
    const job = await jobIn(world, 'posted')
    lose(false)
    await world.redis.del(world.keys.unmirrored(job.id.slice(0, 3)))
    later()
    expect(await sweep()).toEqual({ told: [], confirmed: [job.id], voided: [] })
    await expectPeace()
  })
})

describe('many at once', () => {
  const servers = Array.from({ length: 10 }, (_, number) => `server-${number + 1}`)

  test('fifty requests of ten servers never pass what the operator allows', async () => {
    const operatorLimit = bound * 20 + 1
    await open({ operatorLimit })
    for (const server of servers) await giveBudget(world, 1_000_000_000, `discord:${server}`)
    const requests = servers.flatMap((server) => Array.from({ length: 5 }, () => jobRequest({}, { server })))
    const seen: number[] = []
    const results = await Promise.all(
      requests.map(async (request) => {
        const result = await world.store.request(request)
        const { held, spent } = await world.operator.read()
        seen.push(held + spent)
        return result.status
      }),
    )
    expect(Math.max(...seen)).toBeLessThanOrEqual(operatorLimit)
    expect(results.filter((status) => status === 'created')).toHaveLength(20)
    expect(results.filter((status) => status === 'exceeds_operator')).toHaveLength(30)
    expect(await figuresOf(world)).toEqual({ [`pending|${june}`]: bound * 20 })
    await expectPeace()
  })

  test('the same request, of which some are refused by the server: the job that came to be keeps its hold', async () => {
    const request = jobRequest()
    // Another process is refused in between, and gives back what both held.
    await open({
      operatorAs: (real) => ({
        ...real,
        hold: async (...args) => {
          const hold = await real.hold(...args)
          await real.release(request.id)
          return hold
        },
      }),
    })
    expect(await world.store.request(request)).toMatchObject({ status: 'created' })
    expect(await figuresOf(world)).toEqual({ [`pending|${june}`]: bound })
    await expectPeace()
  })

  test('ten times the same request is one hold', async () => {
    const request = jobRequest()
    const results = await Promise.all(Array.from({ length: 10 }, () => world.store.request(request)))
    expect(results.filter(({ status }) => status === 'created')).toHaveLength(1)
    expect(results.filter(({ status }) => status === 'exists')).toHaveLength(9)
    await expectPeace()
  })

  test('sweepers and all ends of jobs come to the same total', async () => {
    const ends: readonly JobState[] = ['requested', 'submitted', 'voided', 'failed', 'booked', 'posted']
    const work = ends.map((state) => jobIn(world, state))
    await Promise.all([...work, sweep(), sweep()])
    later()
    await Promise.all([sweep(), sweep()])
    await expectPeace()
  })
})
