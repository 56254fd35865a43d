import { z } from 'zod'
import { parse, refuseIf, spanMs, times } from '../../../studio/kit/faults/reading.ts'
import type { RateScope } from '../rates/rate-limited.ts'
import type { Route } from '../route.ts'

/** A limit to be met by requests to come, though it is not used up. */
export type RateLimitFault = {
  /** Method and path as the routes are declared, or "global" for any that the global limit holds. */
  readonly route: string
  readonly scope: RateScope
  readonly retryAfterMs: number
  left: number
}

const schema = z.strictObject({
  rateLimit: z.strictObject({
    route: z.string().min(1),
    scope: z.enum(['user', 'shared', 'global']).optional(),
    retryAfterMs: spanMs,
    times,
  }),
})

/** Reads such a fault strictly; throws InvalidFault where it makes no sense. */
export const readRateLimitFault = (value: unknown, routes: ReadonlyMap<string, Route>): RateLimitFault => {
  const {
    route,
    scope = route === 'global' ? 'global' : 'user',
    times: left,
    retryAfterMs,
  } = parse(schema, value).rateLimit
  const served = routes.get(route)
  const isGlobal = route === 'global'
  const isOfInteractions = served?.authorization === 'token in path'
  refuseIf(
    !isGlobal && !served,
    'rateLimit.route',
    `must be global, or one of ${[...routes.keys()].join(', ')}`,
  )
  refuseIf(isGlobal && scope !== 'global', 'rateLimit.scope', 'must be global, as the route is')
  refuseIf(
    isOfInteractions && scope === 'global',
    'rateLimit.scope',
    'must not be global: the limit does not hold interactions',
  )
  return { route, scope, retryAfterMs, left }
}
