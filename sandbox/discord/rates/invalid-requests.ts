import { rateLimits } from '../limits.ts'
import { bannedText, Refused } from '../refusal.ts'
import type { World } from '../state.ts'

const invalidStatuses: ReadonlySet<number> = new Set([401, 403, 429])

/**
 * Counts an answer, if it is one that Discord counts against an address; too many of
 * them and it is banned for a while.
 * https://docs.discord.com/developers/topics/rate-limits#invalid-request-limit-aka-cloudflare-bans
 */
export const countAnswer = ({ rates, clock }: World, status: number, isShared: boolean): void => {
  if (!invalidStatuses.has(status) || isShared) return
  const nowMs = clock.now()
  const { invalidAtMs } = rates
  invalidAtMs.push(nowMs)
  while ((invalidAtMs[0] ?? nowMs) <= nowMs - rateLimits.invalidWindowMs) invalidAtMs.shift()
  if (invalidAtMs.length < rates.invalidMax) return
  rates.bannedUntilMs = nowMs + rateLimits.banMs
  invalidAtMs.length = 0
}

/** Throws what Cloudflare answers to an address that is banned. */
export const refuseBanned = ({ rates, clock }: World): void => {
  if (clock.now() < rates.bannedUntilMs) throw new Refused(429, 0, bannedText)
}
