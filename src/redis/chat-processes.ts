import type { PlatformName } from '../core/target.ts'
import type { StoreConnection } from './address.ts'
import { fromStore } from './connection.ts'
import type { Keys } from './keys.ts'
import { plainScript, runScript } from './scripts.ts'

const script = plainScript('claim-chat')

/** How long a claim lasts without renewal; outages of Redis should be shorter. */
export const claimedForMs = 120_000

interface ChatClaimsOptions {
  redis: StoreConnection
  keys: Keys
  now: () => number
  /** Tells this process apart from the others of the deployment. */
  processId: string
}

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

/** See `ChatClaims`. */
export const createChatClaims = ({ redis, keys, now, processId }: ChatClaimsOptions): ChatClaims => ({
  async claim(platform, bot) {
    const args = [Math.round(now()), bot, processId, claimedForMs]
    const [status, other] = await runScript(redis, script, [keys.claims(platform)], args)
    return status === 'other' ? other : undefined
  },
  async release(platform, bot) {
    await fromStore(redis.zrem(keys.claims(platform), `${bot} ${processId}`))
  },
})
