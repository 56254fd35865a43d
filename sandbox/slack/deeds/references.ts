import { UnknownReference } from '../../control/people.ts'
import { directMessage } from '../messages.ts'
import type { Channel, Message, User, View, World } from '../state.ts'

/** What the Slack client would not have let the person do, in its words or near them. */
export class NotAllowed extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'NotAllowed'
  }
}

/** A conversation, or the thread in it under the message with this time stamp. */
export type Place = { readonly channel: Channel; readonly threadTs: string | undefined }

/** Who does something, and where. */
export type Actor = Place & { readonly userId: string }

const isCalled = ({ id, name, displayName }: User, wanted: string): boolean =>
  [id, name, displayName].some((own) => own.toLowerCase() === wanted.toLowerCase())

/** Somebody by id or name, a mention's sign in front or not. */
export const findUser = (world: World, name: string): User | undefined => {
  const plain = name.replace(/^<@(\w+)>$/, '$1').replace(/^@/, '')
  return [...world.users.values()].find((user) => isCalled(user, plain))
}

/**
 * An app's menu entries are for people of a workspace that it is installed in; its buttons are for anyone who
 * sees them.
 */
export const requireOwnPeople = (world: World, userId: string): void => {
  if (world.users.get(userId)?.teamId !== undefined)
    throw new NotAllowed('The app is not installed in your workspace')
}

/** The person who acts or looks. */
export const findPerson = (world: World, name: string, field: 'as' | 'viewer'): User => {
  const user = findUser(world, name)
  if (!user || user.isBot) throw new UnknownReference(field, `There is no person "${name}" here`)
  return user
}

/**
 * A conversation by id or name; "@" and the app's name is one's own direct message with it. A direct message
 * is known to its person, and to who looks on from outside (undefined).
 */
export const findChannel = (world: World, name: string, userId: string | undefined): Channel => {
  const appName = `@${world.users.get(world.app.userId)?.name}`
  if (userId !== undefined && name.toLowerCase() === appName) return directMessage(world, userId)
  const plain = name.replace(/^#/, '')
  const channel = [...world.channels.values()].find(
    (candidate) => candidate.id === plain || (candidate.kind === 'channel' && candidate.name === plain),
  )
  if (!channel || (userId !== undefined && !channel.memberIds.has(userId)))
    throw new UnknownReference('channel', `There is no channel "${name}" here`)
  return channel
}

/**
 * A conversation by id or name, or a thread in it: "C0123:1700000000.000100" is the one under that message.
 */
export const findPlace = (world: World, name: string, userId: string | undefined): Place => {
  const [, channelName, ts] = /^(.+):(\d+\.\d{6})$/.exec(name) ?? []
  const channel = findChannel(world, channelName ?? name, userId)
  if (ts === undefined) return { channel, threadTs: undefined }
  const message = world.messages.get(ts)
  if (message?.channelId !== channel.id || message.seenBy !== 'all' || message.state === 'deleted')
    throw new UnknownReference('channel', `There is no thread "${ts}" in this channel`)
  return { channel, threadTs: message.threadTs ?? message.ts }
}

/** A message that this person sees in this conversation. */
export const findMessage = (
  world: World,
  { userId, channel }: Pick<Actor, 'userId' | 'channel'>,
  ts: string,
): Message => {
  const message = world.messages.get(ts)
  const isSeen = message && (message.seenBy === 'all' || message.seenBy === userId)
  if (!isSeen || message.channelId !== channel.id || message.state === 'deleted')
    throw new UnknownReference('message', `There is no message "${ts}" in this channel`)
  return message
}

/** A form that this person has open. */
export const findForm = (world: World, { userId }: Actor, id: string): View => {
  const view = world.views.get(id)
  if (!view?.isOpen || view.userId !== userId || view.data.type !== 'modal')
    throw new UnknownReference('form', `This person has no form "${id}" open`)
  return view
}
