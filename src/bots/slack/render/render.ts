import type { types } from '@slack/bolt'
import { unreachable } from '../../../core/errors.ts'
import type { Block, Buttons, Fact, Line, ResultMessage, Tone } from '../../../core/message/message.ts'
import { say } from '../../../core/text/say.ts'
import { neutralTexts, onOneLine, shortened } from '../../../core/text/text.ts'
import {
  pictureUpload,
  remoteUpload,
  soundUpload,
  textUpload,
  type Upload,
  writtenUpload,
} from '../outgoing/message-files.ts'
import { buttonsOf } from './buttons.ts'
import { chartBlocks, type MessageBlock, tableBlocks } from './data.ts'
import { factLine, slackId, smallPrint } from './fact-line.ts'
import { limits } from './limits.ts'
import { escaped, fitting, richText, section, type TextBudget, words } from './rich-text.ts'

/** A message in Slack's form, and the files that it refers to. `text` is for notifications and screen readers. */
export interface RenderedMessage {
  text: string
  blocks: MessageBlock[]
  uploads: readonly Upload[]
}

/** A file that is linked instead of uploaded; without an address it is only named. */
export interface FileLink {
  title: string
  url: string | undefined
  /** Whether it has no address because it is gone. */
  isGone?: boolean
}

/** What is neither done nor failed needs no mark. */
const marks = {
  working: 'hourglass_flowing_sand',
  done: 'white_check_mark',
  failed: 'warning',
} as const satisfies Record<Exclude<Tone, 'info'>, string>

/** Characters reserved for the lines about linked files. */
const linksLength = 3000
const titleLength = 100
/** A longer text would push its surroundings out of sight. */
const shortTextLength = 1500

const note = (textBudget: TextBudget, text: string): types.KnownBlock[] => {
  const shown = fitting(textBudget, text, limits.textObject)
  return shown.trim() === ''
    ? []
    : [{ type: 'context', elements: [{ type: 'plain_text', text: shown, emoji: false }] }]
}

interface Parts {
  blocks: MessageBlock[]
  uploads: Upload[]
  lines: Line[]
  /** Each is a block of its own. */
  buttons: Buttons[]
  hasFiles: boolean
  /** Whether short texts are files too: beside audio, so that players and buttons stay in sight, and in spoilers. */
  textsAsFiles: boolean
}

const addText = (parts: Parts, textBudget: TextBudget, name: string, text: string): void => {
  const shown = text.trim()
  const heading = shown === '' ? '' : fitting(textBudget, onOneLine(name), titleLength)
  const title = section(...words(heading, { bold: true }))
  const elements = words(fitting(textBudget, shown, textBudget.left))
  if (elements.length > 0) parts.blocks.push(...richText(title, { type: 'rich_text_quote', elements }))
}

/** An ephemeral message can't have files: https://docs.slack.dev/reference/methods/chat.postEphemeral */
const addTextAlone = (parts: Parts, textBudget: TextBudget, name: string, shown: string): void => {
  if (shown.length + name.length > textBudget.left - shortTextLength) {
    const why = say("{{name}} is too long for a private message. Here's the beginning.", {
      name,
    })
    parts.blocks.push(...note(textBudget, why))
  }
  addText(parts, textBudget, name, shown)
}

/**
 * A short text is shown in the message; a long one is a file below it, if files are possible. Beside audio all are,
 * so that players and buttons stay in sight.
 */
const addDocument = (
  parts: Parts,
  textBudget: TextBudget,
  { name, title = name, text, isFile }: Extract<Block, { kind: 'document' }>,
): void => {
  const shown = text.trim()
  if (shown === '') return
  if (!parts.hasFiles) {
    addTextAlone(parts, textBudget, title, shown)
    return
  }
  const isLong = shown.length > shortTextLength || shown.length + title.length > textBudget.left
  if (isFile || parts.textsAsFiles || isLong) {
    parts.uploads.push(textUpload(name, title, text))
    return
  }
  addText(parts, textBudget, title, shown)
}

/** From here on a value is a paragraph. */
const paragraphLength = 100

const isParagraph = ({ value }: Fact): boolean => typeof value === 'string' && value.length >= paragraphLength

/** One line each; paragraphs are blocks of their own, between which Slack leaves a gap. */
const factBlocks = (textBudget: TextBudget, facts: readonly Fact[]): types.KnownBlock[] =>
  facts.some(isParagraph)
    ? facts.flatMap((fact) => richText(...factLine(textBudget, fact)))
    : richText(...facts.flatMap((fact) => factLine(textBudget, fact)))

const addBlock = (parts: Parts, textBudget: TextBudget, block: Block): void => {
  switch (block.kind) {
    case 'facts':
      parts.blocks.push(...factBlocks(textBudget, block.facts))
      return
    case 'line':
      parts.lines.push(block)
      return
    case 'note':
      parts.blocks.push(...note(textBudget, block.text))
      return
    case 'quote':
      addText(parts, textBudget, block.title, block.text)
      return
    case 'audio':
      parts.uploads.push(remoteUpload(block.file, block.title, block.smaller))
      return
    case 'file':
      parts.uploads.push(remoteUpload(block.file, block.title))
      return
    case 'cover':
      parts.uploads.push({
        ...remoteUpload(block.file, block.description),
        altText: shortened(block.description, limits.fileAltText),
      })
      return
    case 'document':
      addDocument(parts, textBudget, block)
      return
    case 'written':
      if (parts.hasFiles) parts.uploads.push(writtenUpload(block))
      return
    case 'sound':
      if (parts.hasFiles) parts.uploads.push(soundUpload(block))
      return
    case 'picture':
      if (parts.hasFiles) parts.uploads.push(pictureUpload(block))
      return
    case 'chart':
      parts.blocks.push(...chartBlocks(textBudget, block))
      return
    case 'table':
      parts.blocks.push(...tableBlocks(textBudget, block))
      return
    case 'buttons':
      parts.buttons.push(block)
      return
    default:
      unreachable(block)
  }
}

const cutMark = (): types.KnownBlock[] => [
  { type: 'context', elements: [{ type: 'plain_text', text: '…', emoji: false }] },
]

/** A message without words of its own has none. */
const headOf = (tone: Tone, mentioned: string | undefined, text: string): types.RichTextBlock[] => {
  if (text === '') return []
  const mark: types.RichTextElement[] = tone === 'info' ? [] : [{ type: 'emoji', name: marks[tone] }]
  const named: types.RichTextElement[] =
    mentioned === undefined
      ? mark
      : [...mark, ...words(mark.length === 0 ? '' : ' '), { type: 'user', user_id: mentioned }]
  return richText(section(...named, ...words(named.length === 0 ? text : ` ${text}`)))
}

/** Slack covers nothing, so what a spoiler quotes is only in its files, and those are only in the thread. */
const uncovered = (blocks: readonly Block[]): readonly Block[] =>
  blocks.filter(({ kind }) => kind !== 'quote')

const outOfSight = (upload: Upload): Upload => ({ ...upload, place: 'thread' })

/**
 * Renders a message for Slack: text, facts, notes and short texts as blocks; audio, cover and long texts as
 * files. In a message without files, texts are as complete as fits. `asker`: the requester's name, which
 * notifies nobody, as a mention would.
 */
export const render = (
  given: ResultMessage,
  { hasFiles = true, asker }: { hasFiles?: boolean; asker?: string | undefined } = {},
): RenderedMessage => {
  const message = neutralTexts(given)
  const textBudget: TextBudget = { left: limits.blocksText - linksLength, isShort: false }
  const asked = asker === undefined ? [] : [say('by {{name}}', { name: asker })]
  const text = fitting(textBudget, [message.text, ...asked].join('\n'), limits.text)
  const hasLine = message.blocks.some(({ kind }) => kind === 'line')
  const first = hasLine ? fitting({ ...textBudget }, message.text, limits.text) : text
  const { mentions = '' } = message
  const isMention = slackId.test(mentions)
  const head = headOf(message.tone, isMention ? mentions : undefined, first)
  const { isSpoiler = false } = message
  const textsAsFiles = isSpoiler || message.blocks.some(({ kind }) => kind === 'audio')
  const parts: Parts = { blocks: [], uploads: [], lines: [], buttons: [], hasFiles, textsAsFiles }
  for (const block of isSpoiler ? uncovered(message.blocks) : message.blocks)
    addBlock(parts, textBudget, block)
  if (isSpoiler && parts.uploads.length > 0)
    parts.blocks.unshift(...note(textBudget, say('Spoiler: the files are in the thread.')))
  const small = smallPrint(textBudget, parts.lines, asked)
  const buttons = buttonsOf(parts.buttons)
  const countMax = limits.blocksPerMessage - 4 - buttons.blocks.length
  const isCut = textBudget.isShort || parts.blocks.length > countMax
  return {
    text: `${isMention ? `<@${mentions}> ` : ''}${escaped(shortened([text, ...buttons.lines].join('\n'), limits.text))}`,
    blocks: [
      ...head,
      ...small,
      ...parts.blocks.slice(0, countMax),
      ...(isCut ? cutMark() : []),
      ...buttons.blocks,
    ],
    uploads: isSpoiler ? parts.uploads.map(outOfSight) : parts.uploads,
  }
}

/** The message with a line for each file that was not attached: its address, or that there is none. */
export const withLinks = (rendered: RenderedMessage, links: readonly FileLink[]): RenderedMessage => {
  if (links.length === 0) return rendered
  let left = linksLength - links.length * titleLength
  const lines = links.map(({ title, url, isGone }) => {
    const name = shortened(onOneLine(title), titleLength - 2)
    const address = url !== undefined && URL.canParse(url) ? new URL(url).href : undefined
    const missing = isGone
      ? say('{{name}}: no longer available from the audio service', { name })
      : say("{{name}}: couldn't be attached", { name })
    if (address === undefined || address.length > left) return { name, address: undefined, missing }
    left -= address.length
    return { name, address, missing }
  })
  const sections = lines.map(({ name, address, missing }) =>
    section(
      ...(address === undefined
        ? words(missing)
        : [...words(`${name}: `), { type: 'link' as const, url: address }]),
    ),
  )
  const texts = lines.map(({ name, address, missing }) =>
    address === undefined ? missing : `${name}: ${address}`,
  )
  return {
    ...rendered,
    text: `${rendered.text}\n${escaped(texts.join('\n'))}`,
    blocks: [...rendered.blocks, ...richText(...sections)],
  }
}
