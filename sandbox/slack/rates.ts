import type { Arguments } from './bodies.ts'
import { limits } from './limits.ts'
import { Refused } from './refusal.ts'
import type { World } from './state.ts'

/** So many calls at once at most, of which so many come back each minute. */
type Rate = { readonly key: string; readonly burst: number; readonly perMinute: number }

/** How many calls are left of a rate, as of a time. */
export type Allowance = { readonly left: number; readonly asOfMs: number }

/** What is held against the app, and what of it is used up; by the key of a rate. */
export type Rates = {
  /** off: calls are not counted, for tests about something else that call more than any app may. */
  readonly mode: 'strict' | 'off'
  /**
   * Whether the app is sold without being listed in the Marketplace, which makes reading conversations slow.
   */
  readonly isUnlisted: boolean
  readonly used: Map<string, Allowance>
}

/** A call over its rate: answered with HTTP 429. https://docs.slack.dev/apis/web-api/rate-limits */
export class RateLimited extends Refused {
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number) {
    super('ratelimited')
    this.name = 'RateLimited'
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/**
 * The tier of each method, from its page under https://docs.slack.dev/reference/methods. The official library
 * for Java keeps the same list: https://github.com/slackapi/java-slack-sdk, MethodsRateLimits.java
 */
const tiers: Readonly<Record<string, 1 | 2 | 3 | 4>> = {
  'apps.connections.open': 1,
  'apps.uninstall': 1,
  'conversations.list': 2,
  'usergroups.list': 2,
  'usergroups.users.list': 2,
  'users.list': 2,
  'auth.revoke': 3,
  'bots.info': 3,
  'chat.delete': 3,
  'chat.update': 3,
  'conversations.history': 3,
  'conversations.info': 3,
  'conversations.open': 3,
  'conversations.replies': 3,
  'files.delete': 3,
  'oauth.v2.exchange': 3,
  'reactions.add': 3,
  'team.info': 3,
  'users.conversations': 3,
  'api.test': 4,
  'chat.postEphemeral': 4,
  'conversations.members': 4,
  'files.completeUploadExternal': 4,
  'files.getUploadURLExternal': 4,
  'files.info': 4,
  'oauth.v2.access': 4,
  'users.info': 4,
  'views.open': 4,
  'views.publish': 4,
  'views.push': 4,
  'views.update': 4,
}

/** For a method whose page nobody has looked up yet: the strictest one. */
const unknownTier = 1

const tierRates = {
  1: { burst: limits.sockets, perMinute: 1 },
  2: { burst: 20, perMinute: 20 },
  3: { burst: 50, perMinute: 50 },
  4: { burst: 100, perMinute: 100 },
} as const

const several = limits.workspaceCallsPerMinute

/**
 * Pages of conversations are rare for apps that are sold unlisted.
 * https://docs.slack.dev/apis/web-api/rate-limits
 */
const readsConversations = new Set(['conversations.history', 'conversations.replies'])

const ratesOf = ({ rates }: World, method: string, { channel }: Arguments): readonly Rate[] => {
  // "This method allows hundreds of requests per minute": https://docs.slack.dev/reference/methods/chat.getPermalink
  if (method === 'auth.test' || method === 'chat.getPermalink')
    return [{ key: method, burst: several, perMinute: several }]
  if (method === 'chat.postMessage')
    return [
      { key: `${method} ${String(channel)}`, burst: limits.postBurst, perMinute: 60 },
      { key: method, burst: several, perMinute: several },
    ]
  if (rates.isUnlisted && readsConversations.has(method)) return [{ key: method, burst: 1, perMinute: 1 }]
  return [{ key: method, ...tierRates[tiers[method] ?? unknownTier] }]
}

const leftOf = ({ rates, clock }: World, { key, burst, perMinute }: Rate): number => {
  const { left, asOfMs } = rates.used.get(key) ?? { left: burst, asOfMs: clock.now() }
  return Math.min(burst, left + ((clock.now() - asOfMs) * perMinute) / 60_000)
}

/** Counts a call. Throws RateLimited when it is over a rate, which then is not used up any further. */
export const spendRate = (world: World, method: string, args: Arguments): void => {
  if (world.rates.mode === 'off') return
  const rates = ratesOf(world, method, args).map((rate) => ({ ...rate, left: leftOf(world, rate) }))
  const waits = rates.map(({ left, perMinute }) => (Math.max(1 - left, 0) * 60) / perMinute)
  const longest = Math.max(...waits)
  if (longest > 0) throw new RateLimited(Math.ceil(longest))
  for (const { key, left } of rates) world.rates.used.set(key, { left: left - 1, asOfMs: world.clock.now() })
}

/** How many messages of a conversation come at most in one page, when that is less than for others. */
export const historyLimit = ({ rates }: World, asked: number | undefined): number | undefined =>
  rates.mode === 'strict' && rates.isUnlisted
    ? Math.min(asked ?? limits.unlistedPageSize, limits.unlistedPageSize)
    : asked
