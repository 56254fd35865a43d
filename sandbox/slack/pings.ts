import { recordBreach } from './breaches.ts'
import { mentionsIn, parsedMentions } from './mentions.ts'
import { channelOf } from './render.ts'
import type { Message, World } from './state.ts'
import { richTextsIn, textsIn } from './validation/block-rules.ts'
import type { Block } from './validation/blocks.ts'
import { type RichTextPart, richTextLines } from './validation/rich-text.ts'

/** Text of the app that people will see, and whether names in it are looked up. */
export type Words = {
  readonly text: string
  readonly blocks: readonly Block[]
  /**
   * Requested by `link_names` or `parse: full`.
   * https://docs.slack.dev/messaging/formatting-message-text#automatic-parsing
   */
  readonly parsesNames?: boolean
  /** Whether one person alone sees it. */
  readonly isForOne?: boolean
}

/**
 * In a message that only one person sees, the app's own user element is just a name: the named person can't
 * hear of it.
 */
const richMention = (part: RichTextPart, isForOne: boolean): readonly string[] => {
  if (isForOne && part.type !== 'broadcast') return []
  switch (part.type) {
    case 'broadcast':
      return [`<!${part.range}>`]
    case 'user':
      return [`<@${part.user_id}>`]
    case 'usergroup':
      return [`<!subteam^${part.usergroup_id}>`]
    default:
      return []
  }
}

const markedTexts = ({ text, blocks }: Words): readonly string[] => [
  text,
  ...blocks.flatMap(textsIn).flatMap((object) => (object.type === 'mrkdwn' ? [object.text] : [])),
]

const richMentions = ({ blocks, isForOne = false }: Words): readonly string[] =>
  blocks
    .flatMap(richTextsIn)
    .flatMap(({ elements }) => richTextLines(elements))
    .flat()
    .flatMap((part) => richMention(part, isForOne))

const isToApp = (world: World, { channelId, text }: Message): boolean =>
  channelOf(world, channelId).kind === 'im' || text.includes(`<@${world.app.userId}>`)

const hasAsked = (world: World, userId: string): boolean =>
  [...world.interactions.values()].some((interaction) => interaction.userId === userId) ||
  [...world.messages.values()].some((message) => message.userId === userId && isToApp(world, message))

/**
 * Slack has no field for the people that a message may ring, so this is a judgement: the app has
 * reason to ring a single person who asked it for something, and never a group; and markup that a
 * person wrote is theirs, not the app's.
 */
const isMeant = (world: World, mention: string): boolean => {
  const [, userId] = /^<@(\w+)>$/.exec(mention) ?? []
  if (userId === world.app.userId) return true
  if (userId === undefined || world.written.some((words) => words.includes(mention))) return false
  return hasAsked(world, userId)
}

/**
 * Notes a text that would ring people. Slack would send it, so it is sent here
 * too; the run still fails.
 */
export const reportPings = (world: World, words: Words): void => {
  const texts = markedTexts(words)
  const rung = [
    ...[...texts.flatMap(mentionsIn), ...richMentions(words)].filter((mention) => !isMeant(world, mention)),
    ...(words.parsesNames ? texts.flatMap((text) => parsedMentions(world, text)) : []),
  ]
  if (rung.length > 0)
    recordBreach(world, 'would ping', { more: [...new Set(rung)].join(', '), detail: { text: words.text } })
}
