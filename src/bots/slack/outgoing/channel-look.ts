import type { webApi } from '@slack/bolt'
import type { ChannelLack, ChannelLook, LookAtChannel } from '../../../core/job/channel-look.ts'
import type { Log } from '../../../core/log.ts'
import { postError, refusalCode } from './errors.ts'

interface ChannelLookOptions {
  /** Gives up soon, since an answer waits for it. */
  web: webApi.WebClient
  log: Log
  /** The scopes that the workspace did not grant. */
  missing: () => readonly string[]
}

/**
 * What the app can do in a conversation: rights are granted for the whole workspace, and it must be in a channel to
 * post there. A private channel that it is not in is as unknown as one that does not exist.
 * https://docs.slack.dev/reference/methods/conversations.info
 */
export const createLookAtChannel =
  ({ web, log, missing }: ChannelLookOptions): LookAtChannel =>
  async (_asker, { channel: id }): Promise<ChannelLook> => {
    const lacks: ChannelLack[] = missing().map((name) => ({ kind: 'scope', name }))
    try {
      const { channel } = await web.conversations.info({ channel: id })
      if (channel?.is_archived === true) lacks.push({ kind: 'archived' })
      else if (channel?.is_im !== true && channel?.is_member !== true) lacks.push({ kind: 'absent' })
      return { status: 'looked', lacks }
    } catch (error) {
      if (refusalCode(error) === 'channel_not_found')
        return { status: 'looked', lacks: [...lacks, { kind: 'unknown' }] }
      if (refusalCode(error) === 'missing_scope' && lacks.length > 0) return { status: 'looked', lacks }
      log.warn('Slack did not return a channel', { error: postError(error) })
      return { status: 'unanswered' }
    }
  }
