import { z } from 'zod'
import type { Endpoint, WireField } from '../../src/core/endpoints/endpoint.ts'
import { voiceById } from '../voice-list/voices.ts'
import { UploadedFile } from './form.ts'

/** The parameters of an endpoint, by their names on the wire. */
export type ParameterTable = Readonly<Record<string, z.ZodType>>

type ValueOf<Field> = Field extends { kind: 'toggle' }
  ? boolean
  : Field extends { kind: 'file' }
    ? UploadedFile | undefined
    : Field extends { kind: 'choice'; choices: readonly (infer Word)[] }
      ? Word | (Field extends { required: true } ? never : undefined)
      : Field extends { known: readonly (infer Word)[] }
        ? Word | undefined
        : Field extends { kind: 'integer' | 'time' }
          ? number | (Field extends { required: true } | { default: number } ? never : undefined)
          : string

/** The values that are read of a request to an endpoint. */
export type ParameterValues<E extends Endpoint> = {
  readonly [Name in keyof E['fields']]: ValueOf<E['fields'][Name]>
}

/**
 * What was read: the values (undefined when there is a problem), the first problem with the parameter's name, and
 * the names nobody knows.
 */
export type ParameterReading = {
  readonly values: Readonly<Record<string, unknown>> | undefined
  readonly problem: { readonly name: string; readonly text: string } | undefined
  readonly unknownNames: readonly string[]
}

type Of<Kind extends WireField['kind']> = Extract<WireField, { kind: Kind }>

/** Free text without the blanks around it; absent, null and empty are all the empty text. */
const text = ({ required, lengthMax, idOf }: Of<'text'>): z.ZodType => {
  const longest = lengthMax ?? Number.POSITIVE_INFINITY
  return z
    .string({ error: 'must be a string' })
    .trim()
    .refine((given) => required !== true || given !== '', { error: 'is required' })
    .refine((given) => [...given].length <= longest, { error: `must have at most ${lengthMax} characters` })
    .refine((given) => idOf === undefined || given === '' || voiceById(given) !== undefined, {
      error: 'is not a known voice',
    })
    .meta(lengthMax === undefined ? {} : { maxLength: lengthMax })
    .prefault('')
}

/** A boolean. In JSON a string such as "true" is refused, as JSON has a type for it. */
const flag = ({ default: unlessGiven }: Of<'toggle'>): z.ZodType => {
  const read = z.boolean({ error: 'must be a boolean' })
  return unlessGiven === undefined ? read.prefault(false) : read.default(unlessGiven === true)
}

/** A file of a form. */
const upload = (): z.ZodType =>
  z
    .custom<UploadedFile>((given) => given instanceof UploadedFile, { error: 'must be a file' })
    .meta({ type: 'string', format: 'binary' })
    .optional()

const optionalUnless = (required: true | undefined, read: z.ZodType): z.ZodType =>
  required ? read : read.optional()

/** `otherwise` unless the value is absent. */
const requiredOr =
  (otherwise: string) =>
  ({ input }: { input?: unknown }): string =>
    input === undefined ? 'is required' : otherwise

const choice = (words: readonly string[], required?: true): z.ZodType =>
  optionalUnless(required, z.enum(words, { error: requiredOr(`must be one of ${words.join(', ')}`) }))

/** A whole number within a range. */
const integer = ({ min, max, required, default: unlessGiven }: Of<'integer'>): z.ZodType => {
  const error = max === undefined ? `must be ${min} or more` : `must be from ${min} to ${max}`
  const least = z.int({ error: requiredOr('must be an integer') }).min(min, { error })
  const read = max === undefined ? least : least.max(max, { error })
  return unlessGiven === undefined ? optionalUnless(required, read) : read.default(Number(unlessGiven))
}

const number = ({ required }: Of<'time'>): z.ZodType =>
  optionalUnless(required, z.number({ error: requiredOr('must be a number') }))

/** An absolute http or https URL; absent is the empty text. */
const webAddress = (): z.ZodType =>
  z
    .string({ error: 'must be a URL' })
    .refine((given) => URL.canParse(given), { error: 'must be a URL', abort: true })
    .refine((given) => /^https?:$/.test(new URL(given).protocol), { error: 'must be an http or https URL' })
    .meta({ format: 'uri' })
    .default('')

const parameterOf = (field: WireField): z.ZodType => {
  switch (field.kind) {
    case 'text':
      return field.known === undefined ? text(field) : choice(field.known, field.required)
    case 'toggle':
      return flag(field)
    case 'file':
      return upload()
    case 'choice':
      return choice(field.choices, field.required)
    case 'integer':
      return integer(field)
    case 'time':
      return number(field)
    case 'address':
      return webAddress()
  }
}

const describe = ({ help, ...field }: WireField): string | undefined => {
  const guidance =
    field.kind === 'text' && field.guidanceLengthMax !== undefined
      ? [`best under ${field.guidanceLengthMax} characters`]
      : []
  const said = [...(help === undefined ? [] : [help]), ...guidance].join('; ')
  return said === '' ? undefined : said
}

/** How the parameters of an endpoint are read. */
export const parametersOf = ({ fields }: Pick<Endpoint, 'fields'>): ParameterTable =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const parameter = parameterOf(field)
      const description = describe(field)
      return [name, description === undefined ? parameter : parameter.describe(description)]
    }),
  )

/** A parameter as the interface description has it. */
export type DocumentedParameter = Readonly<Record<string, unknown>>

/** Describes a parameter as a JSON Schema (https://json-schema.org/draft/2020-12). */
export const documentParameter = (parameter: z.ZodType): DocumentedParameter => {
  const { $schema: _, ...documented } = z.toJSONSchema(parameter, { io: 'input', unrepresentable: 'any' })
  // An absent text is read as the empty one, which nobody would call a default.
  if (documented.default === '') delete documented.default
  return documented
}

const numeric = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/

/** Queries and forms carry text only: what it stands for follows from the documented type. */
const fromText = (given: unknown, { type }: DocumentedParameter): unknown => {
  if (typeof given !== 'string') return given
  if (type === 'boolean' && (given === 'true' || given === 'false')) return given === 'true'
  if ((type === 'number' || type === 'integer') && numeric.test(given.trim())) return Number(given)
  return given
}

const isAbsent = (given: unknown): boolean => given === undefined || given === null || given === ''

/** How a request carries its parameters. */
export type Encoding = Endpoint['encoding']

const readOne = (parameter: z.ZodType, given: unknown, encoding: Encoding): z.ZodSafeParseResult<unknown> => {
  if (isAbsent(given)) return parameter.safeParse(undefined)
  return parameter.safeParse(encoding === 'json' ? given : fromText(given, documentParameter(parameter)))
}

/** Reads all documented parameters and names the ones nobody documents. */
export const readParameters = (
  table: ParameterTable,
  given: Readonly<Record<string, unknown>>,
  encoding: Encoding,
): ParameterReading => {
  const unknownNames = Object.keys(given).filter((name) => !Object.hasOwn(table, name))
  const values: Record<string, unknown> = {}
  for (const [name, parameter] of Object.entries(table)) {
    const { data, error } = readOne(parameter, Object.hasOwn(given, name) ? given[name] : undefined, encoding)
    if (error !== undefined) {
      const text = `${name} ${error.issues[0]?.message}`
      return { values: undefined, problem: { name, text }, unknownNames }
    }
    values[name] = data
  }
  return { values, problem: undefined, unknownNames }
}
