import type { APIGatewaySessionStartLimit } from 'discord-api-types/v10'
import { limits } from '../limits.ts'
import type { World } from '../state.ts'

/**
 * What Discord demands of an application that starts sessions; it grows with
 * the servers the application is in.
 */
export type StartRules = {
  /** How many shards `GET /gateway/bot` recommends. */
  readonly shards: number
  /** A number of shards must be a multiple of this: 1, but for large bots. */
  readonly shardsMultipleOf: number
  /** More servers than these one shard may not have. */
  readonly guildsPerShard: number
  /** How many sessions may start at once: a shard's bucket is its id modulo this. */
  readonly maxConcurrency: number
  readonly sessionsPerDay: number
}

/** What an application of ordinary size is held to. */
export const ordinaryRules: StartRules = {
  shards: 1,
  shardsMultipleOf: 1,
  guildsPerShard: limits.guildsPerShard,
  maxConcurrency: 1,
  sessionsPerDay: limits.sessionsPerDay,
}

/** The sessions that were started lately, by the world's clock. */
export type Starts = {
  rules: StartRules
  /** When the day began in which sessions are counted; the first start begins it. */
  daySinceMs: number | undefined
  today: number
  /** By bucket: when a session was started there, and when a client was told that it came too soon. */
  readonly startedAtMs: Map<number, number>
  readonly warnedAtMs: Map<number, number>
}

/** Nothing was started yet. */
export const noStarts = (rules: StartRules): Starts => ({
  rules,
  daySinceMs: undefined,
  today: 0,
  startedAtMs: new Map(),
  warnedAtMs: new Map(),
})

/** Those rules that change. */
export type RuleChanges = { readonly [Rule in keyof StartRules]?: number | undefined }

/** Changes rules; what is left out stays. */
export const changeRules = (starts: Starts, changes: RuleChanges): void => {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined)
  starts.rules = { ...starts.rules, ...Object.fromEntries(given) }
}

const today = (starts: Starts, nowMs: number): { used: number; leftMs: number } => {
  const leftMs = (starts.daySinceMs ?? Number.NEGATIVE_INFINITY) + limits.sessionsDayMs - nowMs
  return leftMs > 0 ? { used: starts.today, leftMs } : { used: 0, leftMs: 0 }
}

/** https://docs.discord.com/developers/events/gateway#session-start-limit-object */
export const sessionStartLimit = ({ starts, clock }: World): APIGatewaySessionStartLimit => {
  const { used, leftMs } = today(starts, clock.now())
  const { sessionsPerDay, maxConcurrency } = starts.rules
  return {
    total: sessionsPerDay,
    remaining: Math.max(sessionsPerDay - used, 0),
    reset_after: leftMs,
    max_concurrency: maxConcurrency,
  }
}

const wasLately = (atMs: number | undefined, nowMs: number): boolean =>
  atMs !== undefined && nowMs - atMs < limits.identifyWindowMs

/**
 * Counts an IDENTIFY, and says whether it may start a session. A client cannot know of the
 * sessions of others, so that the first one too soon is only told; who comes again within the five
 * seconds after that did not listen.
 * https://docs.discord.com/developers/events/gateway#sharding-max-concurrency
 */
export const countStart = (
  { starts, clock }: World,
  shardId: number,
): 'may start' | 'too soon' | 'too soon again' | 'too many today' => {
  const nowMs = clock.now()
  const { used, leftMs } = today(starts, nowMs)
  if (leftMs === 0) starts.daySinceMs = nowMs
  starts.today = used + 1
  if (starts.today > starts.rules.sessionsPerDay) return 'too many today'
  const bucket = shardId % starts.rules.maxConcurrency
  if (!wasLately(starts.startedAtMs.get(bucket), nowMs)) {
    starts.startedAtMs.set(bucket, nowMs)
    return 'may start'
  }
  const wasWarned = wasLately(starts.warnedAtMs.get(bucket), nowMs)
  starts.warnedAtMs.set(bucket, nowMs)
  return wasWarned ? 'too soon again' : 'too soon'
}
