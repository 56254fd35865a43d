import type { webApi } from '@slack/bolt'
import { createTimedCache } from '../../../core/caches.ts'
import type { Log } from '../../../core/log.ts'
import { personalServer } from '../../../core/target.ts'
import { say } from '../../../core/text/say.ts'
import { postError, refusalCode } from '../outgoing/errors.ts'
import type { Identity } from '../setup/access.ts'

/** Whether we can post in a channel. */
export interface Channels {
  /** Why not, and how to fix it; undefined if we can, or if Slack does not say in time. */
  whyCannotPost(channel: string): Promise<string | undefined>
}

const knownMs = 60_000
const knownMax = 10_000

const notHere = () =>
  say("I'm not in this channel, so I can't post here. Type /invite @Tunesmith and try again.")
const notOurs = () =>
  say("I'm not in this conversation, so I can't post here. Message me directly, or use a channel.")
const archived = () => say("This channel is archived, so I can't post here. Use another channel.")

/** Direct messages: https://docs.slack.dev/apis/web-api/using-the-conversations-api */
export const isDirectMessage = (channel: string): boolean => channel.startsWith('D')

/**
 * The account that pays in this conversation: the workspace's, or a member's own. Member ids belong to a
 * workspace.
 */
export const serverIn = ({ server }: Pick<Identity, 'server'>, channel: string, member: string): string =>
  isDirectMessage(channel) ? personalServer(member, server) : server

/** The id of the workspace that a server id or a member's personal account belongs to. */
export const workspaceIn = (server: string): string => /^@([^/]+)\//.exec(server)?.[1] ?? server

/**
 * What a refusal to post means for a member; complete sentences.
 * https://docs.slack.dev/reference/methods/chat.postMessage#errors
 */
export const refusedText = (code: string | undefined): string => {
  switch (code) {
    case 'channel_not_found':
    case 'not_in_channel':
      return notHere()
    case 'is_archived':
      return archived()
    case 'restricted_action':
    case 'restricted_action_read_only_channel':
    case 'restricted_action_thread_locked':
    case 'restricted_action_thread_only_channel':
      return say('Posting here is restricted. Use another channel.')
    default:
      return say("Slack didn't let me post here. Try again in a minute.")
  }
}

/**
 * Asks Slack where we can post, and caches that for a minute; refusals are not cached, because they may change.
 * `web` gives up soon, since an answer waits for it.
 */
export const createChannels = (web: webApi.WebClient, now: () => number, log: Log): Channels => {
  const open = createTimedCache<true>({ now, spanMs: knownMs, entriesMax: knownMax })
  return {
    async whyCannotPost(channel) {
      if (open.recall(channel) === true) return undefined
      try {
        const { channel: found } = await web.conversations.info({ channel })
        if (found?.is_archived === true) return archived()
        if (found?.is_member === false) return notHere()
        open.remember(channel, true)
        return undefined
      } catch (error) {
        if (refusalCode(error) === 'channel_not_found')
          return isDirectMessage(channel) ? notOurs() : notHere()
        log.warn('Slack did not say whether we are in a channel', { error: postError(error) })
        return undefined
      }
    },
  }
}
