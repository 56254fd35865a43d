import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { pickupsMax } from '../../src/core/job/dead-letters.ts'
import { type JobRecord, type JobState, jobRecordVersion, jobStates } from '../../src/core/job/job.ts'
import { createAudit } from '../../src/redis/audit.ts'
import { countDeadLetters } from '../../src/redis/dead-letters.ts'
import { deadJob, deadLettersOf, wearOut } from '../support/jobs/dead-letters.ts'
import { estimate, jobIn, readJob } from '../support/jobs/job-states.ts'
import {
  bound,
  dump,
  giveBudget,
  jobRequest,
  openStoreWorld,
  type StoreWorld,
} from '../support/redis/store-world.ts'

const account = 'discord:server-1'
const newerVersion = String(jobRecordVersion + 1)
const untilMs = Number.MAX_SAFE_INTEGER
const alive = jobStates.filter((state) => state !== 'posted' && state !== 'withheld')
const unsent: readonly JobState[] = ['requested', 'accepted']

let world: StoreWorld
let letters: ReturnType<typeof deadLettersOf>

beforeEach(async () => {
  world = openStoreWorld()
  letters = deadLettersOf(world)
  await giveBudget(world, 1_000_000_000)
})
afterEach(() => world.close())

const isOpen = async ({ id }: Pick<JobRecord, 'id'>): Promise<boolean> =>
  (await world.redis.zscore(world.keys.open(id.slice(0, 3)), id)) !== null

const take = async (job: JobRecord): Promise<JobRecord> => {
  const taken = await world.store.take(job.id, (await readJob(world, job.id)).wake, untilMs)
  if (taken === undefined) throw new Error('it was not handed out')
  return taken
}

/** Makes the record one that nobody can read, and has a worker find that out. */
const damage = async (state: JobState, field: string, value: string): Promise<JobRecord> => {
  const job = await jobIn(world, state)
  await world.redis.hset(world.keys.job(job.id), field, value)
  expect(await world.store.take(job.id, job.wake, untilMs)).toBeUndefined()
  return job
}

const books = () => createAudit({ redis: world.redis, keys: world.keys, now: world.clock.now })

describe('a job with which no step gets anywhere', () => {
  test.each(alive)(
    'is handed out ten times in a row when it is %s, and where it was never sent ten times more',
    async (state) => {
      const job = await jobIn(world, state)
      expect(await wearOut(world, job)).toBe(unsent.includes(state) ? 2 * pickupsMax : pickupsMax)
      expect(await isOpen(job)).toBe(false)
      expect(await letters.find(job.id)).toMatchObject({ jobId: job.id, why: 'failing', state })
      expect(await world.store.rewake(untilMs)).toEqual([])
    },
  )

  test('keeps its hold, and the books agree', async () => {
    const job = await deadJob(world, 'submitted')
    expect(await letters.find(job.id)).toMatchObject({ held: estimate })
    expect((await world.budgets.read(account)).held).toBe(estimate)
    expect((await books().whole(job.id.slice(0, 3))).differences).toEqual([])
  })

  test('says what went wrong the last time', async () => {
    const job = await jobIn(world, 'submitted')
    const step = await take(job)
    await world.store.failed(step, { reason: 'TypeError: no', counts: true, againAtMs: 0 })
    await wearOut(world, job)
    expect(await letters.find(job.id)).toMatchObject({ detail: 'TypeError: no' })
    expect(world.storeLog.lines).toEqual([
      expect.objectContaining({
        level: 'error',
        details: { job: job.id, why: 'failing', detail: 'TypeError: no' },
      }),
    ])
  })

  test('starts counting again after a step that came to its end', async () => {
    const job = await jobIn(world, 'submitted')
    for (let pickups = 1; pickups < pickupsMax; pickups += 1)
      await world.store.take(job.id, job.wake, untilMs)
    const step = await take(job)
    expect(step.pickups).toBe(pickupsMax)
    await world.store.wakeAt(step, 5)
    expect((await take(job)).pickups).toBe(1)
  })

  test('is not a dead letter for what was away, and is woken again at once', async () => {
    const job = await jobIn(world, 'submitted')
    for (let pickups = 0; pickups < 3 * pickupsMax; pickups += 1)
      await world.store.failed(await take(job), { reason: 'Redis', counts: false, againAtMs: 7 })
    expect(await world.store.rewake(7)).toHaveLength(1)
  })

  test('is counted down by a step that was overtaken while it lived, and by nothing else of it', async () => {
    const job = await jobIn(world, 'submitted')
    const old = await take(job)
    const current = await take(job)
    await world.store.failed(old, { reason: 'late', counts: true, againAtMs: 7 })
    expect(await readJob(world, job.id)).toMatchObject({ pickups: current.pickups })
    await world.store.failed(old, { reason: 'late', counts: false, againAtMs: 7 })
    expect(await readJob(world, job.id)).toMatchObject({ pickups: current.pickups - 1 })
    expect(await world.store.rewake(7)).toEqual([])
  })

  test('is none for steps that were each overtaken by the next', async () => {
    const job = await jobIn(world, 'submitted')
    let old = await take(job)
    for (let pickups = 0; pickups < 3 * pickupsMax; pickups += 1) {
      const next = await take(job)
      await world.store.failed(old, { reason: 'late', counts: false, againAtMs: 7 })
      old = next
    }
    expect(await letters.find(job.id)).toBeUndefined()
  })
})

describe('a record that cannot be read', () => {
  test.each([
    ['values', '{', 'unreadable', 'values'],
    ['state', 'happy', 'unreadable', 'state'],
    ['target', 'null', 'unreadable', 'target'],
    ['epoch', 'many', 'unreadable', 'epoch'],
    ['version', 'x', 'unreadable', 'version'],
    ['version', '0', 'version', 'version 0'],
  ])('for its %s of %j is a dead letter at once, and says so', async (field, value, why, said) => {
    const job = await damage('submitted', field, value)
    const letter = await letters.find(job.id)
    expect(letter).toMatchObject({ why })
    expect(letter?.detail).toContain(said)
    expect(await isOpen(job)).toBe(false)
    expect((await world.budgets.read(account)).held).toBe(estimate)
  })

  test.each([
    [
      'without a number to wake it by',
      async (job: JobRecord) => world.redis.hset(world.keys.job(job.id), 'wake', 'x'),
    ],
    ['that is gone', async (job: JobRecord) => world.redis.del(world.keys.job(job.id))],
    [
      'that is something else',
      async (job: JobRecord) => {
        await world.redis.del(world.keys.job(job.id))
        return world.redis.lpush(world.keys.job(job.id), 'x')
      },
    ],
  ])('%s keeps no other job asleep', async (_, ruin) => {
    const ruined = await jobIn(world, 'submitted')
    const other = await jobIn(world, 'submitted')
    await ruin(ruined)
    expect((await world.store.rewake(untilMs)).map(({ jobId }) => jobId)).toEqual([other.id])
    expect(await letters.find(ruined.id)).toMatchObject({ why: 'unreadable' })
    expect(await letters.fields(ruined.id)).not.toHaveProperty('state', 'requested')
  })

  test('of a version that is known again is put back like any other', async () => {
    const job = await damage('submitted', 'version', '0')
    await world.redis.hset(world.keys.job(job.id), 'version', '1') // as if a program knew how to read it
    expect(await letters.putBack(job.id)).toBe('back')
    expect(await take(job)).toMatchObject({ state: 'submitted', pickups: 1 })
  })
})

describe('a record that a newer program wrote', () => {
  const writtenByNewer = async (): Promise<JobRecord> => {
    const job = await jobIn(world, 'submitted')
    await world.redis.hset(world.keys.job(job.id), { version: newerVersion, epoch: 'of another shape' })
    return job
  }

  test('is left as it is, however often it is woken, and told of once', async () => {
    const [job, other] = [await writtenByNewer(), await writtenByNewer()]
    const before = await dump(world)
    for (let times = 0; times < 3 * pickupsMax; times += 1) {
      expect(await world.store.take(job.id, job.wake, untilMs)).toBeUndefined()
      expect(await world.store.rewake(untilMs)).toEqual([])
      expect(await world.store.call(other.id)).toBeUndefined()
    }
    expect(await dump(world)).toEqual(before)
    expect(await letters.list()).toEqual([])
    expect(world.storeLog.lines).toEqual([
      {
        level: 'warn',
        message: expect.stringContaining('records of a newer version'),
        details: { job: job.id, version: newerVersion, reads: jobRecordVersion },
      },
    ])
  })

  test('is taken up by that', async () => {
    const job = await jobIn(world, 'submitted')
    await world.redis.hset(world.keys.job(job.id), 'version', newerVersion)
    await world.store.take(job.id, job.wake, untilMs)
    await world.redis.hset(world.keys.job(job.id), 'version', String(jobRecordVersion)) // as if that program were this one
    expect(await world.store.rewake(untilMs)).toMatchObject([{ jobId: job.id }])
    expect(await take(job)).toMatchObject({ state: 'submitted', pickups: 1 })
  })

  test.each([99, 250])('keeps no others asleep, where there are %i of such', async (count) => {
    const { id } = await jobIn(world, 'submitted')
    const next = await jobIn(world, 'submitted')
    const open = world.keys.open(id.slice(0, 3))
    const lettered = (index: number) =>
      String(index)
        .padStart(25, '0')
        .replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')
    const newer = Array.from({ length: count }, (_, index) => `${id.slice(0, 4)}${lettered(index)}`)
    await Promise.all(
      newer.flatMap((job) => [
        world.redis.hset(world.keys.job(job), { version: newerVersion, wake: '1', state: 'submitted' }),
        world.redis.zadd(open, '-1', job),
      ]),
    )
    for (const job of [id, next.id]) await world.redis.zadd(open, '0', job)
    const woken = await world.store.rewake(1)
    expect(woken.map(({ jobId }) => jobId).sort()).toEqual([id, next.id].sort())
  })
})

describe('what the world says to a dead letter', () => {
  test('a callback keeps its task and wakes nothing', async () => {
    const job = await deadJob(world, 'uncertain')
    expect(await world.store.hint(job.id, 'task-9')).toEqual({ status: 'kept' })
    expect(await readJob(world, job.id)).toMatchObject({ hintedTasks: ['task-9'] })
    expect(await isOpen(job)).toBe(false)
  })

  test('the late answer of the very step that sent it brings it back to life', async () => {
    const job = await deadJob(world, 'uncertain')
    const sender = { ...job, epoch: job.submitEpoch ?? 0 }
    const submission = { taskId: 'task-1', etaSeconds: 1, estimate: undefined }
    expect(await world.store.submitted(sender, submission, 5)).toMatchObject({ status: 'moved' })
    expect(await letters.list()).toEqual([])
    expect(await take(job)).toMatchObject({ state: 'submitted', pickups: 1 })
  })

  test('cancelling one that was never sent ends it', async () => {
    const job = await deadJob(world, 'accepted')
    expect(await world.store.cancel(job, 'member-1')).toMatchObject({ status: 'voided' })
    expect(await letters.list()).toEqual([])
    expect(await world.budgets.read(account)).toMatchObject({ held: 0, spent: 0 })
  })

  test('one that was never sent does not count among those that wait, until it is put back', async () => {
    const narrow = openStoreWorld({ prefix: world.prefix, now: world.clock.now, waitingMax: { member: 1 } })
    const job = await deadJob(world, 'accepted')
    expect(await narrow.store.request(jobRequest())).toMatchObject({ status: 'created' })
    await letters.putBack(job.id)
    expect(await narrow.store.request(jobRequest())).toMatchObject({ status: 'too_many_waiting' })
    narrow.close()
  })
})

describe('an operator', () => {
  test('sees them all, the longest dead first', async () => {
    const first = await deadJob(world, 'submitted')
    world.clock.advance(5)
    const second = await deadJob(world, 'accepted')
    expect((await letters.list()).map(({ jobId }) => jobId)).toEqual([first.id, second.id])
    expect(await countDeadLetters(world)).toBe(2)
  })

  test('puts one back, as if nothing had failed', async () => {
    const job = await deadJob(world, 'submitted')
    expect(await letters.putBack(job.id)).toBe('back')
    expect(await letters.putBack(job.id)).toBe('not_dead')
    expect((await world.store.rewake(world.clock.now())).map(({ jobId }) => jobId)).toEqual([job.id])
    expect(await wearOut(world, await readJob(world, job.id))).toBe(pickupsMax)
  })

  test.each<[JobState, JobState, number]>([
    ['requested', 'voided', 0],
    ['accepted', 'voided', 0],
    ['submitting', 'booked', bound],
    ['uncertain', 'booked', bound],
    ['submitted', 'expired', estimate],
  ])('ends one that is %s as %s, and its member is told', async (state, as, spent) => {
    const job = await deadJob(world, state)
    expect(await letters.end(job.id)).toEqual({ status: 'ended', as, isMemberTold: true })
    expect(await world.budgets.read(account)).toMatchObject({ held: 0, spent })
    expect(await readJob(world, job.id)).toMatchObject({ state: as, ending: 'faulty', toldState: undefined })
    expect((await world.store.rewake(world.clock.now())).map(({ jobId }) => jobId)).toEqual([job.id])
    expect((await books().whole(job.id.slice(0, 3))).differences).toEqual([])
  })

  test('keeps back the result of one that is ready', async () => {
    const job = await deadJob(world, 'ready')
    expect(await letters.end(job.id)).toEqual({ status: 'ended', as: 'withheld', isMemberTold: false })
    expect(await isOpen(job)).toBe(false)
  })

  test.each<JobState>(['voided', 'failed', 'booked', 'expired'])(
    'leaves one that ended as %s untold',
    async (state) => {
      const job = await deadJob(world, state)
      expect(await letters.end(job.id)).toEqual({ status: 'over' })
      expect(await isOpen(job)).toBe(false)
      expect(await letters.list()).toEqual([])
    },
  )

  test.each([
    ['values', '{'],
    ['target', 'null'],
    ['scopes', '?'],
    ['version', '0'],
    ['wake', 'x'],
  ])('ends also one whose %s is %j, whose member nobody can tell', async (field, value) => {
    const job = await jobIn(world, 'submitted')
    await world.redis.hset(world.keys.job(job.id), field, value)
    if (field === 'wake') await world.store.rewake(untilMs)
    else await world.store.take(job.id, job.wake, untilMs)
    expect(await letters.end(job.id)).toEqual({
      status: 'ended',
      as: 'expired',
      isMemberTold: field === 'wake', // which the operator's hand mended
    })
    expect(await world.budgets.read(account)).toMatchObject({ held: 0, spent: estimate })
    expect(await letters.list()).toEqual([])
  })

  test('cannot end what has no record, nor what is not a dead letter', async () => {
    const gone = await jobIn(world, 'submitted')
    await world.redis.del(world.keys.job(gone.id))
    await world.store.rewake(untilMs)
    expect(await letters.end(gone.id)).toEqual({ status: 'no_record' })
    expect(await letters.putBack(gone.id)).toBe('no_record')
    const well = await jobIn(world, 'submitted')
    expect(await letters.end(well.id)).toEqual({ status: 'not_dead' })
    expect(await readJob(world, well.id)).toEqual(well)
  })
})
