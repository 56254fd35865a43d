import { expect, test } from 'vitest'
import type { JobStanding } from './books.ts'
import { watchRecovery } from './recovery.ts'

const minuteMs = 60_000

const left = (differs: Partial<JobStanding>): JobStanding => ({
  id: 'one',
  state: 'submitted',
  progress: 'submitted 3',
  dueAtMs: 0,
  asked: '',
  messageId: undefined,
  isRemoved: false,
  ...differs,
})

const moved = (job: JobStanding): JobStanding => ({ ...job, progress: 'submitted 4' })

/** What is read at one look after the other; the last holds on. */
const booksOf = (...looks: readonly (readonly JobStanding[])[]) => {
  let count = 0
  return {
    looks: () => count,
    jobs: () => {
      count += 1
      return Promise.resolve(looks[Math.min(count, looks.length) - 1] ?? [])
    },
  }
}

test.each([
  ['that has ended', left({ state: 'posted', dueAtMs: undefined })],
  [
    'that is only looked at again after a long while',
    left({ state: 'booked', dueAtMs: Date.now() + 10 * minuteMs }),
  ],
])('a job %s is not waited for', async (_, job) => {
  const books = booksOf([job])
  expect(await watchRecovery(books, [job])).toBeUndefined()
  expect(books.looks()).toBe(0)
})

test('a job that somebody had in hand is waited for from the death on, until it moves', async () => {
  const job = left({})
  const books = booksOf([job], [job], [moved(job)])
  expect(await watchRecovery(books, [job])).toBeGreaterThan(0)
  expect(books.looks()).toBe(3)
})

test('a job that is due later has not waited when it is touched before', async () => {
  const job = left({ dueAtMs: Date.now() + minuteMs / 4 })
  expect(await watchRecovery(booksOf([job], [moved(job)]), [job])).toBe(0)
})

test('all that is due is waited for', async () => {
  const [one, two] = [left({}), left({ id: 'two' })]
  const books = booksOf([moved(one), two], [moved(one), two], [moved(one), moved(two)])
  await watchRecovery(books, [one, two])
  expect(books.looks()).toBe(3)
})
