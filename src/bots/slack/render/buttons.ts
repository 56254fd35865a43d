import type { types } from '@slack/bolt'
import { type CommandLink, commandLinkText, readCommandLink } from '../../../core/message/command-link.ts'
import type { Button } from '../../../core/message/message.ts'
import { say } from '../../../core/text/say.ts'
import { isBlank, onOneLine, parseJson, shortened } from '../../../core/text/text.ts'
import { limits } from './limits.ts'

/** Prefix of the action id of every button that runs a command; the number after it only makes it unique. */
const prefix = 'do:'

/** The command behind a button's value; undefined if it is not one of our buttons. */
export const readPressValue = (value: string): CommandLink | undefined => readCommandLink(parseJson(value))

interface Buttons {
  blocks: types.ActionsBlock[]
  /** The buttons' commands in words, for readers who can't see buttons. */
  lines: readonly string[]
}

/** Other blocks of a message need space too. */
const blocksMax = 10

/** Number of buttons spelled out with their command; more would drown the message above them. */
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
 * Groups of buttons, each as one block, as many as fit. A button with a blank label, or whose command does not
 * fit, is left out.
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
