import type { SeenMessage } from '../../../control/people.ts'

/** A message as it stands in the chat, with the answers that stand below it. */
export interface Thread {
  readonly message: SeenMessage
  readonly replies: readonly SeenMessage[]
}

const isThere = ({ state }: SeenMessage): boolean => state !== 'deleted'

/**
 * What a client still shows: Discord's shows each message in its turn, Slack's puts answers below the message
 * that they answer. A deleted message is gone, except on Slack while it has answers.
 */
export const threadsOf = (messages: readonly SeenMessage[], isThreaded: boolean): readonly Thread[] => {
  const there = messages.filter(isThere)
  if (!isThreaded) return there.map((message) => ({ message, replies: [] }))
  return messages
    .filter(({ replyTo }) => replyTo === undefined)
    .map((message) => ({ message, replies: there.filter(({ replyTo }) => replyTo === message.id) }))
    .filter(({ message, replies }) => isThere(message) || replies.length > 0)
}
