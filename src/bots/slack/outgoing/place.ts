import type { MessageRef, ReplyRef, Target } from '../../../core/target.ts'

/** Where messages and files are shown: in a channel, or in the thread below a message. */
export interface Place {
  channel: string
  thread: string | undefined
}

/** The place of a request, or of one of our messages. */
export const placeOf = ({ channel, thread }: Target | MessageRef | ReplyRef): Place => ({ channel, thread })

/** A place as parameters of the posting methods. */
export const postedAt = ({ channel, thread }: Place) => ({
  channel,
  ...(thread !== undefined && { thread_ts: thread }),
})

/** A reference to our message with this timestamp, by which others can find it. */
export const refAt = ({ channel, thread }: Place, ts: string): MessageRef => ({
  platform: 'slack',
  channel,
  message: ts,
  ...(thread !== undefined && { thread }),
})
