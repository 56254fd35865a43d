import type { Draft } from '../../core/command/draft.ts'
import type { Feature } from '../../core/command/feature.ts'
import { type DefaultHere, requestSettingNames } from '../../core/command/settings.ts'
import { defaultText } from '../../core/command/settings-text.ts'
import { findStored, type Lists, namedValues } from '../../core/command/suggest.ts'
import type { Control, Field, Fields, RawValues } from '../../core/fields/field.ts'
import type { LineFact } from '../../core/message/message.ts'
import type { Asker } from '../../core/target.ts'
import { say, sayDeclared } from '../../core/text/say.ts'
import { within } from '../../core/waiting.ts'

/** `gone`: the list was read and lacks it. `unknown`: the name can't be looked up now. */
interface UnusableDefault {
  set: DefaultHere
  why: 'gone' | 'unknown'
}

/** A request whose omitted values were filled in with defaults that its feature accepts beside the rest. */
export interface FilledIn {
  values: RawValues
  used: readonly DefaultHere[]
  /** Names of the fields whose default here conflicts with the rest. */
  leftOut: readonly string[]
  /** Defaults that would fit, but that their list lacks or can't confirm now. */
  unusable: readonly UnusableDefault[]
  /** What the feature makes of the values. */
  read: ReturnType<Feature['prepare']>
}

/** The current value of a default. Earlier versions also stored names, which are looked up here. */
const valueNow = async (
  control: Control,
  value: unknown,
  lists: Lists,
  asker: Asker,
): Promise<{ status: 'found'; value: unknown } | { status: UnusableDefault['why'] }> =>
  control.kind === 'listed' && typeof value === 'string'
    ? findStored(lists, control.list, asker, value)
    : { status: 'found', value }

/**
 * Fills in defaults, the nearest first, for fields that the feature has and the member left out. Drops a
 * default that the feature refuses beside the given values, and all defaults of a request that is refused
 * anyway.
 */
export const fillIn = async (
  feature: Feature,
  given: RawValues,
  defaults: readonly DefaultHere[],
  { lists, asker }: { lists: Lists; asker: Asker },
): Promise<FilledIn> => {
  const used: DefaultHere[] = []
  const leftOut: string[] = []
  const unusable: UnusableDefault[] = []
  let values = given
  let read = feature.prepare(values)
  if (!read.ok) return { values, used, leftOut, unusable, read }
  for (const name of requestSettingNames) {
    const field = feature.fields[name]
    if (field === undefined || given[name] !== undefined) continue
    const candidates = defaults.filter((one) => one.name === name)
    let fitting = 0
    for (const candidate of candidates) {
      if (!feature.prepare({ ...values, [name]: candidate.value }).ok) continue
      fitting += 1
      const found = await valueNow(field.control, candidate.value, lists, asker)
      if (found.status !== 'found') {
        unusable.push({ set: candidate, why: found.status })
        continue
      }
      values = { ...values, [name]: found.value }
      read = feature.prepare(values)
      used.push({ ...candidate, value: found.value })
      break
    }
    if (candidates.length > 0 && fitting === 0) leftOut.push(name)
  }
  return { values, used, leftOut, unusable, read }
}

/** The listed names of values are a courtesy and must not delay the form. */
const namesWithinMs = 300

/** Values as members know them, if the lists answer in time. */
export const withNames = async (
  lists: Lists,
  fields: Fields,
  values: RawValues,
  asker: Asker,
): Promise<RawValues> => (await within(namesWithinMs, namedValues(fields, values, lists, asker))) ?? values

/**
 * Defaults that a form shows as chosen: the nearest for each field that was left out. Requests started from a
 * message's menu or a button cost nothing until the member has seen all of it.
 */
export const shownDefaults = async (
  fields: Fields,
  { values, defaults }: Pick<Draft, 'values' | 'defaults'>,
  lists: Lists,
  asker: Asker,
): Promise<RawValues> => {
  const left = defaults.filter(({ name }) => fields[name] !== undefined && values[name] === undefined)
  const nearest = left.toReversed().map(({ name, value }) => [name, value] as const)
  return withNames(lists, fields, Object.fromEntries(nearest), asker)
}

/** What a member chose instead of a default: a switch turned off counts as no. */
const chosen = ({ control }: Field, value: unknown): unknown =>
  control.kind === 'toggle' && !control.asChoice && value === undefined ? false : value

/**
 * A form's values, and the remaining defaults. A default that came back as shown is still a default and yields
 * if it conflicts with the rest. A changed or cleared value counts as given; so do all values if the defaults
 * shown belong to another value of `shownOf`.
 */
export const takenFromForm = (
  fields: Fields,
  { values: known, defaults, shown, shownOf = '' }: Pick<Draft, 'values' | 'defaults' | 'shown' | 'shownOf'>,
  brought: RawValues,
): { values: RawValues; defaults: readonly DefaultHere[] } => {
  const values: Record<string, unknown> = { ...brought }
  const changed = new Set<string>()
  const isOfAnother =
    Object.hasOwn(brought, shownOf) && brought[shownOf] !== (shown[shownOf] ?? known[shownOf])
  for (const [name, value] of Object.entries(shown)) {
    const field = fields[name]
    if (field === undefined || !Object.hasOwn(brought, name)) continue
    if (brought[name] === value && !field.required && !isOfAnother) delete values[name]
    else {
      changed.add(name)
      values[name] = chosen(field, brought[name])
    }
  }
  return { values, defaults: defaults.filter(({ name }) => !changed.has(name)) }
}

/** Values filled in, and whose default each is, so that the member sees them before the job is made. */
export const defaultFacts = async (
  { fields }: Feature,
  { used }: FilledIn,
  lists: Lists,
  asker: Asker,
): Promise<readonly LineFact[]> => {
  const facts = used.map(async (one): Promise<readonly LineFact[]> => {
    const field = fields[one.name]
    return field === undefined
      ? []
      : [{ label: field.label, value: await defaultText(field, one, lists, asker) }]
  })
  return (await Promise.all(facts)).flat()
}

const unusableText = ({ set, why }: UnusableDefault, field: string): string => {
  const value = String(set.value)
  if (why === 'unknown')
    return say('I left out the default for {{field}}, "{{value}}", because the list is still loading.', {
      field,
      value,
    })
  switch (set.owner) {
    case 'member':
      return say(
        'I left out your default for {{field}}, "{{value}}", because it\'s no longer available. Change it with /settings mine.',
        { field, value },
      )
    case 'channel':
      return say(
        'I left out this channel\'s default for {{field}}, "{{value}}", because it\'s no longer available. An admin can change it with /settings channel.',
        { field, value },
      )
    case 'server':
      return say(
        'I left out everyone\'s default for {{field}}, "{{value}}", because it\'s no longer available. An admin can change it with /settings server.',
        { field, value },
      )
  }
}

/** Mentions defaults that were left out: the member who set one expects it to count. */
export const leftOutTexts = ({ fields }: Feature, { leftOut, unusable }: FilledIn): readonly string[] => {
  const labelOf = (name: string): string => sayDeclared(fields[name]?.label ?? name)
  return [
    ...leftOut.map((name) =>
      say("I left out the default for {{field}}, because it doesn't fit this request.", {
        field: labelOf(name),
      }),
    ),
    ...unusable.map((one) => unusableText(one, labelOf(one.set.name))),
  ]
}
