import { afterEach, beforeEach, expect, test } from 'vitest'
import { microcredits } from '../../src/core/credits.ts'
import type { JobRecord } from '../../src/core/job/job.ts'
import { jobIn, readJob } from '../support/jobs/job-states.ts'
import { expectAgreement } from '../support/jobs/verdict.ts'
import { replay, replayMembers } from '../support/ledger/journal-replay.ts'
import { unmirroredCount } from '../support/ledger/operator.ts'
import {
  bound,
  dump,
  giveBudget,
  journalOf,
  memberShare,
  openStoreWorld,
  type StoreWorld,
} from '../support/redis/store-world.ts'

let world: StoreWorld
let accepted: JobRecord

const untilMs = Number.MAX_SAFE_INTEGER
const month = 'discord:server-1|month:2026-06'

const take = async (): Promise<JobRecord> => {
  const { id, wake } = await readJob(world, accepted.id)
  const step = await world.store.take(id, wake, untilMs)
  if (step === undefined) throw new Error('not taken')
  return step
}

/** The job is sent by a worker that found out this of its clip. */
const send = async (credits: number | undefined, seconds = 61.5) => {
  const measured = credits === undefined ? undefined : { seconds, bound: microcredits(credits) }
  const step = await take()
  return { step, moved: await world.store.beginSubmit(step, untilMs, { callback: false, measured }) }
}

const heldBy = async () => {
  const server = (await world.budgets.read('discord:server-1')).held
  const member = (await memberShare(world, 'member-1')).held
  const [journal, record] = [await journalOf(world), await readJob(world, accepted.id)]
  await expectAgreement(world)
  expect(await unmirroredCount(world)).toBe(0)
  expect(replay(journal)[month]?.pending).toBe(server)
  expect(replayMembers(journal)[`${month}|member-1`]?.pending).toBe(member)
  return { server, member, record: record.held }
}

const everywhere = (amount: number) => ({ server: amount, member: amount, record: amount })

beforeEach(async () => {
  world = openStoreWorld()
  await giveBudget(world, 1_000_000)
  accepted = await jobIn(world, 'accepted')
})
afterEach(() => world.close())

test('a hold is lowered by what is known of the clip, wherever it counts, as the job begins to be sent', async () => {
  const { moved } = await send(30_000)
  expect(moved.status).toBe('moved')
  expect(await heldBy()).toEqual(everywhere(30_000))
  expect(await readJob(world, accepted.id)).toMatchObject({ state: 'submitting', clipSeconds: 61.5 })
  expect((await journalOf(world)).at(-1)).toMatchObject({
    operation: 'adjust',
    before: String(bound),
    credits: '30000',
    job: accepted.id,
  })
})

test.each([
  ['is longer than was held for', bound + 1, 1],
  ['costs exactly what is held', bound, 1],
  ['is of unknown length', undefined, 1],
  ['costs nothing', 0, 2],
])('a hold is never raised: where the clip %s', async (_, credits, moneyVersion) => {
  await send(credits)
  expect(await heldBy()).toEqual(everywhere(Math.min(bound, credits ?? bound)))
  expect(await readJob(world, accepted.id)).toMatchObject({ moneyVersion })
})

test('the same said again has the first answer; another length is refused, and changes nothing', async () => {
  const { step, moved } = await send(30_000)
  const before = await dump(world)
  const again = (credits: number) =>
    world.store.beginSubmit(step, untilMs, {
      callback: false,
      measured: { seconds: 61.5, bound: microcredits(credits) },
    })
  expect(await again(30_000)).toEqual({ ...moved, isRepeat: true })
  expect(await again(20_000)).toEqual({ status: 'refused' })
  expect(await dump(world)).toEqual(before)
})

test('a job that comes back to the line keeps the lower hold, and its next try may only lower it again', async () => {
  for (const [credits, held] of [
    [50_000, 50_000],
    [90_000, 50_000],
    [undefined, 50_000],
    [20_000, 20_000],
  ] as const) {
    const { step } = await send(credits)
    await world.store.returnToAccepted(step, 0, 'busy')
    expect(await heldBy()).toEqual(everywhere(held))
  }
  expect(await readJob(world, accepted.id)).toMatchObject({ state: 'accepted', clipSeconds: 61.5 })
})

test('what was lowered is what is booked, or given back', async () => {
  const { step } = await send(30_000)
  await world.store.uncertain(step)
  await world.store.book(await take(), 'booked', 'outcome_unknown')
  expect(await world.budgets.read('discord:server-1')).toMatchObject({ held: 0, spent: 30_000 })
  await world.store.void(step, 'service_refused')
  expect(await world.budgets.read('discord:server-1')).toMatchObject({ held: 0, spent: 0 })
})
