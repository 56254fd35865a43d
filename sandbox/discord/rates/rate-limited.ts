import { Refused, refused } from '../refusal.ts'
import type { RateHeaders } from './buckets.ts'

/**
 * Whose limit it is: the bot's on some requests, the bot's on all of them, or one
 * of a resource that others use too.
 */
export type RateScope = 'user' | 'global' | 'shared'

type Limit = {
  readonly scope: RateScope
  readonly retryAfterMs: number
  /** The usual ones of the bucket. */
  readonly headers: RateHeaders
  readonly isExcused: boolean
}

/**
 * A request over its rate: HTTP 429.
 * https://docs.discord.com/developers/topics/rate-limits#exceeding-a-rate-limit
 */
export class RateLimited extends Refused {
  readonly limit: Limit

  constructor(limit: Limit, { status, code, message }: Refused) {
    super(status, code, message, undefined, limit.isExcused)
    this.name = 'RateLimited'
    this.limit = limit
  }
}

const resourceLimited = new Refused(429, 0, 'The resource is being rate limited.')

/** The refusal of that scope, to be thrown. */
export const rateLimited = (limit: Limit): RateLimited =>
  new RateLimited(limit, limit.scope === 'shared' ? resourceLimited : refused('rateLimited'))

/** The answer to it: the header counts in whole seconds, the body more exactly. */
export const rateLimitAnswer = ({ limit, code, message }: RateLimited) => ({
  headers: {
    ...limit.headers,
    'retry-after': String(Math.ceil(limit.retryAfterMs / 1000)),
    'x-ratelimit-scope': limit.scope,
    ...(limit.scope === 'global' && { 'x-ratelimit-global': 'true' }),
  },
  body: {
    message,
    retry_after: limit.retryAfterMs / 1000,
    global: limit.scope === 'global',
    ...(code !== 0 && { code }),
  },
})
