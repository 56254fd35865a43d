import { expect, test } from 'vitest'
import { cut } from '../../../src/commands/features/cut.ts'
import { microcredits } from '../../../src/core/credits.ts'
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

const read = cut.prepare({ clip: upload, start: '0', end: '0.5' })
const prices: PriceBook = {
  quote: async ({ units }) => ({ most: microcredits(units), basis: 'list', samples: 0 }),
  highestBeside: () => Promise.reject(new Error('nothing was charged')),
  learn: () => Promise.reject(new Error('nothing to learn')),
}

const measured = (part: string, seconds: number) => {
  if (!read.ok || read.prepared.obtains !== 'task') throw new Error('nothing to measure')
  const clip = { path: '/a', name: 'a', contentType: 'audio/mpeg', bytes: 1, seconds }
  return measure({ prices, longestMinutes: 10 }, read.prepared, { [part]: clip })
}

test.each([
  ['60 seconds', 60, 1],
  ['60.5 seconds', 60.5, 2],
])('a clip of %s costs at most the minutes begun of it', async (_, seconds, minutes) => {
  expect(await measured('audio_file', seconds)).toEqual({ seconds, bound: microcredits(minutes) })
})

test('nothing is said where another clip was read', async () => {
  expect(await measured('reference_audio_file', 60)).toBeUndefined()
})
