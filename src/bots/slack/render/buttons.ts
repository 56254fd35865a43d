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
  return [say('Buttons: {{labels}}. To type them instead, see /help jobs.', { labels })]
}

/**
 * Groups of buttons, each as one block, as many as fit. A button with a blank label, or whose command does not
 * fit, is left out.
 */
export const buttonsOf = (groups: readonly (readonly Button[])[]): Buttons => {
  const blocks: types.ActionsBlock[] = []
  const shown: { label: string; commandLink: CommandLink }[] = []
  for (const buttons of groups) {
    const elements: types.Button[] = []
    for (const { label: written, style, commandLink } of buttons) {
      const label = shortened(onOneLine(written), limits.buttonText)
      const value = JSON.stringify(commandLink)
      if (isBlank(label) || value.length > limits.buttonValue) continue
      shown.push({ label, commandLink })
      elements.push({
        type: 'button',
        action_id: `${prefix}${blocks.length === 0 ? '' : `${blocks.length}.`}${elements.length}`,
        text: { type: 'plain_text', text: label, emoji: false },
        value,
        ...(style === 'danger' && { style }),
      })
      if (elements.length === limits.actionsElements) break
    }
    if (elements.length > 0) blocks.push({ type: 'actions', elements })
    if (blocks.length === blocksMax) break
  }
  return { blocks, lines: linesOf(shown) }
}
