import type { types } from '@slack/bolt'
import { AppError } from '../../core/errors.ts'
import type { RenderedMessage } from './render.ts'

/** What people see: a message without its files. */
export interface Shown {
  text: string
  blocks: types.KnownBlock[]
}

const timeoutMs = 5_000

/** A rendered message as it is shown at once; files need a message of their own. */
export const shownIn = ({ text, blocks }: RenderedMessage): Shown => ({ text, blocks })

/**
 * Answers at an interaction's own address: five times within half an hour, also where we are not a member.
 * The address comes with a request that Slack signed, or over our own socket. Throws AppError `platform_unavailable`.
 * https://docs.slack.dev/interactivity/handling-user-interaction#message_responses
 */
export const respondAt = async (
  url: string,
  shown: Shown,
  seenBy: 'all' | 'member',
  thread: string | undefined,
): Promise<void> => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...shown,
      response_type: seenBy === 'all' ? 'in_channel' : 'ephemeral',
      replace_original: false,
      ...(thread !== undefined && { thread_ts: thread }),
    }),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  await response.body?.cancel()
  if (!response.ok) {
    throw new AppError('platform_unavailable', `Slack: HTTP ${response.status} at a response URL`)
  }
}
