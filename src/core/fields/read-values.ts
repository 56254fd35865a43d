import { lengthOf, nearMiss } from '../text/text.ts'
import type { Fields, InputOf, Problem, RawValues, ReadOf } from './field.ts'
import { faults } from './field-faults.ts'

/** Some problems, plus those of fields that have none yet, in the order of the fields; unknown names come first. */
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

/**
 * The readable values among raw ones, and the problems with the rest. Values of unknown names are refused by name;
 * nothing is corrected silently.
 */
export const readPart = <F extends Fields>(
  fields: F,
  raw: RawValues,
): { input: ReadOf<F>; problems: readonly Problem[] } => {
  const problems: Problem[] = []
  for (const name of Object.keys(raw))
    if (!Object.hasOwn(fields, name)) {
      const meant = nearMiss(name.toLowerCase(), Object.keys(fields))
      problems.push({ field: name, text: faults.unknown(name, meant) })
    }
  const input: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(fields)) {
    const value = Object.hasOwn(raw, name) ? raw[name] : undefined
    if (value === undefined && field.required) {
      const text = field.control.kind === 'clip' ? faults.missingClip(field) : faults.missing(field)
      problems.push({ field: name, text })
      continue
    }
    const parsed = field.schema.safeParse(value)
    if (parsed.success) input[name] = parsed.data
    else problems.push({ field: name, text: parsed.error.issues[0]?.message ?? faults.unusable(field) })
  }
  return { input: input as ReadOf<F>, problems }
}

/** Parses raw values by their fields: all of them, or what is wrong. */
export const readValues = <F extends Fields>(
  fields: F,
  raw: RawValues,
): { ok: true; input: InputOf<F> } | { ok: false; problems: readonly Problem[] } => {
  const { input, problems } = readPart(fields, raw)
  return problems.length === 0 ? { ok: true, input: input as InputOf<F> } : { ok: false, problems }
}

/** Warnings for texts that the service accepts but may not follow completely. */
export const guidanceFor = (fields: Fields, input: RawValues): readonly string[] => {
  const warnings: string[] = []
  for (const [name, { label, control }] of Object.entries(fields)) {
    const value = input[name]
    if (control.kind !== 'text' || control.guidanceLengthMax === undefined || typeof value !== 'string')
      continue
    if (lengthOf(value) > control.guidanceLengthMax)
      warnings.push(faults.overGuidance(label, control.guidanceLengthMax))
  }
  return warnings
}
