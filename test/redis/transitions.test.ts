import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type JobState, jobStates } from '../../src/core/job/job.ts'
import { arrowOf, arrows, type HoldFate } from '../../src/core/job/job-transitions.ts'
import { cost, estimate, jobIn, readJob } from '../support/jobs/job-states.ts'
import { everyOperation, stepFor } from '../support/redis/job-operations.ts'
import {
  bound,
  dump,
  giveBudget,
  memberShare,
  openStoreWorld,
  type StoreWorld,
} from '../support/redis/store-world.ts'

let world: StoreWorld

beforeEach(async () => {
  world = openStoreWorld()
  await giveBudget(world, 1_000_000_000)
})
afterEach(() => world.close())

const balances = async () => {
  const { spent, held } = await world.budgets.read('discord:server-1')
  return { pending: held, posted: spent }
}

const balancesOfMember = async () => {
  const { spent, held } = await memberShare(world, 'member-1')
  return { pending: held, posted: spent }
}

interface Balance {
  pending: number
  posted: number
}

const held = { pending: bound, posted: 0 }
const free = { pending: 0, posted: 0 }
const spent = { pending: 0, posted: cost }

/** What a job that came to this state the shortest way has of its account's money. */
const moneyIn: Readonly<Record<JobState, Balance>> = {
  requested: held,
  accepted: held,
  submitting: held,
  uncertain: held,
  submitted: { pending: estimate, posted: 0 },
  voided: free,
  failed: free,
  booked: { pending: 0, posted: bound },
  expired: { pending: 0, posted: estimate },
  ready: spent,
  posted: spent,
  withheld: spent,
}

const moneyAfter = (hold: HoldFate, to: JobState, before: Balance): Balance => {
  switch (hold) {
    case 'kept':
    case 'lowered': // only by a clip, see lowered-hold.test.ts
      return before
    case 'adjusted':
      return { pending: estimate, posted: 0 }
    case 'freed':
      return free
    case 'spent':
      return to === 'ready' ? spent : { pending: 0, posted: before.pending }
    case 'corrected':
      return to === 'ready' ? spent : free
  }
}

/** What a step says it charged: nothing if it left the money alone. */
const chargedBy = (hold: HoldFate, to: JobState, before: Balance): { charged?: number } =>
  hold === 'freed' || hold === 'spent' || hold === 'corrected'
    ? { charged: moneyAfter(hold, to, before).posted }
    : {}

const cases = jobStates.flatMap((state) =>
  everyOperation.map((operation) => ({ state, operation, name: operation.name })),
)
const allowed = cases.flatMap(({ state, operation, name }) => {
  const arrow = arrowOf(name, state)
  return arrow === undefined ? [] : [{ state, operation, name, to: arrow.to, hold: arrow.hold }]
})
const refused = cases.filter(({ state, name }) => arrowOf(name, state) === undefined)

test('the operations walk every arrow that there is', () => {
  expect(allowed).toHaveLength(arrows.length)
})

describe('an arrow that there is', () => {
  test.each(allowed)(
    '$state -> $to ($name): the hold is $hold, and no other step goes on',
    async ({ state, operation, to, hold }) => {
      const job = await jobIn(world, state)
      const step = stepFor(operation, job)
      const isOwn = operation.by !== 'nobody' && step.epoch === job.epoch
      expect(await operation.run(world.store, step)).toEqual({
        status: 'moved',
        wake: job.wake + 1,
        dueMs: expect.any(Number),
        ...chargedBy(hold, to, moneyIn[state]),
      })
      const after = await readJob(world, job.id)
      expect(after).toMatchObject({ state: to, wake: job.wake + 1, epoch: job.epoch + (isOwn ? 0 : 1) })
      const expected = moneyAfter(hold, to, moneyIn[state])
      expect(await balances()).toEqual(expected)
      expect(await balancesOfMember()).toEqual(expected)
    },
  )
})

describe('an arrow that there is not', () => {
  test.each(refused)('$name from $state is refused and nothing changes', async ({ state, operation }) => {
    const job = await jobIn(world, state)
    const before = await dump(world)
    const run = operation.by === 'nobody' ? operation.runOtherwise : operation.run
    const unseen = { ...stepFor(operation, job), epoch: 1_000 }
    expect(await run?.(world.store, unseen)).toEqual({ status: 'refused' })
    expect(await dump(world)).toEqual(before)
  })
})

describe('a step whose epoch is over', () => {
  const byEpoch = allowed.filter(({ operation }) => operation.by !== 'nobody')

  test.each(byEpoch)('$state -> $to ($name) changes nothing any more', async ({ state, operation }) => {
    const job = await jobIn(world, state)
    const before = await dump(world)
    const late = { ...stepFor(operation, job), epoch: -1 }
    expect(await operation.run(world.store, late)).toEqual({ status: 'refused' })
    expect(await dump(world)).toEqual(before)
  })
})

describe('the same step a second time', () => {
  test.each(allowed)(
    '$state -> $to ($name) has the first answer, marked as a repeat, and nothing changes',
    async ({ state, operation }) => {
      const job = await jobIn(world, state)
      const step = stepFor(operation, job)
      const first = await operation.run(world.store, step)
      const before = await dump(world)
      expect(await operation.run(world.store, step)).toEqual({ ...first, isRepeat: true })
      expect(await dump(world)).toEqual(before)
    },
  )

  const otherwise = allowed.flatMap(({ operation: { runOtherwise }, ...rest }) =>
    runOtherwise === undefined ? [] : [{ ...rest, runOtherwise }],
  )

  test.each(otherwise)(
    '$state -> $to ($name) with other contents is refused',
    async ({ state, name, runOtherwise }) => {
      const job = await jobIn(world, state)
      const operation = everyOperation.find((known) => known.name === name)
      if (operation === undefined) throw new Error('no such operation')
      const step = stepFor(operation, job)
      await operation.run(world.store, step)
      const before = await dump(world)
      expect(await runOtherwise(world.store, step)).toEqual({ status: 'refused' })
      expect(await dump(world)).toEqual(before)
    },
  )
})

describe('a job that does not exist', () => {
  test.each(everyOperation)('takes no $name', async (operation) => {
    const job = await jobIn(world, 'accepted')
    const unknown = { ...job, id: `${job.id.slice(0, 4)}${'a'.repeat(25)}` }
    const before = await dump(world)
    expect(await operation.run(world.store, unknown)).toEqual({ status: 'refused' })
    expect(await dump(world)).toEqual(before)
  })
})
