import type { KnownEventFromType } from '@slack/bolt'
import type { MessageLoss } from '../../../core/job/platform.ts'
import type { Identity } from '../setup/access.ts'
import { serverIn } from './channels.ts'

type MessageEvent = KnownEventFromType<'message'>

interface Gone {
  channel: string
  ts: string
  /** The message before deletion. */
  before: object
}

/**
 * Slack replaces a deleted message that has replies by a tombstone:
 * https://docs.slack.dev/reference/events/message/message_deleted
 */
const goneIn = (event: MessageEvent): Gone | undefined => {
  if (event.subtype === 'message_deleted')
    return { channel: event.channel, ts: event.deleted_ts, before: event.previous_message }
  if (event.subtype !== 'message_changed') return undefined
  const { channel, message, previous_message: before } = event
  const isStone = 'subtype' in message && String(message.subtype) === 'tombstone'
  return isStone ? { channel, ts: message.ts, before } : undefined
}

const authorOf = (message: object): string | undefined =>
  'user' in message && typeof message.user === 'string' ? message.user : undefined

/** The message that an event reports as deleted; undefined for other events. */
export const deletedMessageIn = (
  identity: Pick<Identity, 'server'>,
  event: MessageEvent,
): MessageLoss | undefined => {
  const gone = goneIn(event)
  const author = gone && authorOf(gone.before)
  if (gone === undefined || author === undefined) return undefined
  const { channel, ts } = gone
  return { account: `slack:${serverIn(identity, channel, author)}`, channel, messages: [ts] }
}
