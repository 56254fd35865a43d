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

interface MembersOptions {
  /** Gives up soon, for an answer is waited for. */
  web: webApi.WebClient
  /** The workspace: an admin of another one, who shares a channel with it, has no say here. */
  server: string
  now: () => number
  log: Log
}

/** Asks Slack, and remembers for a few minutes. */
export const createMembers = ({ web, server, now, log }: MembersOptions): Members => {
  const known = createTimedCache<boolean>({ now, spanMs: knownMs, entriesMax: knownMax })
  return {
    async isAdmin(member) {
      const remembered = known.recall(member)
      if (remembered !== undefined) return remembered
      try {
        const { user } = await web.users.info({ user: member })
        const isOurs = user?.team_id === server
        const isAdmin = isOurs && [user?.is_admin, user?.is_owner, user?.is_primary_owner].includes(true)
        known.remember(member, isAdmin)
        return isAdmin
      } catch (error) {
        log.warn('Slack did not tell whether a member is an admin', { error: postError(error) })
        return false
      }
    },
  }
}
