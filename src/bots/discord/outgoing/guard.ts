import { DiscordAPIError, HTTPError, RateLimitError } from 'discord.js'
import { AppError } from '../../../core/errors.ts'
import type { Log } from '../../../core/log.ts'

interface GuardOptions {
  log: Log
  /** Milliseconds since the epoch. */
  now: () => number
}

/** Keeps us from asking a Discord that has said no to all that we ask. */
export interface Guard {
  /**
   * Makes a request, `by` the bot's token or an interaction's own. Throws AppError `platform_unavailable`
   * with `retryAfterMs` while nothing may leave, and what the request throws.
   */
  watch<Result>(by: 'bot' | 'interaction', request: () => Promise<Result>): Promise<Result>
  /** Why nothing can leave, in words for the operator. */
  problem(): string | undefined
}

/** After a refused token, and in a ban, one request a minute finds out whether that is over. */
const holdMs = 60_000

/**
 * Discord bans an address for 10,000 refused requests in ten minutes. Several processes may share one.
 * https://docs.discord.com/developers/topics/rate-limits#invalid-request-limit-aka-cloudflare-bans
 */
const invalidMax = 1_000
const invalidWindowMs = 10 * 60_000
const invalidStatuses: ReadonlySet<number> = new Set([401, 403, 429])

const tokenRefused =
  'Discord does not accept the token any more: set DISCORD_TOKEN to the new one and restart'
const banned = 'Discord keeps this address away for too many refused requests'
const tooManyRefused = 'Discord refused too many requests lately, so none is made for a while'

const statusOf = (error: unknown): number | undefined => {
  if (error instanceof RateLimitError) return 429
  return error instanceof DiscordAPIError || error instanceof HTTPError ? error.status : undefined
}

/** A 429 that does not say when to come back. */
const isBan = (error: unknown): boolean => error instanceof RateLimitError && error.retryAfter <= 0

interface Hold {
  why: string
  untilMs: number
}

const held = ({ why, untilMs }: Hold, nowMs: number): AppError =>
  new AppError('platform_unavailable', why, { retryable: true, retryAfterMs: Math.max(untilMs - nowMs, 1) })

/** See `Guard`. */
export const createGuard = ({ log, now }: GuardOptions): Guard => {
  /** For all requests with the bot's token; kept until one of them has gone well. */
  let token: Hold | undefined
  let address: Hold | undefined
  const invalidAtMs: number[] = []

  const begin = (why: string): Hold => {
    log.error('nothing more is sent to Discord for now', { why })
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

  /** One request may find out, and the others wait on. */
  const refuseHeld = (by: 'bot' | 'interaction'): void => {
    const nowMs = now()
    for (const hold of by === 'bot' ? [address, token] : [address]) {
      if (hold === undefined) continue
      if (nowMs < hold.untilMs) throw held(hold, nowMs)
      hold.untilMs = nowMs + holdMs
    }
  }

  return {
    async watch(by, request) {
      refuseHeld(by)
      try {
        const result = await request()
        address = undefined
        if (by === 'bot') token = undefined
        return result
      } catch (error) {
        take(error, by)
        throw error
      }
    },
    problem: () => address?.why ?? token?.why,
  }
}
