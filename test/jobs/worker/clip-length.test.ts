import { expect, test } from 'vitest'
import { cut } from '../../../src/commands/features/cut.ts'
import { noCredits } from '../../../src/core/credits.ts'
import type { PriceBook } from '../../../src/core/ledger/price-book.ts'
import { measure } from '../../../src/jobs/worker/clip-length.ts'

const upload = {
  kind: 'upload',
  platform: 'discord',
  url: 'https://cdn.example/a',
  name: 'a',
  bytes: 1,
  message: undefined,
} as const

const measured = (seconds: number | undefined, secondsMost: number | undefined) => {
  const read = cut.prepare({ clip: upload, start: '0', end: '0.5' })
  if (!read.ok || read.prepared.obtains !== 'task') throw new Error('nothing to measure')
  const prices: PriceBook = {
    quote: async () => ({ most: noCredits, basis: 'list', samples: 0 }),
    highest: () => Promise.reject(new Error('nothing was charged')),
    learn: () => Promise.reject(new Error('nothing to learn')),
  }
  const audio_file = { path: '/a', name: 'a', contentType: 'audio/mpeg', bytes: 1, seconds, secondsMost }
  return measure({ prices, longestMinutes: 10 }, read.prepared, { audio_file })
}

test.each([
  ['is certain', 90, 90, true],
  ['may be a little more, in the same minute', 90, 110, true],
  ['may be a minute more', 90, 130, false],
  ['is said by a head alone', 90, undefined, false],
  ['is not known', undefined, 90, false],
])('a length that %s counts accordingly', async (_, seconds, secondsMost, counts) => {
  expect(await measured(seconds, secondsMost)).toEqual(counts ? { seconds, bound: noCredits } : undefined)
})
