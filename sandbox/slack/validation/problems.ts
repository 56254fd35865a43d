import { type RefinementCtx, z } from 'zod'
import { Refused } from '../refusal.ts'
import type { RefusalCode } from '../refusal-codes.ts'

/** One thing wrong with an argument: where, and Slack's words. */
export type Problem = { readonly path: readonly PropertyKey[]; readonly message: string }

/** A problem where a rule is broken, and nothing where it is not. */
export const problemIf = (
  isBroken: boolean,
  path: readonly PropertyKey[],
  message: string,
): readonly Problem[] => (isBroken ? [{ path, message }] : [])

type Issue = z.core.$ZodIssue

const kinds: Partial<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'an integer',
  boolean: 'a boolean',
  array: 'an array',
  object: 'an object',
  record: 'an object',
}

/** A missing field is told at its parent; everything else where it is. */
const missing = (path: readonly PropertyKey[]): Problem => ({
  path: path.slice(0, -1),
  message: `missing required field: ${String(path.at(-1) ?? '')}`,
})

const wordSize = (issue: z.core.$ZodIssueTooBig | z.core.$ZodIssueTooSmall): string => {
  const isList = issue.origin === 'array'
  const isText = issue.origin === 'string'
  if (issue.code === 'too_big') {
    if (isList) return `no more than ${issue.maximum} items allowed`
    return isText
      ? `must be less than ${Number(issue.maximum) + 1} characters`
      : `must be at most ${issue.maximum}`
  }
  if (isList) return `no fewer than ${issue.minimum} items allowed`
  return isText
    ? `must be more than ${Number(issue.minimum) - 1} characters`
    : `must be at least ${issue.minimum}`
}

const typeOf = (input: unknown): unknown =>
  typeof input === 'object' && input !== null && 'type' in input ? input.type : undefined

/** The type that names a block or an element is looked at before all else. */
const wordUnion = (issue: z.core.$ZodIssueInvalidUnion): Problem => {
  const type = typeOf(issue.input)
  if (issue.path.at(-1) !== 'type')
    return { path: issue.path, message: 'failed to match all allowed schemas' }
  return type === undefined
    ? missing(issue.path)
    : { path: issue.path, message: `unsupported type: ${String(type)}` }
}

const problemsOf = (issue: Issue): readonly Problem[] => {
  const { path } = issue
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({ path, message: `invalid additional property: ${key}` }))
    case 'invalid_type':
      return [
        issue.input === undefined
          ? missing(path)
          : { path, message: `must provide ${kinds[issue.expected] ?? issue.expected}` },
      ]
    case 'invalid_value':
      return [
        issue.input === undefined
          ? missing(path)
          : { path, message: `must be one of: ${issue.values.map(String).join(', ')}` },
      ]
    case 'too_big':
    case 'too_small':
      return [{ path, message: wordSize(issue) }]
    case 'invalid_union':
      return [wordUnion(issue)]
    case 'invalid_format':
      return [
        { path, message: issue.format === 'url' ? 'must provide a valid URL' : 'has an invalid format' },
      ]
    case 'custom':
    case 'not_multiple_of':
    case 'invalid_key':
    case 'invalid_element':
      return [{ path, message: issue.message }]
  }
}

const escapePointer = (part: PropertyKey): string => String(part).replaceAll('~', '~0').replaceAll('/', '~1')

/** A problem as Slack writes it, with the JSON pointer of its place, unless that is the call as a whole. */
export const wordProblem = ({ path, message }: Problem): string =>
  path.length === 0
    ? `[ERROR] ${message}`
    : `[ERROR] ${message} [json-pointer:/${path.map(escapePointer).join('/')}]`

/** Everything wrong with a value, by its schema; `at` is where the value stands in the arguments. */
export const problemsIn = (
  schema: z.ZodType,
  value: unknown,
  at: readonly PropertyKey[],
): readonly Problem[] => {
  const { error } = schema.safeParse(value, { reportInput: true })
  return (error?.issues ?? []).flatMap((issue) => problemsOf({ ...issue, path: [...at, ...issue.path] }))
}

/** Throws Slack's refusal of that code when there is any problem. */
export const refuseProblems = (code: RefusalCode, problems: readonly Problem[]): void => {
  if (problems.length > 0) throw new Refused(code, { messages: problems.map(wordProblem) })
}

/** Reads a value by its schema, or throws Slack's refusal of that code with every problem at its place. */
export const readBy = <T extends z.ZodType>(
  schema: T,
  value: unknown,
  code: RefusalCode,
  at: readonly PropertyKey[] = [],
): z.output<T> => {
  refuseProblems(code, problemsIn(schema, value, at))
  return schema.parse(value)
}

/** Adds one of Slack's own errors from within a schema. */
export const complain = (
  context: RefinementCtx,
  message: string,
  path: readonly PropertyKey[] = [],
): void => {
  context.addIssue({ code: 'custom', message, path: [...path] })
}

/** A text that is not empty and not longer than that. */
export const text = (max: number) => z.string().min(1).max(max)

/** A link to somewhere on the web. */
export const webUrl = (max: number) => z.url({ protocol: /^https?$/ }).max(max)
