import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { logSteps, withSteps } from '../../../src/app/telemetry/job-steps.ts'
import { microcredits } from '../../../src/core/credits.ts'
import { AppError } from '../../../src/core/errors.ts'
import { requestNote } from '../../../src/core/job/change.ts'
import { type JobState, jobStates } from '../../../src/core/job/job.ts'
import type { JobStep } from '../../../src/core/job/job-step.ts'
import type { JobStore } from '../../../src/core/job/job-store.ts'
import { cost, estimate, jobIn, readJob } from '../../support/jobs/job-states.ts'
import { createRecordingLog } from '../../support/recording-log.ts'
import {
  bound,
  giveBudget,
  jobRequest,
  openStoreWorld,
  type StoreWorld,
} from '../../support/redis/store-world.ts'
import { twoTakes } from '../../support/service/outcome.ts'

let world: StoreWorld
let steps: JobStep[]
let seen: StoreWorld

const seenBy = (store: JobStore): StoreWorld => ({
  ...world,
  store: withSteps(store, { now: world.clock.now, hear: (step) => void steps.push(step) }),
})

beforeEach(async () => {
  steps = []
  world = openStoreWorld()
  await giveBudget(world, 1_000_000_000)
  seen = seenBy(world.store)
})
afterEach(() => world.close())

const names = () => steps.map(({ step }) => step)

const final = { amount: cost, source: 'final' } as const

/** What is told of a job that came to this state the shortest way. */
const toldOf: Readonly<Record<JobState, readonly JobStep['step'][]>> = {
  requested: ['asked'],
  accepted: ['asked', 'accepted'],
  submitting: ['asked', 'accepted'],
  uncertain: ['asked', 'accepted', 'uncertain'],
  submitted: ['asked', 'accepted', 'submitted'],
  ready: ['asked', 'accepted', 'submitted', 'finished', 'settled'],
  posted: ['asked', 'accepted', 'submitted', 'finished', 'settled', 'posted'],
  withheld: ['asked', 'accepted', 'submitted', 'finished', 'settled', 'withheld'],
  voided: ['asked', 'accepted', 'voided', 'settled'],
  failed: ['asked', 'accepted', 'submitted', 'failed', 'settled'],
  booked: ['asked', 'accepted', 'uncertain', 'booked', 'settled'],
  expired: ['asked', 'accepted', 'submitted', 'expired', 'settled'],
}

test.each(jobStates)('a job on its way to %s tells each step once', async (state) => {
  const job = await jobIn(seen, state)
  expect(names()).toEqual(toldOf[state])
  expect(new Set(steps.map((step) => step.job))).toEqual(new Set([job.id]))
})

test('the steps of a song say what each is about, and which event requested it', async () => {
  const request = jobRequest({ notes: { [requestNote]: 'event-1' } })
  await seen.store.request(request)
  world.clock.advance(1_500)
  await seen.store.accept(await readJob(world, request.id), undefined)
  const about = {
    job: request.id,
    server: 'discord:server-1',
    platform: 'discord',
    feature: request.feature,
    request: 'event-1',
  }
  expect(steps).toEqual([
    { ...about, step: 'asked', spanMs: undefined, held: bound },
    { ...about, step: 'accepted', spanMs: 1_500 },
  ])
})

describe('what a job cost', () => {
  const charges = () => steps.flatMap((step) => (step.step === 'settled' ? [step] : []))

  test('is told with what was held and who said so', async () => {
    await jobIn(seen, 'posted')
    expect(charges()).toMatchObject([{ charged: cost, held: estimate, by: 'final' }])
  })

  test.each([
    ['voided', 0, bound, 'final'],
    ['failed', 0, estimate, 'final'],
    ['booked', bound, bound, 'hold'],
    ['expired', estimate, estimate, 'estimate'],
  ] as const)('is told of a job that is %s', async (state, charged, held, by) => {
    await jobIn(seen, state)
    expect(charges()).toMatchObject([{ charged, held, by }])
  })

  test('is told again when a better figure comes, and not when it is the same', async () => {
    const job = await jobIn(world, 'booked')
    await seen.store.correct(job, final)
    await seen.store.correct(job, final)
    expect(charges()).toMatchObject([{ charged: cost, by: 'final' }])
  })

  test('is not told when a late result leaves it as it was', async () => {
    const job = await jobIn(world, 'booked')
    await world.store.correct(job, final)
    await seen.store.ready(job, twoTakes, { amount: estimate, source: 'estimate' })
    expect(names()).toEqual(['finished'])
  })
})

describe('a call that changed nothing tells nothing', () => {
  test('because the same event came twice', async () => {
    const request = jobRequest()
    await seen.store.request(request)
    await seen.store.request(request)
    const job = await readJob(world, request.id)
    await seen.store.accept(job, undefined)
    await seen.store.accept(job, undefined)
    expect(names()).toEqual(['asked', 'accepted'])
  })

  test('because a button was pressed twice', async () => {
    const job = await jobIn(world, 'accepted')
    await seen.store.cancel(job, 'member-1')
    await seen.store.cancel(job, 'member-1')
    expect(names()).toEqual(['cancelled', 'settled'])
  })

  test('because the job has moved on', async () => {
    const job = await jobIn(world, 'submitted')
    await seen.store.accept(job, undefined)
    await seen.store.uncertain(job)
    expect(names()).toEqual([])
  })

  test('because the service was busy', async () => {
    const job = await jobIn(world, 'submitting')
    await seen.store.returnToAccepted(job, 1, 'busy')
    expect(names()).toEqual([])
  })
})

test('a job that was cancelled while it was sent in vain is told to be over', async () => {
  const job = await jobIn(world, 'submitting')
  await seen.store.cancel(job, 'member-1')
  await seen.store.returnToAccepted(job, 1, 'unsent')
  expect(steps).toMatchObject([
    { step: 'voided', why: 'not_sent' },
    { step: 'settled', charged: 0 },
  ])
})

test('a request without a budget is refused by name', async () => {
  await seen.store.request(jobRequest({}, { server: 'server-2' }))
  expect(steps).toMatchObject([{ step: 'refused', why: 'no_budget', server: 'discord:server-2' }])
})

test('a step whose answer was lost is told when its call is repeated', async () => {
  const job = await jobIn(world, 'requested')
  let losses = 1
  const lossy = seenBy({
    ...world.store,
    async accept(...args) {
      const result = await world.store.accept(...args)
      losses -= 1
      if (losses >= 0) throw new AppError('store_unavailable', 'the reply was lost')
      return result
    },
  })
  await expect(lossy.store.accept(job, undefined)).rejects.toThrow('lost')
  expect(names()).toEqual([])
  await lossy.store.accept(job, undefined)
  await lossy.store.accept(job, undefined)
  expect(names()).toEqual(['accepted'])
})

test('a step that cannot be told is done all the same', async () => {
  const deaf = withSteps(world.store, {
    now: world.clock.now,
    hear: () => {
      throw new Error('the log is gone')
    },
  })
  expect(await deaf.request(jobRequest())).toMatchObject({ status: 'created' })
})

test('the log has a line per step, with amounts in credits and nothing else of the member', () => {
  const log = createRecordingLog()
  const of = { job: 'b00x', server: 'slack:team-1', platform: 'slack', feature: 'music' } as const
  const hear = logSteps(log)
  hear({ ...of, request: 'event-1', spanMs: 61_000, step: 'finished', outputs: 2 })
  hear({
    ...of,
    request: 'event-1',
    spanMs: 61_000,
    step: 'settled',
    charged: cost,
    held: estimate,
    by: 'final',
  })
  hear({ ...of, request: 'event-1', spanMs: undefined, step: 'asked', held: microcredits(0) })
  const line = { job: 'b00x', server: 'slack:team-1', feature: 'music', request: 'event-1' }
  expect(log.lines).toEqual([
    { level: 'info', message: 'job finished', details: { ...line, spanMs: 61_000, outputs: 2 } },
    {
      level: 'info',
      message: 'job settled',
      details: { ...line, spanMs: 61_000, charged: 0.12, held: 0.15, by: 'final' },
    },
    { level: 'info', message: 'job asked', details: { ...line, spanMs: undefined, held: 0 } },
  ])
})
