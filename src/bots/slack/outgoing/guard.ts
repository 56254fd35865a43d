import { AppError } from '../../../core/errors.ts'
import type { Log } from '../../../core/log.ts'
import { refusalCode, tokenCodes } from './errors.ts'

interface GuardOptions {
  log: Log
  /** Milliseconds since the epoch. */
  now: () => number
  /** Makes a call that is about the token alone; rejects while Slack refuses the token. */
  look: () => Promise<unknown>
}

/** Keeps calls back while Slack refuses the token they are made with. */
export interface Guard {
  /**
   * Makes a call. Throws AppError `platform_unavailable` with `retryAfterMs`, and Slack's refusal as its cause, while
   * the token is refused, and what the call throws.
   */
  watch<Result>(call: () => Promise<Result>): Promise<Result>
  /** Why nothing can leave, in words for the operator. Looks again when it is time, so that it ends without a call. */
  problem(): string | undefined
}

/** So often one look finds out whether the token is good again. */
const lookEveryMs = 30_000

interface Hold {
  readonly cause: unknown
  readonly code: string
  readonly untilMs: number
}

const whyHeld = ({ code }: Hold): string =>
  `Slack does not accept the bot token any more (${code}): install the app again, set SLACK_BOT_TOKEN to its token and restart`

const held = ({ cause, code, untilMs }: Hold, nowMs: number): AppError =>
  new AppError('platform_unavailable', `Slack does not accept the bot token (${code})`, {
    cause,
    retryable: true,
    retryAfterMs: Math.max(untilMs - nowMs, 1),
  })

/** See `Guard`. A method can name a member in the words it has for a token, so `look` has the last word. */
export const createGuard = ({ log, now, look }: GuardOptions): Guard => {
  let hold: Hold | undefined
  let looking: Promise<Hold | undefined> | undefined

  const lookOnce = async (refusal: Omit<Hold, 'untilMs'>): Promise<Hold | undefined> => {
    const before = hold
    const isGood = await look().then(
      () => true,
      () => false,
    )
    hold = isGood ? undefined : { ...refusal, untilMs: now() + lookEveryMs }
    if (before !== undefined && hold === undefined) log.info('Slack accepts the bot token again')
    if (before === undefined && hold !== undefined)
      log.error('nothing more is sent to Slack for now', { why: whyHeld(hold) })
    looking = undefined
    return hold
  }

  /** All who want to know at the same time share one look. */
  const findOut = (refusal: Omit<Hold, 'untilMs'>): Promise<Hold | undefined> => {
    looking ??= lookOnce(refusal)
    return looking
  }

  const current = async (): Promise<Hold | undefined> =>
    hold !== undefined && now() >= hold.untilMs ? findOut(hold) : hold

  return {
    async watch(call) {
      const before = await current()
      if (before !== undefined) throw held(before, now())
      try {
        return await call()
      } catch (error) {
        const code = refusalCode(error)
        if (code === undefined || !tokenCodes.has(code)) throw error
        const after = hold ?? (await findOut({ cause: error, code }))
        throw after === undefined ? error : held(after, now())
      }
    },
    problem() {
      void current()
      return hold && whyHeld(hold)
    },
  }
}
