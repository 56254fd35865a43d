import { lengthOf, nearMiss, secretIn } from '../text/text.ts'
import type { Fields, InputOf, Problem, RawValues, ReadOf } from './field.ts'
import { faults } from './field-faults.ts'
import { firstName } from './primary-field.ts'

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

/** An address without its query and fragment: a signature in them belongs to it. */
const unsigned = (address: string): string => address.split(/[?#]/, 1)[0] ?? ''

/** Whether one of the fields is for a secret. Such an action refuses by itself what was typed under a wrong name. */
const takesSecret = (fields: Fields): boolean =>
  firstName(fields, ({ control }) => control.kind === 'secret') !== undefined

/**
 * Problems with values of a request that contain what looks like a secret, such as a token, so that it is not kept,
 * sent or repeated. `others` are texts of the request besides its values. The problem with a text that belongs to no
 * field has the name ''. A field for a secret refuses by itself what was typed.
 */
export const secretProblems = (
  fields: Fields,
  values: RawValues,
  others: readonly (string | undefined)[] = [],
): readonly Problem[] => {
  const found = new Map<string, string>()
  for (const [name, value] of [...Object.entries(values), ...others.entries()]) {
    const field = typeof name === 'string' && Object.hasOwn(fields, name) ? fields[name] : undefined
    const kind = field?.control.kind
    if (kind === 'secret') continue
    for (const part of field === undefined ? [name, value] : [value].flat()) {
      if (typeof part !== 'string') continue
      const secret = secretIn(kind === 'clip' ? unsigned(part) : part)
      if (secret === undefined || (field === undefined && takesSecret(fields))) continue
      const label = field?.label
      found.set(field === undefined ? '' : String(name), faults.hasSecret(label, secret))
    }
  }
  return [...found].map(([field, text]) => ({ field, text }))
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
