import type { webApi } from '@slack/bolt'
import type { Log } from '../../../core/log.ts'
import type { Asker, Target } from '../../../core/target.ts'
import { postError, refusalCode } from '../outgoing/errors.ts'
import type { Members } from './members.ts'
import { createTimedCache } from './timed-cache.ts'

interface VisibilityOptions {
  /** Gives up soon, for an answer is waited for. */
  web: webApi.WebClient
  members: Pick<Members, 'lookUp'>
  now: () => number
  log: Log
}

const knownMs = 60_000
const knownMax = 10_000

/**
 * Whether somebody of the workspace can see what was posted in a channel. Everybody who is no guest sees its
 * public channels; who is in a private channel or a direct message is not asked for, so nobody sees it from
 * elsewhere. Where Slack does not tell in time, nobody does either.
 * https://docs.slack.dev/reference/objects/conversation-object
 */
export const createVisibility = ({ web, members, now, log }: VisibilityOptions) => {
  const known = createTimedCache<boolean>({ now, spanMs: knownMs, entriesMax: knownMax })
  const asking = new Map<string, Promise<boolean>>()

  const ask = async (channel: string): Promise<boolean> => {
    try {
      const { channel: found } = await web.conversations.info({ channel })
      const isPublic = found?.is_private === false && found.is_im !== true && found.is_mpim !== true
      known.remember(channel, isPublic)
      return isPublic
    } catch (error) {
      if (refusalCode(error) === 'channel_not_found') known.remember(channel, false)
      else log.warn('Slack did not tell whether a channel is public', { error: postError(error) })
      return false
    } finally {
      asking.delete(channel)
    }
  }

  const isPublic = (channel: string): Promise<boolean> => {
    const remembered = known.recall(channel)
    if (remembered !== undefined) return Promise.resolve(remembered)
    const asked = asking.get(channel) ?? ask(channel)
    asking.set(channel, asked)
    return asked
  }

  return {
    async canSee(viewer: Asker, { channel }: Target): Promise<boolean> {
      const [person, isOpen] = await Promise.all([members.lookUp(viewer.member), isPublic(channel)])
      return isOpen && person !== undefined && !person.isGuest && person.workspaces.includes(viewer.server)
    },
  }
}
