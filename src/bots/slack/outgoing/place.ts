import type { MessageRef } from '../../../core/target.ts'

/** Where messages and files are shown: in a channel, or below the message at the head of a thread. */
export interface Place {
  channel: string
  thread: string | undefined
}

/** A place as the methods that post there take it. */
export const postedAt = ({ channel, thread }: Place) => ({
  channel,
  ...(thread !== undefined && { thread_ts: thread }),
})

/** The message of ours with this time stamp, for somebody else to find again. */
export const refAt = ({ channel, thread }: Place, ts: string): MessageRef => ({
  platform: 'slack',
  channel,
  message: ts,
  ...(thread !== undefined && { thread }),
})
