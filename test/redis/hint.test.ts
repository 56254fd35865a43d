import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { pickupsMax } from '../../src/core/job/dead-letters.ts'
import type { JobState } from '../../src/core/job/job.ts'
import { jobIn, readJob } from '../support/jobs/job-states.ts'
import { giveBudget, openStoreWorld, type StoreWorld } from '../support/redis/store-world.ts'

let world: StoreWorld

beforeEach(async () => {
  world = openStoreWorld()
  await giveBudget(world, 10_000_000)
})

afterEach(() => world.close())

const withoutTask: readonly JobState[] = ['submitting', 'uncertain', 'booked']

describe('a callback on a job', () => {
  test.each<JobState>(['requested', 'accepted', 'ready', 'posted', 'withheld', 'voided', 'failed'])(
    'that is %s changes nothing',
    async (state) => {
      const job = await jobIn(world, state)
      expect(await world.store.hint(job.id, job.taskId ?? 'task-1')).toEqual({ status: 'ignored' })
      expect(await readJob(world, job.id)).toEqual(job)
    },
  )

  test('that nobody knows makes none', async () => {
    const id = `b00x${'a'.repeat(25)}`
    expect(await world.store.hint(id, 'task-1')).toEqual({ status: 'ignored' })
    expect(await world.store.read(id)).toBeUndefined()
  })

  test('while the paid request is on its way is kept for when its answer is lost', async () => {
    const job = await jobIn(world, 'submitting')
    expect(await world.store.hint(job.id, 'task-1')).toEqual({ status: 'kept' })
    expect(await readJob(world, job.id)).toEqual({ ...job, hintedTasks: ['task-1'] })
  })

  test.each(withoutTask.filter((state) => state !== 'submitting'))(
    'that is %s wakes it to look the task up',
    async (state) => {
      const job = await jobIn(world, state)
      const hinted = await world.store.hint(job.id, 'task-1')
      expect(hinted).toEqual({ status: 'woken', wake: job.wake + 1, dueMs: world.clock.now() })
      expect(await readJob(world, job.id)).toEqual({
        ...job,
        wake: job.wake + 1,
        hintedTasks: ['task-1'],
      })
      expect(await world.store.take(job.id, job.wake + 1, 1)).toMatchObject({ state })
    },
  )

  test.each<JobState>(['submitted', 'expired'])('that is %s wakes it', async (state) => {
    const job = await jobIn(world, state)
    const hinted = await world.store.hint(job.id, job.taskId ?? '')
    expect(hinted).toEqual({ status: 'woken', wake: job.wake + 1, dueMs: world.clock.now() })
    expect(await readJob(world, job.id)).toEqual({ ...job, wake: job.wake + 1 })
  })

  test('that is submitted, about another task, is ignored', async () => {
    const job = await jobIn(world, 'submitted')
    expect(await world.store.hint(job.id, 'task-of-another')).toEqual({ status: 'ignored' })
    expect(await readJob(world, job.id)).toEqual(job)
  })

  test('keeps as many tasks as a task has kinds of callbacks, and no more', async () => {
    const job = await jobIn(world, 'submitting')
    for (let task = 1; task <= 9; task += 1) await world.store.hint(job.id, `task-${task}`)
    const { hintedTasks } = await readJob(world, job.id)
    expect(hintedTasks).toEqual(Array.from({ length: 7 }, (_, index) => `task-${index + 1}`))
  })
})

describe('several callbacks', () => {
  const quietMs = 2_000

  test('within two seconds are one wake-up more, after the first', async () => {
    const job = await jobIn(world, 'submitted')
    const hint = () => world.store.hint(job.id, job.taskId ?? '')
    const startMs = world.clock.now()
    const first = await hint()
    expect(first).toMatchObject({ status: 'woken', dueMs: startMs })
    await world.store.take(job.id, job.wake + 1, startMs + 90_000)
    world.clock.advance(500)
    expect(await hint()).toMatchObject({ status: 'woken', dueMs: startMs + quietMs })
    world.clock.advance(500)
    expect(await hint()).toEqual({ status: 'kept' })
  })

  test('may overtake step after step, which makes no dead letter of the job', async () => {
    const job = await jobIn(world, 'submitted')
    for (let call = 0; call < 2 * pickupsMax; call += 1) {
      await world.store.hint(job.id, job.taskId ?? '')
      const { wake } = await readJob(world, job.id)
      const taken = await world.store.take(job.id, wake, world.clock.now() + 90_000)
      expect(taken).toMatchObject({ pickups: 1 })
      world.clock.advance(quietMs)
    }
  })

  test('however many come before a worker is free, put off the look that is due for none of them', async () => {
    const job = await jobIn(world, 'submitted')
    const hint = () => world.store.hint(job.id, job.taskId ?? '')
    const first = await hint()
    for (let call = 0; call < 50; call += 1) {
      world.clock.advance(100)
      await hint()
    }
    const wake = first.status === 'woken' ? first.wake : Number.NaN
    expect(await world.store.take(job.id, wake, world.clock.now() + 90_000)).toMatchObject({ id: job.id })
  })

  test('are not put off by the step that is at work', async () => {
    const job = await jobIn(world, 'submitted')
    const hint = () => world.store.hint(job.id, job.taskId ?? '')
    const startMs = world.clock.now()
    await hint()
    const taken = await world.store.take(job.id, job.wake + 1, startMs + 90_000)
    if (taken === undefined) throw new Error('it was not taken')
    world.clock.advance(500)
    await hint()
    const moved = await world.store.wakeAt(taken, startMs + 30_000)
    expect(moved).toMatchObject({ status: 'moved', dueMs: startMs + quietMs })
    world.clock.advance(quietMs)
    const { wake } = await readJob(world, job.id)
    const next = await world.store.take(job.id, wake, startMs + 90_000)
    if (next === undefined) throw new Error('it was not taken')
    expect(await world.store.wakeAt(next, startMs + 30_000)).toMatchObject({ dueMs: startMs + 30_000 })
  })
})
