import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { microcredits } from '../../src/core/credits.ts'
import type { OperatorFact } from '../../src/core/ledger/operator-total.ts'
import { operatorKeptMs } from '../../src/redis/operator-total.ts'
import {
  figuresOf,
  monthNow,
  newJobId,
  operatorJournal,
  replayOperator,
  sumOfHolds,
} from '../support/ledger/operator.ts'
import { dump, openStoreWorld, operatorHoldMs, type StoreWorld } from '../support/redis/store-world.ts'

const amount = microcredits(200_000)
const account = 'discord:server-1'
const june = 'month:2026-06'
let world: StoreWorld
let jobId: string

beforeEach(() => {
  world = openStoreWorld()
  jobId = newJobId()
})
afterEach(() => world.close())

const fact = (overrides: Partial<OperatorFact> = {}): OperatorFact => ({
  version: 1,
  amount,
  state: 'open',
  window: june,
  account,
  ...overrides,
})
const closed = (credits: number, version = 2): OperatorFact =>
  fact({ version, amount: microcredits(credits), state: 'closed' })

const unchanged = async (work: () => Promise<unknown>): Promise<void> => {
  const before = await dump(world)
  await work()
  expect(await dump(world)).toEqual(before)
}

const overdueMs = operatorHoldMs + 10_000

/** The sweeper finds no record, long after the deadline. */
const expire = (id = jobId) => {
  world.clock.advance(overdueMs)
  return world.operator.expire(id, world.clock.now() - 10_000)
}

describe('a hold', () => {
  test('counts at once, until a deadline, in the month that is open', async () => {
    const untilMs = world.clock.now() + operatorHoldMs
    expect(await world.operator.hold(jobId, amount, account)).toEqual({
      status: 'held',
      untilMs,
      window: june,
    })
    expect(await world.operator.read()).toMatchObject({ held: amount, spent: 0 })
    expect(await world.operator.unconfirmed(untilMs)).toEqual([jobId])
    expect(await world.operator.unconfirmed(untilMs - 1)).toEqual([])
  })

  test('asked for again has its first answer, however late, and nothing changes', async () => {
    const first = await world.operator.hold(jobId, amount, account)
    world.clock.advance(operatorHoldMs * 2)
    await unchanged(async () => expect(await world.operator.hold(jobId, amount, account)).toEqual(first))
  })

  test('keeps its first answer when the limit is reached meanwhile', async () => {
    const limited = openStoreWorld({ prefix: world.prefix, operatorLimit: amount })
    const first = await limited.operator.hold(jobId, amount, account)
    expect(first).toMatchObject({ status: 'held', totalLeft: 0 })
    expect(await limited.operator.hold(jobId, amount, account)).toEqual({ ...first, totalLeft: undefined })
    limited.close()
  })

  test('of another amount for the same job is refused, and nothing changes', async () => {
    await world.operator.hold(jobId, amount, account)
    await unchanged(async () =>
      expect(await world.operator.hold(jobId, microcredits(amount + 1), account)).toEqual({
        status: 'differs',
      }),
    )
  })

  test('is known by what was asked first, also when facts made it another amount', async () => {
    const first = await world.operator.hold(jobId, amount, account)
    await world.operator.mirror(jobId, closed(5))
    await unchanged(async () => {
      expect(await world.operator.hold(jobId, amount, account)).toEqual(first)
      expect(await world.operator.hold(jobId, microcredits(5), account)).toEqual({ status: 'differs' })
    })
  })

  test('of a job that only facts told of is there; what was asked nobody knows', async () => {
    await world.operator.mirror(jobId, fact())
    await unchanged(async () =>
      expect(await world.operator.hold(jobId, microcredits(7), account)).toEqual({
        status: 'held',
        untilMs: 0,
        window: june,
      }),
    )
  })
})

test.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])(
  '%d is no amount, and changes nothing',
  async (none) => {
    await unchanged(async () => {
      const wrong = none as typeof amount
      await expect(world.operator.hold(jobId, wrong, account)).rejects.toThrow(
        'not an amount of microcredits',
      )
      await expect(world.operator.mirror(jobId, fact({ amount: wrong }))).rejects.toThrow('not an amount')
    })
  },
)

describe('the limit', () => {
  const limited = (operatorLimit: number, zone = 'UTC') => {
    world.close()
    world = openStoreWorld({ operatorLimit, defaultZone: zone })
  }

  test.each([
    ['the very last of it', 300_000, 'held'],
    ['a millionth more', 300_001, 'exceeds_operator'],
  ])('allows or refuses: %s', async (_, asked, status) => {
    limited(amount + 300_000)
    await world.operator.hold(jobId, amount, account)
    expect(await world.operator.hold(newJobId(), microcredits(asked), account)).toMatchObject({ status })
  })

  test('refuses with what is left, and with the end of the month, and nothing changes', async () => {
    limited(amount + 5)
    await world.operator.hold(jobId, amount, account)
    await unchanged(async () =>
      expect(await world.operator.hold(newJobId(), amount, account)).toEqual({
        status: 'exceeds_operator',
        left: 5,
        limit: amount + 5,
        resetsAtMs: Date.UTC(2026, 6, 1),
      }),
    )
  })

  test('counts what is spent as well as what is held', async () => {
    limited(amount)
    await world.operator.hold(jobId, amount, account)
    await world.operator.mirror(jobId, closed(amount - 5))
    expect(await world.operator.hold(newJobId(), microcredits(6), account)).toMatchObject({
      status: 'exceeds_operator',
      left: 5,
    })
    expect(await world.operator.hold(newJobId(), microcredits(5), account)).toMatchObject({ status: 'held' })
  })

  test('refuses everything after an overrun, even what costs nothing', async () => {
    limited(amount)
    await world.operator.mirror(jobId, closed(amount + 5))
    expect(await world.operator.hold(newJobId(), microcredits(0), account)).toMatchObject({ left: -5 })
  })

  test('of nothing refuses all that costs something', async () => {
    limited(0)
    expect(await world.operator.hold(newJobId(), microcredits(1), account)).toMatchObject({
      left: 0,
      limit: 0,
    })
    expect(await world.operator.hold(newJobId(), microcredits(0), account)).toMatchObject({ status: 'held' })
  })

  // The last millisecond of June by each zone's own clock. Lord Howe and Apia have no
  // whole hours, or a day of their own.
  test.each([
    ['UTC', Date.UTC(2026, 5, 30, 23, 59, 59, 999)],
    ['Europe/Berlin', Date.UTC(2026, 5, 30, 21, 59, 59, 999)],
    ['America/New_York', Date.UTC(2026, 6, 1, 3, 59, 59, 999)],
    ['Australia/Lord_Howe', Date.UTC(2026, 5, 30, 13, 29, 59, 999)],
    ['Pacific/Apia', Date.UTC(2026, 5, 30, 10, 59, 59, 999)],
  ])('resets with the month in %s, and not a millisecond before', async (zone, lastMs) => {
    limited(amount, zone)
    world.clock.advanceTo(lastMs)
    expect(await world.operator.hold(jobId, amount, account)).toMatchObject({ status: 'held', window: june })
    expect(await world.operator.hold(newJobId(), amount, account)).toMatchObject({ resetsAtMs: lastMs + 1 })
    world.clock.advance(1)
    const next = newJobId()
    expect(await world.operator.hold(next, amount, account)).toMatchObject({ window: 'month:2026-07' })
    await world.operator.mirror(jobId, closed(5))
    expect(await figuresOf(world)).toEqual({ [`posted|${june}`]: 5, 'pending|month:2026-07': amount })
  })
})

describe('a release', () => {
  test('leaves nothing behind', async () => {
    await unchanged(async () => {
      await world.operator.hold(jobId, amount, account)
      await world.operator.release(jobId)
    })
  })

  test('lets the same job hold again, also another amount', async () => {
    await world.operator.hold(jobId, amount, account)
    await world.operator.release(jobId)
    expect(await world.operator.hold(jobId, microcredits(7), account)).toMatchObject({ status: 'held' })
    expect(await world.operator.read()).toMatchObject({ held: 7 })
  })

  test.each([
    ['there is none', () => Promise.resolve()],
    ['a fact stands behind it', () => world.operator.mirror(jobId, fact())],
    [
      'it was given back by the sweeper',
      async () => {
        await world.operator.hold(jobId, amount, account)
        await expire()
      },
    ],
    ['it is spent', () => world.operator.mirror(jobId, closed(5))],
  ])('changes nothing where %s', async (_, before) => {
    await before()
    await unchanged(() => world.operator.release(jobId))
  })
})

describe('a hold without a record', () => {
  test('is given back after its deadline and leaves a tombstone, which refuses the same job', async () => {
    await world.operator.hold(jobId, amount, account)
    expect(await expire()).toBe(true)
    expect(await figuresOf(world)).toEqual({})
    expect(await world.operator.unconfirmed(Number.MAX_SAFE_INTEGER)).toEqual([])
    await unchanged(async () =>
      expect(await world.operator.hold(jobId, amount, account)).toEqual({ status: 'late' }),
    )
    expect(await world.operator.hold(newJobId(), amount, account)).toMatchObject({ status: 'held' })
  })

  test('is given back once', async () => {
    await world.operator.hold(jobId, amount, account)
    await world.operator.hold(newJobId(), amount, account)
    expect(await expire()).toBe(true)
    await unchanged(async () => expect(await expire()).toBe(false))
    expect(await world.operator.read()).toMatchObject({ held: amount })
  })

  test.each([
    ['is not due', async () => void (await world.operator.hold(jobId, amount, account))],
    ['is none', async () => undefined],
    [
      'has a record after all',
      async () => {
        await world.operator.hold(jobId, amount, account)
        await world.operator.mirror(jobId, fact())
      },
    ],
  ])('that %s stays as it is', async (_, before) => {
    await before()
    await unchanged(async () => expect(await world.operator.expire(jobId, world.clock.now())).toBe(false))
  })

  test('is still a fact when its record turns up later', async () => {
    await world.operator.hold(jobId, amount, account)
    await expire()
    await world.operator.mirror(jobId, fact())
    expect(await world.operator.read()).toMatchObject({ held: amount })
    expect(await world.operator.hold(jobId, amount, account)).toMatchObject({ status: 'held' })
  })
})

describe('a fact', () => {
  test.each<[string, OperatorFact, Record<string, number>]>([
    ['confirms the hold', fact(), { [`pending|${june}`]: amount }],
    ['makes it smaller', fact({ amount: microcredits(5) }), { [`pending|${june}`]: 5 }],
    ['spends it', closed(5), { [`posted|${june}`]: 5 }],
    ['gives it back', closed(0), {}],
    ['goes over it', closed(amount + 5), { [`posted|${june}`]: amount + 5 }],
    ['knows its month better', fact({ window: 'month:2026-05' }), { 'pending|month:2026-05': amount }],
  ])('%s', async (_, told, figures) => {
    await world.operator.hold(jobId, amount, account)
    await world.operator.mirror(jobId, told)
    expect(await figuresOf(world)).toEqual(figures)
    expect(await world.operator.unconfirmed(Number.MAX_SAFE_INTEGER)).toEqual([])
    await unchanged(() => world.operator.mirror(jobId, told))
  })

  test('wins over the limit', async () => {
    const limited = openStoreWorld({ prefix: world.prefix, operatorLimit: 1 })
    await limited.operator.mirror(jobId, fact())
    expect(await limited.operator.read()).toMatchObject({ held: amount, limit: 1 })
    limited.close()
  })

  test('is a line of the journal; what was only asked for is none', async () => {
    await world.operator.hold(jobId, amount, account)
    await world.operator.mirror(jobId, fact({ amount: microcredits(7) }))
    await world.operator.mirror(jobId, closed(5, 3))
    const line = { operation: 'mirror', job: jobId, account, window: june, at: String(world.clock.now()) }
    expect(await operatorJournal(world)).toEqual([
      { ...line, version: '1', was: '', before: '0', is: 'open', credits: '7' },
      { ...line, version: '3', was: 'open', before: '7', is: 'closed', credits: '5' },
    ])
  })
})

type Deed = { kind: 'hold' | 'release' | 'expire' } | { kind: 'mirror'; fact: OperatorFact }

/**
 * All facts about a job, each at least once, and in between whatever else may
 * happen to its hold, in any order.
 */
const anyOrder = fc
  .array(fc.record({ amount: fc.nat(400_000).map(microcredits), state: fc.constantFrom('open', 'closed') }), {
    minLength: 1,
    maxLength: 5,
  })
  .chain((states) => {
    const facts = states.map(
      (money, index): Deed => ({
        kind: 'mirror',
        fact: { ...money, version: index + 1, window: june, account },
      }),
    )
    const others = fc.constantFrom<Deed>({ kind: 'hold' }, { kind: 'release' }, { kind: 'expire' })
    return fc
      .tuple(fc.array(fc.constantFrom(...facts), { maxLength: 5 }), fc.array(others, { maxLength: 5 }))
      .chain(([again, between]) => {
        const deeds = [...facts, ...again, ...between]
        return fc.record({
          order: fc.shuffledSubarray(deeds, { minLength: deeds.length }),
          last: fc.constant(states.at(-1)),
        })
      })
  })

const perform = async (deed: Deed, id: string): Promise<unknown> => {
  switch (deed.kind) {
    case 'hold':
      return world.operator.hold(id, amount, account)
    case 'release':
      return world.operator.release(id)
    case 'expire':
      return world.operator.expire(id, Number.MAX_SAFE_INTEGER)
    case 'mirror':
      return world.operator.mirror(id, deed.fact)
  }
}

test('in whatever order facts arrive, and however often, the last version is what counts', async () => {
  await fc.assert(
    fc.asyncProperty(anyOrder, async ({ order, last }) => {
      const { keys, redis } = world
      await redis.del(
        keys.operatorFigures,
        keys.operatorAccounts,
        keys.operatorJournal,
        keys.operatorUnconfirmed,
      )
      const id = newJobId()
      for (const deed of order) await perform(deed, id)
      const figures = await figuresOf(world)
      const name = `${last?.state === 'open' ? 'pending' : 'posted'}|${june}`
      expect(figures).toEqual(last?.amount === 0 ? {} : { [name]: last?.amount })
      expect(replayOperator(await operatorJournal(world))).toEqual(figures)
      expect(await world.operator.unconfirmed(Number.MAX_SAFE_INTEGER)).toEqual([])
    }),
  )
})

test('of many jobs the figures are what their holds add up to, after every single step', async () => {
  const ids = [newJobId(), newJobId(), newJobId()]
  const deeds = fc.array(fc.tuple(fc.constantFrom(...ids), anyOrder), { minLength: 1, maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(deeds, async (jobs) => {
      for (const [id, { order }] of jobs) {
        for (const deed of order) {
          await perform(deed, id)
          expect(await figuresOf(world)).toEqual(await sumOfHolds(world))
        }
      }
    }),
    { numRuns: 20 },
  )
})

describe('what is over', () => {
  const dayMs = 24 * 60 * 60 * 1000
  const lapseMs = () => world.redis.pttl(world.keys.operatorHold(jobId))
  const leftOfJuneMs = () => Date.UTC(2026, 6, 1) - world.clock.now()

  test('is known until 35 days after its end, and never for less long than the figures that it is in', async () => {
    await world.operator.hold(jobId, amount, account)
    expect(await lapseMs()).toBe(-1)
    await world.operator.mirror(jobId, closed(5))
    const fromEndOfJuneMs = leftOfJuneMs() + operatorKeptMs
    expect(await lapseMs()).toBeGreaterThan(fromEndOfJuneMs - dayMs)
    expect(await lapseMs()).toBeLessThanOrEqual(fromEndOfJuneMs)
    world.clock.advanceTo(Date.UTC(2026, 6, 20))
    await world.operator.mirror(jobId, closed(6, 3))
    expect(await lapseMs()).toBeGreaterThan(operatorKeptMs - dayMs)
    expect(await lapseMs()).toBeLessThanOrEqual(operatorKeptMs)
  })

  test('lapses as a tombstone, and stays when its record turns up', async () => {
    await world.operator.hold(jobId, amount, account)
    await expire()
    expect(await lapseMs()).toBeGreaterThan(operatorKeptMs - dayMs)
    await world.operator.mirror(jobId, fact())
    expect(await lapseMs()).toBe(-1)
  })

  const afterJuneMs = Date.UTC(2026, 6, 1) + operatorKeptMs

  test.each([
    ['still', afterJuneMs - 1, { [`posted|${june}`]: 5, 'pending|month:2026-08': amount }],
    ['no more', afterJuneMs, { 'pending|month:2026-08': amount }],
  ])('is %s in the figures 35 days after the end of its month', async (_, atMs, figures) => {
    await world.operator.mirror(jobId, closed(5))
    world.clock.advanceTo(atMs)
    await world.operator.hold(newJobId(), amount, account)
    expect(await figuresOf(world)).toEqual(figures)
  })

  test('is not made again by a truth that comes after that', async () => {
    await world.operator.mirror(jobId, closed(5))
    await world.redis.del(world.keys.operatorHold(jobId))
    world.clock.advanceTo(Date.UTC(2026, 8, 20))
    await world.operator.hold(newJobId(), amount, account)
    const journal = await operatorJournal(world)
    await world.operator.mirror(jobId, closed(6, 3))
    expect(await figuresOf(world)).toEqual({ [`pending|${monthNow(world)}`]: amount })
    expect(await operatorJournal(world)).toEqual(journal)
  })
})
