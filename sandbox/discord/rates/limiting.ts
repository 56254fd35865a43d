import { takeFault } from '../../../studio/kit/faults/taking.ts'
import { excuseInteraction } from '../faults/excuse.ts'
import { faultSpans, rateLimits } from '../limits.ts'
import { refused } from '../refusal.ts'
import type { Call, Route } from '../route.ts'
import { nameOf } from '../route.ts'
import type { Message, World } from '../state.ts'
import { type Bucket, bucketOf, headersOf, majorOf, type RateHeaders, standing } from './buckets.ts'
import { RateLimited, rateLimited } from './rate-limited.ts'
import { takeIn } from './windows.ts'

const everyRoute = 'global'

type Request = {
  readonly name: string
  readonly params: Readonly<Record<string, string>>
  readonly bucket: Bucket | undefined
  /** Interactions are outside of the global limit. */
  readonly isBoundGlobally: boolean
}

const globalSize = { requests: rateLimits.globalRequests, windowMs: rateLimits.globalWindowMs }

/** https://docs.discord.com/developers/topics/rate-limits#global-rate-limit */
const spendGlobally = ({ rates, clock }: World): void => {
  const nowMs = clock.now()
  const { isTaken, window } = takeIn(rates.windows, everyRoute, globalSize, nowMs)
  const retryAfterMs = window.endsAtMs - nowMs
  if (!isTaken) throw rateLimited({ scope: 'global', retryAfterMs, headers: {}, isExcused: false })
}

const keyOf = ({ name, params, bucket }: Request): string => bucket?.key ?? `${name} ${majorOf(params)}`

/**
 * Who comes back before the time that a fault told has earned the next answer, unless
 * the request was underway by then.
 */
const refuseBlocked = (world: World, request: Request): void => {
  const nowMs = world.clock.now()
  for (const key of request.isBoundGlobally ? [everyRoute, keyOf(request)] : [keyOf(request)]) {
    const block = world.rates.blocks.get(key)
    if (!block || nowMs >= block.untilMs) continue
    throw rateLimited({
      scope: block.scope,
      retryAfterMs: block.untilMs - nowMs,
      headers: standing(world, request.bucket),
      isExcused: nowMs - block.sinceMs <= faultSpans.underwayMs,
    })
  }
}

const meetFault = (world: World, request: Request): void => {
  const fault = takeFault(
    world.rates.faults,
    ({ route }) => route === request.name || (route === everyRoute && request.isBoundGlobally),
  )
  if (!fault) return
  excuseInteraction(world, request.params.token)
  const { scope, retryAfterMs } = fault
  const sinceMs = world.clock.now()
  const untilMs = sinceMs + retryAfterMs
  world.rates.blocks.set(scope === 'global' ? everyRoute : keyOf(request), { scope, sinceMs, untilMs })
  const full = request.bucket && { used: request.bucket.requests, endsAtMs: untilMs }
  const headers =
    scope === 'user' && request.bucket && full
      ? headersOf(request.bucket, full, sinceMs)
      : standing(world, request.bucket)
  throw rateLimited({ scope, retryAfterMs, headers, isExcused: true })
}

const spendBucket = ({ rates, clock }: World, bucket: Bucket): RateHeaders => {
  const nowMs = clock.now()
  const { isTaken, window } = takeIn(rates.windows, bucket.key, bucket, nowMs)
  const headers = headersOf(bucket, window, nowMs)
  if (isTaken) return headers
  throw rateLimited({ scope: 'user', retryAfterMs: window.endsAtMs - nowMs, headers, isExcused: false })
}

/** The limit of a channel on what webhooks post there: nobody can foresee it, so nobody is blamed. */
const spendChannel = (world: World, { name, params, bucket }: Request): void => {
  if (name !== 'POST /webhooks/:applicationId/:token') return
  const { rates, clock, interactions } = world
  const channelId = interactions.get(params.token ?? '')?.channelId
  if (channelId === undefined) return
  const nowMs = clock.now()
  const key = `webhook posts ${channelId}`
  const { isTaken, window } = takeIn(rates.windows, key, rateLimits.channelWebhookPosts, nowMs)
  const retryAfterMs = window.endsAtMs - nowMs
  const headers = standing(world, bucket)
  if (!isTaken) throw rateLimited({ scope: 'shared', retryAfterMs, headers, isExcused: true })
}

/**
 * Counts a request against every limit, and says what is left of its bucket.
 *
 * @throws RateLimited when it is over one of them, or a fault says so
 */
export const spendRates = (world: World, route: Route, { params }: Pick<Call<string>, 'params'>) => {
  const name = nameOf(route)
  const bucket = bucketOf(world, name, params)
  const isBoundGlobally = route.authorization === 'bot token'
  const request = { name, params, bucket, isBoundGlobally }
  refuseBlocked(world, request)
  meetFault(world, request)
  if (isBoundGlobally) spendGlobally(world)
  const headers = bucket ? spendBucket(world, bucket) : {}
  spendChannel(world, request)
  return headers
}

/** Counts an edit, if the message is over an hour old: such edits are limited apart. */
export const spendLateEdit = (world: World, { channelId, createdAtMs }: Message): void => {
  const nowMs = world.clock.now()
  if (nowMs - createdAtMs <= rateLimits.lateEditAfterMs) return
  const { isTaken, window } = takeIn(
    world.rates.windows,
    `late edits ${channelId}`,
    rateLimits.lateEdits,
    nowMs,
  )
  if (isTaken) return
  const retryAfterMs = window.endsAtMs - nowMs
  throw new RateLimited(
    { scope: 'user', retryAfterMs, headers: {}, isExcused: false },
    refused('tooManyLateEdits'),
  )
}
