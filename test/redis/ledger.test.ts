import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { microcredits, noCredits } from '../../src/core/credits.ts'
import { type JobRecord, jobRecordVersion } from '../../src/core/job/job.ts'
import { windowAt } from '../../src/core/ledger/budget-window.ts'
import { accountOf } from '../../src/core/target.ts'
import { target } from '../support/commands/invocation.ts'
import { cost, estimate, jobIn, readJob } from '../support/jobs/job-states.ts'
import { replay } from '../support/ledger/journal-replay.ts'
import {
  bound,
  dump,
  giveBudget,
  jobRequest,
  journalOf,
  openStoreWorld,
  type StoreWorld,
} from '../support/redis/store-world.ts'
import { twoTakes } from '../support/service/outcome.ts'

let world: StoreWorld

beforeEach(() => {
  world = openStoreWorld()
})
afterEach(() => world.close())

const account = accountOf(target())
const balances = async () => {
  const { spent, held, left } = await world.budgets.read(account)
  return { spent, held, left }
}

describe('a request', () => {
  test('holds its bound, and says what is left', async () => {
    await giveBudget(world, 1_000_000)
    expect(await world.store.request(jobRequest())).toEqual({ status: 'created', left: 800_000 })
    expect(await balances()).toEqual({ spent: 0, held: bound, left: 800_000 })
  })

  test('is a record with all that was asked', async () => {
    await giveBudget(world, 1_000_000)
    const request = jobRequest({}, { thread: 'thread-1' })
    await world.store.request(request)
    const { id, feature, values, target: place, fileBytesMax, replyToken } = request
    expect(await world.store.read(id)).toEqual({
      id,
      feature,
      values,
      target: place,
      fileBytesMax,
      replyToken,
      version: jobRecordVersion,
      state: 'requested',
      epoch: 0,
      wake: 0,
      held: bound,
      notes: {},
      createdAtMs: world.clock.now(),
      changedAtMs: world.clock.now(),
      window: windowAt('month', 'UTC', world.clock.now()).id,
      day: '2026-06-15',
      scopes: [
        { kind: 'channel', id: target().channel },
        { kind: 'member', id: target().member },
        { kind: 'feature', id: 'music' },
      ],
      moneyVersion: 1,
      paidBy: 'operator',
      groups: [],
      submitTries: 0,
      unsentTries: 0,
      pickups: 0,
      deliverTries: 0,
      callback: false,
      hintedTasks: [],
    })
  })

  test('in a thread that is a channel of its own counts for the channel around it', async () => {
    await giveBudget(world, 1_000_000)
    const request = jobRequest({}, { channel: 'thread-1', parent: 'channel-9' })
    await world.store.request(request)
    expect(await world.store.read(request.id)).toMatchObject({
      target: { channel: 'thread-1', parent: 'channel-9' },
      scopes: [{ kind: 'channel', id: 'channel-9' }, { kind: 'member' }, { kind: 'feature' }],
    })
  })

  test('in a direct message counts for the member’s own account and for nothing else', async () => {
    const own = { server: '@member-1' }
    expect(await world.store.request(jobRequest({}, own))).toEqual({ status: 'no_budget' })
    await giveBudget(world, 2 * bound, accountOf(target(own)))
    await giveBudget(world, 0)
    const request = jobRequest({}, own)
    expect(await world.store.request(request)).toEqual({ status: 'created', left: bound })
    expect(await world.store.read(request.id)).toMatchObject({ scopes: [], target: own })
  })

  test('may take the very last of a budget, and not a millionth more', async () => {
    await giveBudget(world, bound + bound)
    await world.store.request(jobRequest())
    expect(await world.store.request(jobRequest({ bound: microcredits(bound + 1) }))).toMatchObject({
      status: 'exceeds_server',
      left: bound,
    })
    expect(await world.store.request(jobRequest())).toEqual({ status: 'created', left: 0 })
  })

  test('is refused with limit, rest and the time at which the budget resets', async () => {
    await giveBudget(world, 100_000)
    const before = await dump(world)
    expect(await world.store.request(jobRequest())).toEqual({
      status: 'exceeds_server',
      id: '',
      left: 100_000,
      limit: 100_000,
      held: 0,
      resetsAtMs: Date.UTC(2026, 6, 1),
    })
    expect(await dump(world)).toEqual(before)
  })

  test('is refused by a server that was never given credits', async () => {
    expect(await world.store.request(jobRequest())).toEqual({ status: 'no_budget' })
    expect(await dump(world)).toEqual({})
  })

  test('is refused by a server that was given none', async () => {
    await giveBudget(world, 0)
    expect(await world.store.request(jobRequest())).toMatchObject({ status: 'exceeds_server', left: 0 })
  })

  test('of another server has nothing to do with this one', async () => {
    await giveBudget(world, bound)
    expect(await world.store.request(jobRequest({}, { server: 'server-2' }))).toEqual({ status: 'no_budget' })
    expect(await world.store.request(jobRequest({}, { platform: 'slack' }))).toEqual({ status: 'no_budget' })
    expect(await world.store.request(jobRequest())).toMatchObject({ status: 'created' })
  })
})

describe('the same event', () => {
  test('twice is one job, and changes nothing', async () => {
    await giveBudget(world, 1_000_000)
    const request = jobRequest()
    await world.store.request(request)
    const before = await dump(world)
    const job = await readJob(world, request.id)
    expect(await world.store.request(request)).toEqual({ status: 'exists', job })
    expect(await dump(world)).toEqual(before)
  })

  test('is known also when nothing is left, and long after its job began', async () => {
    await giveBudget(world, bound)
    const job = await jobIn(world, 'posted')
    const again = await world.store.request(
      jobRequest({ id: job.id, values: job.values, target: job.target }),
    )
    expect(again).toMatchObject({ status: 'exists', job: { state: 'posted' } })
  })

  test.each([
    { given: { prompt: 'something else' } },
    { feature: 'tts' },
    { target: target({ channel: 'channel-2' }) },
    { target: target({ member: 'member-2' }) },
  ])('with other contents (%j) is named as such', async (other) => {
    await giveBudget(world, 1_000_000)
    const request = jobRequest()
    await world.store.request(request)
    const before = await dump(world)
    expect(await world.store.request({ ...request, ...other })).toEqual({ status: 'differs' })
    expect(await dump(world)).toEqual(before)
  })
})

describe('fifty requests at once', () => {
  test('never hold more than the limit', async () => {
    await giveBudget(world, bound * 20 + 1)
    const results = await Promise.all(Array.from({ length: 50 }, () => world.store.request(jobRequest())))
    expect(results.filter(({ status }) => status === 'created')).toHaveLength(20)
    expect(results.filter(({ status }) => status === 'exceeds_server')).toHaveLength(30)
    expect(await balances()).toEqual({ spent: 0, held: bound * 20, left: 1 })
  })

  test('do not either when two processes take them', async () => {
    const other = openStoreWorld({ prefix: world.prefix })
    await giveBudget(world, bound * 20)
    const results = await Promise.all(
      Array.from({ length: 25 }, () => [world, other])
        .flat()
        .map(({ store }) => store.request(jobRequest())),
    )
    other.close()
    expect(results.filter(({ status }) => status === 'created')).toHaveLength(20)
    expect(await balances()).toEqual({ spent: 0, held: bound * 20, left: 0 })
  })

  test('of one event are one job', async () => {
    await giveBudget(world, 1_000_000)
    const request = jobRequest()
    const results = await Promise.all(Array.from({ length: 50 }, () => world.store.request(request)))
    expect(results.filter(({ status }) => status === 'created')).toHaveLength(1)
    expect(results.filter(({ status }) => status === 'exists')).toHaveLength(49)
    expect(await balances()).toMatchObject({ held: bound })
  })

  test('go on while the admin changes the budget under them', async () => {
    await giveBudget(world, bound * 100)
    const requests = Array.from({ length: 20 }, () => world.store.request(jobRequest()))
    const [results] = await Promise.all([Promise.all(requests), giveBudget(world, bound * 30)])
    expect(results.every(({ status }) => status === 'created')).toBe(true)
    expect(await balances()).toEqual({ spent: 0, held: bound * 20, left: bound * 10 })
  })
})

describe('the money of a job', () => {
  const amounts = [
    ['hold, estimate and cost', 200_000, 150_000, 120_000],
    ['an estimate above the hold', 200_000, 260_000, 260_000],
    ['a cost above everything', 200_000, 150_000, 900_000],
    ['nothing at all', 0, 0, 0],
    ['a free hold with a cost', 0, 0, 70_000],
    ['a free result', 200_000, 0, 0],
    ['one millionth', 1, 1, 1],
  ] as const

  test.each(amounts)('is moved from hold to spent: %s', async (_, holds, estimates, costs) => {
    await giveBudget(world, 1_000_000)
    const request = jobRequest({ bound: microcredits(holds) })
    await world.store.request(request)
    await world.store.accept(await readJob(world, request.id), undefined)
    const step = await take(request.id)
    await world.store.beginSubmit(step, 1, { callback: false })
    const task = { taskId: 't', etaSeconds: undefined, estimate: microcredits(estimates) }
    await world.store.submitted(step, task, 1)
    expect(await balances()).toEqual({ spent: 0, held: estimates, left: 1_000_000 - estimates })
    const last = await take(request.id)
    await world.store.ready(last, twoTakes, { amount: microcredits(costs), source: 'final' })
    expect(await balances()).toEqual({ spent: costs, held: 0, left: 1_000_000 - costs })
    expect(await world.store.read(request.id)).toMatchObject({
      held: holds,
      estimate: estimates,
      settled: costs,
      settledBy: 'final',
    })
  })

  const take = async (jobId: string): Promise<JobRecord> => {
    const { wake } = await readJob(world, jobId)
    const step = await world.store.take(jobId, wake, 1)
    if (step === undefined) throw new Error('not taken')
    return step
  }

  test('keeps the hold where the service gives no estimate', async () => {
    await giveBudget(world, 1_000_000)
    const job = await jobIn(world, 'submitting')
    const sender = { ...job, epoch: job.submitEpoch ?? 0 }
    await world.store.submitted(sender, { taskId: 't', etaSeconds: 5, estimate: undefined }, 1)
    expect(await balances()).toMatchObject({ held: bound })
    expect(await journalOf(world)).not.toContainEqual(expect.objectContaining({ operation: 'adjust' }))
  })

  test('is a fact also when it goes over the limit, and the next request is refused', async () => {
    await giveBudget(world, bound)
    const job = await jobIn(world, 'submitted')
    await world.store.ready(await take(job.id), twoTakes, { amount: microcredits(900_000), source: 'final' })
    expect(await balances()).toEqual({ spent: 900_000, held: 0, left: bound - 900_000 })
    expect(await world.store.request(jobRequest({ bound: noCredits }))).toMatchObject({
      status: 'exceeds_server',
      left: bound - 900_000,
    })
  })

  test.each([
    ['uncertain', 'booked', 'outcome_unknown', bound, 'hold'],
    ['submitted', 'expired', 'overdue', estimate, 'estimate'],
  ] as const)('of a job that is %s is spent when it is %s', async (from, to, ending, spent, source) => {
    await giveBudget(world, 1_000_000)
    const job = await jobIn(world, from)
    await world.store.book(await take(job.id), to, ending)
    expect(await balances()).toMatchObject({ spent, held: 0 })
    expect(await world.store.read(job.id)).toMatchObject({ settled: spent, settledBy: source, ending })
  })

  test('is settled in the window in which it was held', async () => {
    await giveBudget(world, 1_000_000)
    const job = await jobIn(world, 'submitted')
    world.clock.advanceTo(Date.UTC(2026, 6, 1, 0, 5))
    expect(await balances()).toEqual({ spent: 0, held: 0, left: 1_000_000 })
    await world.store.ready(await take(job.id), twoTakes, { amount: cost, source: 'final' })
    expect(await balances()).toEqual({ spent: 0, held: 0, left: 1_000_000 })
    expect(replay(await journalOf(world))).toEqual({
      [`${account}|month:2026-06`]: { posted: cost, pending: 0 },
    })
  })

  test('is journalled line by line', async () => {
    await giveBudget(world, 1_000_000)
    const job = await jobIn(world, 'posted')
    const lines = (await journalOf(world)).map(({ operation, credits, posted, pending, job: of }) => ({
      operation,
      credits,
      posted,
      pending,
      of,
    }))
    expect(lines).toEqual([
      { operation: 'limit', credits: '1000000' },
      { operation: 'hold', credits: '200000', posted: '0', pending: '200000', of: job.id },
      { operation: 'adjust', credits: '150000', posted: '0', pending: '150000', of: job.id },
      { operation: 'settle', credits: '120000', posted: '120000', pending: '0', of: job.id },
    ])
  })

  test.each(['voided', 'failed'] as const)('comes back whole from a job that is %s', async (state) => {
    await giveBudget(world, 1_000_000)
    const job = await jobIn(world, state)
    expect(await balances()).toEqual({ spent: 0, held: 0, left: 1_000_000 })
    expect(job).toMatchObject({ settled: 0, settledBy: 'final' })
  })
})
