import { type APIComponentInLabel, type APILabelComponent, ComponentType } from 'discord.js'
import type { Choice } from '../../../core/fields/field.ts'
import { isWebAddress } from '../../../core/fields/field-builders.ts'
import { say, sayDeclared } from '../../../core/text/say.ts'
import { shortened } from '../../../core/text/text.ts'
import { clipFileTypes } from '../incoming/clips.ts'
import { limits } from '../render/limits.ts'
import { type FormField, labelled, pickSpan } from './form-part.ts'

/**
 * The name of the part that takes an upload for a clip; the clip's own name is that of the part to pick from.
 */
export const uploadName = (name: string): string => `${name}_upload`

/** The choice of a clip that is known and not among those on offer, such as an address. No clip is called so. */
export const knownClip = ':known'

const isAddress = (value: unknown): value is string => typeof value === 'string' && isWebAddress(value.trim())

/** The clips to pick from, with the one that is known among them, and which that is. */
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
      label: shortened(label, limits.selectOptionText),
      value,
      ...(value === chosen && { default: true }),
    })),
  }
  if (!field.required || chosen !== undefined) return labelled(field, menu)
  return labelled(field, menu, {
    help: say('{{help}}. One is needed: from here, or uploaded.', { help: sayDeclared(field.help) }),
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
    name: say('{{label}}: upload another', { label: sayDeclared(field.label) }),
    help: say('Instead of one from the list'),
  })
}

/** The parts of a field that takes a clip. What is known is chosen already; an upload takes its place. */
export const clipParts = (asked: FormField, clips: readonly Choice[]): readonly APILabelComponent[] => {
  const choices = clipChoices(asked.value, clips)
  return choices.choices.length === 0
    ? [uploadPart(asked, false)]
    : [clipChoicePart(asked, choices), uploadPart(asked, true)]
}
