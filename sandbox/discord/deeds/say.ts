import { MessageFlags, PermissionFlagsBits } from 'discord-api-types/v10'
import type { Saying, Upload } from '../../control/people.ts'
import { sharesGuild } from '../installations.ts'
import { limits } from '../limits.ts'
import { emptyDraft, permissionsOf, postMessage } from '../messages.ts'
import { holds } from '../permissions.ts'
import { holdsMessages, sendingRight } from '../places.ts'
import { type Actor, type Channel, guildOf, type Message, type World } from '../state.ts'
import { displayName, findMessage, NotAllowed } from './references.ts'
import { uploadFiles } from './uploads.ts'

const escapePattern = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** What the client offers after a sign, by what it becomes in the message's text. */
type Offer = readonly [typed: string, written: string]

const offersIn = (world: World, channel: Channel): readonly Offer[] => {
  const guild = guildOf(world, channel)
  const roles = [...(guild?.roles.values() ?? [])].filter(({ id }) => id !== guild?.id)
  const channels = [...world.channels.values()].filter(({ guildId }) => guildId === guild?.id)
  return [
    ...(guild ? channels.map(({ id, name }): Offer => [`#${name}`, `<#${id}>`]) : []),
    ...roles.map(({ id, name }): Offer => [`@${name}`, `<@&${id}>`]),
    ...[...world.users.values()].flatMap((user) =>
      [displayName(user), user.username].map((name): Offer => [`@${name}`, `<@${user.id}>`]),
    ),
  ]
}

/**
 * Turns "@Max", "@Managers" and "#general" into the references that the client sends, in whatever case they
 * are typed, longest names first, people before roles.
 * https://docs.discord.com/developers/reference#message-formatting
 */
const writeReferences = (world: World, channel: Channel, text: string): string => {
  const offers = new Map(offersIn(world, channel).map(([typed, written]) => [typed.toLowerCase(), written]))
  const typed = [...offers.keys()].sort((a, b) => b.length - a.length).map(escapePattern)
  return text.replaceAll(
    new RegExp(`(${typed.join('|')})(?![\\w-])`, 'gi'),
    (given) => offers.get(given.toLowerCase()) ?? given,
  )
}

/**
 * A reply rings the author replied to, except for answers to interactions, which
 * the client does not ring by itself.
 * https://github.com/discord/discord-api-docs/issues/5395
 */
const rungByReply = (target: Message | undefined): readonly string[] =>
  target && !target.interaction ? [target.authorId] : []

/** Refuses what somebody may not do who writes in a channel: nothing but that, or with the rights given besides. */
export const checkWriting = (world: World, { userId, channel }: Actor, more = 0n): void => {
  const wanted = sendingRight(channel) | more
  const held = permissionsOf(world, userId, channel)
  const isClosed = channel.thread?.isLocked && !holds(held, PermissionFlagsBits.ManageThreads)
  if (isClosed || !holdsMessages(channel) || !holds(held, wanted))
    throw new NotAllowed('You may not write here')
  if (channel.recipientId !== undefined && !sharesGuild(world, userId))
    throw new NotAllowed('Your message could not be delivered: you share no server with the bot')
}

/** https://docs.discord.com/developers/resources/message#voice-messages */
const checkVoiceMessage = (deed: Saying, files: readonly Upload[]): void => {
  if (deed.recordedSeconds !== undefined && (files.length !== 1 || deed.say !== ''))
    throw new NotAllowed('A voice message is one recording and nothing else')
}

/** The client samples ten times a second, and at most 256 times. */
const waveformOf = (seconds: number): string =>
  Buffer.alloc(Math.min(Math.ceil(seconds * 10), 256), 128).toString('base64')

const rightsFor = ({ recordedSeconds }: Saying, files: readonly Upload[]): bigint =>
  (files.length > 0 ? PermissionFlagsBits.AttachFiles : 0n) |
  (recordedSeconds === undefined ? 0n : PermissionFlagsBits.SendVoiceMessages)

/** Writes a message as a person, and answers with its id. */
export const runSay = async (world: World, { userId, channel }: Actor, deed: Saying): Promise<string> => {
  const files = deed.files ?? []
  if (deed.say.trim() === '' && files.length === 0) throw new NotAllowed('There is nothing to send')
  if (deed.say.length > limits.content) throw new NotAllowed('Your message is too long')
  checkVoiceMessage(deed, files)
  checkWriting(world, { userId, channel }, rightsFor(deed, files))
  const target = deed.replyTo === undefined ? undefined : findMessage(world, channel, deed.replyTo, userId)
  const { recordedSeconds: durationSeconds } = deed
  const voice =
    durationSeconds === undefined ? undefined : { durationSeconds, waveform: waveformOf(durationSeconds) }
  const message = postMessage(world, {
    channelId: channel.id,
    authorId: userId,
    draft: {
      ...emptyDraft,
      content: writeReferences(world, channel, deed.say),
      files: await uploadFiles(world, channel, files, { voice }),
      flags: voice ? MessageFlags.IsVoiceMessage : 0,
    },
    replyToId: target?.id,
    alsoMentioned: rungByReply(target),
  })
  return message.id
}
