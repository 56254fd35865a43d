import type { Upload } from '../../people.ts'
import { limits } from '../limits.ts'
import { unescapeText, writeMarkup } from '../mentions.ts'
import { postMessage } from '../messages.ts'
import type { World } from '../state.ts'
import type { MessageBlock } from '../validation/blocks.ts'
import type { RichTextPart } from '../validation/rich-text.ts'
import { withIds } from '../views.ts'
import { type Actor, findMessage, NotAllowed } from './references.ts'
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

type Say = { say: string; replyTo?: string | undefined; files?: readonly Upload[] }

/** Writes a message as a person, in a thread when it replies, and answers with its time stamp. */
export const runSay = async (world: World, actor: Actor, deed: Say): Promise<string> => {
  const uploads = deed.files ?? []
  if (deed.say.trim() === '' && uploads.length === 0) throw new NotAllowed('There is nothing to send')
  if (deed.say.length > limits.text) throw new NotAllowed('Your message is too long')
  if (actor.channel.isArchived) throw new NotAllowed('This channel is archived')
  if (actor.channel.kind === 'im' && !world.installation.takesMessages)
    throw new NotAllowed('Sending messages to this app has been turned off')
  const targetTs = deed.replyTo ?? actor.threadTs
  const target = targetTs === undefined ? undefined : findMessage(world, actor, targetTs)
  const files = await uploadFiles(world, {
    userId: actor.userId,
    uploads,
    isForApp: false,
    bytesMax: limits.fileBytes,
  })
  const text = writeMarkup(world, deed.say)
  world.written.push(deed.say, text)
  const message = postMessage(world, {
    channelId: actor.channel.id,
    userId: actor.userId,
    text,
    blocks: composerBlocks(world, text),
    files,
    threadTs: target && (target.threadTs ?? target.ts),
  })
  return message.ts
}
