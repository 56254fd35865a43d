import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type JobRecord, jobStates, mayStillCome, reportMs } from '../../src/core/job/job.ts'
import { accountOf } from '../../src/core/target.ts'
import { createAudit } from '../../src/redis/audit.ts'
import { bucketOf, buckets } from '../../src/redis/keys.ts'
import { auditOperator } from '../../src/redis/operator-audit.ts'
import { deadJob } from '../support/jobs/dead-letters.ts'
import { cost, jobIn, overIn, overStates, readJob } from '../support/jobs/job-states.ts'
import {
  bound,
  dump,
  giveBudget,
  jobRequest,
  openStoreWorld,
  type StoreWorld,
} from '../support/redis/store-world.ts'
import { outcomeOf } from '../support/service/outcome.ts'

const account = 'discord:server-1'
const bucket = bucketOf(account)
const turn = buckets.indexOf(bucket)
const dayMs = 24 * 60 * 60_000

let world: StoreWorld

beforeEach(async () => {
  world = openStoreWorld()
  await giveBudget(world, 1_000_000_000)
})
afterEach(() => world.close())

/** As if all that is over by now were old enough. */
const byNow = () => ({ beforeMs: world.clock.now(), lateBeforeMs: world.clock.now() })

/** What the books say against what is kept. */
const differences = async (): Promise<readonly unknown[]> => {
  const options = { ...world, now: world.clock.now }
  const { differences: found } = await createAudit(options).whole(bucket)
  return [...found, ...(await auditOperator(options, [bucket]))]
}

/** What is kept under any key that says the job's id, or in any set, but for the books. */
const traces = async (jobId: string): Promise<readonly string[]> => {
  const kept = Object.entries(await dump(world))
  const isBook = (key: string) => /journal$|:hold:|operator\}/.test(key)
  return kept.flatMap(([key, value]) =>
    !isBook(key) && `${key} ${JSON.stringify(value)}`.includes(jobId) ? [key] : [],
  )
}

describe('a job that is over', () => {
  test.each(overStates)('leaves nothing but its money, and the books agree (%s)', async (state) => {
    const job = await overIn(world, state)
    world.clock.advance(reportMs)
    expect(await traces(job.id)).not.toEqual([])
    expect(await world.records.forget({ jobId: job.id }, byNow())).toEqual({ status: 'forgotten' })
    expect(await traces(job.id)).toEqual([])
    expect(await world.store.read(job.id)).toBeUndefined()
    expect(await differences()).toEqual([])
  })

  test('is removed once: twice is one removal', async () => {
    const { id: jobId } = await overIn(world, 'posted')
    await world.records.forget({ jobId }, byNow())
    const left = await dump(world)
    world.clock.advance(1_000)
    expect(await world.records.forget({ jobId }, byNow())).toEqual({ status: 'forgotten' })
    expect(await dump(world)).toEqual(left)
  })

  test('stays while it is not over for long enough, and one whose truth may come for longer', async () => {
    const posted = await overIn(world, 'posted')
    const expired = await overIn(world, 'expired')
    const nowMs = world.clock.now()
    const before = { beforeMs: nowMs - 1, lateBeforeMs: nowMs - 1 }
    expect(await world.records.forget({ jobId: posted.id }, before)).toEqual({ status: 'kept' })
    const late = { beforeMs: nowMs, lateBeforeMs: nowMs - 1 }
    expect(await world.records.forget({ jobId: expired.id }, late)).toEqual({ status: 'kept' })
    expect(await world.records.forget({ jobId: posted.id }, late)).toEqual({ status: 'forgotten' })
  })

  test.each<[string, readonly string[]]>([
    ['its request asked for a callback', ['callback', 'asked']],
    ['its task is known', ['task', 'task-1']],
    ['a callback named tasks', ['hinted_tasks', '["task-1"]']],
    ['a callback named its task', ['note:late_task', 'task-1']],
  ])('and booked stays for longer only where something can still tell of it: %s', async (_, fields) => {
    const [known, unknown] = [await overIn(world, 'booked'), await overIn(world, 'booked')]
    await world.redis.hset(world.keys.job(known.id), ...fields)
    const late = { beforeMs: world.clock.now(), lateBeforeMs: world.clock.now() - 1 }
    world.clock.advance(reportMs)
    expect(mayStillCome(await readJob(world, known.id))).toBe(true)
    expect(await world.records.forget({ jobId: known.id }, late)).toEqual({ status: 'kept' })
    expect(mayStillCome(unknown)).toBe(false)
    expect(await world.records.forget({ jobId: unknown.id }, late)).toEqual({ status: 'forgotten' })
  })

  test('is as wrong in the books as before, where its hold goes too or its record comes back', async () => {
    const { id: jobId } = await overIn(world, 'posted')
    const record = await world.redis.hgetall(world.keys.job(jobId))
    await world.records.forget({ jobId }, byNow())
    await world.redis.hset(world.keys.job(jobId), record)
    expect(await differences()).toMatchObject([{ what: 'record', expected: 'removed', found: 'there' }])
    await world.redis.del(world.keys.job(jobId), world.keys.hold(jobId))
    expect(await differences()).toMatchObject([
      { what: 'hold', found: 'missing' },
      { what: 'record', expected: 'there', found: 'missing' },
    ])
  })
})

describe('a booked job of whose request only the step that sent it could still report', () => {
  const account = accountOf(jobRequest().target)
  const asked = () => world.records.asked(turn, world.clock.now() - reportMs, 100)
  const sent = async () => jobIn(world, 'submitting')
  /** Others find it without an answer, and its member is told. */
  const bookedByOthers = async ({ id }: JobRecord): Promise<void> => {
    for (const stage of [
      (step: JobRecord) => world.store.uncertain(step),
      (step: JobRecord) => world.store.book(step, 'booked', 'outcome_unknown'),
      (step: JobRecord) => world.store.told(step),
    ])
      await stage(await takenNow(id))
  }
  const takenNow = async (jobId: string): Promise<JobRecord> => {
    const { wake } = await readJob(world, jobId)
    const step = await world.store.take(jobId, wake, Number.MAX_SAFE_INTEGER)
    if (step === undefined) throw new Error('the wake-up is stale')
    return step
  }

  test('stays when its member wants it removed, and is removed once that step has said that nothing was bought', async () => {
    const sender = await sent()
    await bookedByOthers(sender)
    expect(await world.records.forget({ jobId: sender.id }, byNow())).toEqual({ status: 'kept' })
    expect((await world.budgets.read(account)).spent).toBeGreaterThan(0)
    expect(await world.store.void(sender, 'service_refused')).toMatchObject({ status: 'moved' })
    expect(await world.budgets.read(account)).toMatchObject({ spent: 0, held: 0 })
    await world.store.told(await takenNow(sender.id))
    expect(await asked()).toEqual([])
    world.clock.advance(reportMs + 1)
    const [found] = await asked()
    expect(await world.records.forget(found ?? { jobId: '' }, byNow())).toEqual({ status: 'forgotten' })
    expect(await traces(sender.id)).toEqual([])
    expect(await differences()).toEqual([])
  })

  test('is removed after ten minutes if that step says nothing', async () => {
    const sender = await sent()
    await bookedByOthers(sender)
    await world.records.forget({ jobId: sender.id }, byNow())
    world.clock.advance(reportMs - 1)
    expect(await world.records.forget({ jobId: sender.id }, byNow())).toEqual({ status: 'kept' })
    world.clock.advance(2)
    const found = await asked()
    expect(found.map(({ jobId }) => jobId)).toEqual([sender.id])
    for (const job of found) expect(await world.records.forget(job, byNow())).toEqual({ status: 'forgotten' })
    expect(await traces(sender.id)).toEqual([])
  })

  test('stays for a day if that step names its task, and is removed then', async () => {
    const sender = await sent()
    await bookedByOthers(sender)
    await world.records.forget({ jobId: sender.id }, byNow())
    const task = { taskId: 'task-1', etaSeconds: 60, estimate: undefined }
    expect(await world.store.submitted(sender, task, 0)).toMatchObject({ status: 'late' })
    await world.redis.zrem(world.keys.open(bucket), sender.id)
    world.clock.advance(reportMs + 1)
    const [found] = await asked()
    const times = { beforeMs: world.clock.now(), lateBeforeMs: world.clock.now() - dayMs }
    expect(await world.records.forget(found ?? { jobId: '' }, times)).toEqual({ status: 'kept' })
    world.clock.advance(dayMs)
    const [again] = await asked()
    expect(await world.records.forget(again ?? { jobId: '' }, byNow())).toEqual({ status: 'forgotten' })
  })

  test('is removed at once if that step has said that it does not know', async () => {
    const sender = await sent()
    await world.store.uncertain(sender)
    await world.store.book(await takenNow(sender.id), 'booked', 'outcome_unknown')
    await world.store.told(await takenNow(sender.id))
    expect(await world.records.forget({ jobId: sender.id }, byNow())).toEqual({ status: 'forgotten' })
  })
})

describe('a job that is not over', () => {
  const unfinished = jobStates.filter((state) => !overStates.some((over) => over === state))

  test.each(unfinished)('is not touched (%s)', async (state) => {
    const { id: jobId } = await jobIn(world, state)
    const before = await dump(world)
    expect(await world.records.forget({ jobId }, byNow())).toEqual({ status: 'kept' })
    expect(await dump(world)).toEqual(before)
  })

  test.each<[string, () => Promise<string>]>([
    ['whose member was not told yet', async () => (await jobIn(world, 'failed')).id],
    ['that is a dead letter', async () => (await deadJob(world)).id],
    [
      'of which the total has not heard',
      async () => {
        const { id } = await overIn(world, 'posted')
        await world.redis.zadd(world.keys.unmirrored(bucket), 1, id)
        return id
      },
    ],
    [
      'whose late truth is looked up',
      async () => {
        const job = await overIn(world, 'expired')
        expect(await world.store.hint(job.id, job.taskId ?? '')).toMatchObject({ status: 'woken' })
        return job.id
      },
    ],
    [
      'that should be shown after all',
      async () => {
        const job = await overIn(world, 'withheld')
        await world.store.recover(job)
        return job.id
      },
    ],
    [
      'of a newer program',
      async () => {
        const { id } = await overIn(world, 'posted')
        await world.redis.hset(world.keys.job(id), 'version', '999')
        return id
      },
    ],
    [
      'whose entries cannot be read',
      async () => {
        const { id } = await overIn(world, 'posted')
        await world.redis.hset(world.keys.job(id), 'listed_as', '[')
        return id
      },
    ],
  ])('nor one %s', async (_, prepare) => {
    const jobId = await prepare()
    const before = await dump(world)
    expect(await world.records.forget({ jobId }, byNow())).toEqual({ status: 'kept' })
    expect(await dump(world)).toEqual(before)
  })

  test('is unknown where there never was one', async () => {
    const { id: jobId } = jobRequest()
    expect(await world.records.forget({ jobId }, byNow())).toEqual({ status: 'unknown' })
  })
})

describe('a worker that comes late to a job that was removed', () => {
  const removed = async () => {
    const job = await overIn(world, 'expired')
    await world.records.forget({ jobId: job.id }, byNow())
    return job
  }

  test('changes nothing, whatever it knows or wants', async () => {
    const job = await removed()
    const before = await dump(world)
    const { store } = world
    expect(await store.hint(job.id, job.taskId ?? '')).toEqual({ status: 'ignored' })
    expect(await store.correct(job, { amount: cost, source: 'final' })).toBe('not_settled')
    expect(await store.ready(job, outcomeOf([]), { amount: cost, source: 'final' })).toEqual({
      status: 'refused',
    })
    expect(await store.fail(job, undefined)).toEqual({ status: 'refused' })
    expect(await store.void(job, 'interrupted')).toEqual({ status: 'refused' })
    expect(await store.accept(job, { platform: 'discord', channel: 'c', message: 'm' })).toEqual({
      status: 'refused',
    })
    expect(await store.told(job)).toEqual({ status: 'refused' })
    expect(await store.wakeAt(job, 1)).toEqual({ status: 'refused' })
    expect(await store.take(job.id, job.wake, 1)).toBeUndefined()
    expect(await store.cancel(job, 'member-1')).toEqual({ status: 'unknown' })
    expect(await store.recover(job)).toEqual({ status: 'refused' })
    expect(await store.call(job.id)).toBeUndefined()
    await expect(store.note(job, 'name', 'value')).rejects.toMatchObject({ code: 'step_over' })
    expect(await dump(world)).toEqual(before)
  })

  test('is not taken for somebody new, and pays nothing, however late the event comes again', async () => {
    const request = jobRequest()
    await world.store.request(request)
    await world.store.cancel(await readJob(world, request.id), 'member-1')
    const job = await readJob(world, request.id)
    const step = await world.store.take(job.id, job.wake, 1)
    if (step !== undefined) await world.store.told(step)
    expect(await world.store.request(request)).toMatchObject({ status: 'exists' })
    expect(await world.records.forget({ jobId: request.id }, byNow())).toEqual({ status: 'forgotten' })
    for (const laterMs of [0, 60_000, 90 * dayMs, 800 * dayMs]) {
      world.clock.advance(laterMs)
      expect(await world.store.request(request)).toEqual({ status: 'differs' })
    }
    expect(await world.budgets.read(accountOf(request.target))).toMatchObject({ spent: 0, held: 0 })
    await world.store.repairOperator({ changesMs: world.clock.now(), holdsMs: world.clock.now() + dayMs })
    expect(await differences()).toEqual([])
  })
})

describe('old records', () => {
  const aged = (beforeMs: number, countMax = 100) => world.records.aged(turn, beforeMs, countMax)

  test('are found by their age, the oldest first, and so many at once', async () => {
    const first = await overIn(world, 'posted')
    world.clock.advance(1_000)
    const second = await overIn(world, 'failed')
    const nowMs = world.clock.now()
    expect(await aged(nowMs)).toMatchObject([{ jobId: first.id }])
    expect(await aged(nowMs + 1)).toMatchObject([{ jobId: first.id }, { jobId: second.id }])
    expect(await aged(nowMs + 1, 1)).toMatchObject([{ jobId: first.id }])
    expect(await world.records.aged(turn + 1, nowMs + 1, 100)).toEqual([])
    expect(await world.records.aged(turn + buckets.length, nowMs + 1, 1)).toHaveLength(1)
  })

  test('do not stand in the way of others where they have to stay, and are found again', async () => {
    const dead = await deadJob(world)
    const running = await jobIn(world, 'submitted')
    world.clock.advance(dayMs)
    const young = await jobIn(world, 'failed')
    const beforeMs = world.clock.now() + 1
    const times = { beforeMs, lateBeforeMs: beforeMs }
    for (const job of await aged(beforeMs))
      expect(await world.records.forget(job, times)).toEqual({ status: 'kept' })
    expect(await aged(beforeMs)).toEqual([])
    const nextMs = beforeMs + dayMs + 1
    const ids = (await aged(nextMs)).map(({ jobId }) => jobId).sort()
    expect(ids).toEqual([dead.id, running.id, young.id].sort())
  })

  test('that were not over for long enough are found when they are', async () => {
    const job = await jobIn(world, 'submitted')
    world.clock.advance(dayMs)
    const step = await world.store.take(job.id, job.wake, 1)
    if (step === undefined) throw new Error('the wake-up is stale')
    await world.store.fail(step, 'no')
    const failed = await readJob(world, job.id)
    const last = await world.store.take(job.id, failed.wake, 1)
    if (last === undefined) throw new Error('the wake-up is stale')
    await world.store.told(last)
    const [found] = await aged(world.clock.now())
    if (found === undefined) throw new Error('nothing is found')
    const endMs = world.clock.now()
    const early = { beforeMs: endMs - 1, lateBeforeMs: endMs - 1 }
    expect(await world.records.forget(found, early)).toEqual({ status: 'kept' })
    expect(await aged(endMs)).toEqual([])
    const [again] = await aged(endMs + 1)
    expect(again?.jobId).toBe(job.id)
    expect(await world.records.forget(again ?? found, byNow())).toEqual({ status: 'forgotten' })
    expect(await traces(job.id)).toEqual([])
  })

  test('that were removed otherwise leave the list when they are looked for', async () => {
    const { id: jobId } = await overIn(world, 'posted')
    const entry = `aged 000000000000001 ${jobId}`
    await world.redis.zadd(world.keys.listed(bucket), 0, entry)
    await world.records.forget({ jobId }, byNow())
    expect(await traces(jobId)).not.toEqual([])
    const [found] = await aged(2)
    expect(found).toEqual({ jobId, entry })
    expect(await world.records.forget(found ?? { jobId }, byNow())).toEqual({ status: 'forgotten' })
    expect(await traces(jobId)).toEqual([])
  })
})

describe('a walk through the jobs of a member', () => {
  test('goes from the oldest on, in parts, and finds nobody else’s', async () => {
    const ids: string[] = []
    for (const member of ['member-1', 'member-2', 'member-1', 'member-1']) {
      world.clock.advance(1_000)
      const request = jobRequest({ bound }, { member })
      await world.store.request(request)
      if (member === 'member-1') ids.push(request.id)
    }
    const of = { account, member: 'member-1' } as const
    const first = await world.records.walk(of, undefined, 2)
    expect(first.jobs.map(({ id }) => id)).toEqual(ids.slice(0, 2))
    const rest = await world.records.walk(of, first.next, 2)
    expect(rest).toMatchObject({ jobs: [{ id: ids[2], job: { id: ids[2] } }], next: undefined })
    expect((await world.records.walk(of, 'nonsense', 2)).jobs).toHaveLength(2)
  })
})
