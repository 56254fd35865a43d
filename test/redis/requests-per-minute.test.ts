import { afterEach, describe, expect, test } from 'vitest'
import type { Allowances } from '../../src/core/command/gate.ts'
import { microcredits } from '../../src/core/credits.ts'
import type { JobRequest } from '../../src/core/job/job.ts'
import type { Target } from '../../src/core/target.ts'
import { bucketOf } from '../../src/redis/keys.ts'
import { readJob } from '../support/jobs/job-states.ts'
import { expectAgreement } from '../support/jobs/verdict.ts'
import {
  giveBudget,
  jobRequest,
  noAllowances,
  openStoreWorld,
  type StoreWorld,
} from '../support/redis/store-world.ts'
import { twoTakes } from '../support/service/outcome.ts'

const unlimited = { member: 0, server: 0 }

interface Opening {
  budget?: number
  prefix?: string
  uncharged?: typeof unlimited
}

const opened: StoreWorld[] = []
afterEach(() => {
  for (const world of opened.splice(0)) world.close()
})

/** A store in which so many credits, in millionths, may be spent; or a second process of that one. */
const open = async (
  request: Partial<typeof unlimited>,
  { budget = 100_000_000, prefix, uncharged = unlimited }: Opening = {},
): Promise<StoreWorld> => {
  const allowances: Allowances = {
    ...noAllowances,
    request: { ...unlimited, ...request },
    command: { member: 1, server: 1 },
    uncharged,
  }
  const world = openStoreWorld({ allowances, ...(prefix !== undefined && { prefix }) })
  opened.push(world)
  if (prefix === undefined) await giveBudget(world, budget)
  return world
}

const request = async (
  { store }: StoreWorld,
  asked: Partial<JobRequest> = {},
  place: Partial<Target> = { member: 'mia' },
) => store.request(jobRequest(asked, place))

const createdAmong = async (world: StoreWorld, count: number): Promise<number> => {
  let total = 0
  for (let index = 0; index < count; index += 1) if ((await request(world)).status === 'created') total += 1
  return total
}

describe('requests of a minute', () => {
  test('are those that were accepted, and come back evenly', async () => {
    const world = await open({ member: 5 })
    expect(await createdAmong(world, 8)).toBe(5)
    expect(await request(world)).toEqual({
      status: 'too_many',
      use: 'request',
      of: 'member',
      limit: 5,
      waitMs: 12_000,
    })
    world.clock.advance(12_000)
    expect(await createdAmong(world, 2)).toBe(1)
    await expectAgreement(world)
  })

  test('are none where the budget refuses', async () => {
    const world = await open({ member: 1, server: 1 }, { budget: 100_000 })
    for (let times = 0; times < 5; times += 1)
      expect(await request(world)).toMatchObject({ status: 'exceeds_server' })
    expect(await request(world, { bound: microcredits(100_000) })).toMatchObject({ status: 'created' })
  })

  test('hold nothing when they are refused', async () => {
    const world = await open({ server: 1 })
    await request(world)
    const before = await world.budgets.read('discord:server-1')
    const refused = await request(world, {}, { member: 'max' })
    expect(refused).toEqual({ status: 'too_many', use: 'request', of: 'server', limit: 1, waitMs: 60_000 })
    expect(await world.budgets.read('discord:server-1')).toEqual(before)
    await expectAgreement(world)
  })

  test('never pass the limit together, in one process or two', async () => {
    const world = await open({ member: 5, server: 7 })
    const other = await open({ member: 5, server: 7 }, { prefix: world.prefix })
    const answers = await Promise.all(
      Array.from({ length: 30 }, async (_, index) => {
        const member = index % 3 === 0 ? 'max' : 'mia'
        return { member, ...(await request(index % 2 === 0 ? world : other, {}, { member })) }
      }),
    )
    const created = answers.filter(({ status }) => status === 'created')
    expect(created).toHaveLength(7)
    for (const who of ['max', 'mia'])
      expect(created.filter(({ member }) => member === who).length).toBeLessThanOrEqual(5)
    expect(answers.filter(({ status }) => status === 'too_many')).toHaveLength(23)
  })

  test('count once however often their event is told, also at once', async () => {
    const world = await open({ member: 2 })
    const told = jobRequest({}, { member: 'mia' })
    const answers = await Promise.all([1, 2, 3].map(() => world.store.request(told)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['created', 'exists', 'exists'])
    expect(await createdAmong(world, 2)).toBe(1)
    expect(await world.store.request(told)).toMatchObject({ status: 'exists' })
  })

  test('are free ones too, since each leaves a record, but no commands', async () => {
    const world = await open({ member: 2 })
    const free = { isFree: true, bound: microcredits(0) }
    await world.gate.admit(jobRequest({}, { member: 'mia' }).target, false)
    expect(await request(world, free)).toMatchObject({ status: 'created' })
    expect(await createdAmong(world, 2)).toBe(1)
    const before = await world.redis.xlen(world.keys.journal(bucketOf('discord:server-1')))
    expect(await request(world, free)).toEqual({
      status: 'too_many',
      use: 'request',
      of: 'member',
      limit: 2,
      waitMs: 30_000,
    })
    expect(await world.redis.xlen(world.keys.journal(bucketOf('discord:server-1')))).toBe(before)
    await expectAgreement(world)
  })
})

describe('jobs of a day that end without a charge', () => {
  const free = { isFree: true, bound: microcredits(0) }
  const dayMs = 24 * 60 * 60_000

  /** Asks, and has the job end: without a charge, or for so many credits in millionths. */
  const ended = async (world: StoreWorld, asked: Partial<JobRequest>, charged = 0): Promise<string> => {
    const wanted = jobRequest(asked, { member: 'mia' })
    const { status } = await world.store.request(wanted)
    if (status !== 'created') return status
    const { id } = wanted
    await world.store.accept(await readJob(world, id), undefined)
    const { wake } = await readJob(world, id)
    const step = await world.store.take(id, wake, 1)
    if (step === undefined) throw new Error('not taken')
    await world.store.beginSubmit(step, 1, { callback: false })
    const moved =
      charged === 0
        ? await world.store.void(step, 'clip_refused')
        : await world.store.ready(step, twoTakes, { amount: microcredits(charged), source: 'final' })
    expect(moved.status).toBe('moved')
    return status
  }

  test.each([
    ['member', { member: 4, server: 0 }, 'mia'],
    ['server', { member: 0, server: 4 }, 'max'],
  ] as const)('have a limit for a %s, above which all requests are refused', async (of, limits, next) => {
    const world = await open({}, { uncharged: limits })
    for (const asked of [free, {}, free, {}]) expect(await ended(world, asked)).toBe('created')
    const refused = { status: 'too_many', use: 'uncharged', of, limit: 4, waitMs: dayMs / 4 }
    for (const asked of [free, {}]) expect(await request(world, asked, { member: next })).toEqual(refused)
    world.clock.advance(dayMs / 4)
    expect(await ended(world, {})).toBe('created')
    expect(await request(world, {}, { member: next })).toEqual(refused)
    await expectAgreement(world)
  })

  test('are not those that were charged', async () => {
    const world = await open({}, { uncharged: { member: 1, server: 1 } })
    for (let times = 0; times < 3; times += 1) expect(await ended(world, {}, 1)).toBe('created')
  })

  test('count more if they are long, because their texts are kept', async () => {
    const world = await open({}, { uncharged: { member: 4, server: 0 } })
    const long = { prompt: 'x'.repeat(13_000) }
    expect(await ended(world, { values: long })).toBe('created')
    expect(await ended(world, {})).toBe('too_many')
  })
})

test('a blocked member gets no paid request in, unless an admin, and loses nothing of the limit', async () => {
  const world = await open({ member: 1 })
  const change = {
    account: 'discord:server-1',
    eventId: 'event-1',
    actor: 'admin-1',
    reason: 'floods',
  } as const
  await world.blocks.set({ ...change, member: 'mia', isBlocked: true })
  expect(await request(world)).toEqual({ status: 'blocked' })
  expect(await request(world, { isByAdmin: true })).toMatchObject({ status: 'created' })
  expect(await request(world, { isByAdmin: true })).toMatchObject({ status: 'too_many' })
})
