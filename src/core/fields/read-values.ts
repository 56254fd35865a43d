import { lengthOf, nearMiss } from '../text/text.ts'
import type { Field, Fields, InputOf, Problem, RawValues, ReadOf } from './field.ts'
import { faults } from './field-faults.ts'

/** What is missing, in words for the member. */
const missingText = (field: Field): string =>
  field.control.kind === 'clip' ? faults.missingClip(field) : faults.missing(field)

/**
 * What can be read of raw values, and what is wrong with the others. Values of unknown names are refused by
 * name; nothing is mended silently.
 */
export const readPart = <F extends Fields>(
  fields: F,
  raw: RawValues,
): { input: ReadOf<F>; problems: readonly Problem[] } => {
  const problems: Problem[] = Object.keys(raw)
    .filter((name) => !Object.hasOwn(fields, name))
    .map((name) => ({
      field: name,
      text: faults.unknown(name, nearMiss(name.toLowerCase(), Object.keys(fields))),
    }))
  const input: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(fields)) {
    const value = Object.hasOwn(raw, name) ? raw[name] : undefined
    if (value === undefined && field.required) {
      problems.push({ field: name, text: missingText(field) })
      continue
    }
    const parsed = field.schema.safeParse(value)
    if (parsed.success) input[name] = parsed.data
    else problems.push({ field: name, text: parsed.error.issues[0]?.message ?? faults.unusable(field) })
  }
  return { input: input as ReadOf<F>, problems }
}

/** Reads raw values against the fields; all of them, or what is wrong. */
export const readValues = <F extends Fields>(
  fields: F,
  raw: RawValues,
): { ok: true; input: InputOf<F> } | { ok: false; problems: readonly Problem[] } => {
  const { input, problems } = readPart(fields, raw)
  return problems.length === 0 ? { ok: true, input: input as InputOf<F> } : { ok: false, problems }
}

/** Warnings for texts that the service takes but may not follow to the end. */
export const guidanceFor = (fields: Fields, input: RawValues): readonly string[] =>
  Object.entries(fields).flatMap(([name, { label, control }]) => {
    const value = input[name]
    if (control.kind !== 'text' || control.guidanceLengthMax === undefined || typeof value !== 'string')
      return []
    if (lengthOf(value) <= control.guidanceLengthMax) return []
    return [faults.overGuidance(label, control.guidanceLengthMax)]
  })
