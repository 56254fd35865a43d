import { expect } from 'vitest'
import type { Breach } from '../../../../sandbox/discord/breaches.ts'
import type { DiscordOptions } from '../../../../sandbox/discord/stand-in.ts'
import { type Answer, errorsIn, type RawBot, type RawGateway, startRawBot } from '../support.ts'

/** What a bot does to earn its refusal; whatever else it does on the way must be taken. */
type Provocation<T> = (bot: RawBot) => Promise<T>

type Row = {
  readonly name: string
  /** The page that states it, or the observation that showed it. */
  readonly source: string
  /** Whether it changes the server or the bot for good, and so needs its own stand-in. */
  readonly spoils?: boolean
}

/** A "no" to a request. */
export type AnsweredRefusal = Row & {
  readonly kind: 'answer'
  readonly status: number
  readonly code: number
  readonly message: string
  /** Of 50035: every place and what is wrong there, as "embeds.0.title: BASE_TYPE_MAX_LENGTH". */
  readonly errors: readonly string[]
  /** What the wire holds besides, since one led to the other. */
  readonly besides: readonly Breach[]
  readonly provoke: Provocation<Answer>
}

/** A connection that is closed. */
type ClosedRefusal = Row & {
  readonly kind: 'close'
  readonly code: number
  /** What the stand-in is started with, where it has one of its own. */
  readonly options?: Partial<DiscordOptions>
  readonly provoke: Provocation<RawGateway>
}

/** Something that only the wire tells. */
type RecordedRefusal = Row & {
  readonly kind: 'breach'
  readonly breach: Breach
  readonly options?: Partial<DiscordOptions>
  readonly provoke: Provocation<unknown>
}

export type Refusal = AnsweredRefusal | ClosedRefusal | RecordedRefusal

export const docs = 'https://docs.discord.com/developers'

/** "HTTP 403 50001 Missing Access": a refusal by its status, code and words. */
export const answered = (
  name: string,
  source: string,
  [status, code, message]: readonly [number, number, string],
  provoke: Provocation<Answer>,
  besides: readonly Breach[] = [],
): AnsweredRefusal => ({
  kind: 'answer',
  name,
  source,
  status,
  code,
  message,
  errors: [],
  besides,
  provoke,
})

/** HTTP 400, code 50035: a body that is wrong in these places. */
export const invalid = (
  name: string,
  source: string,
  errors: string | readonly string[],
  provoke: Provocation<Answer>,
): AnsweredRefusal => ({
  ...answered(name, source, [400, 50035, 'Invalid Form Body'], provoke),
  errors: [errors].flat(),
})

export const closed = (
  name: string,
  source: string,
  code: number,
  provoke: ClosedRefusal['provoke'],
  options?: Partial<DiscordOptions>,
): ClosedRefusal => ({ kind: 'close', name, source, code, provoke, ...(options && { options }) })

export const recorded = (
  name: string,
  source: string,
  breach: Breach,
  provoke: RecordedRefusal['provoke'],
  options?: Partial<DiscordOptions>,
): RecordedRefusal => ({
  kind: 'breach',
  name,
  source,
  breach,
  provoke,
  ...(options && { options }),
})

/** Marks a refusal that needs its own stand-in, because it changes things for good. */
export const spoiling = <R extends Refusal>(refusal: R): R => ({ ...refusal, spoils: true })

const recordedOnWire = (bot: RawBot, expected: readonly string[]) =>
  expect(bot.refusals()).toEqual(expected.map((words) => expect.stringContaining(words)))

const checkAnswer = async (bot: RawBot, refusal: AnsweredRefusal): Promise<void> => {
  const { status, body } = await refusal.provoke(bot)
  // The body of a 429 names a code only where the limit has one of its own.
  const code = status === 429 ? (body.code ?? 0) : body.code
  expect({ status, code, message: body.message }).toEqual({
    status: refusal.status,
    code: refusal.code,
    message: refusal.message,
  })
  expect([...errorsIn(body.errors ?? {})].sort()).toEqual([...refusal.errors].sort())
  recordedOnWire(bot, [...refusal.besides, `: ${refusal.status} ${refusal.code} ${refusal.message}`])
}

const checkWith = async (bot: RawBot, refusal: Refusal): Promise<void> => {
  switch (refusal.kind) {
    case 'answer':
      return checkAnswer(bot, refusal)
    case 'close': {
      const gateway = await refusal.provoke(bot)
      expect(await gateway.closed).toBe(refusal.code)
      return recordedOnWire(bot, [`gateway closed with ${refusal.code}`])
    }
    case 'breach':
      await refusal.provoke(bot)
      return recordedOnWire(bot, [refusal.breach])
  }
}

const optionsOf = (refusal: Refusal): Partial<DiscordOptions> | undefined =>
  refusal.kind === 'answer' ? undefined : refusal.options

/**
 * Provokes a refusal, and looks at what comes of it: the answer in full, and the wire. Most have one stand-in for
 * all, which is asked an hour after the one before.
 */
export const checkRefusal = async (refusal: Refusal, shared: RawBot): Promise<void> => {
  const options = optionsOf(refusal)
  if (!refusal.spoils && options === undefined) return checkWith(shared.anew(), refusal)
  const bot = await startRawBot(options)
  try {
    await checkWith(bot, refusal)
  } finally {
    await bot.stop()
  }
}
