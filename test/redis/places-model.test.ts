import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createLineModel } from '../support/jobs/line-model.ts'
import { type LineWorld, openLineWorld } from '../support/jobs/line-world.ts'
import { runs } from '../support/suite/runs.ts'

// What workers do to a line that crash between a call and their coming, sleep and give back what is no longer
// theirs, or come when their place has gone on to others; beside it the same in plain lists.

type Deed =
  | { kind: 'take'; job: string; epoch: number; spanMs: number }
  | { kind: 'release' | 'leave'; job: string; epoch: number }
  | { kind: 'tend' }
  | { kind: 'pass'; spanMs: number }

const jobs = ['A1', 'A2', 'A3', 'A4', 'B1', 'B2', 'C1', 'D1']
const job = fc.constantFrom(...jobs)
const epoch = fc.integer({ min: 1, max: 3 })

const anyDeed: fc.Arbitrary<Deed> = fc.oneof(
  {
    arbitrary: fc.record({
      kind: fc.constant('take' as const),
      job,
      epoch,
      spanMs: fc.constantFrom(10_000, 3_600_000),
    }),
    weight: 6,
  },
  { arbitrary: fc.record({ kind: fc.constant('release' as const), job, epoch }), weight: 4 },
  { arbitrary: fc.record({ kind: fc.constant('leave' as const), job, epoch }), weight: 1 },
  { arbitrary: fc.constant({ kind: 'tend' as const }), weight: 2 },
  {
    arbitrary: fc.record({ kind: fc.constant('pass' as const), spanMs: fc.constantFrom(1, 10_000, 30_000) }),
    weight: 2,
  },
)

type Model = ReturnType<typeof createLineModel>

const play = async (world: LineWorld, model: Model, deed: Deed): Promise<void> => {
  switch (deed.kind) {
    case 'take': {
      const untilMs = world.clock.now() + deed.spanMs
      const told = model.take(deed.job, deed.epoch, untilMs)
      return expect(await world.take(deed.job, deed.epoch, untilMs)).toMatchObject(told)
    }
    case 'release':
      return expect(await world.release(deed.job, deed.epoch)).toEqual(model.release(deed.job, deed.epoch))
    case 'leave':
      return expect(await world.leave(deed.job, deed.epoch)).toEqual(model.leave(deed.job, deed.epoch))
    case 'tend': {
      const called = model.tend()
      return expect(await world.places.tend()).toEqual(expect.arrayContaining([...called]))
    }
    case 'pass':
      return world.clock.advance(deed.spanMs)
  }
}

const expectSame = async (world: LineWorld, model: Model): Promise<void> => {
  expect((await world.leases()).toSorted()).toEqual(model.leases())
  const order = model.order()
  for (const name of jobs) {
    const place = await world.positionOf(name)
    if (order.includes(name))
      expect([name, place]).toMatchObject([name, { position: order.indexOf(name) + 1 }])
    else expect([name, place?.status === 'waiting']).toEqual([name, false])
  }
}

/**
 * The places that are left at the end are given back one by one, and the job that is
 * called comes: none is left over.
 */
const expectAllServed = async (world: LineWorld, model: Model): Promise<void> => {
  world.clock.advance(3_600_000)
  const left = new Set(model.waiting())
  await world.places.tend()
  for (let round = 0; round <= jobs.length; round += 1) {
    for (const name of jobs) {
      if ((await world.positionOf(name))?.status !== 'called') continue
      expect(await world.take(name, 9)).toMatchObject({ status: 'taken' })
      await world.leave(name, 9)
      left.delete(name)
    }
  }
  expect([...left]).toEqual([])
  for (const name of jobs) await world.leave(name, 9)
  expect(await world.sizes()).toEqual({ leases: 0, ring: 0, line: 0, offers: 0, waiters: 0 })
}

const check = async (parallel: number, deeds: readonly Deed[]): Promise<void> => {
  const world = openLineWorld({ parallel })
  try {
    const model = createLineModel(parallel, world.clock.now)
    for (const deed of deeds) {
      await play(world, model, deed)
      expect(model.leases().length).toBeLessThanOrEqual(parallel)
    }
    await expectSame(world, model)
    await expectAllServed(world, model)
  } finally {
    world.close()
  }
}

test(
  'the line is what plain lists are, no matter who crashes, sleeps or comes too late',
  async () => {
    const property = fc.asyncProperty(
      fc.integer({ min: 1, max: 3 }),
      fc.array(anyDeed, { minLength: 5, maxLength: 50 }),
      check,
    )
    await fc.assert(property, { numRuns: runs(30, 1_000, 3_000) })
  },
  10 * 60_000,
)
