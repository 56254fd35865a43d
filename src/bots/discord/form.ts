import {
  type APIComponentInLabel,
  type APILabelComponent,
  type APIModalInteractionResponseCallbackData,
  ComponentType,
  SelectMenuDefaultValueType,
  TextInputStyle,
} from 'discord.js'
import { clipName, readClip } from '../../core/clip.ts'
import type { Form } from '../../core/command.ts'
import { unreachable } from '../../core/errors.ts'
import type { Choice, Control, Field } from '../../core/field.ts'
import { shortened } from '../../core/text.ts'
import { declared, say, sayDeclared } from '../../core/texts/say.ts'
import { timeLengthMax } from '../../core/time-text.ts'
import { clipFileTypes } from './clips.ts'
import { askedInChannelTypes } from './commands.ts'
import { writeFormId } from './form-id.ts'
import { limits } from './limits.ts'

/** A field with its name, and what is known of its value. */
interface Asked {
  name: string
  field: Field
  value: unknown
  isMissing: boolean
}

/** The name of the part that takes an upload for a clip; the clip's own name is that of the part to pick from. */
export const uploadName = (name: string): string => `${name}_upload`

/** A part under its field's name, or under a name of its own. */
const labelled = (
  { label, help }: Field,
  component: APIComponentInLabel,
  name = sayDeclared(label),
): APILabelComponent => ({
  type: ComponentType.Label,
  label: shortened(name, limits.modalLabel),
  description: shortened(sayDeclared(help), limits.modalDescription),
  component,
})

const presetText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

const textLengthMax = (lengthMax: number): number => Math.min(lengthMax, limits.modalText)

const textPart = ({ name, field, value }: Asked, lengthMax: number, style: TextInputStyle) => {
  const text = presetText(value)
  return labelled(field, {
    type: ComponentType.TextInput,
    custom_id: name,
    style,
    max_length: textLengthMax(lengthMax),
    required: field.required,
    ...(text !== '' && { value: text }),
  })
}

/** Where something may be left out, no pick is enough. */
const pickSpan = (required: boolean) => (required ? { required } : { required, min_values: 0 })

const choicePart = ({ name, field, value }: Asked, choices: readonly Choice[]) =>
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

const memberPart = ({ name, field, value }: Asked) =>
  labelled(field, {
    type: ComponentType.UserSelect,
    custom_id: name,
    ...pickSpan(field.required),
    ...picked(value, SelectMenuDefaultValueType.User),
  })

const channelPart = ({ name, field, value }: Asked) =>
  labelled(field, {
    type: ComponentType.ChannelSelect,
    custom_id: name,
    channel_types: [...askedInChannelTypes],
    ...pickSpan(field.required),
    ...picked(value, SelectMenuDefaultValueType.Channel),
  })

const rolePart = ({ name, field, value }: Asked) =>
  labelled(field, {
    type: ComponentType.RoleSelect,
    custom_id: name,
    ...pickSpan(field.required),
    ...picked(value, SelectMenuDefaultValueType.Role),
  })

const knownClipName = (value: unknown, clips: readonly Choice[]): string | undefined => {
  const clip = readClip(value)
  return clip === undefined ? clips.find((choice) => choice.value === value)?.label : clipName(clip)
}

/** What is known already is named, not picked: a pick that was left as it was would stand against an upload. */
const clipChoicePart = ({ name, field, value }: Asked, clips: readonly Choice[]) => {
  const known = knownClipName(value, clips)
  return labelled(field, {
    type: ComponentType.StringSelect,
    custom_id: name,
    ...pickSpan(false),
    ...(known !== undefined && {
      placeholder: shortened(say('As it is: {{clip}}', { clip: known }), limits.selectPlaceholder),
    }),
    options: clips.slice(0, limits.selectOptions).map((choice) => ({
      label: shortened(choice.label, limits.selectOptionText),
      value: choice.value,
    })),
  })
}

const uploadPart = (asked: Asked, hasChoice: boolean) => {
  const { field, isMissing } = asked
  const required = isMissing && !hasChoice
  const name = sayDeclared(field.label)
  const upload: APIComponentInLabel = {
    type: ComponentType.FileUpload,
    custom_id: uploadName(asked.name),
    required,
    min_values: required ? 1 : 0,
    max_values: 1,
    file_types: [...clipFileTypes],
  }
  return labelled(field, upload, hasChoice ? say('{{label}}: upload another', { label: name }) : name)
}

/** An amount has at most a million credits and six decimals; what is over that is told by the field itself. */
const amountLengthMax = 20

/** Beyond this a text gets several lines. */
const lineLengthMax = 150

const partsFor = (asked: Asked, { clips }: Form): readonly APILabelComponent[] => {
  const { control } = asked.field
  switch (control.kind) {
    case 'text':
      return [
        textPart(
          asked,
          control.lengthMax,
          control.lengthMax > lineLengthMax ? TextInputStyle.Paragraph : TextInputStyle.Short,
        ),
      ]
    case 'url':
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
      return clips.length === 0
        ? [uploadPart(asked, false)]
        : [clipChoicePart(asked, clips), uploadPart(asked, true)]
    default:
      return unreachable(control)
  }
}

const roomOf = (control: Control): number => {
  if ('lengthMax' in control) return textLengthMax(control.lengthMax)
  if (control.kind === 'time') return timeLengthMax
  return control.kind === 'credits' || control.kind === 'integer' ? amountLengthMax : Number.POSITIVE_INFINITY
}

/** A text that the form has no room for stays in the draft: cut short it would be sent so. */
const fitsIn = (control: Control, value: unknown): boolean => presetText(value).length <= roomOf(control)

const ranks: readonly Control['kind'][] = ['clip', 'text']

/** What is missing, then the clip, then texts, then everything else; each in the order of its declaration. */
const askedIn = ({ fields, values, missing }: Form): readonly Asked[] => {
  const ofKind = (kinds: readonly Control['kind'][]) =>
    Object.keys(fields).filter((name) => kinds.some((kind) => fields[name]?.control.kind === kind))
  const names = new Set([...missing, ...ranks.flatMap((kind) => ofKind([kind])), ...Object.keys(fields)])
  return [...names].flatMap((name) => {
    const field = fields[name]
    const value = values[name]
    if (field === undefined || !fitsIn(field.control, value)) return []
    return { name, field, value, isMissing: missing.includes(name) }
  })
}

/**
 * A form as Discord shows it: what is missing first, and as much of the rest as there is room for. Of a clip that has
 * room for one part only, the part to upload is left.
 */
export const modalOf = (form: Form): APIModalInteractionResponseCallbackData => {
  const components: APILabelComponent[] = []
  for (const asked of askedIn(form)) {
    const parts = partsFor(asked, form)
    const room = limits.modalParts - components.length
    components.push(...parts.slice(Math.max(0, parts.length - room)))
  }
  return { custom_id: writeFormId(form), title: shortened(form.title, limits.modalTitle), components }
}
