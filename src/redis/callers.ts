import { type JoinCallers, joinedForMs } from '../core/pacing/share.ts'
import type { PlatformName } from '../core/target.ts'
import type { StoreConnection } from './address.ts'
import type { Keys } from './keys.ts'
import { plainScript, runScript } from './scripts.ts'

const script = plainScript('join-callers')

interface CallersOptions {
  redis: StoreConnection
  keys: Keys
  now: () => number
  /** Tells this process apart from the others of the deployment. */
  processId: string
}

/** The processes that are calling a platform; see `JoinCallers`. */
export const createCallers =
  ({ redis, keys, now, processId }: CallersOptions) =>
  (platform: PlatformName): JoinCallers =>
  async (closedForMs) => {
    const [, count, leftMs] = await runScript(
      redis,
      script,
      [keys.callers(platform), keys.closedChat(platform)],
      [String(Math.round(now())), processId, String(joinedForMs), String(Math.round(closedForMs))],
    )
    return { count: Number(count), closedForMs: Number(leftMs) }
  }
