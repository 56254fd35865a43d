import {
  type APIComponentInLabel,
  type APILabelComponent,
  ComponentType,
  SelectMenuDefaultValueType,
  TextInputStyle,
} from 'discord.js'
import type { Form } from '../../../core/command/answer.ts'
import { starterName } from '../../../core/command/starters.ts'
import { unreachable } from '../../../core/errors.ts'
import {
  type Choice,
  type Control,
  type Field,
  hasSeveralLines,
  switchesName,
} from '../../../core/fields/field.ts'
import { isWebAddress } from '../../../core/fields/field-builders.ts'
import { exampleText, secretHelp } from '../../../core/fields/field-faults.ts'
import { declared, say, sayDeclared, sayList } from '../../../core/text/say.ts'
import { onOneLine, shortened } from '../../../core/text/text.ts'
import { timeLengthMax } from '../../../core/time.ts'
import { clipFileTypes } from '../incoming/clips.ts'
import { limits } from '../render/limits.ts'
import { askedInChannelTypes } from '../setup/commands.ts'

/** A field with its name, and what is known of its value. */
export interface FormField {
  name: string
  field: Field
  value: unknown
  isMissing: boolean
}

const helpOf = (field: Field): string =>
  field.control.kind === 'secret' ? secretHelp(field) : sayDeclared(field.help)

/** A part under its field's name and help, or under its own. */
const labelled = (
  field: Field,
  component: APIComponentInLabel,
  { name = sayDeclared(field.label), help = helpOf(field) } = {},
): APILabelComponent => ({
  type: ComponentType.Label,
  label: shortened(name, limits.modalLabel),
  description: shortened(help, limits.modalDescription),
  component,
})

/** An optional menu also accepts no pick. */
const pickSpan = (required: boolean) => (required ? { required } : { required, min_values: 0 })

/** The name of the part for uploading a clip; the part to pick from has the clip's own name. */
export const uploadName = (name: string): string => `${name}_upload`

/** Stands for a known clip that is not on offer, such as an address. No clip has this id. */
export const knownClip = ':known'

const isAddress = (value: unknown): value is string => typeof value === 'string' && isWebAddress(value.trim())

/** The clips to pick from, including the known one, and which one that is. */
const clipChoices = (
  value: unknown,
  clips: readonly Choice[],
): { choices: readonly Choice[]; chosen: string | undefined } => {
  const choices = clips.slice(0, limits.selectOptions)
  const known = clips.find((choice) => choice.value === value)
  if (known !== undefined && choices.includes(known)) return { choices, chosen: known.value }
  const label = known?.label ?? (isAddress(value) ? value.trim() : undefined)
  return label === undefined
    ? { choices, chosen: undefined }
    : {
        choices: [{ value: knownClip, label }, ...choices.slice(0, limits.selectOptions - 1)],
        chosen: knownClip,
      }
}

const clipChoicePart = (
  { name, field }: FormField,
  { choices, chosen }: ReturnType<typeof clipChoices>,
): APILabelComponent => {
  const menu: APIComponentInLabel = {
    type: ComponentType.StringSelect,
    custom_id: name,
    ...pickSpan(false),
    options: choices.map(({ label, value }) => ({
      label: shortened(onOneLine(label), limits.selectOptionText),
      value,
      ...(value === chosen && { default: true }),
    })),
  }
  if (!field.required || chosen !== undefined) return labelled(field, menu)
  return labelled(field, menu, {
    help: say('{{help}}. Pick one here or upload one.', { help: sayDeclared(field.help) }),
  })
}

const uploadPart = ({ name, field, isMissing }: FormField, hasChoice: boolean) => {
  const required = isMissing && !hasChoice
  const upload: APIComponentInLabel = {
    type: ComponentType.FileUpload,
    custom_id: uploadName(name),
    required,
    min_values: required ? 1 : 0,
    max_values: 1,
    file_types: [...clipFileTypes],
  }
  if (!hasChoice) return labelled(field, upload)
  return labelled(field, upload, {
    name: say('{{label}}: your own file', { label: sayDeclared(field.label) }),
    help: say('Instead of a clip picked above'),
  })
}

/** The parts of a field that takes a clip. A known clip is preselected; an upload replaces it. */
const clipParts = (asked: FormField, clips: readonly Choice[]): readonly APILabelComponent[] => {
  const choices = clipChoices(asked.value, clips)
  return choices.choices.length === 0
    ? [uploadPart(asked, false)]
    : [clipChoicePart(asked, choices), uploadPart(asked, true)]
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

const fits = (text: string): boolean => text.length <= limits.modalText

const presetText = (value: unknown): string => {
  const text = textOf(value)
  return fits(text) ? text : ''
}

const textPart = ({ name, field, value }: FormField, lengthMax: number) => {
  const { control } = field
  const text = control.kind === 'secret' ? '' : presetText(value)
  const example = control.kind === 'integer' || control.kind === 'time' ? exampleText(control) : undefined
  return labelled(field, {
    type: ComponentType.TextInput,
    custom_id: name,
    style:
      control.kind === 'text' && hasSeveralLines(control) ? TextInputStyle.Paragraph : TextInputStyle.Short,
    max_length: Math.min(Math.max(lengthMax, text.length), limits.modalText), // a value that is too long can still be edited
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

/** The preselected option if the value is an id; a typed name can't be selected. */
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

/** Several switches as one part; those that are on are selected. */
export const switchesPart = (switches: readonly FormField[]): APILabelComponent => ({
  type: ComponentType.Label,
  label: shortened(sayList(switches.map(({ field }) => sayDeclared(field.label))), limits.modalLabel),
  description: say('Pick any you like.'),
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

/** The part that offers presets: what is picked fills in fields that are left empty. */
export const starterPart = ({ choices }: NonNullable<Form['starters']>): APILabelComponent => ({
  type: ComponentType.Label,
  label: say('Preset'),
  description: shortened(
    say('Fills in the prompt and style if you leave them empty.'),
    limits.modalDescription,
  ),
  component: {
    type: ComponentType.StringSelect,
    custom_id: starterName,
    ...pickSpan(false),
    placeholder: say('Pick a style or a surprise'),
    options: choices.slice(0, limits.selectOptions).map(({ value, label, help }) => ({
      value,
      label: shortened(label, limits.selectOptionText),
      description: shortened(help, limits.selectOptionText),
    })),
  },
})

/** The name of the part that asks for the next page, and its option. */
export const moreName = ':more'

const sendText = (kept: readonly string[]): string =>
  kept.length === 0 ? say('Send now') : say('Send now. Keeps: {{kept}}', { kept: sayList(kept, 'unit') })

/**
 * Leads to the fields that did not fit: `others` are their labels, `kept` those whose values are sent unchanged
 * otherwise.
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
    options: [{ label: say('Set these first'), value: moreName }],
  },
})

/** An amount has at most a million credits and six decimals; the field itself reports anything longer. */
const amountLengthMax = 20

/** The parts of a form that ask for one field. */
export const partsFor = (asked: FormField, { clips }: Form): readonly APILabelComponent[] => {
  const { control } = asked.field
  switch (control.kind) {
    case 'text':
    case 'listed':
    case 'secret':
      return [textPart(asked, control.lengthMax)]
    case 'credits':
    case 'integer':
      return [textPart(asked, amountLengthMax)]
    case 'time':
      return [textPart(asked, timeLengthMax)]
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

/** The most parts that ask for one field: a clip can be picked, once there are some, or uploaded. */
export const partsMaxOf = ({ kind }: Control): number => (kind === 'clip' ? 2 : 1)

/** A text that does not fit the form stays in the draft; a truncated one would be submitted. */
export const fitsIn = (control: Control, value: unknown): boolean =>
  !('lengthMax' in control) || fits(textOf(value))
