import { say, sayCount } from '../text/say.ts'
import { grouped } from '../text/text.ts'
import type { Counted, PriceBook } from './price-book.ts'

/** What an operator bills for one credit, such as 1.10 EUR. */
export interface CreditPrice {
  amount: number
  /** By ISO 4217, such as EUR. */
  currency: string
}

interface WorthOptions {
  prices: Pick<PriceBook, 'quote'>
  /** What a song with the usual takes is charged by. */
  song: Counted
  creditPrice: CreditPrice | undefined
}

/** A credit in millionths. */
const oneCredit = 1_000_000

/** Parses a price such as `1.10 EUR`; undefined for anything else. */
export const parseCreditPrice = (text: string): CreditPrice | undefined => {
  const [, amount, currency = ''] = /^(\d{1,7}(?:\.\d{1,6})?) ([A-Z]{3})$/.exec(text.trim()) ?? []
  const isKnown = Intl.supportedValuesOf('currency').includes(currency)
  return amount === undefined || !isKnown ? undefined : { amount: Number(amount), currency }
}

const moneyText = (credits: number, { amount, currency }: CreditPrice): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format((credits / oneCredit) * amount)

/**
 * What an amount of credits (in millionths) buys: about how many songs, and the money where the operator
 * bills for it; empty if that says nothing.
 */
export type WorthText = (credits: number) => Promise<string>

/** See `WorthText`. The number of songs follows what songs cost lately. */
export const createWorthText =
  ({ prices, song, creditPrice }: WorthOptions): WorthText =>
  async (credits) => {
    const { most } = await prices.quote(song)
    const count = most > 0 ? Math.max(0, Math.floor(credits / most)) : 0
    const money = creditPrice && credits > 0 ? moneyText(credits, creditPrice) : undefined
    if (count === 0) return money === undefined ? '' : say("That's about {{money}}.", { money })
    const songs = grouped(count)
    return money === undefined
      ? sayCount("That's about {{songs}} song.", "That's about {{songs}} songs.", { songs, count })
      : sayCount(
          "That's about {{songs}} song, or {{money}}.",
          "That's about {{songs}} songs, or {{money}}.",
          { songs, count, money },
        )
  }
