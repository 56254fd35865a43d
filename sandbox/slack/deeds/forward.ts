import { postMessage } from '../messages.ts'
import type { Message, World } from '../state.ts'
import { type Actor, findMessage, findPlace, NotAllowed } from './references.ts'
import { checkWriting, composed } from './say.ts'

type Forward = { message: string; to: string; say?: string | undefined }

/** Of a forward without words of its own, what it holds goes on. */
const forwardedBy = (message: Message): Message =>
  message.text === '' && message.forwarded ? message.forwarded : { ...message }

/**
 * Forwards a message as a person, and answers with the time stamp of the forward. No page says
 * whether that lets the app read files of a conversation that it is not in, so it does not.
 */
export const runForward = (world: World, actor: Actor, { message: ts, to, say = '' }: Forward): string => {
  const message = findMessage(world, actor, ts)
  if (message.seenBy !== 'all') throw new NotAllowed('Only you see this: it cannot be forwarded')
  if (message.state !== 'shown') throw new NotAllowed('This message cannot be forwarded')
  const { channel, threadTs } = findPlace(world, to, actor.userId)
  checkWriting(world, { channel, threadTs }, say)
  return postMessage(world, {
    ...composed(world, say),
    channelId: channel.id,
    userId: actor.userId,
    forwarded: forwardedBy(message),
    threadTs,
  }).ts
}
