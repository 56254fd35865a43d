import type { webApi } from '@slack/bolt'
import type { Log } from '../../../core/log.ts'
import type { Asker, Target } from '../../../core/target.ts'
import { postError, refusalCode } from '../outgoing/errors.ts'
import type { Members } from './members.ts'
import { createTimedCache } from './timed-cache.ts'

interface VisibilityOptions {
  /** Gives up soon, since an answer waits for it. */
  web: webApi.WebClient
  members: Pick<Members, 'lookUp'>
  now: () => number
  log: Log
}

const knownMs = 60_000
const knownMax = 10_000

/** Slack recommends fewer, and takes no more than 999. */
const pageSize = 999
const pagesMax = 3

/** What members see of the workspace. Never throws. */
export interface Visibility {
  canSee(viewer: Asker, place: Target): Promise<boolean>
  /**
   * Whether a member of the workspace sees a channel or is in it, as far as the app can tell: it has to be in private
   * ones, too. Undefined if Slack doesn't say.
   */
  sees(viewer: Asker, channel: string): Promise<boolean | undefined>
}

/**
 * Whether a member of the workspace can see what was posted in a channel. All but guests see its public
 * channels; membership of private channels and direct messages is not looked up, so they count as invisible
 * from elsewhere. If Slack does not answer in time, the answer is no.
 * https://docs.slack.dev/reference/objects/conversation-object
 */
export const createVisibility = ({ web, members, now, log }: VisibilityOptions): Visibility => {
  const known = createTimedCache<boolean>({ now, spanMs: knownMs, entriesMax: knownMax })
  const asking = new Map<string, Promise<boolean | undefined>>()

  const ask = async (channel: string): Promise<boolean | undefined> => {
    try {
      const { channel: found } = await web.conversations.info({ channel })
      const isPublic = found?.is_private === false && found.is_im !== true && found.is_mpim !== true
      known.remember(channel, isPublic)
      return isPublic
    } catch (error) {
      if (refusalCode(error) === 'channel_not_found') {
        known.remember(channel, false)
        return false
      }
      log.warn('Slack did not say whether a channel is public', { error: postError(error) })
      return undefined
    } finally {
      asking.delete(channel)
    }
  }

  const isPublic = (channel: string): Promise<boolean | undefined> => {
    const remembered = known.recall(channel)
    if (remembered !== undefined) return Promise.resolve(remembered)
    const asked = asking.get(channel) ?? ask(channel)
    asking.set(channel, asked)
    return asked
  }

  /** Whether anybody of the workspace but guests sees a channel, and somebody is one of them. */
  const isOpenTo = async (viewer: Asker, channel: string): Promise<boolean | undefined> => {
    const [person, isOpen] = await Promise.all([members.lookUp(viewer.member), isPublic(channel)])
    if (person === undefined) return undefined
    return isOpen && !person.isGuest && person.workspaces.includes(viewer.server)
  }

  /** Public channels, and private ones where the app is, too. https://docs.slack.dev/reference/methods/users.conversations */
  const isIn = async (user: string, channel: string): Promise<boolean | undefined> => {
    let cursor: string | undefined
    try {
      for (let page = 0; page < pagesMax && cursor !== ''; page += 1) {
        const { channels = [], response_metadata } = await web.users.conversations({
          user,
          types: 'public_channel,private_channel',
          limit: pageSize,
          ...(cursor !== undefined && { cursor }),
        })
        if (channels.some(({ id }) => id === channel)) return true
        cursor = response_metadata?.next_cursor ?? ''
      }
    } catch (error) {
      log.warn('Slack did not say which channels a member is in', { error: postError(error) })
      return undefined
    }
    return cursor === '' ? false : undefined
  }

  return {
    async sees(viewer, channel) {
      const ways = await Promise.all([isOpenTo(viewer, channel), isIn(viewer.member, channel)])
      if (ways.includes(true)) return true
      return ways.includes(undefined) ? undefined : false
    },
    canSee: async (viewer, { channel }) => (await isOpenTo(viewer, channel)) === true,
  }
}
