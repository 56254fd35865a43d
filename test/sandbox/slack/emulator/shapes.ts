import type { Answer } from './sides.ts'

/** The kinds of everything in an answer, by path; of an error the code itself. */
export type Shape = ReadonlyMap<string, string>

const kindOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value

const collect = (value: unknown, path: string, kinds: Map<string, Set<string>>): void => {
  const isCode = path === 'error'
  const kind = isCode ? String(value) : kindOf(value)
  kinds.set(path, (kinds.get(path) ?? new Set()).add(kind))
  if (Array.isArray(value)) for (const item of value) collect(item, `${path}[]`, kinds)
  else if (typeof value === 'object' && value !== null)
    for (const [key, item] of Object.entries(value)) {
      const isId = /^[A-Z][A-Z0-9]{8,}$/.test(key)
      collect(item, `${path}${path === '' ? '' : '.'}${isId ? '<id>' : key}`, kinds)
    }
}

/** What an answer consists of; an optional field of a list's items counts when any item has it. */
export const shapeOf = (answer: Answer): Shape => {
  const kinds = new Map<string, Set<string>>()
  collect(answer, '', kinds)
  return new Map([...kinds].map(([path, set]) => [path, [...set].sort().join(' or ')]))
}

/**
 * How two answers differ: "ours: path", "theirs: path" for what only one has, "path:
 * kind, not kind" for another kind.
 */
export const differences = (ours: Shape, theirs: Shape): readonly string[] => {
  const paths = [...new Set([...ours.keys(), ...theirs.keys()])].sort()
  /** Below what one does not have at all nothing more is told. */
  const isBelow = (path: string, told: readonly string[]) =>
    told.some((other) => path.startsWith(`${other}.`) || path.startsWith(`${other}[]`))
  const told: string[] = []
  return paths.flatMap((path) => {
    if (isBelow(path, told)) return []
    const [our, their] = [ours.get(path), theirs.get(path)]
    if (our === their) return []
    if (our !== undefined && their !== undefined) return [`${path}: ${our}, not ${their}`]
    told.push(path)
    return [our === undefined ? `theirs: ${path}` : `ours: ${path}`]
  })
}
