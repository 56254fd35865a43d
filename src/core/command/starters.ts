import type { Choice, RawValues } from '../fields/field.ts'
import { say, sayDeclared } from '../text/say.ts'

/** A ready-made start for a request, such as a style of music with prompts that suit it. */
export interface Preset {
  id: string
  label: string
  /** Values for fields that the member leaves empty. */
  values: Readonly<Record<string, string>>
  /** Prompts, of which each form offers one. They are sent to the service, so they are not translated. */
  ideas: readonly string[]
}

/** Presets that a feature's form offers while `field` is empty. Ideas become the value of `field`. */
export interface Starters<Name extends string = string> {
  field: Name
  presets: readonly Preset[]
}

/** An entry of the menu of presets; `help` says what it fills in. */
export interface OfferedStarter extends Choice {
  help: string
}

/** Name of the part of a form that offers presets. A field's name has no colon. */
export const starterName = ':starter'

const surprise = 'surprise'

const drawn = <T>(list: readonly T[], random: () => number): { entry: T; index: number }[] => {
  const index = Math.min(Math.floor(random() * list.length), list.length - 1)
  const entry = list[index]
  return entry === undefined ? [] : [{ entry, index }]
}

/**
 * A surprise and the presets, each with an idea. The draw is made here and stands in the values, so a form that is
 * sent twice is the same request.
 */
export const offeredStarters = ({ presets }: Starters, random: () => number): readonly OfferedStarter[] => {
  const offer = (preset: Preset, ways: readonly string[]) =>
    drawn(preset.ideas, random).map(({ entry, index }) => ({
      value: [...ways, preset.id, index].join('.'),
      label: sayDeclared(preset.label),
      help: entry,
    }))
  const surprises = drawn(presets, random).flatMap(({ entry }) => offer(entry, [surprise]))
  return [
    ...surprises.map(({ value }) => ({
      value,
      label: say('Surprise me'),
      help: say('A random style and prompt'),
    })),
    ...presets.flatMap((preset) => offer(preset, [])),
  ]
}

/** The values of a picked entry; undefined for anything else. */
const valuesOf = ({ field, presets }: Starters, picked: string): RawValues | undefined => {
  const [index, id] = picked.split('.').toReversed()
  const preset = presets.find((one) => one.id === id)
  const idea = preset?.ideas[Number(index)]
  return preset === undefined || idea === undefined ? undefined : { ...preset.values, [field]: idea }
}

/** The values of a form, with those of a picked preset where `before` and the form have none. */
export const withStarter = (
  starters: Starters | undefined,
  values: RawValues,
  before: RawValues,
): RawValues => {
  const { [starterName]: picked, ...given } = values
  if (starters === undefined || typeof picked !== 'string') return given
  const filled = Object.entries(valuesOf(starters, picked) ?? {}).filter(
    ([name]) => (given[name] ?? before[name]) === undefined,
  )
  return { ...given, ...Object.fromEntries(filled) }
}
