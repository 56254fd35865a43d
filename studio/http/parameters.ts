import { z } from 'zod'
import { UploadedFile } from './form.ts'

/** The parameters an endpoint documents, by their names on the wire. */
export type ParameterTable = Readonly<Record<string, z.ZodType>>

/** The values a table of parameters reads. */
export type ParameterValues<Table extends ParameterTable> = {
  readonly [Name in keyof Table]: z.output<Table[Name]>
}

/**
 * What was read: the values (undefined when there is a problem), the first
 * problem, and the names nobody knows.
 */
export type ParameterReading<Table extends ParameterTable> = {
  readonly values: ParameterValues<Table> | undefined
  readonly problem: string | undefined
  readonly unknownNames: readonly string[]
}

/** Free text without the blanks around it; absent, null and empty are all the empty text. */
export const text = (): z.ZodDefault<z.ZodString> =>
  z.string({ error: 'must be a string' }).trim().default('')

/** A boolean. In JSON a string such as "true" is refused, as JSON has a type for it. */
export const flag = (unlessGiven: boolean): z.ZodDefault<z.ZodBoolean> =>
  z.boolean({ error: 'must be a boolean' }).default(unlessGiven)

/** A file of a form. */
export const upload = (): z.ZodOptional<z.ZodType<UploadedFile>> =>
  z
    .custom<UploadedFile>((given) => given instanceof UploadedFile, { error: 'must be a file' })
    .meta({ type: 'string', format: 'binary' })
    .optional()

/** One of the listed words. */
export const choice = <const Word extends string>(words: readonly Word[]) =>
  z.enum(words, { error: `must be one of ${words.join(', ')}` }).optional()

/** One of the listed words, which must be given. */
export const requiredChoice = <const Word extends string>(words: readonly Word[]) =>
  z.enum(words, {
    error: ({ input }) => (input === undefined ? 'is required' : `must be one of ${words.join(', ')}`),
  })

type Range = { readonly min: number; readonly max: number }

/** A whole number within a range; `unlessGiven` stands for an absent one. */
export const integer = ({ min, max, unlessGiven }: Range & { readonly unlessGiven: number }) => {
  const error = `must be from ${min} to ${max}`
  return z.int({ error: 'must be an integer' }).min(min, { error }).max(max, { error }).default(unlessGiven)
}

/** A number; absent is undefined. */
export const number = () => z.number({ error: 'must be a number' }).optional()

/**
 * A number; whatever is none is undefined, for an endpoint that has a text of
 * its own for what is wrong with it.
 */
export const numberIfAny = () => number().catch(undefined)

/** An absolute http or https URL; absent is the empty text. */
export const webAddress = () =>
  z
    .string({ error: 'must be a URL' })
    .refine((given) => URL.canParse(given), { error: 'must be a URL', abort: true })
    .refine((given) => /^https?:$/.test(new URL(given).protocol), { error: 'must be an http or https URL' })
    .meta({ format: 'uri' })
    .default('')

/** A clip, which comes as a file or by its address. */
export const clipParameters = {
  audio_url: webAddress().describe('Address of the clip; either this or audio_file'),
  audio_file: upload().describe('The clip itself'),
}

/** How a voice sounds; absent is undefined. */
export const gender = () => choice(['male', 'female', 'neutral']).describe('How the voice sounds')

/** The address that is called with the result. */
export const webhookUrl = () => webAddress().describe('Callback URL that receives the result')

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
export type Encoding = 'query' | 'json' | 'form'

const readOne = (parameter: z.ZodType, given: unknown, encoding: Encoding): z.ZodSafeParseResult<unknown> => {
  if (isAbsent(given)) return parameter.safeParse(undefined)
  return parameter.safeParse(encoding === 'json' ? given : fromText(given, documentParameter(parameter)))
}

/** Reads all documented parameters and names the ones nobody documents. */
export const readParameters = <Table extends ParameterTable>(
  table: Table,
  given: Readonly<Record<string, unknown>>,
  encoding: Encoding,
): ParameterReading<Table> => {
  const unknownNames = Object.keys(given).filter((name) => !Object.hasOwn(table, name))
  const values: Record<string, unknown> = {}
  for (const [name, parameter] of Object.entries(table)) {
    const { data, error } = readOne(parameter, Object.hasOwn(given, name) ? given[name] : undefined, encoding)
    if (error !== undefined) {
      return { values: undefined, problem: `${name} ${error.issues[0]?.message}`, unknownNames }
    }
    values[name] = data
  }
  return { values: values as ParameterValues<Table>, problem: undefined, unknownNames }
}
