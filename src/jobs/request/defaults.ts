import type { Draft } from '../../core/command/draft.ts'
import type { Feature } from '../../core/command/feature.ts'
import { type DefaultHere, settingNames } from '../../core/command/settings.ts'
import { defaultText } from '../../core/command/settings-text.ts'
import { findStored, type Lists, namedValues } from '../../core/command/suggest.ts'
import type { Control, Field, Fields, RawValues } from '../../core/fields/field.ts'
import type { Fact } from '../../core/message/message.ts'
import type { Asker } from '../../core/target.ts'
import { say, sayDeclared } from '../../core/text/say.ts'
import { within } from '../../core/waiting.ts'

/** `gone`: its list is known, and does not have it. `unknown`: a name that cannot be looked up now. */
interface UnusableDefault {
  set: DefaultHere
  why: 'gone' | 'unknown'
}

/**
 * A request with what was left out of it, as far as there are defaults that its feature takes with the rest.
 */
export interface FilledIn {
  values: RawValues
  used: readonly DefaultHere[]
  /** Names of the fields that have a default here which does not go with the rest. */
  leftOut: readonly string[]
  /** Defaults that would go with the rest, but whose list does not have them any more, or cannot tell now. */
  unusable: readonly UnusableDefault[]
  /** What its feature makes of the values. */
  read: ReturnType<Feature['prepare']>
}

/** The value that a default stands for now. Earlier versions kept names too, which are looked up here. */
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
 * Fills in defaults, the nearest first, where the feature has the field and the member left it out. One that
 * the feature refuses beside what was given is left out, and so is each in a request that is refused anyway.
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
  for (const name of settingNames) {
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

/** What the lists call a value is a courtesy, and no reason to be late with the form. */
const namesWithinMs = 300

/** Values as members know them, where the lists can tell in time. */
export const withNames = async (
  lists: Lists,
  fields: Fields,
  values: RawValues,
  asker: Asker,
): Promise<RawValues> => (await within(namesWithinMs, namedValues(fields, values, lists, asker))) ?? values

/**
 * The defaults that a form shows as chosen: the nearest for each field that was left out. What a message's
 * menu or a button began costs nothing before its member has seen all of it.
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

/** What a member chose in place of a default: a switch that was turned off is a no. */
const chosen = ({ control }: Field, value: unknown): unknown =>
  control.kind === 'toggle' && !control.asChoice && value === undefined ? false : value

/**
 * What a form brought, and the defaults that are left. One that came back as it was shown is a default still:
 * it gives way where it does not go together with the rest. Where something else came back, or nothing, that
 * is what counts; and where it was shown of something else than what came back, all of it.
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

const unusableText = ({ set, why }: UnusableDefault, field: string): string => {
  const value = String(set.value)
  if (why === 'unknown')
    return say(
      'The default for {{field}}, "{{value}}", can\'t be looked up while the list is loading, so it is left out.',
      { field, value },
    )
  switch (set.owner) {
    case 'member':
      return say(
        'Your default for {{field}}, "{{value}}", is not available any more, so it is left out. Set another with /settings mine, or clear it there.',
        { field, value },
      )
    case 'channel':
      return say(
        'The default of this channel for {{field}}, "{{value}}", is not available any more, so it is left out. An admin can set another with /settings channel, or clear it there.',
        { field, value },
      )
    case 'server':
      return say(
        'The default of all here for {{field}}, "{{value}}", is not available any more, so it is left out. An admin can set another with /settings server, or clear it there.',
        { field, value },
      )
  }
}

/** What is said of defaults that were left out: who set one expects it to count. */
export const leftOutTexts = ({ fields }: Feature, { leftOut, unusable }: FilledIn): readonly string[] => {
  const labelOf = (name: string): string => sayDeclared(fields[name]?.label ?? name)
  return [
    ...leftOut.map((name) =>
      say('The default for {{field}} does not go with the rest of this request, so it is left out.', {
        field: labelOf(name),
      }),
    ),
    ...unusable.map((one) => unusableText(one, labelOf(one.set.name))),
  ]
}
