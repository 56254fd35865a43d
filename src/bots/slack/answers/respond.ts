import type { Effect } from '../../../core/effect.ts'
import { AppError } from '../../../core/errors.ts'
import { plainMessage, type ResultMessage } from '../../../core/message/message.ts'
import { unavailable } from '../outgoing/errors.ts'
import type { MessageBlock } from '../render/data.ts'
import { type RenderedMessage, render } from '../render/render.ts'

/** The visible part of a message, without its files. */
export interface Shown {
  text: string
  blocks: MessageBlock[]
}

const timeoutMs = 5_000

/** The part of a rendered message that is shown at once; files need a message of their own. */
export const shownIn = ({ text, blocks }: RenderedMessage): Shown => ({ text, blocks })

/** The same for an answer, which has no files: texts are as complete as fits. */
export const shownAlone = (message: ResultMessage): Shown => shownIn(render(message, { hasFiles: false }))

/** What could not be done, and how to fix that: complete sentences. */
export const shownFailure = (text: string): Shown => shownAlone(plainMessage(text, 'failed'))

const waitMs = 1_000

const refusal = (status: number): AppError => {
  const what = `HTTP ${status} at a response URL`
  if (status === 404 || status === 410) return new AppError('reply_over', `Slack: ${what}`)
  if (status === 429) return unavailable(what, undefined, waitMs)
  return status >= 500 ? unavailable(what) : new AppError('cannot_post', `Slack: ${what}`)
}

const post = async (effect: Effect, url: string, body: object): Promise<void> => {
  const send = () =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
  const response = await effect('slack.respond', send)
  await response.body?.cancel()
  if (!response.ok) throw refusal(response.status)
}

/**
 * Answers at an interaction's response URL: five times within half an hour, even where we are not a member. The
 * address comes with a request that Slack signed, or over our own socket; it is a secret, so no error names it.
 * Throws AppError `reply_over` once it is used up, `cannot_post` or `platform_unavailable`.
 * https://docs.slack.dev/interactivity/handling-user-interaction#message_responses
 */
export const respondAt = (
  effect: Effect,
  url: string,
  shown: Shown,
  { seenBy, thread }: { seenBy: 'all' | 'member'; thread: string | undefined },
): Promise<void> =>
  post(effect, url, {
    ...shown,
    response_type: seenBy === 'all' ? 'in_channel' : 'ephemeral',
    replace_original: false,
    ...(thread !== undefined && { thread_ts: thread }),
  })

/**
 * Replaces the message whose button was pressed, keeping its position and audience: the only way to change an
 * ephemeral message. False if Slack refuses, as for a message that is gone. Throws what `respondAt` throws if
 * the outcome is unknown.
 * https://docs.slack.dev/interactivity/handling-user-interaction#updating_message_response
 */
export const replaceAt = async (
  effect: Effect,
  url: string,
  shown: Shown,
  thread: string | undefined,
): Promise<boolean> => {
  try {
    await post(effect, url, {
      ...shown,
      replace_original: true,
      ...(thread !== undefined && { thread_ts: thread }),
    })
    return true
  } catch (error) {
    if (error instanceof AppError && error.code !== 'platform_unavailable') return false
    throw error
  }
}
