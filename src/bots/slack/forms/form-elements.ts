import type { types } from '@slack/bolt'
import { creditsMax } from '../../../core/credits.ts'
import { unreachable } from '../../../core/errors.ts'
import { type Choice, type Field, hasSeveralLines, switchesName } from '../../../core/fields/field.ts'
import { exampleText } from '../../../core/fields/field-faults.ts'
import { say, sayDeclared } from '../../../core/text/say.ts'
import { onOneLine, shortened } from '../../../core/text/text.ts'
import { timeLengthMax } from '../../../core/time.ts'
import { limits } from '../render/limits.ts'

/** Numbers that an input takes as they are; values typed in another format are not shown. */
const amountShape = /^\d+(\.\d+)?$/
const integerShape = /^-?\d+$/

/**
 * An input for a number, with the known value.
 * https://docs.slack.dev/reference/block-kit/block-elements/number-input-element
 */
const numberElement = (
  name: string,
  value: unknown,
  { shape, min, max }: { shape: RegExp; min: number; max: number },
): types.NumberInput => {
  const number = typeof value === 'number' ? String(value) : value
  const isShown = typeof number === 'string' && shape.test(number) && min <= +number && +number <= max
  return {
    type: 'number_input',
    action_id: name,
    is_decimal_allowed: shape === amountShape,
    min_value: String(min),
    max_value: String(max),
    ...(isShown && { initial_value: number }),
  }
}

/** The element in which a member enters a value. */
export type Element = types.InputBlock['element']

/** A text as it is, without Slack's emoji and markup. */
export const plain = (text: string): types.PlainTextElement => ({ type: 'plain_text', text, emoji: false })

const option = ({ value, label }: Choice): types.PlainTextOption => ({
  text: plain(shortened(onOneLine(label), limits.optionText)),
  value,
})

/** A declared choice, as it is shown. */
const said = ({ value, label }: Choice): Choice => ({ value, label: sayDeclared(label) })

/** What a menu can hold: values that are too long would come back truncated. */
export const menuOptions = (choices: readonly Choice[]): types.PlainTextOption[] =>
  choices
    .filter(({ value }) => value !== '' && value.length <= limits.optionText)
    .slice(0, limits.selectOptions)
    .map(option)

/** A text that fits in an input. */
const fittingText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' && value.length <= limits.inputValue ? value : undefined

const textElement = (
  name: string,
  { lengthMax, isLong }: { lengthMax: number; isLong: boolean },
  value: unknown,
): types.PlainTextInput => {
  const text = fittingText(value)
  return {
    type: 'plain_text_input',
    action_id: name,
    multiline: isLong,
    max_length: Math.min(Math.max(lengthMax, text?.length ?? 0), limits.inputValue), // a value that is too long can still be edited
    ...(text !== undefined && { initial_value: text }),
  }
}

/** A menu of choices, with the known one chosen. */
export const menuElement = (name: string, choices: readonly Choice[], value: unknown): Element => {
  const options = menuOptions(choices)
  const initial = options.find((candidate) => candidate.value === value)
  return {
    type: 'static_select',
    action_id: name,
    options,
    ...(initial !== undefined && { initial_option: initial }),
  }
}

/** An input for a web address, with the known one. */
export const addressElement = (name: string, value: unknown): Element => {
  const address = fittingText(value)
  const isAddress = address !== undefined && /^https?:\/\//i.test(address)
  return { type: 'url_text_input', action_id: name, ...(isAddress && { initial_value: address }) }
}

const tick = () => option({ value: 'yes', label: say('Yes') })

const yesOrNo = (): readonly Choice[] => [
  { value: 'true', label: say('Yes') },
  { value: 'false', label: say('No') },
]

const tickElement = (name: string, value: unknown): Element => ({
  type: 'checkboxes',
  action_id: name,
  options: [tick()],
  ...(value === true && { initial_options: [tick()] }),
})

/** Several switches at once; those that are on are ticked. */
export const switchesElement = (
  switches: readonly { readonly name: string; readonly field: Field }[],
  values: Readonly<Record<string, unknown>>,
): Element => {
  const options = switches.map(({ name, field: { label, help } }) => ({
    ...option({ value: name, label: sayDeclared(label) }),
    description: plain(shortened(sayDeclared(help), limits.optionText)),
  }))
  const ticked = options.filter(({ value }) => value !== undefined && values[value] === true)
  return {
    type: 'checkboxes',
    action_id: switchesName,
    options,
    ...(ticked.length > 0 && { initial_options: ticked }),
  }
}

/** A list that is searched while the member types; a value without a known label stands for itself. */
const listedElement = (name: string, value: unknown): Element => {
  const [initial] = typeof value === 'string' ? menuOptions([{ value, label: value }]) : []
  return {
    type: 'external_select',
    action_id: name,
    min_query_length: 0,
    ...(initial !== undefined && { initial_option: initial }),
  }
}

/** A Slack id, as opposed to a typed name. */
const idOf = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\w{1,32}$/.test(value) ? value : undefined

/** Budgets may be for private channels, which Slack's channel menu leaves out. */
const channelElement = (name: string, value: unknown): Element => {
  const channel = idOf(value)
  return {
    type: 'conversations_select',
    action_id: name,
    filter: { include: ['public', 'private'], exclude_bot_users: true },
    ...(channel !== undefined && { initial_conversation: channel }),
  }
}

/** The element of a field other than a clip, with its known value if it can show it. */
export const elementOf = (name: string, { control }: Field, value: unknown): Element => {
  switch (control.kind) {
    case 'text':
      return textElement(name, { lengthMax: control.lengthMax, isLong: hasSeveralLines(control) }, value)
    case 'secret':
      return textElement(name, { lengthMax: control.lengthMax, isLong: false }, undefined)
    case 'choice':
      return menuElement(name, control.choices.map(said), value)
    case 'toggle':
      return control.asChoice ? menuElement(name, yesOrNo(), String(value)) : tickElement(name, value)
    case 'credits':
      return numberElement(name, value, { shape: amountShape, min: 0, max: creditsMax })
    case 'integer':
      return {
        ...numberElement(name, value, { shape: integerShape, min: control.min, max: control.max }),
        placeholder: plain(exampleText(control)),
      }
    case 'time':
      return {
        ...textElement(name, { lengthMax: timeLengthMax, isLong: false }, value),
        placeholder: plain(exampleText(control)),
      }
    case 'listed':
      return listedElement(name, value)
    case 'group':
      return listedElement(name, idOf(value))
    case 'member': {
      const user = idOf(value)
      return { type: 'users_select', action_id: name, ...(user !== undefined && { initial_user: user }) }
    }
    case 'channel':
      return channelElement(name, value)
    case 'clip':
      throw new Error('a clip has several inputs')
    default:
      return unreachable(control)
  }
}
