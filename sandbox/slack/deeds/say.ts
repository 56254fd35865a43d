import type { Saying } from '../../control/people.ts'
import { limits } from '../limits.ts'
import { unescapeText, writeMarkup } from '../mentions.ts'
import { postMessage } from '../messages.ts'
import type { World } from '../state.ts'
import type { MessageBlock } from '../validation/blocks.ts'
import type { RichTextPart } from '../validation/rich-text.ts'
import { withIds } from '../views.ts'
import { type Actor, findMessage, NotAllowed, type Place } from './references.ts'
import { uploadFiles } from './uploads.ts'

const asPart = (piece: string): RichTextPart => {
  const [, sign = '', target = ''] = /^<([@#!]?)([^|>]*)(?:\|[^>]*)?>$/.exec(piece) ?? []
  const [, groupId] = /^subteam\^(\w+)$/.exec(target) ?? []
  if (sign === '@') return { type: 'user', user_id: target }
  if (sign === '#') return { type: 'channel', channel_id: target }
  if (groupId !== undefined) return { type: 'usergroup', usergroup_id: groupId }
  if (target === 'channel' || target === 'here' || target === 'everyone')
    return { type: 'broadcast', range: target }
  return target === '' ? { type: 'text', text: unescapeText(piece) } : { type: 'link', url: target }
}

/**
 * The rich text that the composer makes of a person's words, and that comes with every message of a person.
 */
const composerBlocks = (world: World, markup: string): readonly MessageBlock[] => {
  const parts = markup
    .split(/(<[^<>]+>)/)
    .filter((piece) => piece !== '')
    .map(asPart)
  const section = { type: 'rich_text_section' as const, elements: parts }
  return parts.length === 0 ? [] : withIds(world, [{ type: 'rich_text', elements: [section] }])
}

/** Refuses what the client lets nobody write in a conversation. */
export const checkWriting = (world: World, { channel }: Place, text: string): void => {
  if (text.length > limits.text) throw new NotAllowed('Your message is too long')
  if (channel.isArchived) throw new NotAllowed('This channel is archived')
  if (channel.kind === 'im' && !world.installation.takesMessages)
    throw new NotAllowed('Sending messages to this app has been turned off')
}

/** The words of a person as the composer sends them. */
export const composed = (world: World, words: string): { text: string; blocks: readonly MessageBlock[] } => {
  const text = writeMarkup(world, words)
  world.written.push(words, text)
  return { text, blocks: composerBlocks(world, text) }
}

/** Writes a message as a person, in a thread when it replies, and answers with its time stamp. */
export const runSay = async (world: World, actor: Actor, deed: Saying): Promise<string> => {
  const uploads = deed.files ?? []
  if (deed.say.trim() === '' && uploads.length === 0) throw new NotAllowed('There is nothing to send')
  if (deed.recordedSeconds !== undefined && uploads.length !== 1)
    throw new NotAllowed('An audio clip is one recording')
  checkWriting(world, actor, deed.say)
  const targetTs = deed.replyTo ?? actor.threadTs
  const target = targetTs === undefined ? undefined : findMessage(world, actor, targetTs)
  const files = await uploadFiles(world, {
    userId: actor.userId,
    uploads,
    isForApp: false,
    recordedSeconds: deed.recordedSeconds,
    bytesMax: limits.fileBytes,
  })
  const message = postMessage(world, {
    ...composed(world, deed.say),
    channelId: actor.channel.id,
    userId: actor.userId,
    files,
    threadTs: target && (target.threadTs ?? target.ts),
  })
  return message.ts
}
