import type { Fields, Problem } from './field.ts'

/**
 * What is wrong with some values, and what else is wrong with fields of which nothing is said yet, in the
 * order of the fields; what is no field's name stands first.
 */
export const withOthers = (
  fields: Fields,
  problems: readonly Problem[],
  others: readonly Problem[],
): readonly Problem[] => {
  const said = new Set(problems.map(({ field }) => field))
  const names = Object.keys(fields)
  return [...problems, ...others.filter(({ field }) => !said.has(field))].toSorted(
    (one, other) => names.indexOf(one.field) - names.indexOf(other.field),
  )
}
