import type { limits } from '../../../../sandbox/discord/limits.ts'
import { type Border as AnyBorder, type Trial as AnyTrial, border, shortOf } from '../../borders.ts'
import type { Answer, RawBot } from '../support.ts'

export type Limit = keyof typeof limits

type Trial = AnyTrial<RawBot>

export type Border = AnyBorder<Limit, RawBot>

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
  border(limit, trial, { taken: shortOf, isSilent })

/** Is over once so long has passed. */
export const passing = (limit: Limit, trial: Trial): Border =>
  border(limit, trial, { taken: (amount) => amount + 1, refused: shortOf })

/** As much as this is taken, and no more, by something that is no request. */
export const upTo = (limit: Limit, trial: Trial, isSilent = false): Border =>
  border(limit, trial, { isSilent })

/** Gives each side of the border its own stand-in. */
export const alone = (one: Border): Border => ({ ...one, spoils: true })
