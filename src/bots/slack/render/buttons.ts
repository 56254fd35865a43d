import type { types } from '@slack/bolt'
import { type CommandLink, commandLinkText, readCommandLink } from '../../../core/message/command-link.ts'
import type { Button } from '../../../core/message/message.ts'
import { say } from '../../../core/text/say.ts'
import { isBlank, onOneLine, parseJson, shortened } from '../../../core/text/text.ts'
import { limits } from './limits.ts'

/** Begins the action id of every button that asks for a command; the number behind it only tells it from the others. */
const prefix = 'do:'

/** What a button with this value asks for; undefined where it is none of ours. */
export const readPressValue = (value: string): CommandLink | undefined => readCommandLink(parseJson(value))

interface Buttons {
  blocks: types.ActionsBlock[]
  /** What the buttons ask for, in words: for whoever cannot see them. */
  lines: readonly string[]
}

/** Other blocks of a message need room too. */
const blocksMax = 10

/**
 * So many buttons are told each with what it asks for; more would drown the message that they stand under.
 */
const toldMax = 2

const linesOf = (shown: readonly { label: string; commandLink: CommandLink }[]): readonly string[] => {
  if (shown.length <= toldMax)
    return shown.map(({ label, commandLink }) => `${label}: ${commandLinkText(commandLink)}`)
  const labels = shown.map(({ label }) => label).join(', ')
  return [say('Buttons: {{labels}}. How to type the same: /help jobs.', { labels })]
}

const fittingOf = (buttons: readonly Button[]) =>
  buttons
    .map(({ label, style, commandLink }) => ({
      label: shortened(onOneLine(label), limits.buttonText),
      style,
      commandLink,
      value: JSON.stringify(commandLink),
    }))
    .filter(({ label, value }) => !isBlank(label) && value.length <= limits.buttonValue)
    .slice(0, limits.actionsElements)

/**
 * Groups of buttons, each as one block, as many as fit. One without a word on it, or whose request does not
 * fit on it, is left out.
 */
export const buttonsOf = (groups: readonly (readonly Button[])[]): Buttons => {
  const fitting = groups
    .map(fittingOf)
    .filter((buttons) => buttons.length > 0)
    .slice(0, blocksMax)
  const blocks = fitting.map(
    (buttons, block): types.ActionsBlock => ({
      type: 'actions',
      elements: buttons.map(
        ({ label, style, value }, index): types.Button => ({
          type: 'button',
          action_id: `${prefix}${block === 0 ? '' : `${block}.`}${index}`,
          text: { type: 'plain_text', text: label, emoji: false },
          value,
          ...(style === 'danger' && { style }),
        }),
      ),
    }),
  )
  return { blocks, lines: linesOf(fitting.flat()) }
}
