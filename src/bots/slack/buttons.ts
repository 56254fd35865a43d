import type { types } from '@slack/bolt'
import { type Asked, askedText, readAsked } from '../../core/asked.ts'
import { isBlank } from '../../core/field.ts'
import { parseJson } from '../../core/json.ts'
import type { Button } from '../../core/message.ts'
import { onOneLine, shortened } from '../../core/text.ts'
import { limits } from './limits.ts'

const prefix = 'do:'

/** Whether an action id is that of a button that asks for a command; the number in it only tells it from the others. */
export const isPressId = (actionId: string): boolean => actionId.startsWith(prefix)

/** What a button with this value asks for; undefined where it is none of ours. */
export const readPressValue = (value: string): Asked | undefined => readAsked(parseJson(value))

interface Buttons {
  blocks: types.ActionsBlock[]
  /** What the buttons ask for, in words: for whoever cannot see them. */
  lines: readonly string[]
}

/** Buttons as one block, as many as fit. One without a word on it, or whose request does not fit on it, is left out. */
export const buttonsOf = (buttons: readonly Button[]): Buttons => {
  const fitting = buttons
    .map(({ label, style, asks }) => ({
      label: shortened(onOneLine(label), limits.buttonText),
      style,
      asks,
      value: JSON.stringify(asks),
    }))
    .filter(({ label, value }) => !isBlank(label) && value.length <= limits.buttonValue)
    .slice(0, limits.actionsElements)
  if (fitting.length === 0) return { blocks: [], lines: [] }
  const elements = fitting.map(
    ({ label, style, value }, index): types.Button => ({
      type: 'button',
      action_id: `${prefix}${index}`,
      text: { type: 'plain_text', text: label, emoji: false },
      value,
      ...(style === 'danger' && { style }),
    }),
  )
  return {
    blocks: [{ type: 'actions', elements }],
    lines: fitting.map(({ label, asks }) => `${label}: ${askedText(asks)}`),
  }
}
