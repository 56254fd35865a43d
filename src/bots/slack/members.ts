import type { webApi } from '@slack/bolt'
import type { Log } from '../../core/log.ts'
import { postError } from './errors.ts'
import { createTimedCache } from './timed-cache.ts'

/** Who may change the settings of a workspace, as Slack says. */
export interface Members {
  /** False also where Slack does not tell in time. */
  isAdmin(member: string): Promise<boolean>
}

const knownMs = 5 * 60_000
const knownMax = 10_000

/** Asks Slack, and remembers for a few minutes. `web` gives up soon, for an answer is waited for. */
export const createMembers = (web: webApi.WebClient, now: () => number, log: Log): Members => {
  const known = createTimedCache<boolean>({ now, spanMs: knownMs, entriesMax: knownMax })
  return {
    async isAdmin(member) {
      const remembered = known.recall(member)
      if (remembered !== undefined) return remembered
      try {
        const { user } = await web.users.info({ user: member })
        const isAdmin = [user?.is_admin, user?.is_owner, user?.is_primary_owner].includes(true)
        known.remember(member, isAdmin)
        return isAdmin
      } catch (error) {
        log.warn('Slack did not tell whether a member is an admin', { error: postError(error) })
        return false
      }
    },
  }
}
