import type { Clip, ResultClip, UploadedClip } from '../clip/clip.ts'
import type { Problem } from '../fields/field.ts'
import { grouped, isBlank, lengthOf } from '../text/text.ts'
import { audioEndpoints } from './audio-endpoints.ts'
import type { Endpoint, ValuesOf, WireField } from './endpoint.ts'

/** What is wrong with the values of a request, and what the service may not follow to the end. */
export interface Findings {
  problems: readonly Problem[]
  warnings: readonly string[]
}

type Values = Readonly<Record<string, unknown>>

const callOf = ({ method, path }: Endpoint): string => `${method} ${path}`

const unknownText = (name: string, endpoint: Endpoint): string => {
  const takers = audioEndpoints.filter(({ fields }) => Object.hasOwn(fields, name)).map(callOf)
  const elsewhere = takers.length === 0 ? '' : `; it is one of ${takers.join(', ')}`
  return `${name} is no field of ${callOf(endpoint)}${elsewhere}. Leave it out.`
}

/** An object may have no text at all. */
const shown = (value: unknown): string =>
  (typeof value === 'object' && value !== null) || typeof value === 'function' ? 'no number' : String(value)

const integerText = (name: string, value: unknown, min: number, max: number): string => {
  const span = max === Number.POSITIVE_INFINITY ? `, ${min} or more` : ` from ${min} to ${max}`
  return `${name} is ${shown(value)}; it must be a whole number${span}.`
}

const isAddress = (value: unknown): boolean => {
  if (typeof value !== 'string' || !URL.canParse(value)) return false
  const { protocol, username, password } = new URL(value)
  return /^https?:$/.test(protocol) && username === '' && password === ''
}

const textProblem = (
  name: string,
  value: unknown,
  { lengthMax = Number.POSITIVE_INFINITY, mayBeEmpty }: Extract<WireField, { kind: 'text' }>,
): string | undefined => {
  if (typeof value !== 'string') return `${name} must be text.`
  if (!value.isWellFormed()) return `${name} has a broken character in it. Type it anew.`
  if (isBlank(value) && mayBeEmpty !== true) return `${name} is empty. Write something, or leave it out.`
  const length = lengthOf(value)
  return length > lengthMax
    ? `${name} is ${grouped(length)} characters long; the most is ${grouped(lengthMax)}. Shorten it.`
    : undefined
}

const integerProblem = (
  name: string,
  value: unknown,
  { min, max = Number.POSITIVE_INFINITY }: Extract<WireField, { kind: 'integer' }>,
): string | undefined =>
  Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max
    ? undefined
    : integerText(name, value, min, max)

const isSpan = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0

const timeProblem = (
  name: string,
  value: unknown,
  { unit }: Extract<WireField, { kind: 'time' }>,
): string | undefined => (isSpan(value) ? undefined : `${name} must be a number of ${unit}, zero or more.`)

const fieldProblem = (name: string, field: WireField, value: unknown): string | undefined => {
  switch (field.kind) {
    case 'text':
      return textProblem(name, value, field)
    case 'choice':
      return field.choices.some((known) => known === value)
        ? undefined
        : `${name} must be one of: ${field.choices.join(', ')}.`
    case 'integer':
      return integerProblem(name, value, field)
    case 'time':
      return timeProblem(name, value, field)
    case 'toggle':
      return typeof value === 'boolean' ? undefined : `${name} must be true or false.`
    case 'address':
      return isAddress(value)
        ? undefined
        : `${name} must be an address that begins with http:// or https://, without a password.`
    case 'file':
      return typeof value === 'object' ? undefined : `${name} must be a file.`
  }
}

const exclusionProblems = ({ exactlyOneOf }: Endpoint, isSet: (name: string) => boolean): Problem[] =>
  exactlyOneOf.flatMap(([first, second]) => {
    if (isSet(first) !== isSet(second)) return []
    const text = isSet(first)
      ? `${first} and ${second} can't go together. Leave one of the two out.`
      : `Neither ${first} nor ${second} is given. Give one of the two.`
    return [{ field: first, text }]
  })

const rangeProblems = ({ ranges }: Endpoint, values: Values): Problem[] =>
  ranges.flatMap(([from, to]) => {
    const [start, end] = [values[from], values[to]]
    if (!isSpan(start) || !isSpan(end) || start < end) return []
    return [{ field: from, text: `${from} (${start}) must come before ${to} (${end}). Mend one of the two.` }]
  })

const warningsOf = ({ fields }: Endpoint, values: Values): string[] =>
  Object.entries(fields).flatMap(([name, field]) => {
    const value = values[name]
    if (field.kind !== 'text' || field.guidanceLengthMax === undefined || typeof value !== 'string') return []
    return lengthOf(value) > field.guidanceLengthMax
      ? [`${name} is over ${grouped(field.guidanceLengthMax)} characters; the end of it may be ignored.`]
      : []
  })

/**
 * Holds the values of a request against what the service documents. A problem names the field, the limit and
 * the mend; a request with one must not leave. Undefined values count as not set.
 */
export const checkValues = (endpoint: Endpoint, values: Values): Findings => {
  const { fields } = endpoint
  const isSet = (name: string): boolean => Object.hasOwn(values, name) && values[name] !== undefined
  const unknown = Object.keys(values)
    .filter((name) => isSet(name) && !Object.hasOwn(fields, name))
    .map((name) => ({ field: name, text: unknownText(name, endpoint) }))
  const single = Object.entries(fields).flatMap(([name, field]): Problem[] => {
    if (!isSet(name))
      return field.required
        ? [{ field: name, text: `${name} is missing; ${callOf(endpoint)} needs it.` }]
        : []
    const text = fieldProblem(name, field, values[name])
    return text === undefined ? [] : [{ field: name, text }]
  })
  return {
    problems: [
      ...unknown,
      ...single,
      ...exclusionProblems(endpoint, isSet),
      ...rangeProblems(endpoint, values),
    ],
    warnings: warningsOf(endpoint, values),
  }
}

/** The values of a request by the service's own names. */
export type ApiBody = Readonly<Record<string, string | number | boolean>>

/** A clip that we read and send as a file. */
export type SentClip = UploadedClip | ResultClip

/** Files by the service's own names for what they stand for. */
type Files<File> = Readonly<Record<string, File>>

/**
 * One paid request to the audio service, as JSON or as a form. Only values that were set are in the body.
 * `files` are sent as parts of the form; they are read on this machine right before the request leaves.
 * `served` are those of which the service takes an address alone; it is given one of ours, for a while.
 */
export type ApiRequest = { path: string; body: ApiBody; served?: Files<UploadedClip> } & (
  | { encoding: 'json' }
  | { encoding: 'form'; files: Files<SentClip> }
)

/** A chat's file that the service fetches at an address of ours. */
export interface ServedClip {
  served: UploadedClip
}

/** One paid request that reads, and answers at once. */
export interface QueryRequest {
  path: string
  query: ApiBody
}

type Scalar = ApiBody[string]

/**
 * The values that were set, apart from the files among them: for what is left out
 * the service has its own defaults.
 */
export const splitValues = <File extends object>(
  values: Readonly<Record<string, Scalar | File | undefined>>,
): { body: ApiBody; files: Readonly<Record<string, File>> } => {
  const body: Record<string, Scalar> = {}
  const files: Record<string, File> = {}
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === 'object') files[name] = value
    else if (value !== undefined) body[name] = value
  }
  return { body, files }
}

/** A request to an endpoint that takes JSON or a form, from values by the service's own names. */
export const requestTo = <E extends Endpoint & { encoding: 'json' | 'form' }>(
  { path, encoding }: E,
  values: ValuesOf<E, SentClip, string | ServedClip>,
): ApiRequest => {
  const { body, files: clips } = splitValues<SentClip | ServedClip>(values)
  const served: Record<string, UploadedClip> = {}
  const files: Record<string, SentClip> = {}
  for (const [name, clip] of Object.entries(clips)) {
    if ('served' in clip) served[name] = clip.served
    else files[name] = clip
  }
  const request = { path, body, ...(Object.keys(served).length > 0 && { served }) }
  return encoding === 'json' ? { ...request, encoding } : { ...request, encoding, files }
}

/** A clip where the service takes an address alone. */
export const clipAddress = (clip: Clip): string | ServedClip =>
  clip.kind === 'upload' ? { served: clip } : clip.url

/** A request to an endpoint that answers at once, from values by the service's own names. */
export const queryTo = <E extends Endpoint & { encoding: 'query' }>(
  { path }: E,
  values: ValuesOf<E, never>,
): QueryRequest => ({ path, query: splitValues(values).body })

/**
 * A clip as the service takes it: an upload as `<name>_file`, anything with an address as `<name>_url`. Next to a clip
 * that is a file, a result is a file too.
 */
export const clipValue = <N extends string>(name: N, clip: Clip, besides?: Clip) => {
  const isFile = clip.kind === 'upload' || (clip.kind === 'result' && besides?.kind === 'upload')
  const [suffix, value] = isFile ? ['file', clip] : ['url', clip.url]
  return { [`${name}_${suffix}`]: value } as { [K in `${N}_url`]?: string } & {
    [K in `${N}_file`]?: SentClip
  }
}
