import { expect, test } from 'vitest'
import { usualSong } from '../../../src/commands/features/music.ts'
import { microcredits } from '../../../src/core/credits.ts'
import { type CreditPrice, createWorthText } from '../../../src/core/ledger/credit-worth.ts'
import type { PriceBook } from '../../../src/core/ledger/price-book.ts'

const songsAt = (perTake: number): Pick<PriceBook, 'quote'> => ({
  quote: async ({ units }) => ({ most: microcredits(perTake * units), basis: 'list', samples: 0 }),
})

const euros: CreditPrice = { amount: 1.1, currency: 'EUR' }

test.each<[number, number, CreditPrice | undefined, string]>([
  [4_900_000, 100_000, undefined, "That's about 24 songs."],
  [200_000, 100_000, undefined, "That's about 1 song."],
  [199_999, 100_000, undefined, ''],
  [0, 100_000, euros, ''],
  [-5, 100_000, euros, ''],
  [1_000_000_000_000, 100_000, undefined, "That's about 5,000,000 songs."],
  [4_900_000, 50_000, undefined, "That's about 49 songs."],
  [4_900_000, 0, undefined, ''],
  [4_900_000, 100_000, euros, "That's about 24 songs, or €5.39."],
  [200_000, 100_000, euros, "That's about 1 song, or €0.22."],
  [100_000, 100_000, euros, "That's about €0.11."],
  [1_000_000, 100_000, { amount: 150, currency: 'JPY' }, "That's about 5 songs, or ¥150."],
])('%i millionths at %i a take, billed at %j: "%s"', async (credits, perTake, creditPrice, text) => {
  expect(await createWorthText({ prices: songsAt(perTake), song: usualSong, creditPrice })(credits)).toBe(
    text,
  )
})
