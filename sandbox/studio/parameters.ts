import { UploadedFile } from './form.ts'

type Reading<Value> =
  | { readonly kind: 'value'; readonly value: Value }
  | { readonly kind: 'problem'; readonly problem: string }

/** How one parameter is read from JSON, from a form or from a query; an absent one arrives as undefined. */
export type Parameter<Value> = (given: unknown) => Reading<Value>

/** The parameters an endpoint documents, by their names on the wire. */
export type ParameterTable = Readonly<Record<string, Parameter<unknown>>>

/** The values a table of parameters reads. */
export type ParameterValues<Table extends ParameterTable> = {
  readonly [Name in keyof Table]: Table[Name] extends Parameter<infer Value> ? Value : never
}

/** What was read: the values (undefined when there is a problem), the first problem, and the names nobody knows. */
export type ParameterReading<Table extends ParameterTable> = {
  readonly values: ParameterValues<Table> | undefined
  readonly problem: string | undefined
  readonly unknownNames: readonly string[]
}

const value = <Value>(read: Value): Reading<Value> => ({ kind: 'value', value: read })
const problem = (text: string): Reading<never> => ({ kind: 'problem', problem: text })
const absent = (given: unknown): boolean => given === undefined || given === null || given === ''

/** Free text; absent, null and empty are all the empty text. */
export const text = (): Parameter<string> => (given) => {
  if (absent(given)) return value('')
  return typeof given === 'string' ? value(given.trim()) : problem('must be a string')
}

/** A JSON boolean. A string such as "true" is refused, as JSON has a type for it. */
export const flag =
  (unlessGiven: boolean): Parameter<boolean> =>
  (given) => {
    if (absent(given)) return value(unlessGiven)
    return typeof given === 'boolean' ? value(given) : problem('must be a boolean')
  }

/** A boolean of a form, where everything is text. */
export const flagAsText =
  (unlessGiven: boolean): Parameter<boolean> =>
  (given) => {
    if (absent(given)) return value(unlessGiven)
    return given === 'true' || given === 'false' ? value(given === 'true') : problem('must be true or false')
  }

/** A file of a form. */
export const upload = (): Parameter<UploadedFile | undefined> => (given) => {
  if (absent(given)) return value(undefined)
  return given instanceof UploadedFile ? value(given) : problem('must be a file')
}

/** One of the listed words. */
export const choice =
  <Word extends string>(words: readonly Word[]): Parameter<Word | undefined> =>
  (given) => {
    if (absent(given)) return value(undefined)
    const word = words.find((candidate) => candidate === given)
    return word === undefined ? problem(`must be one of ${words.join(', ')}`) : value(word)
  }

/** One of the listed words, which must be given. */
export const requiredChoice =
  <Word extends string>(words: readonly Word[]): Parameter<Word> =>
  (given) => {
    const reading = choice(words)(given)
    if (reading.kind === 'problem') return reading
    return reading.value === undefined ? problem('is required') : value(reading.value)
  }

/** A whole number, also in the decimal form a query carries. */
export const integer =
  (range: { readonly min: number; readonly max: number; readonly unlessGiven: number }): Parameter<number> =>
  (given) => {
    if (absent(given)) return value(range.unlessGiven)
    const number = typeof given === 'string' ? Number(given) : given
    if (typeof number !== 'number' || !Number.isInteger(number)) return problem('must be an integer')
    const inside = number >= range.min && number <= range.max
    return inside ? value(number) : problem(`must be from ${range.min} to ${range.max}`)
  }

/** An absolute http or https URL; absent is the empty text. */
export const webAddress = (): Parameter<string> => (given) => {
  if (absent(given)) return value('')
  if (typeof given !== 'string' || !URL.canParse(given)) return problem('must be a URL')
  return /^https?:$/.test(new URL(given).protocol) ? value(given) : problem('must be an http or https URL')
}

/** Reads all documented parameters and names the ones nobody documents. */
export const readParameters = <Table extends ParameterTable>(
  table: Table,
  given: Readonly<Record<string, unknown>>,
): ParameterReading<Table> => {
  const unknownNames = Object.keys(given).filter((name) => !Object.hasOwn(table, name))
  const values: Record<string, unknown> = {}
  for (const [name, parameter] of Object.entries(table)) {
    const reading = parameter(given[name])
    if (reading.kind === 'problem') {
      return { values: undefined, problem: `${name} ${reading.problem}`, unknownNames }
    }
    values[name] = reading.value
  }
  return { values: values as ParameterValues<Table>, problem: undefined, unknownNames }
}
