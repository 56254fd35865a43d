import { type APIComponentInLabel, type APILabelComponent, ComponentType } from 'discord.js'
import type { Field } from '../../../core/fields/field.ts'
import { sayDeclared } from '../../../core/text/say.ts'
import { shortened } from '../../../core/text/text.ts'
import { limits } from '../render/limits.ts'

/** A field with its name, and what is known of its value. */
export interface FormField {
  name: string
  field: Field
  value: unknown
  isMissing: boolean
}

/** A part under its field's name and help, or under its own. */
export const labelled = (
  field: Field,
  component: APIComponentInLabel,
  { name = sayDeclared(field.label), help = sayDeclared(field.help) } = {},
): APILabelComponent => ({
  type: ComponentType.Label,
  label: shortened(name, limits.modalLabel),
  description: shortened(help, limits.modalDescription),
  component,
})

/** Where something may be left out, no pick is enough. */
export const pickSpan = (required: boolean) => (required ? { required } : { required, min_values: 0 })
