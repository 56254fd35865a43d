import { type JoinCallers, joinedForMs } from '../core/pacing/share.ts'
import type { PlatformName } from '../core/target.ts'
import type { StoreConnection } from './address.ts'
import { fromStore } from './connection.ts'
import type { Keys } from './keys.ts'
import { plainScript, runScript } from './scripts.ts'

const joinCallers = plainScript('join-callers')
const claimChat = plainScript('claim-chat')

interface ChatProcessOptions {
  redis: StoreConnection
  keys: Keys
  now: () => number
  /** Tells this process apart from the others of the deployment. */
  processId: string
}

/** The processes that are calling a platform; see `JoinCallers`. */
export const createCallers =
  ({ redis, keys, now, processId }: ChatProcessOptions) =>
  (platform: PlatformName): JoinCallers =>
  async (closedForMs) => {
    const [, count, leftMs] = await runScript(
      redis,
      joinCallers,
      [keys.callers(platform), keys.closedChat(platform)],
      [String(Math.round(now())), processId, String(joinedForMs), String(Math.round(closedForMs))],
    )
    return { count: Number(count), closedForMs: Number(leftMs) }
  }

/** How long a claim lasts without renewal; outages of Redis should be shorter. */
export const claimedForMs = 120_000

/** Which bot the processes on this Redis run on each chat. */
export interface ChatClaims {
  /**
   * Claims a chat for a bot, or renews the claim. Returns the other bot that has it; undefined if it is ours. Throws
   * AppError `store_unavailable`.
   */
  claim(platform: PlatformName, bot: string): Promise<string | undefined>
  /** Gives this process's claim up. Throws AppError `store_unavailable`. */
  release(platform: PlatformName, bot: string): Promise<void>
}

/** Running processes of a chat, by the bot that they run. Throws AppError `store_unavailable`. */
export const readProcesses = async (
  { redis, keys, now }: Omit<ChatProcessOptions, 'processId'>,
  platform: PlatformName,
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const claims = await fromStore(redis.zrangebyscore(keys.claims(platform), now(), '+inf'))
  return Map.groupBy(claims, (claim) => claim.slice(0, claim.lastIndexOf(' ')))
}

/** See `ChatClaims`. */
export const createChatClaims = ({ redis, keys, now, processId }: ChatProcessOptions): ChatClaims => ({
  async claim(platform, bot) {
    const args = [Math.round(now()), bot, processId, claimedForMs]
    const [status, other] = await runScript(redis, claimChat, [keys.claims(platform)], args)
    return status === 'other' ? other : undefined
  },
  async release(platform, bot) {
    await fromStore(redis.zrem(keys.claims(platform), `${bot} ${processId}`))
  },
})
