import type { webApi } from '@slack/bolt'
import { createTimedCache } from '../../../core/caches.ts'
import type { FoundChannel } from '../../../core/job/platform.ts'
import type { Log } from '../../../core/log.ts'
import type { Asker } from '../../../core/target.ts'
import { postError, refusalCode } from './errors.ts'

interface FindChannelOptions {
  /** Gives up soon, since an answer waits for it. */
  web: webApi.WebClient
  now: () => number
  log: Log
}

const knownMs = 60_000
const knownMax = 10_000

/**
 * Looks up a channel of the workspace. A private channel that we are not in is as unknown as one that does not
 * exist. A channel that was found is known for a minute, since Slack allows few look-ups: those who name it at the
 * same time share one.
 * https://docs.slack.dev/reference/methods/conversations.info
 */
export const createFindChannel = ({ web, now, log }: FindChannelOptions) => {
  const known = createTimedCache<Promise<FoundChannel>>({ now, spanMs: knownMs, entriesMax: knownMax })

  const ask = async (id: string): Promise<FoundChannel> => {
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

  return async (_asker: Asker, id: string): Promise<FoundChannel> => {
    const remembered = known.recall(id)
    if (remembered !== undefined) return remembered
    const asked = ask(id)
    known.remember(id, asked)
    const found = await asked
    if (found.status !== 'found') known.forget(id)
    return found
  }
}
