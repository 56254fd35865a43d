import type { Clip, ResultClip, UploadedClip } from '../clip/clip.ts'
import type { Problem } from '../fields/field.ts'
import { grouped, isBlank, lengthOf } from '../text/text.ts'
import { audioEndpoints } from './audio-endpoints.ts'
import type { Endpoint, ValuesOf, WireField } from './endpoint.ts'

/** Problems with a request's values, and what the service may not follow completely. */
export interface Findings {
  problems: readonly Problem[]
  warnings: readonly string[]
}

type Values = Readonly<Record<string, unknown>>

const callOf = ({ method, path }: Endpoint): string => `${method} ${path}`

const unknownText = (name: string, endpoint: Endpoint): string => {
  const takers = audioEndpoints.filter(({ fields }) => Object.hasOwn(fields, name)).map(callOf)
  const elsewhere = takers.length === 0 ? '' : `; it is one of ${takers.join(', ')}`
  return `${name} is not a field of ${callOf(endpoint)}${elsewhere}. Leave it out.`
}

const isAddress = (value: unknown): boolean => {
  if (typeof value !== 'string' || !URL.canParse(value)) return false
  const { protocol, username, password } = new URL(value)
  return /^https?:$/.test(protocol) && username === '' && password === ''
}

const isSpan = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0

/** What is wrong with one value; undefined if nothing is. */
const fieldProblem = (name: string, field: WireField, value: unknown): string | undefined => {
  switch (field.kind) {
    case 'text': {
      if (typeof value !== 'string') return `${name} must be text.`
      if (!value.isWellFormed()) return `${name} has a broken character in it. Type it again.`
      if (isBlank(value) && field.mayBeEmpty !== true)
        return `${name} is empty. Write something, or leave it out.`
      const { lengthMax = Number.POSITIVE_INFINITY } = field
      const length = lengthOf(value)
      return length > lengthMax
        ? `${name} is ${grouped(length)} characters long (max ${grouped(lengthMax)}). Shorten it.`
        : undefined
    }
    case 'choice':
      return typeof value === 'string' && field.choices.includes(value)
        ? undefined
        : `${name} must be one of: ${field.choices.join(', ')}.`
    case 'integer': {
      const { min, max = Number.POSITIVE_INFINITY } = field
      if (Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max) return undefined
      // An object may have no text form at all.
      const isObject = (typeof value === 'object' && value !== null) || typeof value === 'function'
      const span = max === Number.POSITIVE_INFINITY ? `, ${min} or more` : ` from ${min} to ${max}`
      return `${name} is ${isObject ? 'not a number' : String(value)}; it must be a whole number${span}.`
    }
    case 'time':
      return isSpan(value) ? undefined : `${name} must be a number of ${field.unit}, zero or more.`
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

/**
 * Checks a request's values against the service's documentation. A problem names the field, the limit and the fix;
 * a request with one is not sent. Undefined values count as not set.
 */
export const checkValues = (endpoint: Endpoint, values: Values): Findings => {
  const { fields, exactlyOneOf, ranges } = endpoint
  const problems: Problem[] = []
  const warnings: string[] = []
  const isSet = (name: string): boolean => values[name] !== undefined
  for (const name of Object.keys(values)) {
    if (isSet(name) && !Object.hasOwn(fields, name))
      problems.push({ field: name, text: unknownText(name, endpoint) })
  }
  for (const [name, field] of Object.entries(fields)) {
    const value = values[name]
    if (value === undefined) {
      if (field.required)
        problems.push({ field: name, text: `${name} is missing; ${callOf(endpoint)} needs it.` })
      continue
    }
    const text = fieldProblem(name, field, value)
    if (text !== undefined) problems.push({ field: name, text })
    if (field.kind !== 'text' || field.guidanceLengthMax === undefined || typeof value !== 'string') continue
    if (lengthOf(value) > field.guidanceLengthMax)
      warnings.push(
        `${name} is over ${grouped(field.guidanceLengthMax)} characters; the end of it may be ignored.`,
      )
  }
  for (const [first, second] of exactlyOneOf) {
    if (isSet(first) !== isSet(second)) continue
    const text = isSet(first)
      ? `${first} and ${second} can't be used together. Remove one.`
      : `Neither ${first} nor ${second} is given. Give one of them.`
    problems.push({ field: first, text })
  }
  for (const [from, to] of ranges) {
    const [start, end] = [values[from], values[to]]
    if (isSpan(start) && isSpan(end) && start >= end)
      problems.push({
        field: from,
        text: `${from} (${start}) must come before ${to} (${end}). Change one of them.`,
      })
  }
  return { problems, warnings }
}

/** A request's values by the service's own names. */
export type ApiBody = Readonly<Record<string, string | number | boolean>>

/** A clip that we read and send as a file. */
export type SentClip = UploadedClip | ResultClip

/** Files by the service's own field names. */
type Files<File> = Readonly<Record<string, File>>

/**
 * One paid request to the audio service, as JSON or as a form. Only values that were set are in the body. `files`
 * are parts of the form, read on this machine right before sending. `served` are those for which the service takes
 * only an address; it gets a temporary address on our server.
 */
export type ApiRequest = { path: string; body: ApiBody; served?: Files<UploadedClip> } & (
  | { encoding: 'json' }
  | { encoding: 'form'; files: Files<SentClip> }
)

/** A chat's file that the service fetches from our own address. */
export interface ServedClip {
  served: UploadedClip
}

/** One paid read that is answered at once. */
export interface QueryRequest {
  path: string
  query: ApiBody
}

type Scalar = ApiBody[string]

/** The values that were set, with files kept apart: the service has its own defaults for missing values. */
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

/** A clip if the service takes only an address. */
export const clipAddress = (clip: Clip): string | ServedClip =>
  clip.kind === 'upload' ? { served: clip } : clip.url

/** A request to an endpoint that answers at once, from values by the service's own names. */
export const queryTo = <E extends Endpoint & { encoding: 'query' }>(
  { path }: E,
  values: ValuesOf<E, never>,
): QueryRequest => ({ path, query: splitValues(values).body })

/**
 * A clip as the service takes it: an upload as `<name>_file`, anything with an address as `<name>_url`. Next to a
 * clip that is a file, a result is sent as a file too.
 */
export const clipValue = <N extends string>(name: N, clip: Clip, besides?: Clip) => {
  const isFile = clip.kind === 'upload' || (clip.kind === 'result' && besides?.kind === 'upload')
  const [suffix, value] = isFile ? ['file', clip] : ['url', clip.url]
  return { [`${name}_${suffix}`]: value } as { [K in `${N}_url`]?: string } & {
    [K in `${N}_file`]?: SentClip
  }
}
