import type { Check, CheckId, Finding } from '../../core/doctor-check.ts'
import type { StoreConnection } from '../../redis/address.ts'
import { waitForRedis } from '../../redis/wait.ts'

const waitMs = 5_000

const lostFinding: Finding = {
  verdict: 'failed',
  what: 'Redis',
  why: 'It stopped answering while it was checked.',
  mend: 'Check whether it keeps restarting, and the network between it and this machine. Then run the doctor again.',
}

/**
 * Begins each check only once Redis answers, since a connection can be lost at any time. If it stays away, the
 * checks behind are not begun, and `lost` names them.
 */
export const whileReachable = (redis: StoreConnection, checks: readonly Check[]) => {
  const lost = new Set<CheckId>()
  let isLost = false
  const careful = ({ run, ...check }: Check): Check => ({
    ...check,
    async run() {
      if (isLost) {
        lost.add(check.id)
        return []
      }
      try {
        if (redis.status !== 'ready') await waitForRedis(redis, waitMs)
      } catch {
        isLost = true
        return [lostFinding]
      }
      return run()
    },
  })
  return { checks: checks.map(careful), lost }
}
