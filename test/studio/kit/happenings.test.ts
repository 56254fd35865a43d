import { expect, test } from 'vitest'
import { createHappenings } from '../../../studio/kit/happenings.ts'

const clock = { now: () => 42 }

test('a record keeps the latest of what happened, and its numbers go on counting', async () => {
  const happenings = createHappenings<{ what: string }>(clock, 2)
  for (const what of ['one', 'two', 'three']) happenings.record({ what })
  const [two, three] = [
    { id: 2, atMs: 42, what: 'two' },
    { id: 3, atMs: 42, what: 'three' },
  ]
  expect(happenings.since(0)).toEqual([two, three])
  expect(happenings.since(1)).toEqual([two, three])
  expect(happenings.since(2)).toEqual([three])
  expect(happenings.since(3)).toEqual([])
  expect(happenings.since(9)).toEqual([])
})

test('who waits at a record that forgets is woken by the next number', async () => {
  const happenings = createHappenings<{ what: string }>(clock, 1)
  happenings.record({ what: 'one' })
  happenings.record({ what: 'two' })
  await happenings.changed(1)
  const waiting = happenings.changed(2)
  happenings.record({ what: 'three' })
  await waiting
  expect(happenings.since(2)).toMatchObject([{ what: 'three' }])
})
