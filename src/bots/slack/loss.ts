import { z } from 'zod'
import type { MessageLoss } from '../../core/platform.ts'
import type { Identity } from './access.ts'
import { serverIn } from './channels.ts'

const author = z.object({ user: z.string() })

/** https://docs.slack.dev/reference/events/message/message_deleted */
const deletion = z.object({
  subtype: z.literal('message_deleted'),
  channel: z.string(),
  deleted_ts: z.string(),
  previous_message: author,
})

/** Of a message that has answers Slack keeps a stone: https://docs.slack.dev/reference/events/message/message_changed */
const tombstone = z.object({
  subtype: z.literal('message_changed'),
  channel: z.string(),
  message: z.object({ subtype: z.literal('tombstone'), ts: z.string() }),
  previous_message: author,
})

/** Which message an event says is gone; undefined where it says something else. */
export const lossIn = (identity: Pick<Identity, 'server'>, event: object): MessageLoss | undefined => {
  const deleted = deletion.safeParse(event).data
  const buried = tombstone.safeParse(event).data
  const found = deleted ?? buried
  const message = deleted?.deleted_ts ?? buried?.message.ts
  if (found === undefined || message === undefined) return undefined
  const server = serverIn(identity, found.channel, found.previous_message.user)
  return { account: `slack:${server}`, channel: found.channel, messages: [message] }
}
