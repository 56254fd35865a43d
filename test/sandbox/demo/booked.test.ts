import { expect, test } from 'vitest'
import { chargesFor } from '../../../sandbox/demo/booked.ts'
import type { Booked } from '../../../sandbox/demo/control-client.ts'

const line = (id: number, operation: string, job: string, bucket = 'b1'): Booked => ({
  id,
  kind: 'line',
  bucket,
  fields: { operation, job },
})

/** Books that are read in these parts. */
const inParts = (...parts: readonly (readonly Booked[])[]) => {
  const left = [...parts]
  return { booksSince: async () => [...(left.shift() ?? [])] }
}

const text = 'Your song is ready. · Job:\u00a0abcdefgh'
const job = '12xabcdefgh9'

test('a charge is waited for, and counted for that job and place alone', async () => {
  const books = inParts(
    [{ id: 1, kind: 'state', job }, line(2, 'hold', job), line(3, 'hold', job, 'operator')],
    [line(4, 'settle', '12xother'), line(5, 'settle', job)],
  )
  expect(await chargesFor(books, text)).toEqual({ holds: 1, charges: 1 })
})

test('a second charge is seen, and one that never comes is not waited for without end', async () => {
  const twice = inParts([line(1, 'hold', job), line(2, 'settle', job), line(3, 'settle', job)])
  expect(await chargesFor(twice, text)).toEqual({ holds: 1, charges: 2 })
  expect(await chargesFor(inParts([line(1, 'hold', job)]), text)).toEqual({ holds: 1, charges: 0 })
})
