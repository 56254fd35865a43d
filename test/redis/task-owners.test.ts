import { afterEach, beforeEach, expect, test } from 'vitest'
import type { JobRecord } from '../../src/core/job/job.ts'
import { accountOf } from '../../src/core/target.ts'
import { bucketOf } from '../../src/redis/keys.ts'
import { jobIn } from '../support/jobs/job-states.ts'
import { dump, giveBudget, openStoreWorld, type StoreWorld } from '../support/redis/store-world.ts'

let world: StoreWorld

beforeEach(async () => {
  world = openStoreWorld()
  await giveBudget(world, 1_000_000_000)
})
afterEach(() => world.close())

const here = 'discord:server-1'
/** Another server in the same bucket. */
const neighbour = Array.from({ length: 10_000 }, (_, index) => `discord:server-${index + 2}` as const).find(
  (account) => bucketOf(account) === bucketOf(here),
)
const elsewhere = [
  'discord:server-2',
  'slack:server-1',
  'discord:@member-1',
  neighbour ?? 'slack:T0',
] as const

const idOf = async (account: Parameters<StoreWorld['taskOwners']['jobOf']>[0], name: string) => {
  const found = await world.taskOwners.jobOf(account, name)
  return found.status === 'found' ? found.job.id : found.status
}

const forget = ({ id: jobId }: JobRecord) =>
  world.records.forget(
    { jobId },
    { beforeMs: Number.MAX_SAFE_INTEGER, lateBeforeMs: Number.MAX_SAFE_INTEGER },
  )

test('a task and its outputs are known to the account that had them made, and to no other', async () => {
  const job = await jobIn(world, 'submitting')
  const submission = { taskId: 'task-7', etaSeconds: 5, estimate: undefined, conversionIds: ['c-1', 'c-2'] }
  await world.store.submitted(job, submission, world.clock.now())
  for (const name of ['task-7', 'c-1', 'c-2']) {
    expect(await idOf(here, name)).toBe(job.id)
    for (const account of elsewhere) expect(await idOf(account, name)).toBe('unknown')
    expect(await world.taskOwners.hasOwner(name)).toBe(true)
  }
  for (const name of ['task-8', 'task', '']) {
    expect(await idOf(here, name)).toBe('unknown')
    expect(await world.taskOwners.hasOwner(name)).toBe(false)
  }
})

test('they are known as long as the record is kept, by entries that name neither them nor a member', async () => {
  const job = await jobIn(world, 'posted')
  const name = job.taskId ?? ''
  expect(accountOf(job.target)).toBe(here)
  const made = Object.values(await dump(world))
    .flat()
    .filter((entry) => typeof entry === 'string' && entry.startsWith('made '))
  expect(made.length).toBeGreaterThan(0)
  for (const entry of made) expect(entry).not.toMatch(new RegExp(`${name}|${job.target.member}`))
  expect(await forget(job)).toEqual({ status: 'forgotten' })
  expect(await idOf(here, name)).toBe('unknown')
  expect(await world.taskOwners.hasOwner(name)).toBe(false)
})

/** A record as it was before what a job made was remembered by entries. */
const fromBefore = async ({ id }: JobRecord) => {
  const { redis, keys } = world
  const list = keys.listed(id.slice(0, 3))
  const entries = await redis.zrange(list, '0', '-1')
  await redis.zrem(list, ...entries.filter((entry) => entry.startsWith('made ') && entry.endsWith(id)))
  const kept = (JSON.parse((await redis.hget(keys.job(id), 'listed_as')) ?? '[]') as string[]).filter(
    (entry) => !entry.startsWith('made '),
  )
  await redis.hset(keys.job(id), 'listed_as', JSON.stringify(kept))
}

test('what a record from before names is known to its account alone, and to no other as made elsewhere', async () => {
  const job = await jobIn(world, 'posted')
  await fromBefore(job)
  const { conversionId = '' } = job.outcome?.outputs[0] ?? {}
  expect(conversionId).not.toBe('')
  for (const name of [job.taskId ?? '', conversionId]) {
    expect(await idOf(here, name)).toBe(job.id)
    for (const account of elsewhere) expect(await idOf(account, name)).toBe('unknown')
    expect(await world.taskOwners.hasOwner(name)).toBe(true)
  }
  for (const name of ['task-of-another', '']) expect(await world.taskOwners.hasOwner(name)).toBe(false)
})

test('where too many records would have to be looked through, nothing counts as made elsewhere', async () => {
  const { redis, keys } = world
  const entries = Array.from({ length: 1_000 }, (_, index) => {
    const atMs = String(index).padStart(15, '0')
    return ['0', `aged ${atMs} b07x${'a'.repeat(25)}`]
  })
  const add = (more: readonly string[][]) => redis.zadd(keys.listed('b07'), ...more.flat())
  await add(entries.slice(1))
  expect(await world.taskOwners.hasOwner('task-of-another')).toBe(false)
  await add(entries)
  expect(await world.taskOwners.hasOwner('task-of-another')).toBe(true)
})

test('records whose work is remembered by entries are not looked through to the last', async () => {
  const { redis, keys } = world
  const id = `b07x${'a'.repeat(25)}`
  await redis.hset(keys.job(id), {
    task: 'task-1',
    listed_as: JSON.stringify([`made x discord:y ${id}`]),
  })
  const entries = Array.from({ length: 2_000 }, (_, index) => [
    '0',
    `aged ${String(index).padStart(15, '0')} ${id}`,
  ])
  await redis.zadd(keys.listed('b07'), ...entries.flat())
  expect(await world.taskOwners.hasOwner('task-of-another')).toBe(false)
})
