import { permissionName } from '../../../src/core/command/consent.ts'
import type { Feature } from '../../../src/core/command/feature.ts'
import type { Control, Field, Fields } from '../../../src/core/fields/field.ts'

/**
 * A value as a member types it, and as a feature reads it once names were looked up; a file is typed by its
 * name.
 */
export interface Given {
  typed: string | number | boolean
  meant: unknown
  isFile?: true
}

/** One request: what is given to each field, by the fields' names. */
export type Filled = Readonly<Record<string, Given>>

/** What values are made of. */
export interface Material {
  /** In every text, so that what comes of the request is known by it. */
  mark: string
  /** A clip of at least three seconds for a field. */
  clipFor: (name: string, field: Field) => Given
  /** An entry of a list: what it is called and what that stands for. */
  entries: Readonly<Record<string, { label: string; value: string }>>
  /** For fields that mean something which must be there. */
  own?: Readonly<Record<string, string>>
}

/** Parts of a clip of three seconds, in turn, in different ways of writing them. */
const times: readonly Given[] = [
  { typed: '1s', meant: '1' },
  { typed: '0:02,5', meant: '2.5' },
]

const same = (value: Given['typed']): Given => ({ typed: value, meant: value })

const timeAt = (fields: Fields, name: string): Given => {
  const names = Object.keys(fields).filter((other) => fields[other]?.control.kind === 'time')
  const time = times[names.indexOf(name)]
  if (time === undefined) throw new Error(`${name}: there is no third time to give`)
  return time
}

const entryOf = ({ entries }: Material, control: Extract<Control, { kind: 'listed' }>): Given => {
  const entry = entries[control.list]
  if (entry === undefined) throw new Error(`nothing is known of the list ${control.list}`)
  return { typed: entry.label, meant: entry.value }
}

/** A value for a field that is not its default, whatever feature it belongs to. */
const valueFor = (fields: Fields, name: string, field: Field, material: Material): Given => {
  const { control } = field
  const own = material.own?.[name]
  if (own !== undefined) return same(own)
  switch (control.kind) {
    case 'text':
      return same(`${material.mark} ${name}`)
    case 'choice':
      return same(control.choices.at(-1)?.value ?? '')
    case 'toggle':
      return same(true)
    case 'time':
      return timeAt(fields, name)
    case 'integer':
      return same(control.min)
    case 'listed':
      return entryOf(material, control)
    case 'clip':
      return material.clipFor(name, field)
    default:
      throw new Error(`${name}: no feature has a field of the kind ${control.kind} yet`)
  }
}

const meantIn = (filled: Filled) =>
  Object.fromEntries(Object.entries(filled).map(([name, { meant }]) => [name, meant]))

/**
 * The fields that are given together, by the feature's own checks: the first of `names` that can be, and
 * all that go with it.
 */
const together = (
  feature: Feature,
  all: Filled,
  required: readonly string[],
  left: readonly string[],
): readonly string[] => {
  const pick = (names: readonly string[]): Filled =>
    Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)))
  const goes = (names: readonly string[]): boolean => feature.prepare(meantIn(pick(names))).ok
  const others = Object.keys(all).filter((name) => !required.includes(name))
  const starts = left.flatMap((first) => [
    [...required, first],
    ...others.filter((other) => other !== first).map((other) => [...required, first, other]),
  ])
  const start = left.length === 0 ? required : starts.find(goes)
  if (start === undefined || !goes(start))
    throw new Error(`/${feature.name}: no request of it may have ${left.join(', ')}`)
  const names = [...start]
  for (const next of left) if (!names.includes(next) && goes([...names, next])) names.push(next)
  return names
}

/**
 * As few requests of a feature as there are needed for every field of it to be given at least once, found
 * by the checks of
 * the feature itself. `materialFor` says what the values of the request with this number, from 1, are made
 * of.
 */
export const filledRequests = (
  feature: Feature,
  materialFor: (number: number) => Material,
): readonly Filled[] => {
  const { fields } = feature
  const names = Object.keys(fields)
  // Without permission, a clip may be refused.
  const required = names.filter((name) => fields[name]?.required || name === permissionName)
  const requests: Filled[] = []
  let left = names.filter((name) => !required.includes(name))
  do {
    const material = materialFor(requests.length + 1)
    const all = Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [name, valueFor(fields, name, field, material)]),
    )
    const chosen = together(feature, all, required, left)
    requests.push(Object.fromEntries(Object.entries(all).filter(([name]) => chosen.includes(name))))
    left = left.filter((name) => !chosen.includes(name))
  } while (left.length > 0)
  return requests
}

/** The values of a request as the feature reads them. */
export const meantValues = meantIn
