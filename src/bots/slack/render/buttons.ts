import type { types } from '@slack/bolt'
import {
  type CommandLink,
  commandLinkText,
  readCommandLink,
  writeCommandId,
} from '../../../core/message/command-link.ts'
import type { Button, Buttons, Menu } from '../../../core/message/message.ts'
import { say, sayList } from '../../../core/text/say.ts'
import { isBlank, onOneLine, parseJson, shortened } from '../../../core/text/text.ts'
import { limits } from './limits.ts'

/** Prefix of the action id of every button that runs a command; the number after it only makes it unique. */
const prefix = 'do:'

/** The command behind a button's value; undefined if it is not one of our buttons. */
export const readPressValue = (value: string): CommandLink | undefined => readCommandLink(parseJson(value))

interface RenderedButtons {
  blocks: types.ActionsBlock[]
  /** The buttons' commands in words, for readers who can't see buttons. */
  lines: readonly string[]
}

const plainText = (text: string): types.PlainTextElement => ({ type: 'plain_text', text, emoji: false })

/** Other blocks of a message need space too. */
const blocksMax = 10

/** Number of buttons spelled out with their command; more would drown the message above them. */
const toldMax = 2

const linesOf = (shown: readonly { label: string; commandLink: CommandLink }[]): readonly string[] => {
  if (shown.length <= toldMax)
    return shown.map(({ label, commandLink }) => onOneLine(`${label}: ${commandLinkText(commandLink)}`))
  const labels = sayList(
    shown.map(({ label }) => label),
    'unit',
  )
  return [say('Buttons: {{labels}}. To type them instead, see /help.', { labels })]
}

/** A menu of commands, beside the buttons. */
const menuOf = (actionId: string, { label, entries }: Menu): types.StaticSelect | undefined => {
  const options = entries.flatMap((entry) => {
    const text = shortened(onOneLine(entry.label), limits.optionText)
    const value = writeCommandId(entry.commandLink, limits.optionText)
    return value === undefined || isBlank(text)
      ? []
      : [{ option: { text: plainText(text), value }, isChosen: entry.isChosen === true }]
  })
  if (options.length === 0) return undefined
  const shown = options.slice(0, limits.selectOptions)
  const chosen = shown.find(({ isChosen }) => isChosen)?.option
  return {
    type: 'static_select',
    action_id: actionId,
    placeholder: plainText(shortened(onOneLine(label), limits.placeholder)),
    options: shown.map(({ option }) => option),
    ...(chosen !== undefined && { initial_option: chosen }),
  }
}

/**
 * Groups of buttons, each as one block with its menus, as many as fit. A menu's entry whose command is too long for a
 * menu is a button. A button with a blank label, or whose command does not fit, is left out.
 */
export const buttonsOf = (groups: readonly Omit<Buttons, 'kind'>[]): RenderedButtons => {
  const blocks: types.ActionsBlock[] = []
  const lines: { label: string; commandLink: CommandLink }[] = []
  for (const { buttons, more = [], moreLabel = say('More'), menus = [] } of groups) {
    const elements: (types.Button | types.StaticSelect)[] = []
    const actionId = () => `${prefix}${blocks.length === 0 ? '' : `${blocks.length}.`}${elements.length}`
    const all = [{ label: moreLabel, entries: more }, ...menus].filter(({ entries }) => entries.length > 0)
    const room = limits.actionsElements - all.length
    const tooLong = all.flatMap(({ entries }): readonly Button[] =>
      entries.flatMap(({ label, commandLink }) =>
        writeCommandId(commandLink, limits.optionText) === undefined
          ? { label, style: 'plain', commandLink }
          : [],
      ),
    )
    for (const button of [...buttons, ...tooLong]) {
      const label = shortened(onOneLine(button.label), limits.buttonText)
      const value = JSON.stringify(button.commandLink)
      if (isBlank(label) || value.length > limits.buttonValue) continue
      lines.push({ label, commandLink: button.commandLink })
      elements.push({
        type: 'button',
        action_id: actionId(),
        text: plainText(label),
        value,
        ...(button.style === 'danger' && { style: button.style }),
      })
      if (elements.length === room) break
    }
    for (const each of all) {
      const menu = menuOf(actionId(), each)
      if (menu === undefined) continue
      elements.push(menu)
      const shown = new Set(menu.options?.map(({ value }) => value))
      for (const { label, commandLink } of each.entries)
        if (shown.has(writeCommandId(commandLink, limits.optionText))) lines.push({ label, commandLink })
    }
    if (elements.length > 0) blocks.push({ type: 'actions', elements })
    if (blocks.length === blocksMax) break
  }
  return { blocks, lines: linesOf(lines) }
}
