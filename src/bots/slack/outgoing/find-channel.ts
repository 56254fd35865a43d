import type { webApi } from '@slack/bolt'
import type { FoundChannel } from '../../../core/job/platform.ts'
import type { Log } from '../../../core/log.ts'
import type { Asker } from '../../../core/target.ts'
import { postError, refusalCode } from './errors.ts'

/**
 * Looks up a channel of the workspace. A private channel that we are not in is as unknown as one that does not
 * exist. `web` gives up soon, since an answer waits for it.
 * https://docs.slack.dev/reference/methods/conversations.info
 */
export const createFindChannel =
  ({ web, log }: { web: webApi.WebClient; log: Log }) =>
  async (_asker: Asker, id: string): Promise<FoundChannel> => {
    try {
      const { channel } = await web.conversations.info({ channel: id })
      const isChannel = channel?.is_im !== true && channel?.is_mpim !== true
      return isChannel ? { status: 'found', channel: id } : { status: 'unknown' }
    } catch (error) {
      if (refusalCode(error) === 'channel_not_found') return { status: 'unknown' }
      log.warn('Slack did not return a channel', { error: postError(error) })
      return { status: 'unanswered' }
    }
  }
