import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { microcredits } from '../../src/core/credits.ts'
import type { JobRequest } from '../../src/core/job/job.ts'
import { readJob } from '../support/jobs/job-states.ts'
import { expectAgreement } from '../support/jobs/verdict.ts'
import { replay } from '../support/ledger/journal-replay.ts'
import {
  giveBudget,
  jobRequest,
  journalOf,
  openStoreWorld,
  type StoreWorld,
} from '../support/redis/store-world.ts'
import { twoTakes } from '../support/service/outcome.ts'

let world: StoreWorld

const open = (options: Parameters<typeof openStoreWorld>[0] = {}): StoreWorld => {
  world?.close()
  world = openStoreWorld(options)
  return world
}

beforeEach(() => void open())
afterEach(() => world.close())

const nothing = microcredits(0)
const free = (more: Partial<JobRequest> = {}) => jobRequest({ bound: nothing, isFree: true, ...more })
const paid = (bound: number) => jobRequest({ bound: microcredits(bound) })

/** Budgets that have less than nothing left: a job cost more than was held. */
const overspend = async (): Promise<void> => {
  await giveBudget(world, 100)
  const request = paid(100)
  await world.store.request(request)
  await world.store.accept(await readJob(world, request.id), undefined)
  const { id, wake } = await readJob(world, request.id)
  const step = await world.store.take(id, wake, 1)
  if (step === undefined) throw new Error('not taken')
  await world.store.beginSubmit(step, 1, { callback: false })
  await world.store.ready(step, twoTakes, { amount: microcredits(900), source: 'final' })
}

describe('a request that costs nothing', () => {
  test('needs no budget, and makes none', async () => {
    const before = await world.budgets.read('discord:server-1')
    expect(await world.store.request(paid(0))).toEqual({ status: 'no_budget' })
    expect(await world.store.request(free())).toMatchObject({ status: 'created' })
    expect(await world.budgets.read('discord:server-1')).toEqual(before)
    expect(await world.store.request(paid(0))).toEqual({ status: 'no_budget' })
  })

  test('does not use up what a new server begins with', async () => {
    open({ newServerCredits: 500 })
    expect(await world.store.request(free())).toMatchObject({ status: 'created', left: 500 })
    expect((await journalOf(world)).map(({ operation }) => operation)).toEqual(['hold'])
    expect(await world.store.request(paid(500))).toMatchObject({ status: 'created', left: 0 })
  })

  test('is covered by a budget that has less than nothing left, which covers nothing else', async () => {
    await overspend()
    expect(await world.store.request(paid(0))).toMatchObject({ status: 'exceeds_server', left: -800 })
    expect(await world.store.request(free())).toMatchObject({ status: 'created', left: -800 })
  })

  test('is covered by an operator’s total that has less than nothing left', async () => {
    open({ operatorLimit: 100 })
    await overspend()
    expect(await world.store.request(paid(0))).toMatchObject({ status: 'exceeds_operator' })
    expect(await world.store.request(free())).toMatchObject({ status: 'created' })
    await expectAgreement(world)
  })

  test('counts among those that wait', async () => {
    open({ waitingMax: { member: 1 } })
    await world.store.request(free())
    expect(await world.store.request(free())).toMatchObject({ status: 'too_many_waiting', limit: 1 })
  })

  test('is the same request when it is made again', async () => {
    const request = free()
    await world.store.request(request)
    expect(await world.store.request(request)).toMatchObject({ status: 'exists' })
    expect(await world.store.request({ ...request, given: { prompt: 'x' } })).toEqual({ status: 'differs' })
  })

  test('runs nowhere while it is being sent, so nobody keeps a place for it', async () => {
    const request = free()
    await world.store.request(request)
    await world.store.accept(await readJob(world, request.id), undefined)
    const { id, wake } = await readJob(world, request.id)
    const step = await world.store.take(id, wake, 1)
    if (step === undefined) throw new Error('not taken')
    await world.store.beginSubmit(step, 1, { callback: false, isPlaceless: true })
    expect(await world.store.running()).toEqual([])
    await world.store.ready(step, twoTakes, { amount: nothing, source: 'final' })
    const totals = Object.values(replay(await journalOf(world)))
    expect(totals).toEqual(totals.map(() => ({ posted: 0, pending: 0 })))
    expect(await readJob(world, id)).toMatchObject({ state: 'ready', settled: 0, settledBy: 'final' })
  })
})
