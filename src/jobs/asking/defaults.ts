import type { Answer, Invocation } from '../../core/command/command.ts'
import type { Feature } from '../../core/command/feature.ts'
import type { Control, RawValues } from '../../core/command/field.ts'
import { type DefaultHere, type SettingsHere, settingNames, valuesFor } from '../../core/command/settings.ts'
import { defaultText } from '../../core/command/settings-text.ts'
import { type Lists, namedValues } from '../../core/command/suggest.ts'
import type { Fact } from '../../core/message/message.ts'
import type { Asker } from '../../core/target.ts'

/**
 * A request with what was left out of it, as far as there are defaults that its feature takes with the rest.
 */
export interface FilledIn {
  values: RawValues
  used: readonly DefaultHere[]
}

/** What a known list does not have any more would be refused. */
const isStillListed = async (
  control: Control,
  value: unknown,
  lists: Lists,
  asker: Asker,
): Promise<boolean> => {
  if (control.kind !== 'listed') return true
  const choices = await lists[control.list](asker)
  return choices.length === 0 || choices.some((choice) => choice.value === value)
}

/**
 * Fills in defaults, the nearest first, where the feature has the field and the member left it out. One that
 * the feature refuses beside what was given is left out, and so is each in a request that is refused anyway.
 */
export const fillIn = async (
  feature: Feature,
  given: RawValues,
  defaults: SettingsHere['defaults'],
  lists: Lists,
  asker: Asker,
): Promise<FilledIn> => {
  const used: DefaultHere[] = []
  let values = given
  const takes = (more: RawValues) => feature.prepare({ ...values, ...more }).ok
  if (!takes({})) return { values, used }
  for (const name of settingNames) {
    const field = feature.fields[name]
    if (field === undefined || given[name] !== undefined) continue
    for (const candidate of valuesFor(defaults, name)) {
      const more = { [name]: candidate.value }
      if (!takes(more) || !(await isStillListed(field.control, candidate.value, lists, asker))) continue
      values = { ...values, ...more }
      used.push(candidate)
      break
    }
  }
  return { values, used }
}

/**
 * A form that asks for what a member has a default for shows it. It is sent by the member all the same: what
 * a message's menu or a button began costs nothing before they have seen all of it.
 */
export const prefilled = async (
  answer: Answer,
  defaults: SettingsHere['defaults'],
  lists: Lists,
  { target }: Pick<Invocation, 'target'>,
): Promise<Answer> => {
  if (answer.kind !== 'form') return answer
  const { form } = answer
  const nearest = settingNames.flatMap((name) => {
    const [first] = form.missing.includes(name) ? valuesFor(defaults, name) : []
    return first === undefined ? [] : [[name, first.value] as const]
  })
  const named = await namedValues(form.fields, Object.fromEntries(nearest), lists, target)
  return { ...answer, form: { ...form, values: { ...form.values, ...named } } }
}

/** What was filled in, and whose default it is: whoever asks sees it before it is made. */
export const defaultFacts = async (
  { fields }: Feature,
  { used }: FilledIn,
  lists: Lists,
  asker: Asker,
): Promise<readonly Fact[]> => {
  const facts = used.map(async (one): Promise<readonly Fact[]> => {
    const field = fields[one.name]
    return field === undefined
      ? []
      : [{ label: field.label, value: await defaultText(field, one, lists, asker) }]
  })
  return (await Promise.all(facts)).flat()
}
