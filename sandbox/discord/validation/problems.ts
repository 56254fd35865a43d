import { type RefinementCtx, z } from 'zod'
import { type ErrorTree, Refused } from '../refusal.ts'
import { type FieldCode, fieldCodes } from './codes.ts'

/** One thing wrong with a body: where, Discord's code for it, and Discord's words. */
export type Problem = {
  readonly path: readonly PropertyKey[]
  readonly code: FieldCode
  readonly message: string
}

/** A problem where a rule is broken, and nothing where it is not. */
export const problemIf = (
  isBroken: boolean,
  path: readonly PropertyKey[],
  code: FieldCode,
  message: string,
): readonly Problem[] => (isBroken ? [{ path, code, message }] : [])

type Issue = z.core.$ZodIssue

type Words = readonly [code: FieldCode, message: string]

const required: Words = ['BASE_TYPE_REQUIRED', 'This field is required']

const conversions: Partial<Record<string, Words>> = {
  string: ['STRING_TYPE_CONVERT', 'Could not interpret value as string.'],
  number: ['NUMBER_TYPE_COERCE', 'Value is not a number.'],
  int: ['NUMBER_TYPE_COERCE', 'Value is not int.'],
  boolean: ['BOOLEAN_TYPE_CONVERT', 'Must be either true or false.'],
  array: ['LIST_TYPE_CONVERT', 'Only iterables may be used in a ListType'],
  object: ['MODEL_TYPE_CONVERT', 'Only dictionaries may be used in a ModelType'],
  never: ['BASE_TYPE_FORBIDDEN', 'This field is not allowed here.'],
  record: ['DICT_TYPE_CONVERT', 'Only dictionaries may be used in a DictType'],
}

const wordType = (expected: string, input: unknown): Words =>
  input === undefined ? required : (conversions[expected] ?? ['BASE_TYPE_CHOICES', `Must be ${expected}.`])

const wordUnion = (issue: z.core.$ZodIssueInvalidUnion): string =>
  'options' in issue && issue.options
    ? `Value of field "${issue.discriminator}" must be one of (${issue.options.map(String).join(', ')}).`
    : 'Value is of none of the types allowed here.'

const isNumber = (origin: string): boolean => ['number', 'int', 'bigint'].includes(origin)

const isFieldCode = (code: unknown): code is FieldCode => (fieldCodes as readonly unknown[]).includes(code)

/**
 * Throws where a schema breaks in a way for which there are no words yet: a fault
 * of the stand-in, not of the bot.
 */
const wordIssue = (issue: Issue): Words => {
  switch (issue.code) {
    case 'invalid_type':
      return wordType(issue.expected, issue.input)
    case 'too_big':
      return isNumber(issue.origin)
        ? ['NUMBER_TYPE_MAX', `Value should be less than or equal to ${issue.maximum}.`]
        : ['BASE_TYPE_MAX_LENGTH', `Must be ${issue.maximum} or fewer in length.`]
    case 'too_small':
      if (!isNumber(issue.origin)) break
      return ['NUMBER_TYPE_MIN', `Value should be greater than or equal to ${issue.minimum}.`]
    case 'invalid_format':
      return ['STRING_TYPE_REGEX', 'String value did not match validation regex.']
    case 'invalid_value':
      return issue.input === undefined
        ? required
        : ['BASE_TYPE_CHOICES', `Value must be one of (${issue.values.map(String).join(', ')}).`]
    case 'invalid_union':
      return ['UNION_TYPE_CHOICES', wordUnion(issue)]
    case 'custom':
      if (!isFieldCode(issue.params?.discord)) break
      return [issue.params.discord, issue.message]
    case 'not_multiple_of':
    case 'invalid_key':
    case 'invalid_element':
    case 'unrecognized_keys':
      break
  }
  throw new Error(`No words for ${issue.code} at ${issue.path.join('.')}: ${issue.message}`)
}

const problemsOf = (issue: Issue): readonly Problem[] => {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      path: [...issue.path, key],
      code: 'UNKNOWN_FIELD',
      message: 'Discord documents no such field here.',
    }))
  const [code, message] = wordIssue(issue)
  return [{ path: issue.path, code, message }]
}

/** Nests problems the way Discord does: `errors.embeds["0"].title._errors`. */
const errorTree = (problems: readonly Problem[]): ErrorTree => {
  // Without a prototype, since a field may be called like something that every object has.
  const emptyTree = (): ErrorTree => Object.create(null)
  const root = emptyTree()
  for (const { path, code, message } of problems) {
    const leaf = path.map(String).reduce<ErrorTree>((node, part) => {
      const next = node[part]
      if (next && !Array.isArray(next)) return next as ErrorTree
      const made = emptyTree()
      node[part] = made
      return made
    }, root)
    const before = leaf._errors
    leaf._errors = [...(Array.isArray(before) ? before : []), { code, message }]
  }
  return root
}

/** Discord's 50035 with every problem at its place, to be thrown. */
export const invalidForm = (problems: readonly Problem[]): Refused =>
  new Refused(400, 50035, 'Invalid Form Body', errorTree(problems))

/** Throws Discord's 50035 when there is any problem. */
export const refuseProblems = (problems: readonly Problem[]): void => {
  if (problems.length > 0) throw invalidForm(problems)
}

/** Reads a body by its schema, or throws Discord's 50035 with every problem at its place. */
export const readBody = <T extends z.ZodType>(schema: T, body: unknown): z.output<T> => {
  const result = schema.safeParse(body, { reportInput: true })
  if (result.success) return result.data
  throw invalidForm(result.error.issues.flatMap(problemsOf))
}

/** Adds one of Discord's own errors from within a schema. */
export const complain = (
  context: RefinementCtx,
  code: FieldCode,
  message: string,
  path: readonly PropertyKey[] = [],
): void => {
  context.addIssue({ code: 'custom', params: { discord: code }, message, path: [...path] })
}

/** A field that may be left out or null. */
export const maybe = <T extends z.ZodType>(schema: T) =>
  schema.nullish().transform((value) => value ?? undefined)

/** A text or list whose length has both ends, which Discord words in one sentence. */
export const between = <T extends z.ZodType<{ length: number }>>(schema: T, min: number, max: number) =>
  schema.superRefine((value, context) => {
    if (value.length < min || value.length > max)
      complain(context, 'BASE_TYPE_BAD_LENGTH', `Must be between ${min} and ${max} in length.`)
  })

/** Complains of a value that a list holds twice. */
export const checkUnique = (list: readonly unknown[], context: RefinementCtx): void => {
  if (new Set(list).size < list.length) complain(context, 'SET_TYPE_NOT_UNIQUE', 'The values must differ')
}

/** A yes or no among the query parameters; left out it is no. */
export const queryFlag = z
  .string()
  .default('false')
  .superRefine((value, context) => {
    if (!['true', 'false'].includes(value))
      complain(context, 'BOOLEAN_TYPE_CONVERT', 'Must be either true or false.')
  })
  .transform((value) => value === 'true')

/** An id on the wire: always a string, since a number would lose digits. */
export const snowflake = z.string().superRefine((value, context) => {
  if (!/^\d{1,20}$/.test(value)) complain(context, 'NUMBER_TYPE_COERCE', `Value "${value}" is not snowflake.`)
})
