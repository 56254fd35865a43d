/** How two answers differ at one place, the path in dots. */
export type ShapeDifference = {
  readonly at: string
  /**
   * type: both have it, and it is of another kind. invented: only the stand-in has it.
   * absent: only the platform has it.
   */
  readonly kind: 'type' | 'invented' | 'absent'
  readonly real: string
  readonly standIn: string
}

type Fields = Readonly<Record<string, unknown>>

const typeOf = (value: unknown): string => {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

const isFields = (value: unknown): value is Fields => typeOf(value) === 'object'

/** A key that is somebody's id says nothing of the shape. */
const isId = (key: string): boolean => /^(\d{5,}|[A-Z][A-Z0-9]{7,})$/.test(key)

const withoutIds = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([key, value]) => [isId(key) ? '*' : key, value]))

const below = (at: string, key: string): string => (at === '' ? key : `${at}.${key}`)

/** One element that has every field that any of them has. */
const merged = (elements: readonly unknown[]): unknown =>
  elements.every(isFields) ? Object.assign({}, ...elements) : elements[0]

const compareFields = (real: Fields, standIn: Fields, at: string): readonly ShapeDifference[] => {
  const [theirs, ours] = [withoutIds(real), withoutIds(standIn)]
  return [...new Set([...Object.keys(theirs), ...Object.keys(ours)])].flatMap((key) => {
    const place = below(at, key)
    if (!(key in theirs))
      return [{ at: place, kind: 'invented', real: 'nothing', standIn: typeOf(ours[key]) } as const]
    if (!(key in ours))
      return [{ at: place, kind: 'absent', real: typeOf(theirs[key]), standIn: 'nothing' } as const]
    return compareShapes(theirs[key], ours[key], place)
  })
}

/**
 * Where two JSON values differ in shape: the names of fields and the kinds of values, not the values.
 * Null agrees with all, since one answer cannot show what else may stand there; so does an empty list.
 */
export const compareShapes = (real: unknown, standIn: unknown, at = ''): readonly ShapeDifference[] => {
  if (real === null || standIn === null) return []
  if (typeOf(real) !== typeOf(standIn))
    return [{ at, kind: 'type', real: typeOf(real), standIn: typeOf(standIn) }]
  if (Array.isArray(real) && Array.isArray(standIn))
    return real.length === 0 || standIn.length === 0
      ? []
      : compareShapes(merged(real), merged(standIn), below(at, '0'))
  return isFields(real) && isFields(standIn) ? compareFields(real, standIn, at) : []
}
