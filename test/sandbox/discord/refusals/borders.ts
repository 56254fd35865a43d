import type { limits } from '../../../../sandbox/discord/limits.ts'
import type { Answer, RawBot } from '../support.ts'

export type Limit = keyof typeof limits

/** One side of a limit: whether the stand-in takes so much, so many or so long. */
type Trial = (bot: RawBot, amount: number) => Promise<boolean>

/** A limit, the last amount that is taken and the first that is not. */
export type Border = {
  readonly limit: Limit
  readonly taken: (limit: number) => number
  readonly refused: (limit: number) => number
  /** Whether the wire has nothing of it, since nobody did wrong. */
  readonly isSilent: boolean
  readonly trial: Trial
}

/** Real time goes on while a test runs, so the end of a span is looked at from a little before it. */
const before = (spanMs: number): number => spanMs - Math.min(spanMs / 3, 10_000)

const border = (limit: Limit, trial: Trial, more: Partial<Border> = {}): Border => ({
  limit,
  taken: (amount) => amount,
  refused: (amount) => amount + 1,
  isSilent: false,
  trial,
  ...more,
})

const isTaken =
  (request: (amount: number) => (bot: RawBot) => Promise<Answer>): Trial =>
  async (bot, amount) =>
    (await request(amount)(bot)).status < 300

/** As much as this is taken, and no more. */
export const atMost = (limit: Limit, request: (amount: number) => (bot: RawBot) => Promise<Answer>): Border =>
  border(limit, isTaken(request))

/** As much as this is needed. */
export const atLeast = (
  limit: Limit,
  request: (amount: number) => (bot: RawBot) => Promise<Answer>,
): Border => border(limit, isTaken(request), { refused: (amount) => amount - 1 })

/** Lasts so long. */
export const lasting = (limit: Limit, trial: Trial, isSilent = false): Border =>
  border(limit, trial, {
    taken: before,
    isSilent,
  })

/** Is over once so long has passed. */
export const passing = (limit: Limit, trial: Trial): Border =>
  border(limit, trial, { taken: (amount) => amount + 1, refused: before })

/** As much as this is taken, and no more, by something that is no request. */
export const upTo = (limit: Limit, trial: Trial, isSilent = false): Border =>
  border(limit, trial, { isSilent })
