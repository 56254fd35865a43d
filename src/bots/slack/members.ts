import type { webApi } from '@slack/bolt'
import type { Log } from '../../core/log.ts'
import { postError } from './errors.ts'
import { createTimedCache } from './timed-cache.ts'

/** Somebody, as Slack tells of them. */
export interface Person {
  /** Whether they belong to the workspace whose token we have. */
  isOurs: boolean
  /**
   * Whether they may change its settings: an admin of another workspace, who shares a channel with it, may
   * not.
   */
  isAdmin: boolean
}

/** Who people are. */
export interface Members {
  /** Undefined where Slack does not tell in time. */
  lookUp(member: string): Promise<Person | undefined>
}

type User = NonNullable<webApi.UsersInfoResponse['user']>

/**
 * In an organisation of several workspaces somebody is in those that are listed, whichever one is named
 * first; a stranger is in none that we share anything with.
 * https://docs.slack.dev/reference/objects/user-object
 */
const isIn = (server: string, { team_id: team, enterprise_user, is_stranger }: User): boolean =>
  is_stranger !== true && (team === server || (enterprise_user?.teams?.includes(server) ?? false))

const personOf = (server: string, user: User): Person => {
  const isOurs = isIn(server, user)
  return { isOurs, isAdmin: isOurs && [user.is_admin, user.is_owner, user.is_primary_owner].includes(true) }
}

const knownMs = 5 * 60_000
const knownMax = 10_000

interface MembersOptions {
  /** Gives up soon, for an answer is waited for. */
  web: webApi.WebClient
  /** The workspace whose token we have. */
  server: string
  now: () => number
  log: Log
}

/** Asks Slack once for what is wanted at the same time, and remembers for a few minutes. */
export const createMembers = ({ web, server, now, log }: MembersOptions): Members => {
  const known = createTimedCache<Person>({ now, spanMs: knownMs, entriesMax: knownMax })
  const asking = new Map<string, Promise<Person | undefined>>()

  const ask = async (member: string): Promise<Person | undefined> => {
    try {
      const { user } = await web.users.info({ user: member })
      const person = user && personOf(server, user)
      if (person !== undefined) known.remember(member, person)
      return person
    } catch (error) {
      log.warn('Slack did not tell who somebody is', { error: postError(error) })
      return undefined
    } finally {
      asking.delete(member)
    }
  }

  return {
    lookUp(member) {
      const person = known.recall(member)
      if (person !== undefined) return Promise.resolve(person)
      const asked = asking.get(member) ?? ask(member)
      asking.set(member, asked)
      return asked
    },
  }
}
