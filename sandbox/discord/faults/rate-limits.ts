import { z } from 'zod'
import type { RateScope } from '../rates/rate-limited.ts'
import type { Route } from '../route.ts'
import { InvalidFault } from './invalid-fault.ts'
import { longestMs, parse, times } from './parse.ts'

/** A limit to be met by requests to come, though it is not used up. */
export type RateLimitFault = {
  /** Method and path as the routes are declared, or "global" for any that the global limit holds. */
  readonly route: string
  readonly scope: RateScope
  readonly retryAfterMs: number
  readonly left: number
}

const schema = z.strictObject({
  rateLimit: z.strictObject({
    route: z.string().min(1),
    scope: z.enum(['user', 'shared', 'global']).optional(),
    retryAfterMs: z.int().min(1).max(longestMs),
    times,
  }),
})

/** Reads such a fault strictly; throws InvalidFault where it makes no sense. */
export const readRateLimitFault = (value: unknown, routes: ReadonlyMap<string, Route>): RateLimitFault => {
  const { route, scope = route === 'global' ? 'global' : 'user', ...rest } = parse(schema, value).rateLimit
  const served = routes.get(route)
  if (route !== 'global' && !served)
    throw new InvalidFault('rateLimit.route', `must be global, or one of ${[...routes.keys()].join(', ')}`)
  if (route === 'global' && scope !== 'global')
    throw new InvalidFault('rateLimit.scope', 'must be global, as the route is')
  if (served?.authorization === 'token in path' && scope === 'global')
    throw new InvalidFault('rateLimit.scope', 'must not be global: the limit does not hold interactions')
  const { times: left, retryAfterMs } = rest
  return { route, scope, retryAfterMs, left }
}
