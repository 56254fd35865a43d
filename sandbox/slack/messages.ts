import { tellChanged, tellDeleted, tellPosted } from './events.ts'
import { channelOf, renderMessage } from './render.ts'
import type { Channel, Message, Metadata, StoredFile, World } from './state.ts'
import type { Block } from './validation/blocks.ts'

/** The author of what Slack itself tells a person. */
export const slackbotId = 'USLACKBOT'

/** What a message shows. */
export type Content = {
  readonly text: string
  readonly blocks: readonly Block[]
  readonly metadata?: Metadata | undefined
}

export type Posting = Content & {
  readonly channelId: string
  readonly userId: string
  readonly files?: readonly StoredFile[]
  readonly threadTs?: string | undefined
  readonly isBroadcast?: boolean
  readonly forwarded?: Message | undefined
  readonly seenBy?: string
  readonly state?: Message['state']
}

const isSeenBy = ({ seenBy }: Message, channel: Channel, userId: string): boolean =>
  seenBy === 'all' ? channel.memberIds.has(userId) : seenBy === userId

/** Whether somebody who looks at a conversation meets a message there: replies stand in their own thread alone. */
const isInSight = (message: Message, source: Message | undefined): boolean =>
  message.threadTs === undefined ||
  message.isBroadcast ||
  source === undefined ||
  message.threadTs === (source.threadTs ?? source.ts)

/** The users waiting for the app's answer in that channel have one now. */
const answerWaiting = (world: World, message: Message): void => {
  if (message.userId !== world.app.userId) return
  const channel = channelOf(world, message.channelId)
  for (const interaction of world.interactions.values()) {
    const isThere = interaction.isAnsweredInConversation && interaction.channelId === channel.id
    if (isThere && isInSight(message, interaction.source) && isSeenBy(message, channel, interaction.userId))
      interaction.settle({ kind: 'message' })
  }
}

/** Puts a message into a conversation and tells the app. */
export const postMessage = (world: World, posting: Posting): Message => {
  const { files = [] } = posting
  const message: Message = {
    ts: world.nextTs(),
    channelId: posting.channelId,
    userId: posting.userId,
    createdAtMs: world.clock.now(),
    threadTs: posting.threadTs,
    isBroadcast: posting.isBroadcast ?? false,
    forwarded: posting.forwarded,
    seenBy: posting.seenBy ?? 'all',
    text: posting.text,
    blocks: posting.blocks,
    files,
    metadata: posting.metadata,
    reactions: [],
    state: posting.state ?? 'shown',
    edits: 0,
    editedAtMs: undefined,
  }
  world.messages.set(message.ts, message)
  for (const file of files)
    file.shares.push({ channelId: message.channelId, ts: message.ts, threadTs: message.threadTs })
  tellPosted(world, message)
  answerWaiting(world, message)
  return message
}

/** Shows something else in a message. What is not given stays as it was. */
export const changeMessage = (world: World, message: Message, content: Partial<Content>): void => {
  const before = renderMessage(world, message)
  message.text = content.text ?? message.text
  message.blocks = content.blocks ?? message.blocks
  message.metadata = content.metadata ?? message.metadata
  message.edits += 1
  message.editedAtMs = world.clock.now()
  tellChanged(world, message, before)
  for (const interaction of world.interactions.values())
    if (interaction.source === message) interaction.settle({ kind: 'message' })
}

/** Takes a message away. Its record stays, so that people's view can say that it was deleted. */
export const deleteMessage = (world: World, message: Message): void => {
  const before = renderMessage(world, message)
  message.state = 'deleted'
  tellDeleted(world, message, before)
  for (const interaction of world.interactions.values())
    if (interaction.source === message) interaction.settle({ kind: 'message' })
}

/** The direct message of a person with the app, opened if need be. */
export const directMessage = (world: World, personId: string): Channel => {
  const open = [...world.channels.values()].find((channel) => channel.personId === personId)
  if (open) return open
  const channel: Channel = {
    // Not from chance: the same person has the same conversation in every run with the same seed.
    id: `D${personId.slice(1)}`,
    name: 'directmessage',
    kind: 'im',
    isArchived: false,
    createdAtMs: world.clock.now(),
    memberIds: new Set([personId, world.app.userId]),
    personId,
  }
  world.channels.set(channel.id, channel)
  return channel
}
