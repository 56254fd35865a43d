import type { APIEmbed, APIEmbedField } from 'discord.js'
import type { FileSource, RemoteFile } from '../../../core/clip/download.ts'
import { unreachable } from '../../../core/errors.ts'
import { labelGap } from '../../../core/job-id.ts'
import type {
  Buttons,
  Fact,
  FactPiece,
  FactValue,
  Line,
  LineFact,
  Quote,
  Reference,
  ResultMessage,
  Tone,
} from '../../../core/message/message.ts'
import { say } from '../../../core/text/say.ts'
import {
  isBlank,
  isExtensionAlone,
  isolated,
  neutralTexts,
  onOneLine,
  shortened,
} from '../../../core/text/text.ts'
import { type ButtonRow, buttonRows } from './buttons.ts'
import { limits } from './limits.ts'
import { messageLink, webLink } from './links.ts'

/** A file sent with a message: read from the service, or written by us. */
export interface Upload {
  name: string
  description: string
  source: FileSource
  /** Whether it is covered until a reader clicks it. */
  isSpoiler?: true
}

/** A message in Discord's form, and the files that it refers to. */
export interface RenderedMessage {
  content: string
  /** Small print below the content, complete however much of the content is cut. */
  below: string
  embeds: APIEmbed[]
  /** Present even if empty: an edit without it would leave the old ones. */
  components: ButtonRow[]
  uploads: readonly Upload[]
  /** The only member that the content may notify. */
  mentions?: string
}

const colors = {
  working: 0x5865f2,
  done: 0x57f287,
  failed: 0xed4245,
  info: 0x99aab5,
} as const satisfies Record<Tone, number>

const linkStart = /(?<=https?):(?=\/\/)|(?<=discord(?:app)?)\.(?=[a-z]+\/)/gi

/**
 * At most `max` characters of a text without its markup. Members' and the service's texts are data: their
 * markdown has no effect. Mentions are off for every message. Each mark is escaped separately, because
 * discord.js' own patterns leave some runs of marks active. In content, outside of embeds, Discord would
 * show a preview of an address, an invite or a gift, so those are escaped.
 */
export const shown = (text: string, max: number, isContent = false): string => {
  const plain = shortened(text, max) // cut first: the rest need not be searched
    .replaceAll(/[\\*_~`|[]/g, '\\$&')
    .replaceAll(/<(?=[@#:/tai])/g, '\\<') // mentions, emoji, time stamps, command and channel links
    .replaceAll(/^( *)(#{1,3} |>|-#|- )/gm, '$1\\$2') // headings, quotes, small print and lists
    .replaceAll(/^( *\d+)\.(?= )/gm, '$1\\.') // numbered lists, but not the "0.50" of an amount
  const safe = isContent ? plain.replaceAll(linkStart, '\\$&') : plain
  // The cut may fall between a backslash and the mark it escapes.
  return shortened(safe, max).replace(/(?<!\\)((?:\\\\)*)\\…$/, '$1…')
}

const referenceSigns = { member: '@', channel: '#', group: '@&' } as const satisfies Record<
  Reference['kind'],
  string
>

/** Anything that is not a Discord id is shown as text. */
const pieceText = (piece: FactPiece, max: number): string => {
  if (typeof piece === 'string' || 'atMs' in piece) return factText(piece, max)
  if (piece.kind === 'break') return max > 0 ? '\n' : ''
  if (piece.kind === 'message' || piece.kind === 'link') {
    const link = piece.kind === 'link' ? webLink(piece) : messageLink(piece)
    return link.length <= max ? link : ''
  }
  const { kind, id } = piece
  const text = /^\d+$/.test(id) ? `<${referenceSigns[kind]}${id}>` : shown(onOneLine(id), max)
  return text.length <= max ? text : ''
}

/**
 * Discord shows a timestamp in each reader's own zone, and a reference by its name. A text is one line, so that it can't
 * look like the next fact. https://docs.discord.com/developers/reference#message-formatting
 */
const factText = (value: FactValue, max: number = limits.embedFieldValue): string => {
  if (typeof value === 'string') return shown(onOneLine(value), max)
  if ('atMs' in value) {
    const seconds = Math.round(value.atMs / 1000)
    if (value.isSoon !== undefined) return `<t:${seconds}:${value.isSoon ? 'R' : 'f'}>`
    return `<t:${seconds}:f> (<t:${seconds}:R>)`
  }
  return value.reduce<string>((text, piece) => text + pieceText(piece, max - text.length), '')
}

/** A longer value, or label, would push the rest of its line out of sight. */
const lineValueMax = 300
const lineLabelMax = 50
/** The rest of a message's content is for its text and the addresses of files. */
const lineMax = 1200

const linePart = ({ label, value }: LineFact): string => {
  const text = typeof value === 'string' ? shown(value, lineValueMax, true) : factText(value, lineValueMax)
  const name = label === '' ? '' : `${shown(label, lineLabelMax, true)}${labelGap(text)}`
  return isolated(onOneLine(`${name}${text}`))
}

/**
 * Small print on one line, with the requester after what was requested. If it gets too long, options are left out:
 * what was requested and, at the end, what it cost stay.
 * https://docs.discord.com/developers/reference#message-formatting
 */
const smallPrint = (lines: readonly Line[], asker: string): string => {
  const all: string[] = []
  for (const { facts } of lines)
    for (const fact of facts) {
      const part = linePart(fact)
      if (!isBlank(part)) all.push(part)
    }
  if (asker !== '') all.splice(1, 0, isolated(asker))
  while (all.join(' · ').length > lineMax) all.splice(2, 1)
  return all.length === 0 ? '' : `-# ${all.join(' · ')}`
}

/** Facts up to this length share a row. */
const shortLength = 40

/** Discord refuses a field without text, but accepts an invisible one. */
const orInvisible = (text: string): string => (text.trim() === '' ? '\u200b' : text)

const embedField = ({ label, value }: Fact): APIEmbedField => ({
  name: orInvisible(shown(onOneLine(label), limits.embedFieldName)),
  value: orInvisible(factText(value)),
  inline: typeof value === 'string' ? value.length <= shortLength : 'atMs' in value,
})

/**
 * A name that Discord keeps unchanged: letters, digits, dots and single dashes. The extension names the
 * content, so the file plays even if nothing else is left, as with a title in another script.
 */
const fileName = (name: string): string => {
  const clean = name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[^A-Za-z0-9.]+/g, '-')
    .replace(/(?<![-.])[-.]+(?=\.)/g, '')
  return isExtensionAlone(clean, name) ? `file${clean}` : clean.slice(-100).replace(/^[-.]+/, '') || 'file'
}

const described = (text: string): string => shortened(onOneLine(text), limits.fileDescription)

const remote = ({ url, name, mark }: RemoteFile, description: string, smaller?: RemoteFile): Upload => ({
  name: fileName(name),
  description: described(description),
  source: {
    kind: 'remote',
    url,
    mark,
    ...(smaller !== undefined && { smaller: { ...smaller, name: fileName(smaller.name) } }),
  },
})

/**
 * A heading with the lines of a quotation below it, set apart from its surroundings, or covered: no mark in them can end
 * a spoiler. https://docs.discord.com/developers/reference#message-formatting
 */
const quoted = ({ title, text }: Quote, isSpoiler: boolean): string => {
  if (text.trim() === '') return ''
  const heading = `\n**${shown(onOneLine(title), limits.embedFieldName)}**\n`
  const lines = shown(text, limits.embedDescription)
  return isSpoiler ? `${heading}||${lines}||\n` : `${heading}> ${lines.replaceAll('\n', '\n> ')}\n`
}

/**
 * The embeds of a message: one, and more for facts that don't fit in it, up to Discord's limits. Facts go
 * before notes.
 */
const embedsOf = (
  color: number,
  facts: readonly APIEmbedField[],
  notes: readonly string[],
  thumbnail: string | undefined,
): APIEmbed[] => {
  const fields: APIEmbedField[] = []
  let left: number = limits.embedTotal
  for (const field of facts.slice(0, limits.embedFields * limits.embeds)) {
    const length = field.name.length + field.value.length
    if (length > left) break
    left -= length
    fields.push(field)
  }
  const cut = shortened(notes.join('\n').trim(), Math.min(limits.embedDescription, left))
  // A spoiler that was cut is closed again.
  const isOpen = cut.split('||').length % 2 === 0
  const description = isOpen ? `${cut.slice(0, -2).replace(/(?<!\\)\\+$/, '')}||` : cut
  if (fields.length === 0 && description === '' && thumbnail === undefined) return []
  const embeds: APIEmbed[] = [
    {
      color,
      ...(description !== '' && { description }),
      ...(fields.length > 0 && { fields: fields.slice(0, limits.embedFields) }),
      ...(thumbnail !== undefined && { thumbnail: { url: `attachment://${thumbnail}` } }),
    },
  ]
  for (let from = limits.embedFields; from < fields.length; from += limits.embedFields)
    embeds.push({ color, fields: fields.slice(from, from + limits.embedFields) })
  return embeds
}

/**
 * Renders a message for Discord: the text as content with its line below it, facts, notes and cover as an embed,
 * audio and documents as files. A picture in an embed can't be covered, so the cover of a spoiler is a file like others.
 */
export const render = (message: ResultMessage): RenderedMessage => {
  const { text, tone, blocks, askedBy, mentions, isSpoiler = false } = neutralTexts(message)
  const facts: APIEmbedField[] = []
  const notes: string[] = []
  const uploads: Upload[] = []
  const buttons: Buttons[] = [] // each begins a new row
  const lines: Line[] = []
  let cover: string | undefined
  for (const block of blocks) {
    switch (block.kind) {
      case 'facts':
        facts.push(...block.facts.map(embedField))
        break
      case 'line':
        lines.push(block)
        break
      case 'note':
        notes.push(shown(block.text, limits.embedDescription))
        break
      case 'quote':
        notes.push(quoted(block, isSpoiler))
        break
      case 'audio':
      case 'file':
        uploads.push(remote(block.file, block.title, 'smaller' in block ? block.smaller : undefined))
        break
      case 'cover':
        uploads.push(remote(block.file, block.description))
        if (!isSpoiler) cover = uploads.at(-1)?.name
        break
      case 'document':
      case 'written':
      case 'sound':
      case 'picture':
        uploads.push({
          name: fileName(block.name),
          description: described(block.kind === 'picture' ? block.description : (block.title ?? block.name)),
          source:
            block.kind === 'document'
              ? { kind: 'text', text: block.text }
              : { kind: 'bytes', data: block.data, gzipped: 'gzipped' in block ? block.gzipped : undefined },
        })
        break
      case 'chart': // only for platforms that draw them
      case 'table':
        break
      case 'buttons':
        buttons.push(block)
        break
      default:
        unreachable(block)
    }
  }
  if (isSpoiler) for (const upload of uploads) upload.isSpoiler = true
  // Discord shows the mention as a name. Mentions are off for every message, so nobody is notified.
  // https://docs.discord.com/developers/resources/message#allowed-mentions-object
  const asker =
    askedBy === undefined || !/^\d+$/.test(askedBy) ? '' : say('by {{name}}', { name: `<@${askedBy}>` })
  const small = smallPrint(lines, asker)
  // Beside its cover a result is described; without one a line below the text is enough.
  const below = cover === undefined && small !== '' ? `\n${small}` : ''
  const isMention = mentions !== undefined && /^\d+$/.test(mentions)
  return {
    content: `${isMention ? `<@${mentions}> ` : ''}${shown(text, limits.content - below.length, true)}`,
    ...(isMention && { mentions }),
    below,
    embeds: embedsOf(colors[tone], facts, [...(cover === undefined ? [] : [small]), ...notes], cover),
    components: buttonRows(buttons),
    uploads: uploads.slice(0, limits.files),
  }
}
