import type { types } from '@slack/bolt'
import type {
  Fact,
  FactPiece,
  FactValue,
  MessageLink,
  Reference,
  WebLink,
} from '../../../core/message/message.ts'
import { momentText } from '../../../core/text/moment.ts'
import { say } from '../../../core/text/say.ts'
import { onOneLine } from '../../../core/text/text.ts'
import { limits } from './limits.ts'
import { fitting, section, type TextBudget, words } from './rich-text.ts'

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

/** Anything that is not a Slack id is shown as text. */
const pieceElements = (textBudget: TextBudget, given: FactPiece): types.RichTextElement[] => {
  if (typeof given === 'string') return words(fitting(textBudget, onOneLine(given), limits.sectionField))
  if (given.kind === 'break') return words(fitting(textBudget, '\n', 1))
  if (given.kind === 'link') return webLink(textBudget, given)
  const piece = given.kind === 'message' ? placeOf(given) : given
  if (!/^[A-Z][A-Z0-9]{2,30}$/.test(piece.id))
    return words(fitting(textBudget, piece.id, limits.sectionField))
  if (piece.id.length > textBudget.left) return []
  textBudget.left -= piece.id.length
  return [referenceElement(piece)]
}

/**
 * One line each, so that no value can look like the next fact. Slack shows a time in each reader's own zone;
 * the fallback is for clients that can't.
 */
const factValue = (textBudget: TextBudget, value: FactValue): types.RichTextElement[] => {
  if (typeof value === 'string') return words(fitting(textBudget, onOneLine(value), limits.sectionField))
  if (!('atMs' in value)) return value.flatMap((piece) => pieceElements(textBudget, piece))
  const fallback = momentText(value.atMs)
  textBudget.left -= fallback.length
  const timestamp = Math.round(value.atMs / 1000)
  return [{ type: 'date', timestamp, format: say('{date_short_pretty} at {time} ({ago})'), fallback }]
}

const hasLines = (value: FactValue): boolean =>
  Array.isArray(value) && value.some((piece) => typeof piece === 'object' && piece.kind === 'break')

/** A fact with its label in bold: a one-line value follows it, a longer one goes below it. */
export const factLine = (textBudget: TextBudget, { label, value }: Fact): types.RichTextSection[] => {
  const name = fitting(textBudget, label, labelLength)
  const gap = hasLines(value) ? '\n' : ': '
  const line = [...words(name === '' ? '' : `${name}${gap}`, { bold: true }), ...factValue(textBudget, value)]
  return line.length === 0 ? [] : [section(...line)]
}
