import { type APILabelComponent, ComponentType, SelectMenuDefaultValueType, TextInputStyle } from 'discord.js'
import type { Form } from '../../../core/command/answer.ts'
import { unreachable } from '../../../core/errors.ts'
import { type Choice, type Control, type Field, hasSeveralLines } from '../../../core/fields/field.ts'
import { exampleText } from '../../../core/fields/field-faults.ts'
import { declared, say, sayDeclared, sayList } from '../../../core/text/say.ts'
import { shortened } from '../../../core/text/text.ts'
import { timeLengthMax } from '../../../core/time.ts'
import { limits } from '../render/limits.ts'
import { askedInChannelTypes } from '../setup/commands.ts'
import { clipParts } from './form-clip-parts.ts'
import { type FormField, labelled, pickSpan } from './form-part.ts'

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

const fits = (text: string): boolean => text.length <= limits.modalText

const presetText = (value: unknown): string => {
  const text = textOf(value)
  return fits(text) ? text : ''
}

const textLengthMax = (lengthMax: number): number => Math.min(lengthMax, limits.modalText)

const exampleOf = ({ control }: Field): string | undefined =>
  control.kind === 'integer' || control.kind === 'time' ? exampleText(control) : undefined

const textPart = ({ name, field, value }: FormField, lengthMax: number, style: TextInputStyle) => {
  const text = presetText(value)
  const example = exampleOf(field)
  return labelled(field, {
    type: ComponentType.TextInput,
    custom_id: name,
    style,
    max_length: textLengthMax(Math.max(lengthMax, text.length)), // what is too long is to be mended
    required: field.required,
    ...(text !== '' && { value: text }),
    ...(example !== undefined && { placeholder: shortened(example, limits.modalPlaceholder) }),
  })
}

const choicePart = ({ name, field, value }: FormField, choices: readonly Choice[]) =>
  labelled(field, {
    type: ComponentType.StringSelect,
    custom_id: name,
    ...pickSpan(field.required),
    options: choices.map((choice) => ({
      label: shortened(sayDeclared(choice.label), limits.selectOptionText),
      value: choice.value,
      ...(choice.value === String(value) && { default: true }),
    })),
  })

const yesOrNo: readonly Choice[] = [
  { value: 'true', label: declared('Yes') },
  { value: 'false', label: declared('No') },
]

const isId = (value: unknown): value is string => typeof value === 'string' && /^\d+$/.test(value)

/** What is picked already, where it is an id; a name that was typed cannot be picked. */
const picked = <T extends SelectMenuDefaultValueType>(value: unknown, type: T) =>
  isId(value) ? { default_values: [{ id: value, type }] } : {}

const memberPart = ({ name, field, value }: FormField) =>
  labelled(field, {
    type: ComponentType.UserSelect,
    custom_id: name,
    ...pickSpan(field.required),
    ...picked(value, SelectMenuDefaultValueType.User),
  })

const channelPart = ({ name, field, value }: FormField) =>
  labelled(field, {
    type: ComponentType.ChannelSelect,
    custom_id: name,
    channel_types: [...askedInChannelTypes],
    ...pickSpan(field.required),
    ...picked(value, SelectMenuDefaultValueType.Channel),
  })

const rolePart = ({ name, field, value }: FormField) =>
  labelled(field, {
    type: ComponentType.RoleSelect,
    custom_id: name,
    ...pickSpan(field.required),
    ...picked(value, SelectMenuDefaultValueType.Role),
  })

/** The name of the part that takes several switches at once. A field's name has no colon. */
export const switchesName = ':switches'

/** Whether a field is a switch that may be left alone; several such are one part. */
export const isSwitch = ({ control, required }: Field): boolean =>
  control.kind === 'toggle' && !control.asChoice && !required

/** Several switches as one part, from which all that are on are picked. */
export const switchesPart = (switches: readonly FormField[]): APILabelComponent => ({
  type: ComponentType.Label,
  label: shortened(sayList(switches.map(({ field }) => sayDeclared(field.label))), limits.modalLabel),
  description: say('Pick all that you want.'),
  component: {
    type: ComponentType.StringSelect,
    custom_id: switchesName,
    required: false,
    min_values: 0,
    max_values: switches.length,
    options: switches.map(({ name, field, value }) => ({
      label: shortened(sayDeclared(field.label), limits.selectOptionText),
      description: shortened(sayDeclared(field.help), limits.selectOptionText),
      value: name,
      ...(value === true && { default: true }),
    })),
  },
})

/** The name of the part that asks for the next page, and what is picked from it. */
export const moreName = ':more'

const sendText = (kept: readonly string[]): string =>
  kept.length === 0
    ? say('Send it like this')
    : say('Send it like this. Kept as it is: {{kept}}', { kept: kept.join(', ') })

/**
 * What leads to the options that found no room: `others` are their labels, `kept` what is sent along of them
 * without going there.
 */
export const morePart = (others: readonly string[], kept: readonly string[]): APILabelComponent => ({
  type: ComponentType.Label,
  label: say('More options'),
  description: shortened(sayList(others), limits.modalDescription),
  component: {
    type: ComponentType.StringSelect,
    custom_id: moreName,
    required: false,
    min_values: 0,
    placeholder: shortened(sendText(kept), limits.selectPlaceholder),
    options: [{ label: say('Choose these before it is sent'), value: moreName }],
  },
})

/**
 * An amount has at most a million credits and six decimals; what is over that is told by the field itself.
 */
const amountLengthMax = 20

const styleOf = (control: Extract<Control, { kind: 'text' }>): TextInputStyle =>
  hasSeveralLines(control) ? TextInputStyle.Paragraph : TextInputStyle.Short

/** The parts of a form that ask for one field. */
export const partsFor = (asked: FormField, { clips }: Form): readonly APILabelComponent[] => {
  const { control } = asked.field
  switch (control.kind) {
    case 'text':
      return [textPart(asked, control.lengthMax, styleOf(control))]
    case 'listed':
      return [textPart(asked, control.lengthMax, TextInputStyle.Short)]
    case 'credits':
    case 'integer':
      return [textPart(asked, amountLengthMax, TextInputStyle.Short)]
    case 'time':
      return [textPart(asked, timeLengthMax, TextInputStyle.Short)]
    case 'choice':
      return [choicePart(asked, control.choices)]
    case 'toggle':
      return [choicePart(asked, yesOrNo)]
    case 'member':
      return [memberPart(asked)]
    case 'channel':
      return [channelPart(asked)]
    case 'group':
      return [rolePart(asked)]
    case 'clip':
      return clipParts(asked, clips)
    default:
      return unreachable(control)
  }
}

/** A text that the form has no room for stays in the draft: cut short it would be sent so. */
export const fitsIn = (control: Control, value: unknown): boolean =>
  !('lengthMax' in control) || fits(textOf(value))
