import { MessageFlags, PermissionFlagsBits } from 'discord-api-types/v10'
import { emptyDraft, permissionsOf, postMessage } from '../messages.ts'
import { holds } from '../permissions.ts'
import { type Actor, guildOf, type Message, type World } from '../state.ts'
import { findChannel, findMessage, NotAllowed } from './references.ts'
import { checkWriting, runSay } from './say.ts'

type Forward = { message: string; to: string; say?: string | undefined }

/** Of a forward, what it holds goes on: snapshots are not nested. */
const snapshotOf = (message: Message): Message => message.forwarded ?? { ...message }

/**
 * Forwards a message as a person, and answers with the id of the forward. Words that go with it are a message
 * of their own. https://docs.discord.com/developers/resources/message#message-reference-types
 */
export const runForward = async (world: World, actor: Actor, deed: Forward): Promise<string> => {
  const { userId } = actor
  const message = findMessage(world, actor.channel, deed.message, userId)
  if (message.seenBy !== 'all') throw new NotAllowed('Only you see this: it cannot be forwarded')
  if (message.state !== 'shown') throw new NotAllowed('This message cannot be forwarded')
  const channel = findChannel(world, deed.to, userId)
  if (guildOf(world, channel)?.isOut) throw new NotAllowed('This server is not available now')
  if (!holds(permissionsOf(world, userId, channel), PermissionFlagsBits.ViewChannel))
    throw new NotAllowed('You do not see this channel')
  checkWriting(world, { userId, channel })
  const { id } = postMessage(world, {
    channelId: channel.id,
    authorId: userId,
    draft: { ...emptyDraft, flags: MessageFlags.HasSnapshot },
    forwarded: snapshotOf(message),
  })
  if (deed.say !== undefined) await runSay(world, { userId, channel }, { say: deed.say })
  return id
}
