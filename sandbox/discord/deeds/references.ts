import type { APIUser } from 'discord-api-types/v10'
import { UnknownReference } from '../../control/people.ts'
import { type Channel, directMessage, type Message, type World } from '../state.ts'

/** What the Discord client would not have let the person do, in its words or near them. */
export class NotAllowed extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'NotAllowed'
  }
}

/** What a person is called in the chat. */
export const displayName = (user: APIUser): string => user.global_name ?? user.username

const isCalled = (user: APIUser, name: string) =>
  [user.id, user.username, displayName(user)].some((own) => own.toLowerCase() === name.toLowerCase())

/** Somebody by id or name, a mention's sign in front or not. */
export const findUser = (world: World, name: string): APIUser | undefined => {
  const plain = name.replace(/^<@!?(\d+)>$/, '$1').replace(/^@/, '')
  return [...world.users.values()].find((user) => isCalled(user, plain))
}

/** The person who acts or looks. */
export const findPerson = (world: World, name: string, field: 'as' | 'viewer'): APIUser => {
  const user = findUser(world, name)
  if (!user || user.bot) throw new UnknownReference(field, `There is no person "${name}" here`)
  return user
}

const isOthers = ({ recipientId, peopleIds }: Channel, userId: string): boolean =>
  recipientId === undefined ? peopleIds?.includes(userId) === false : recipientId !== userId

/**
 * A channel by id or name; "@" and the bot's name is one's own direct message with it. A direct message is
 * known to its person, and to who looks on from outside (undefined).
 */
export const findChannel = (world: World, name: string, userId: string | undefined): Channel => {
  if (userId !== undefined && name.toLowerCase() === `@${world.bot.username}`)
    return directMessage(world, userId)
  const plain = name.replace(/^#/, '')
  const channel = [...world.channels.values()].find(
    (candidate) => candidate.id === plain || candidate.name === plain,
  )
  if (!channel || (userId !== undefined && isOthers(channel, userId)))
    throw new UnknownReference('channel', `There is no channel "${name}" here`)
  return channel
}

/** A message that this person sees in this channel. */
export const findMessage = (world: World, channel: Channel, id: string, userId: string): Message => {
  const message = world.messages.get(id)
  const isSeen = message && (message.seenBy === 'all' || message.seenBy === userId)
  if (!isSeen || message.channelId !== channel.id || message.state === 'deleted')
    throw new UnknownReference('message', `There is no message "${id}" in this channel`)
  return message
}
