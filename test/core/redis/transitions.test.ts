import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type JobState, jobStates, transitions } from '../../../src/core/job.ts'
import { estimated, free, held, operations, stepFor } from '../../support/job-operations.ts'
import { cost, estimate, jobIn, readJob } from '../../support/job-states.ts'
import { bound, dump, giveBudget, openStoreWorld, type StoreWorld } from '../../support/store-world.ts'

/** Arrows that are in the table and that no operation serves yet. Whoever serves one takes it out here. */
const notServed: readonly string[] = [
  'submitting -> ready',
  'uncertain -> ready',
  'uncertain -> accepted',
  'booked -> ready',
  'booked -> failed',
  'expired -> ready',
  'expired -> failed',
]

const arrow = (from: JobState, to: JobState): string => `${from} -> ${to}`

test('the operations serve all arrows that there are, but for those that wait for theirs', () => {
  const drawn = Object.entries(transitions).flatMap(([from, tos]) =>
    tos.map((to) => arrow(from as JobState, to)),
  )
  const served = operations.flatMap(({ from, to }) => from.map((state) => arrow(state, to)))
  expect([...served, ...notServed].sort()).toEqual(drawn.sort())
})

let world: StoreWorld

beforeEach(async () => {
  world = openStoreWorld()
  await giveBudget(world, 1_000_000_000)
})
afterEach(() => world.close())

const balances = async () => {
  const { spent, held: pending } = await world.budgets.read('discord:server-1')
  return { pending, posted: spent }
}

const balancesOfMember = async () => {
  const { spent, held: pending } = await world.budgets.readMember('discord:server-1', 'member-1')
  return { pending, posted: spent }
}

const whatItHolds: Readonly<Record<JobState, { pending: number; posted: number }>> = {
  ...{ requested: held, accepted: held, submitting: held, uncertain: held, submitted: estimated },
  ...{ voided: free, failed: free },
  ...{ booked: { pending: 0, posted: bound }, expired: { pending: 0, posted: estimate } },
  ready: { pending: 0, posted: cost },
  posted: { pending: 0, posted: cost },
  withheld: { pending: 0, posted: cost },
}

const cases = jobStates.flatMap((state) =>
  operations.map((operation) => ({ state, operation, name: operation.name, to: operation.to })),
)
const allowed = cases.filter(({ state, operation }) => operation.from.includes(state))
const refused = cases.filter(({ state, operation }) => !operation.from.includes(state))

describe('an arrow that there is', () => {
  test.each(allowed)('$state -> $to ($name) is taken, with its money', async ({ state, operation }) => {
    const job = await jobIn(world, state)
    const before = await balances()
    expect(await operation.run(world.store, stepFor(operation, job))).toEqual({
      status: 'moved',
      wake: job.wake + 1,
    })
    const after = await readJob(world, job.id)
    expect(after).toMatchObject({ state: operation.to, wake: job.wake + 1, epoch: job.epoch })
    const expected = {
      pending: before.pending - whatItHolds[state].pending + operation.leaves.pending,
      posted: before.posted - whatItHolds[state].posted + operation.leaves.posted,
    }
    expect(await balances()).toEqual(expected)
    expect(await balancesOfMember()).toEqual(expected)
  })
})

describe('an arrow that there is not', () => {
  test.each(refused)('$state -> $to ($name) is refused and nothing changes', async ({ state, operation }) => {
    const job = await jobIn(world, state)
    const before = await dump(world)
    expect(await operation.run(world.store, stepFor(operation, job))).toEqual({ status: 'refused' })
    expect(await dump(world)).toEqual(before)
  })
})

describe('a step whose epoch is over', () => {
  const byEpoch = allowed.filter(({ operation }) => operation.by !== 'nobody')

  test.each(byEpoch)('$state -> $to ($name) changes nothing any more', async ({ state, operation }) => {
    const job = await jobIn(world, state)
    const before = await dump(world)
    const late = { ...stepFor(operation, job), epoch: stepFor(operation, job).epoch - 1 }
    expect(await operation.run(world.store, late)).toEqual({ status: 'refused' })
    expect(await dump(world)).toEqual(before)
  })
})

describe('the same step a second time', () => {
  test.each(allowed)('$state -> $to ($name) is refused and nothing changes', async ({ state, operation }) => {
    const job = await jobIn(world, state)
    const step = stepFor(operation, job)
    await operation.run(world.store, step)
    const before = await dump(world)
    expect(await operation.run(world.store, step)).toEqual({ status: 'refused' })
    expect(await dump(world)).toEqual(before)
  })
})

describe('a job that does not exist', () => {
  test.each(operations)('takes no $name', async (operation) => {
    const job = await jobIn(world, 'accepted')
    const unknown = { ...job, id: `${job.id.slice(0, 4)}${'a'.repeat(25)}` }
    const before = await dump(world)
    expect(await operation.run(world.store, unknown)).toEqual({ status: 'refused' })
    expect(await dump(world)).toEqual(before)
  })
})
