import { PermissionFlagsBits } from 'discord-api-types/v10'
import type { Upload } from '../../people.ts'
import { sharesGuild } from '../installations.ts'
import { limits } from '../limits.ts'
import { emptyDraft, permissionsOf, postMessage } from '../messages.ts'
import { holds } from '../permissions.ts'
import { holdsMessages, sendingRight } from '../places.ts'
import type { Actor, Message, World } from '../state.ts'
import { displayName, findMessage, NotAllowed } from './references.ts'
import { uploadFiles } from './uploads.ts'

const escapePattern = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Turns "@Max" into the mention that the client sends, in whatever case it is typed, longest names first. */
const writeMentions = (world: World, text: string): string => {
  const ids = new Map(
    [...world.users.values()].flatMap((user) =>
      [displayName(user), user.username].map((name) => [name.toLowerCase(), user.id] as const),
    ),
  )
  const names = [...ids.keys()].sort((a, b) => b.length - a.length).map(escapePattern)
  return text.replaceAll(
    new RegExp(`@(${names.join('|')})(?![\\w-])`, 'gi'),
    (_written, name: string) => `<@${ids.get(name.toLowerCase())}>`,
  )
}

/**
 * A reply rings the author replied to, except for answers to interactions, which the client does not ring by itself.
 * https://github.com/discord/discord-api-docs/issues/5395
 */
const rungByReply = (target: Message | undefined): readonly string[] =>
  target && !target.interaction ? [target.authorId] : []

const checkWriting = (world: World, { userId, channel }: Actor, files: readonly Upload[]): void => {
  const wanted = sendingRight(channel) | (files.length > 0 ? PermissionFlagsBits.AttachFiles : 0n)
  const held = permissionsOf(world, userId, channel)
  const isClosed = channel.thread?.isLocked && !holds(held, PermissionFlagsBits.ManageThreads)
  if (isClosed || !holdsMessages(channel) || !holds(held, wanted))
    throw new NotAllowed('You may not write here')
  if (channel.recipientId !== undefined && !sharesGuild(world, userId))
    throw new NotAllowed('Your message could not be delivered: you share no server with the bot')
}

type Say = { say: string; replyTo?: string | undefined; files?: readonly Upload[] }

/** Writes a message as a person, and answers with its id. */
export const runSay = async (world: World, { userId, channel }: Actor, deed: Say): Promise<string> => {
  const files = deed.files ?? []
  if (deed.say.trim() === '' && files.length === 0) throw new NotAllowed('There is nothing to send')
  if (deed.say.length > limits.content) throw new NotAllowed('Your message is too long')
  checkWriting(world, { userId, channel }, files)
  const target = deed.replyTo === undefined ? undefined : findMessage(world, channel, deed.replyTo, userId)
  const message = postMessage(world, {
    channelId: channel.id,
    authorId: userId,
    draft: {
      ...emptyDraft,
      content: writeMentions(world, deed.say),
      files: await uploadFiles(world, channel, files, false),
    },
    replyToId: target?.id,
    alsoMentioned: rungByReply(target),
  })
  return message.id
}
