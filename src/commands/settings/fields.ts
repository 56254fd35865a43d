import type { Feature } from '../../core/command/feature.ts'
import { ownSettings } from '../../core/command/own-settings.ts'
import { type SettingName, settingNames } from '../../core/command/settings.ts'
import type { Choice, Field, Fields } from '../../core/fields/field.ts'
import { choice, optional } from '../../core/fields/field-builders.ts'
import { declared } from '../../core/text/say.ts'

/** What members can use instead of an action for admins. */
export const mineInstead = declared('Your own defaults are in /settings mine.')

/** The fields that defaults can be set for, as the features declare them. */
export type SettingFields = ReadonlyMap<SettingName, Field>

/**
 * Features may have the same field with different choices. Each choice can be a default, for the features that take
 * it.
 */
const merged = (fields: readonly Field[]): Field | undefined => {
  const [first] = fields
  if (first?.control.kind !== 'choice') return first
  const choices = fields.flatMap(({ control }) => (control.kind === 'choice' ? control.choices : []))
  const byValue = new Map<string, Choice>()
  for (const one of choices) if (!byValue.has(one.value)) byValue.set(one.value, one)
  return choice({ label: first.label, help: first.help, choices: [...byValue.values()] })
}

/** The settings' fields: those that at least one feature has, and our own. */
export const settingFieldsOf = (features: readonly Feature[]): SettingFields =>
  new Map(
    settingNames.flatMap((name) => {
      const field = ownSettings[name] ?? merged(features.flatMap(({ fields }) => fields[name] ?? []))
      return field === undefined ? [] : [[name, field] as const]
    }),
  )

/** A switch becomes a choice, because a form needs yes, no and unset; any other field stays as it is. */
const asChoice = (field: Field): Field =>
  field.control.kind === 'toggle' ? { ...field, control: { kind: 'toggle', asChoice: true } } : field

/** Clears every default at once. */
export const everything = 'everything'

/** Fields of `mine`, `channel` and `server`: a value for each default, and which one to clear. */
export const changeFields = (settings: SettingFields): Fields => ({
  ...Object.fromEntries([...settings].map(([name, field]) => [name, optional(asChoice(field))])),
  clear: optional(
    choice({
      label: 'Clear',
      help: 'Default to clear',
      choices: [
        ...[...settings].map(([value, { label }]) => ({ value, label })),
        { value: everything, label: 'Everything' },
      ],
    }),
  ),
})
