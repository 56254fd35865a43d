import { webApi } from '@slack/bolt'
import { type Effect, isEffectName } from '../../../core/effect.ts'
import { AppError } from '../../../core/errors.ts'
import type { Log } from '../../../core/log.ts'
import { createPacer, type Pacer, turnWaitMs, type Urgency } from '../../../core/pacing/pacer.ts'
import { aloneAtCalling, createShare, type Share } from '../../../core/pacing/share.ts'
import { silentBoltLog } from '../incoming/bolt-log.ts'
import { refusalCode, retryAfterMsOf, tokenCodes } from './errors.ts'
import { ratesOf } from './rates.ts'
import { type Token, type TokenSource, tokenNow } from './token.ts'

interface GuardOptions {
  log: Log
  /** Milliseconds since the epoch. */
  now: () => number
  /** Makes a call that depends on the token alone; rejects while Slack refuses the token. */
  look: () => Promise<unknown>
  /** How the operator can fix a refused token. */
  mend: string
}

/** Holds calls back while Slack refuses their token. */
export interface Guard {
  /**
   * Makes a call. Throws AppError `platform_unavailable` with `retryAfterMs`, and Slack's refusal as its cause,
   * while the token is refused, and what the call throws.
   */
  watch<Result>(call: () => Promise<Result>): Promise<Result>
  /**
   * Why nothing can be sent, for the operator. Checks again when due, so that the hold ends even without a
   * call.
   */
  problem(): string | undefined
}

/** How often the token is checked again. */
const lookEveryMs = 30_000

interface Hold {
  readonly cause: unknown
  readonly code: string
  readonly untilMs: number
}

const whyHeld = ({ code }: Hold, mend: string): string =>
  `Slack no longer accepts the bot token (${code}): ${mend}`

const held = ({ cause, code, untilMs }: Hold, nowMs: number): AppError =>
  new AppError('platform_unavailable', `Slack does not accept the bot token (${code})`, {
    cause,
    retryable: true,
    retryAfterMs: Math.max(untilMs - nowMs, 1),
  })

/** See `Guard`. A method may use a token's error codes for a member, so `look` decides. */
export const createGuard = ({ log, now, look, mend }: GuardOptions): Guard => {
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
      log.error('sending to Slack is paused', { why: whyHeld(hold, mend) })
    looking = undefined
    return hold
  }

  /** Concurrent callers share one look. */
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
      return hold && whyHeld(hold, mend)
    },
  }
}

interface WebOptions {
  /** Undefined for methods that need none. */
  token: string | undefined
  /** Base of all methods, such as https://slack.com/api/. */
  apiUrl: string
  /** For one call; a later answer is useless, and a late edit could overwrite a newer one. */
  timeoutMs?: number
}

const defaultTimeoutMs = 10_000
/** A member may be waiting for the call behind it. */
const lookTimeoutMs = 2_000

const clientOptions = ({
  apiUrl,
  timeoutMs = defaultTimeoutMs,
}: Omit<WebOptions, 'token'>): webApi.WebClientOptions => ({
  slackApiUrl: apiUrl,
  retryConfig: { retries: 0 },
  rejectRateLimitedCalls: true,
  timeout: timeoutMs,
  allowAbsoluteUrls: false,
  logger: silentBoltLog, // errors are thrown with Slack's own words
})

/**
 * A client of Slack's Web API that tries once: only the caller knows whether a second try could post twice.
 * https://docs.slack.dev/tools/node-slack-sdk/web-api
 */
export const createWeb = (options: WebOptions): webApi.WebClient =>
  new webApi.WebClient(options.token, clientOptions(options))

interface PacingOptions {
  urgency: Urgency
  /** How long a call may wait for its turn; the time-out begins after that. */
  waitMs: number
}

type CallArguments = Parameters<webApi.WebClient['apiCall']>[1]

type Pace = (
  method: string,
  args: CallArguments,
  call: () => Promise<webApi.WebAPICallResult>,
) => Promise<webApi.WebAPICallResult>

/** Makes a Slack call under its effect's name. A method that is not on the list of effects is a bug. */
const act = <Result>(effect: Effect, method: string, call: () => Promise<Result>): Promise<Result> => {
  const name = `slack.${method}`
  if (!isEffectName(name)) throw new Error(`${method} is not on the list of effects`)
  return effect(name, call)
}

/** Makes a call, and repeats it once if its token expired early: Slack has done nothing by then. */
const sendWith = async <Result>(
  token: TokenSource,
  call: (token: string) => Promise<Result>,
): Promise<Result> => {
  const current = await token.current()
  try {
    return await call(current)
  } catch (error) {
    if (refusalCode(error) !== 'token_expired') throw error
    token.expired(current)
    const next = await token.current()
    if (next === current) throw error
    return call(next)
  }
}

type PacedOptions = Omit<WebOptions, 'token'> & { token: Token }

/** All of the library's methods go through this one, the only place to wait. */
class PacedWebClient extends webApi.WebClient {
  readonly #pace: Pace
  readonly #effect: Effect
  readonly #guard: Guard
  readonly #token: Token

  constructor(
    { token, ...options }: PacedOptions,
    { pace, effect, guard }: { pace: Pace; effect: Effect; guard: Guard },
  ) {
    super(typeof token === 'string' ? token : undefined, clientOptions(options))
    this.#token = token
    this.#pace = pace
    this.#effect = effect
    this.#guard = guard
  }

  override apiCall(method: string, args?: CallArguments): Promise<webApi.WebAPICallResult> {
    const token = this.#token
    const send =
      typeof token === 'string'
        ? () => super.apiCall(method, args)
        : () => sendWith(token, (current) => super.apiCall(method, { ...args, token: current }))
    const call = () => act(this.#effect, method, send)
    return this.#pace(method, args, () => this.#guard.watch(call))
  }
}

/** Edits of one message overwrite one another. */
const subjectOf = (method: string, { channel, ts }: Readonly<Record<string, unknown>>): string | undefined =>
  method === 'chat.update' ? `${channel} ${ts}` : undefined

/** A step repeats all of its look-ups if one of them gets no turn. */
const looks: ReadonlySet<string> = new Set(['conversations.history', 'conversations.replies', 'files.info'])

const paceBy =
  (
    { pacer, share }: { pacer: Pacer<webApi.WebAPICallResult>; share: Share },
    { urgency, waitMs }: PacingOptions,
    now: () => number,
  ): Pace =>
  (method, args = {}, call) => {
    const named: Readonly<Record<string, unknown>> = { ...args }
    void share.heard()
    const rates = ratesOf(method, named.channel, share.among() ?? 1)
    const isBegun = urgency === 'result' && looks.has(method)
    const turn = isBegun
      ? ({ urgency: 'begun', untilMs: now() + turnWaitMs.begun } as const)
      : { urgency, untilMs: now() + waitMs }
    return pacer.run({ rates, ...turn, subject: subjectOf(method, named) }, call)
  }

const ownTokenMend = 'install the app again, set SLACK_BOT_TOKEN to its token and restart'

/** For the only process that calls Slack. */
const createShareOfOne = (now: () => number): Share =>
  createShare({ join: aloneAtCalling, now, onClosed: () => undefined })

/** Tests the current token at Slack. */
const lookWith = async (token: Token, apiUrl: string): Promise<unknown> => {
  if (typeof token !== 'string') token.refused()
  return createWeb({ token: await tokenNow(token), apiUrl, timeoutMs: lookTimeoutMs }).auth.test()
}

/** Clients with one token that share their turns, so that Slack never has to refuse one. */
export interface PacedWebs {
  client(options: PacingOptions & { timeoutMs?: number }): webApi.WebClient
  /** Why none of them can call, for the operator. */
  problem(): string | undefined
  /** Stops all waiting. */
  close(): void
}

/** See `PacedWebs`. Slack counts by app and workspace: https://docs.slack.dev/apis/web-api/rate-limits */
export const createPacedWebs = (
  options: Omit<PacedOptions, 'timeoutMs'> & {
    /** Milliseconds since the epoch. */
    now: () => number
    /** Resolves after `spanMs` milliseconds. */
    wait: (spanMs: number) => Promise<void>
    effect: Effect
    log: Log
    /** This process's share of the rates; by default it is the only one that calls. */
    share?: Share
    /** How the operator can fix a refused token. */
    mend?: string
  },
): PacedWebs => {
  const {
    token,
    apiUrl,
    now,
    wait,
    effect,
    log,
    share = createShareOfOne(now),
    mend = ownTokenMend,
  } = options
  const pacer = createPacer<webApi.WebAPICallResult>({ now, wait, retryAfterMsOf })
  const guard = createGuard({ log, now, look: () => lookWith(token, apiUrl), mend })
  return {
    client: (pacing) =>
      new PacedWebClient(
        { ...options, ...pacing },
        { pace: paceBy({ pacer, share }, pacing, now), effect, guard },
      ),
    problem: () => guard.problem(),
    close: () => pacer.close(),
  }
}
