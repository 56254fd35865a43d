import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { microcredits } from '../../src/core/credits.ts'
import { accountOf } from '../../src/core/target.ts'
import { spendKeptMs } from '../../src/redis/scripts.ts'
import { target } from '../support/commands/invocation.ts'
import { cost, jobIn, readJob } from '../support/jobs/job-states.ts'
import {
  bound,
  giveBudget,
  jobRequest,
  openStoreWorld,
  type StoreWorld,
} from '../support/redis/store-world.ts'
import { twoTakes } from '../support/service/outcome.ts'

const account = accountOf(target())
const day = '2026-06-15'
const hourMs = 3_600_000

let world: StoreWorld

beforeEach(async () => {
  world = openStoreWorld()
  await giveBudget(world, 10_000_000)
})
afterEach(() => world.close())

const spent = (...days: string[]) => world.overview.spentOn(account, days)

/** The member's request for a feature, charged with `cost`. */
const charged = async (member: string, feature: string): Promise<void> => {
  const request = jobRequest({ feature }, { member })
  await world.store.request(request)
  await world.store.accept(await readJob(world, request.id), undefined)
  const { id, wake } = await readJob(world, request.id)
  const step = await world.store.take(id, wake, Number.MAX_SAFE_INTEGER)
  if (step === undefined) throw new Error('the job could not be taken')
  await world.store.beginSubmit(step, Number.MAX_SAFE_INTEGER, { callback: false })
  await world.store.ready(step, twoTakes, { amount: cost, source: 'final' })
}

describe('the spend of a day', () => {
  test('is by member and feature, once it is charged', async () => {
    await charged('member-1', 'music')
    await charged('member-1', 'music')
    await charged('member-1', 'tts')
    await charged('member-2', 'music')
    await world.store.request(jobRequest()) // held, and not spent
    expect(await spent(day)).toEqual([
      { day, member: 'member-1', feature: 'music', credits: 2 * cost },
      { day, member: 'member-1', feature: 'tts', credits: cost },
      { day, member: 'member-2', feature: 'music', credits: cost },
    ])
  })

  test('is that of the request, by the clock of the account, however late it is charged', async () => {
    const change = { account, eventId: 'zone', actor: 'admin-1' }
    await world.budgets.setLimit({ ...change, limit: microcredits(10_000_000), zone: 'Pacific/Auckland' })
    const accepted = await jobIn(world, 'accepted')
    expect(accepted.day).toBe('2026-06-16')
    world.clock.advance(48 * hourMs)
    await charged('member-1', 'music')
    const [booked] = [await jobIn(world, 'booked')]
    await world.store.correct(booked, { amount: cost, source: 'final' })
    expect(await spent('2026-06-15', '2026-06-16', '2026-06-17', '2026-06-18')).toEqual([
      { day: '2026-06-18', member: 'member-1', feature: 'music', credits: 2 * cost },
    ])
  })

  test('follows a correction down and up, and a refund to nothing', async () => {
    const job = await jobIn(world, 'booked')
    const total = async () => (await spent(day)).map(({ credits }) => credits)
    expect(await total()).toEqual([bound])
    await world.store.correct(job, { amount: microcredits(50_000), source: 'estimate' })
    expect(await total()).toEqual([50_000])
    await world.store.correct(job, { amount: microcredits(0), source: 'refund' })
    expect(await total()).toEqual([0])
    await world.store.correct(job, { amount: microcredits(70_000), source: 'final' })
    expect(await total()).toEqual([70_000])
  })

  test('expires, and a late correction does not bring it back', async () => {
    const job = await jobIn(world, 'booked')
    const key = world.keys.spend(account, day)
    const leftMs = await world.redis.pttl(key)
    expect(leftMs).toBeGreaterThan(spendKeptMs - hourMs)
    expect(leftMs).toBeLessThanOrEqual(spendKeptMs)
    await world.redis.del(key)
    await world.store.correct(job, { amount: cost, source: 'final' })
    expect(await spent(day)).toEqual([])
  })

  test('of a job that an older program requested is left out', async () => {
    const job = await jobIn(world, 'accepted')
    await world.redis.hdel(world.keys.job(job.id), 'day')
    await world.store.cancel(await readJob(world, job.id), 'member-1')
    await charged('member-2', 'music')
    expect(await spent(day)).toEqual([{ day, member: 'member-2', feature: 'music', credits: cost }])
  })

  test('that an older program charged is counted by the next correction, and in full', async () => {
    const job = await jobIn(world, 'booked')
    await world.redis.hdel(world.keys.hold(job.id), 'spent')
    await world.redis.hdel(world.keys.spend(account, day), 'member-1|music')
    await world.store.correct(job, { amount: cost, source: 'final' })
    expect(await spent(day)).toEqual([{ day, member: 'member-1', feature: 'music', credits: cost }])
  })

  test('is not kept where a member pays alone', async () => {
    const own = { server: '@member-1', channel: 'dm-1' }
    const request = jobRequest({ isFree: true, bound: microcredits(0) }, own)
    await world.store.request(request)
    expect((await readJob(world, request.id)).day).toBeUndefined()
  })
})

describe('the limits of parts', () => {
  const limit = (
    of: Parameters<StoreWorld['budgets']['setShareLimit']>[0]['of'],
    millionths: number | undefined,
  ) =>
    world.budgets.setShareLimit({
      account,
      eventId: `${JSON.stringify(of)} ${millionths}`,
      actor: 'admin-1',
      of,
      limit: millionths === undefined ? undefined : microcredits(millionths),
    })

  test('are those that were set and not lifted: groups, channels, members, the highest first', async () => {
    await limit({ kind: 'member', id: undefined }, 5)
    await limit({ kind: 'member', id: 'member-1' }, 10)
    await limit({ kind: 'member', id: 'member-2' }, 30)
    await limit({ kind: 'member', id: 'member-3' }, 20)
    await limit({ kind: 'member', id: 'member-3' }, undefined)
    await limit({ kind: 'channel', id: 'channel-1' }, 40)
    await limit({ kind: 'group', id: 'group-1', share: 'together' }, 60)
    await limit({ kind: 'group', id: 'group-1', share: 'each' }, 7)
    expect(await world.overview.limits(account)).toEqual([
      { scope: { kind: 'group', id: 'group-1' }, limit: 60 },
      { scope: { kind: 'group', id: 'group-1' }, limit: 7, isForEach: true },
      { scope: { kind: 'channel', id: 'channel-1' }, limit: 40 },
      { scope: { kind: 'member', id: 'member-2' }, limit: 30 },
      { scope: { kind: 'member', id: 'member-1' }, limit: 10 },
    ])
  })

  test('are none where none were set', async () => {
    expect(await world.overview.limits(account)).toEqual([])
  })
})
