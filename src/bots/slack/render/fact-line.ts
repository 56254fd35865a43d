import type { types } from '@slack/bolt'
import { labelGap } from '../../../core/job-id.ts'
import type {
  Fact,
  FactPiece,
  FactValue,
  Line,
  LineFact,
  MessageLink,
  Moment,
  Reference,
  WebLink,
} from '../../../core/message/message.ts'
import { momentText } from '../../../core/text/moment.ts'
import { say } from '../../../core/text/say.ts'
import { isBlank, isolated, onOneLine, shortened } from '../../../core/text/text.ts'
import { limits } from './limits.ts'
import { escaped, fitting, section, type TextBudget, words } from './rich-text.ts'

const labelLength = 150

const referenceElement = ({ kind, id }: Reference): types.RichTextElement => {
  switch (kind) {
    case 'member':
      return { type: 'user', user_id: id }
    case 'channel':
      return { type: 'channel', channel_id: id }
    case 'group':
      return { type: 'usergroup', usergroup_id: id }
  }
}

/** A message's address begins with its workspace's name, which we do not know, so its channel is shown. */
const placeOf = ({ message: { channel } }: MessageLink): Reference => ({ kind: 'channel', id: channel })

/** Half an address leads nowhere, so it is shown whole or not at all. */
const webLink = (textBudget: TextBudget, { url }: WebLink): types.RichTextElement[] => {
  const address = URL.canParse(url) ? new URL(url).href : undefined
  if (address === undefined || address.length > Math.min(textBudget.left, limits.sectionField)) return []
  textBudget.left -= address.length
  return [{ type: 'link', url: address }]
}

/** Whether a text can be an id of Slack's. */
export const slackId = /^[A-Z][A-Z0-9]{2,30}$/

/** https://docs.slack.dev/messaging/formatting-message-text#date-formatting */
const momentFormat = ({ isSoon }: Moment): string => {
  if (isSoon === undefined) return say('{date_short_pretty} at {time} ({ago})')
  return isSoon ? '{ago}' : say('{date_short_pretty} at {time}')
}

/** A date for each reader's own zone; the fallback is for clients that can't show it. */
const dateElement = (textBudget: TextBudget, moment: Moment): types.RichTextElement => {
  const fallback = momentText(moment.atMs)
  textBudget.left -= fallback.length
  const timestamp = Math.round(moment.atMs / 1000)
  return { type: 'date', timestamp, format: momentFormat(moment), fallback }
}

/** Anything that is not a Slack id is shown as text. */
const pieceElements = (textBudget: TextBudget, given: FactPiece): types.RichTextElement[] => {
  if (typeof given === 'string') return words(fitting(textBudget, onOneLine(given), limits.sectionField))
  if ('atMs' in given) return [dateElement(textBudget, given)]
  if (given.kind === 'break') return words(fitting(textBudget, '\n', 1))
  if (given.kind === 'link') return webLink(textBudget, given)
  const piece = given.kind === 'message' ? placeOf(given) : given
  if (!slackId.test(piece.id)) return words(fitting(textBudget, onOneLine(piece.id), limits.sectionField))
  if (piece.id.length > textBudget.left) return []
  textBudget.left -= piece.id.length
  return [referenceElement(piece)]
}

const isMoment = (value: FactValue): value is Moment => typeof value === 'object' && 'atMs' in value

/**
 * One line each, so that no value can look like the next fact.
 */
const factValue = (textBudget: TextBudget, value: FactValue): types.RichTextElement[] => {
  if (typeof value === 'string') return words(fitting(textBudget, onOneLine(value), limits.sectionField))
  if (!isMoment(value)) return value.flatMap((piece) => pieceElements(textBudget, piece))
  return [dateElement(textBudget, value)]
}

const hasLines = (value: FactValue): boolean =>
  Array.isArray(value) &&
  value.some((piece) => typeof piece === 'object' && 'kind' in piece && piece.kind === 'break')

/** A fact with its label in bold: a one-line value follows it, a longer one goes below it. */
export const factLine = (textBudget: TextBudget, { label, value }: Fact): types.RichTextSection[] => {
  const name = fitting(textBudget, onOneLine(label), labelLength)
  const gap = hasLines(value) ? '\n' : ': '
  const line = [...words(name === '' ? '' : `${name}${gap}`, { bold: true }), ...factValue(textBudget, value)]
  return line.length === 0 ? [] : [section(...line)]
}

/** A longer value would push the rest of its line out of sight. */
const lineValueMax = 300

const referenceSigns = { member: '@', channel: '#', group: '!subteam^' } as const

/** https://docs.slack.dev/messaging/formatting-message-text#linking-urls */
const linkMarkup = ({ url, label }: WebLink): string => {
  if (!URL.canParse(url)) return ''
  const { href } = new URL(url)
  return label === undefined ? `<${href}>` : `<${href}|${escaped(onOneLine(label))}>`
}

const markup = (value: Exclude<LineFact['value'], string>): string => {
  if (!isMoment(value)) {
    const [piece] = value
    if (piece.kind === 'link') return linkMarkup(piece)
    const { kind, id } = piece.kind === 'message' ? placeOf(piece) : piece
    return slackId.test(id) ? `<${referenceSigns[kind]}${id}>` : ''
  }
  const seconds = Math.round(value.atMs / 1000)
  return `<!date^${seconds}^${momentFormat(value)}|${momentText(value.atMs)}>`
}

type Part = types.PlainTextElement | types.MrkdwnElement

/** `verbatim` keeps Slack from making links of words. */
const markupPart = (text: string): Part => ({ type: 'mrkdwn', text, verbatim: true })

const separator = ' ·'

/** What Slack could read as markup: unlike angle brackets, it can't be escaped. */
const markupLike = /[*_~`]|:[^\s:]+:|^[>＞]/

/** A text beside markup is markup too, so that both are one line, unless it could then look different. */
const textPart = (textBudget: TextBudget, text: string, isBesideMarkup: boolean): Part => {
  const added = escaped(text).length - text.length
  if (!isBesideMarkup || markupLike.test(text) || added > textBudget.left)
    return { type: 'plain_text', text: isolated(text), emoji: false }
  textBudget.left -= added
  return markupPart(isolated(escaped(text)))
}

const factParts = (
  textBudget: TextBudget,
  { label, value }: LineFact,
  isBesideMarkup: boolean,
): readonly Part[] => {
  textBudget.left -= separator.length + 1
  const gap = labelGap(typeof value === 'string' ? value : '')
  const name = label === '' ? '' : fitting(textBudget, `${onOneLine(label)}${gap}`, labelLength)
  if (typeof value === 'string') {
    const text = shortened(onOneLine(value), lineValueMax)
    return [textPart(textBudget, fitting(textBudget, `${name}${text}`, limits.sectionField), isBesideMarkup)]
  }
  const text = `${escaped(name)}${markup(value)}`
  const added = text.length - name.length
  const isFitting = added <= textBudget.left
  textBudget.isShort ||= !isFitting
  if (!isFitting || markup(value) === '') return []
  textBudget.left -= added
  return [markupPart(text)]
}

/** As few elements as possible: Slack sets each apart, and breaks lines between them. */
const joined = (parts: readonly Part[]): readonly Part[] => {
  const elements: Part[] = []
  for (const part of parts) {
    const last = elements.pop()
    const before = last === undefined ? '' : `${last.text}${separator}`
    const text = last === undefined ? part.text : `${before} ${part.text}`
    if (last !== undefined && (last.type !== part.type || text.length > limits.textObject - separator.length))
      elements.push({ ...last, text: before }, part)
    else elements.push({ ...part, text })
  }
  return elements
}

/** Small print, with the requester after what was requested. */
export const smallPrint = (
  textBudget: TextBudget,
  lines: readonly Line[],
  asker: readonly string[],
): types.KnownBlock[] => {
  const facts = lines.flatMap(({ facts }) => facts)
  const hasMarkup = facts.some(({ value }) => typeof value !== 'string')
  const parts = facts.flatMap((fact, index) => [
    ...factParts(textBudget, fact, hasMarkup),
    ...(index === 0 ? asker : []).map((name) =>
      textPart(textBudget, shortened(name, lineValueMax), hasMarkup),
    ),
  ])
  const elements = joined(parts.filter(({ text }) => !isBlank(text)))
  return elements.length === 0
    ? []
    : [{ type: 'context', elements: elements.slice(0, limits.contextElements) }]
}
