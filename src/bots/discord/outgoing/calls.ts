import {
  DiscordAPIError,
  HTTPError,
  RateLimitError,
  REST,
  RESTJSONErrorCodes,
  type RESTOptions,
  SnowflakeUtil,
} from 'discord.js'
import type { Effect, EffectName } from '../../../core/effect.ts'
import { AppError } from '../../../core/errors.ts'
import type { Log } from '../../../core/log.ts'
import { createPacer, turnWaitMs, type Urgency } from '../../../core/pacing/pacer.ts'
import { createShare, type JoinCallers } from '../../../core/pacing/share.ts'
import { retryAfterMsOf } from './errors.ts'
import {
  countedBy,
  everything,
  type MakeRequest,
  type RateKind,
  ratesOf,
  readingLimits,
  type ToldLimits,
  withoutLimits,
} from './rates.ts'

/** The effect of a Discord REST call. https://docs.discord.com/developers/reference */
export const effectOfCall = (method: string, url: string): EffectName => {
  const path = new URL(url).pathname
  const isWebhook = path.includes('/webhooks/')
  switch (method) {
    case 'POST':
      if (/\/interactions\/[^/]+\/[^/]+\/callback$/.test(path)) return 'discord.answer'
      if (isWebhook) return 'discord.answerLater'
      return path.endsWith('/users/@me/channels') ? 'discord.openDirectMessage' : 'discord.post'
    case 'PATCH':
      return isWebhook ? 'discord.editAnswer' : 'discord.edit'
    case 'DELETE':
      return 'discord.remove'
    case 'PUT':
      return 'discord.publish'
    default:
      return 'discord.look'
  }
}

/**
 * discord.js's own undici can't send a form through the dispatcher that a newer undici in the same process
 * installs; Node's fetch can. https://discord.js.org/docs/packages/rest/stable/RESTOptions:Interface Every call
 * to Discord goes through here.
 */
export const requestWith = (effect: Effect): MakeRequest => {
  const act = (url: string, init: RequestInit) => {
    const name = effectOfCall(init.method ?? 'GET', url)
    // The interaction's id, which has its time, stands before its token.
    const atMs =
      name === 'discord.answer' ? SnowflakeUtil.timestampFrom(url.split('/').at(-3) ?? '0') : undefined
    return effect(name, () => fetch(url, { ...init, redirect: 'error' }), atMs)
  }
  return act as unknown as MakeRequest
}

interface GuardOptions {
  log: Log
  /** Milliseconds since the epoch. */
  now: () => number
}

/** Stops our requests while Discord refuses all of them. */
export interface Guard {
  /**
   * Makes a request, `by` the bot's token or an interaction's own. Throws AppError `platform_unavailable` with
   * `retryAfterMs` while nothing can be sent, and what the request throws. If Discord refuses it because the bot lacks
   * permission, requests to the same `destination` throw that error again for a minute, without being sent.
   */
  watch<Result>(
    by: 'bot' | 'interaction',
    request: () => Promise<Result>,
    destination?: string,
  ): Promise<Result>
  /** Throws the error that closed this destination, if it is still closed. */
  mustBeOpen(destination: string): void
  /** Why nothing can be sent, for the operator. */
  problem(): string | undefined
}

/** After a refused token, and during a ban, one request a minute checks whether it is over. */
const holdMs = 60_000

/**
 * Discord bans an address for 10,000 refused requests in ten minutes. Several processes may share one.
 * https://docs.discord.com/developers/topics/rate-limits#invalid-request-limit-aka-cloudflare-bans
 */
const invalidMax = 1_000
const invalidWindowMs = 10 * 60_000
const invalidStatuses: ReadonlySet<number> = new Set([401, 403, 429])

/** After a refusal for lack of permission, which lasts until somebody changes the permissions. */
const closedMs = 60_000

const tokenRefused = 'Discord no longer accepts the token: set DISCORD_TOKEN to the new one and restart'
const banned = 'Discord keeps this address away for too many refused requests'
const tooManyRefused = 'Discord refused too many requests lately, so none is made for a while'

const statusOf = (error: unknown): number | undefined => {
  if (error instanceof RateLimitError) return 429
  return error instanceof DiscordAPIError || error instanceof HTTPError ? error.status : undefined
}

/** A 429 without a retry time. */
const isBan = (error: unknown): boolean => error instanceof RateLimitError && error.retryAfter <= 0

/** Whether a repeated request would be refused, too. The right to attach files may be all that is missing. */
const lacksPermission = (error: unknown): boolean => {
  if (!(error instanceof DiscordAPIError)) return false
  const { MissingAccess, CannotSendMessagesToThisUser, MissingPermissions } = RESTJSONErrorCodes
  if (error.code === MissingPermissions) return (error.requestBody.files ?? []).length === 0
  return error.code === MissingAccess || error.code === CannotSendMessagesToThisUser
}

interface Hold {
  why: string
  untilMs: number
}

const held = ({ why, untilMs }: Hold, nowMs: number): AppError =>
  new AppError('platform_unavailable', why, { retryable: true, retryAfterMs: Math.max(untilMs - nowMs, 1) })

/** See `Guard`. */
export const createGuard = ({ log, now }: GuardOptions): Guard => {
  /** For all requests with the bot's token; kept until one of them succeeds. */
  let token: Hold | undefined
  let address: Hold | undefined
  const invalidAtMs: number[] = []
  const closed = new Map<string, { error: unknown; untilMs: number }>()

  const close = (destination: string, error: unknown): void => {
    const nowMs = now()
    for (const [name, { untilMs }] of closed) if (untilMs <= nowMs) closed.delete(name)
    closed.set(destination, { error, untilMs: nowMs + closedMs })
  }

  const mustBeOpen = (destination: string): void => {
    const known = closed.get(destination)
    if (known !== undefined && now() < known.untilMs) throw known.error
  }

  const begin = (why: string): Hold => {
    log.error('sending to Discord is paused', { why })
    return { why, untilMs: now() + holdMs }
  }

  const count = (): void => {
    const nowMs = now()
    invalidAtMs.push(nowMs)
    while ((invalidAtMs[0] ?? nowMs) <= nowMs - invalidWindowMs) invalidAtMs.shift()
    if (invalidAtMs.length < invalidMax) return
    address = { ...begin(tooManyRefused), untilMs: (invalidAtMs[0] ?? nowMs) + invalidWindowMs }
    invalidAtMs.length = 0
  }

  const take = (error: unknown, by: 'bot' | 'interaction'): void => {
    const status = statusOf(error)
    if (status === undefined) return
    if (invalidStatuses.has(status)) count()
    if (isBan(error)) address = begin(banned)
    if (status === 401 && by === 'bot') token = begin(tokenRefused)
  }

  return {
    async watch(by, request, destination) {
      const nowMs = now()
      if (destination !== undefined) mustBeOpen(destination)
      for (const hold of by === 'bot' ? [address, token] : [address]) {
        if (hold === undefined) continue
        if (nowMs < hold.untilMs) throw held(hold, nowMs)
        hold.untilMs = nowMs + holdMs // this request checks; the others keep waiting
      }
      try {
        const result = await request()
        address = undefined
        if (by === 'bot') token = undefined
        return result
      } catch (error) {
        take(error, by)
        if (destination !== undefined && lacksPermission(error)) close(destination, error)
        throw error
      }
    },
    mustBeOpen,
    problem: () => address?.why ?? token?.why,
  }
}

/** What is requested, and which limit it counts against. */
export interface Call {
  kind: RateKind
  /** The channel, or whatever else Discord counts by. */
  place: string
  urgency: Urgency
  /** The recipient, if the place doesn't identify them. */
  person?: string
  /** A waiting call is replaced by a newer one of the same subject. */
  subject?: string
}

/** Makes a request once when its turn has come. Throws what discord.js, the pacer and the guard throw. */
export interface Calls {
  make(call: Call, request: (rest: REST) => Promise<unknown>): Promise<unknown>
  /** Stops all waiting. */
  close(): void
}

/** Paced calls, which also count requests that another client makes. */
interface CountingCalls extends Calls, Pick<Guard, 'problem'> {
  /** Counts the requests of an unpaced client, and reads the limits in Discord's answers to it. */
  counted(makeRequest: MakeRequest): MakeRequest
}

interface CallsOptions extends GuardOptions {
  token: string
  rest: Partial<RESTOptions> & Pick<RESTOptions, 'makeRequest'>
  /** Resolves after `spanMs` milliseconds. */
  wait: (spanMs: number) => Promise<void>
  /** The processes that call Discord with the same token. */
  join: JoinCallers
}

/** A backstop: each request has a shorter timeout of its own. */
const timeoutMs = 180_000

/**
 * Makes every post, edit and look-up, in order of urgency and within the rate limits. discord.js neither
 * repeats a request, which could post twice, nor waits for a limit, which could outlast the worker's step: both
 * are up to the caller.
 */
export const createCalls = ({ token, rest, log, now, wait, join }: CallsOptions): CountingCalls => {
  const guard = createGuard({ log, now })
  const pacer = createPacer<unknown>({ now, wait, retryAfterMsOf })
  const closeAll = (spanMs: number) => pacer.closeFor([everything(share.among())], spanMs)
  const share = createShare({ join, now, onClosed: closeAll })
  const told: ToldLimits = {
    spent: (kind, place, spanMs) => pacer.closeFor(ratesOf(kind, place, 'result').slice(0, 1), spanMs),
    allClosed(spanMs) {
      closeAll(spanMs)
      share.closeFor(spanMs)
    },
  }
  const sender = new REST({
    ...rest,
    makeRequest: withoutLimits(readingLimits(rest.makeRequest, told)),
    rejectOnRateLimit: () => true,
    globalRequestsPerSecond: Number.POSITIVE_INFINITY,
    timeout: timeoutMs,
    retries: 0,
  })
  return {
    async make({ kind, place, urgency, subject, person = place }, request) {
      // Replies by an interaction's token need no permission. A bot that can't post may still edit.
      const destination = kind === 'reply' ? undefined : `${kind === 'late_edit' ? 'edit' : kind} ${person}`
      if (destination !== undefined) guard.mustBeOpen(destination)
      const untilMs = now() + turnWaitMs[urgency]
      const by = kind === 'reply' ? 'interaction' : 'bot'
      if (by === 'bot') await share.heard()
      const byAll = by === 'bot' ? [everything(share.among())] : []
      const rates = [...ratesOf(kind, place, urgency), ...byAll]
      return pacer.run({ rates, urgency, subject, untilMs }, () =>
        guard.watch(by, () => request(sender.setToken(token)), destination),
      )
    },
    counted: (makeRequest) =>
      readingLimits((url, init) => {
        const at = countedBy(init.method ?? 'GET', url)
        if (at !== undefined) pacer.count(ratesOf(at.kind, at.place, 'result'))
        const isByBot = !/\/(?:webhooks|interactions)\//.test(url)
        if (isByBot) {
          void share.heard() // as large a share as that of paced calls
          pacer.count([everything(share.among())], everything(share.among(), 'unpaced'))
        }
        return makeRequest(url, init)
      }, told),
    close: () => pacer.close(),
    problem: guard.problem,
  }
}
