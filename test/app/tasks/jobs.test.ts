import { afterEach, beforeEach, expect, test } from 'vitest'
import { grantWish } from '../../../src/app/tasks/jobs.ts'
import type { DeadLetters } from '../../../src/core/job/dead-letters.ts'
import { jobName } from '../../../src/core/job-id.ts'
import { accountOf } from '../../../src/core/target.ts'
import { bucketOf, jobEntry } from '../../../src/redis/keys.ts'
import { deadJob, deadLettersOf } from '../../support/jobs/dead-letters.ts'
import { jobIn, readJob } from '../../support/jobs/job-states.ts'
import { giveBudget, jobRequest, openStoreWorld, type StoreWorld } from '../../support/redis/store-world.ts'

let world: StoreWorld
let letters: DeadLetters

beforeEach(async () => {
  world = openStoreWorld()
  letters = deadLettersOf(world)
  await giveBudget(world, 1_000_000_000)
})
afterEach(() => world.close())

const list = () => grantWish(letters, { kind: 'list' })
const refused = (text: string) =>
  expect.objectContaining({ code: 'configuration', message: expect.stringContaining(text) })

test('where there are none, the list says so', async () => {
  await jobIn(world, 'submitted')
  expect(await list()).toBe('There are no dead letters.\n')
})

test('the list has a line for each: which, since when, in which state, what it holds, and why', async () => {
  const job = await deadJob(world, 'submitted')
  const since = new Date(world.clock.now()).toISOString()
  expect(await list()).toBe(
    `${job.id}  since ${since}  submitted, holds 0.15 credits  failing: each process that took it up ended before its step did\n`,
  )
})

test('one is shown without what its member wrote, and without the right to answer', async () => {
  const job = await deadJob(world, 'submitting')
  const text = await grantWish(letters, { kind: 'show', job: job.id })
  expect(text).toContain('state: submitting')
  expect(text).not.toContain('a sea shanty')
  expect(text).not.toContain('token-1')
})

test('one that is none is shown as well, and what is no job is refused', async () => {
  const job = await jobIn(world, 'submitted')
  expect(await grantWish(letters, { kind: 'show', job: job.id })).toContain('is not a dead letter')
  const { id: jobId } = jobRequest()
  await expect(grantWish(letters, { kind: 'show', job: jobId })).rejects.toEqual(refused('There is no job'))
})

test('one is put back, or all of them', async () => {
  const [first, ...others] = [await deadJob(world), await deadJob(world), await deadJob(world)]
  expect(await grantWish(letters, { kind: 'retry', job: first.id })).toContain(`${first.id} is put back`)
  expect(await grantWish(letters, { kind: 'retry_all' })).toContain(`${others.length} put back`)
  expect(await list()).toBe('There are no dead letters.\n')
  expect(await world.store.rewake(world.clock.now())).toHaveLength(3)
})

test('one without a record stays, and is named', async () => {
  const job = await jobIn(world, 'submitted')
  await world.redis.del(world.keys.job(job.id))
  await world.store.rewake(Number.MAX_SAFE_INTEGER)
  expect(await grantWish(letters, { kind: 'retry_all' })).toBe(
    '0 put back. Workers continue them within 15 seconds. 1 have no record and stay.\n',
  )
  await expect(grantWish(letters, { kind: 'end', job: job.id })).rejects.toEqual(refused('has no record'))
})

test('one is ended, and what is not a dead letter is not', async () => {
  const job = await deadJob(world, 'uncertain')
  expect(await grantWish(letters, { kind: 'end', job: job.id })).toBe(
    `${job.id} has ended as "booked"; its member is told.\n`,
  )
  await expect(grantWish(letters, { kind: 'end', job: job.id })).rejects.toEqual(
    refused('is not a dead letter'),
  )
})

test.each(['booked', 'expired'] as const)('what is %s can be given back, once', async (state) => {
  const job = await jobIn(world, state)
  const before = await world.budgets.read(accountOf(job.target))
  expect(await grantWish(letters, { kind: 'refund', job: job.id })).toMatch(/^Returned 0\.\d+ credits of /)
  const after = await world.budgets.read(accountOf(job.target))
  expect(before.spent).toBeGreaterThan(0)
  expect(after).toMatchObject({ spent: 0, held: 0 })
  expect(await readJob(world, job.id)).toMatchObject({ state, settled: 0, settledBy: 'refund' })
  expect((await world.store.rewake(world.clock.now())).map(({ jobId }) => jobId)).toEqual([job.id])
  const again = grantWish(letters, { kind: 'refund', job: job.id })
  await expect(again).rejects.toEqual(refused(`The credits of ${job.id} were returned before.`))
})

test.each([
  [false, 'its member is told'],
  [true, 'its member cannot be told'],
] as const)('a refund says whether its member is told: message deleted %s', async (isDeleted, told) => {
  const job = await jobIn(world, 'expired')
  await world.store.told(job)
  if (isDeleted) await world.store.remove(job, job.target.member)
  expect(await grantWish(letters, { kind: 'refund', job: job.id })).toMatch(
    new RegExp(`^Returned 0\\.\\d+ credits of ${job.id}; ${told}\\.`),
  )
})

test.each(['submitted', 'uncertain', 'posted', 'failed'] as const)(
  'a job that is %s cannot be refunded: its cost is known, or will be',
  async (state) => {
    const job = await jobIn(world, state)
    const before = await readJob(world, job.id)
    await expect(grantWish(letters, { kind: 'refund', job: job.id })).rejects.toEqual(
      refused('nothing booked'),
    )
    expect(await readJob(world, job.id)).toEqual(before)
  },
)

/** Servers in the same bucket, and one in another. */
const servers = (): readonly string[] => {
  const bucket = bucketOf('discord:server-1')
  const names = Array.from({ length: 999 }, (_, index) => `server-${index + 1}`)
  const isBeside = (server: string) => bucketOf(`discord:${server}`) === bucket
  return [...names.filter(isBeside).slice(0, 4), ...names.filter((name) => !isBeside(name)).slice(0, 1)]
}

/** Two jobs in each of them. */
const jobsEverywhere = async (): Promise<readonly string[]> => {
  const requests = servers().flatMap((server) => [jobRequest({}, { server }), jobRequest({}, { server })])
  for (const request of requests) {
    await giveBudget(world, 1_000_000_000, accountOf(request.target))
    await world.store.request(request)
  }
  return requests.map(({ id }) => id)
}

test('a job of any account is found by the short name in its message', async () => {
  const ids = await jobsEverywhere()
  const shown = await Promise.all(ids.map((id) => grantWish(letters, { kind: 'show', job: jobName(id) })))
  expect(shown).toEqual(ids.map((id) => expect.stringContaining(`${id} is not a dead letter`)))
})

test('by that name a booked job is given back, and a dead letter ended or put back', async () => {
  const booked = await jobIn(world, 'booked')
  const [dead, other] = [await deadJob(world, 'uncertain'), await deadJob(world)]
  expect(await grantWish(letters, { kind: 'refund', job: jobName(booked.id) })).toContain(
    `credits of ${booked.id}; `,
  )
  expect(await grantWish(letters, { kind: 'end', job: jobName(dead.id) })).toContain(`${dead.id} has ended`)
  expect(await grantWish(letters, { kind: 'retry', job: jobName(other.id) })).toContain(
    `${other.id} is put back`,
  )
})

test('a name that several jobs have is refused with their ids, and an unknown one by name', async () => {
  const { id } = await jobIn(world, 'booked')
  const bucket = bucketOf('discord:server-2')
  const twin = `${bucket}x${jobName(id)}${'7'.repeat(17)}`
  await world.redis.zadd(world.keys.listed(bucket), 0, jobEntry('discord:server-2', twin))
  const named = grantWish(letters, { kind: 'refund', job: jobName(id) })
  await expect(named).rejects.toEqual(refused(`Several job names begin with ${jobName(id)}. Use an id: `))
  for (const each of [id, twin]) await expect(named).rejects.toEqual(refused(each))
  const unknown = grantWish(letters, { kind: 'show', job: 'aaaaaaaa' })
  await expect(unknown).rejects.toEqual(refused('There is no job named aaaaaaaa.'))
})
