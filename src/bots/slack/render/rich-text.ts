import type { types } from '@slack/bolt'
import { shortened } from '../../../core/text/text.ts'

/** A text in Slack's markup. https://docs.slack.dev/messaging/formatting-message-text#escaping */
export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/**
 * Texts by others appear in rich text, which interprets no markup, mentions, emoji names or links; in small print see
 * `textPart`.
 * https://docs.slack.dev/reference/block-kit/blocks/rich-text-block
 */
export const words = (text: string, style?: { bold: true }): types.RichTextElement[] =>
  text === '' ? [] : [{ type: 'text', text, ...(style !== undefined && { style }) }]

/** One line or paragraph. */
export const section = (...elements: types.RichTextElement[]): types.RichTextSection => ({
  type: 'rich_text_section',
  elements,
})

/** A block of such lines; none without any. */
export const richText = (...elements: types.RichTextBlockElement[]): types.RichTextBlock[] =>
  elements.length === 0 ? [] : [{ type: 'rich_text', elements }]

/** How many characters remain of what a message's blocks may hold together. */
export interface TextBudget {
  left: number
  isShort: boolean
}

/** As much of a text as the budget allows, at most `max` characters, deducted from the budget. */
export const fitting = (textBudget: TextBudget, text: string, max: number): string => {
  const shown = shortened(text, Math.min(max, textBudget.left))
  textBudget.left -= shown.length
  textBudget.isShort ||= shown === '' && text !== ''
  return shown
}
