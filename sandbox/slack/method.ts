import { z } from 'zod'
import type { Arguments } from './bodies.ts'
import { Refused } from './refusal.ts'
import type { RefusalCode } from './refusal-codes.ts'
import type { World } from './state.ts'
import type { Token } from './tokens.ts'
import { type Problem, refuseProblems, wordProblem } from './validation/problems.ts'

/** A method of the Web API: who may call it, with what, and what it answers besides `ok`. */
export type Method = {
  readonly name: string
  /**
   * Methods by which an app comes by its token take the secret of the app instead of
   * one; any is of a bot or a person.
   */
  readonly token: 'bot' | 'app' | 'any' | 'none'
  /** One of which must be held; methods whose scope depends on the conversation ask for it themselves. */
  readonly scopes: readonly string[]
  /** Those that its page lists, of which the conversation decides; the same as above when nothing is said. */
  readonly accepts?: readonly string[]
  /** Slack's own servers refuse JSON for a few methods, whatever their pages say. */
  readonly takesJson: boolean
  readonly handle: (args: Arguments, caller: Caller) => object | Promise<object>
}

/** Who calls a method: by the token as it came, which is known and good unless the method takes none. */
export type Caller = { readonly text: string | undefined; readonly token: Token | undefined }

/** A form has no booleans: a few words stand for them. */
export const flag = z.union([
  z.boolean(),
  z.enum(['true', 'false', '1', '0']).transform((word) => word === 'true' || word === '1'),
])

/** A whole number, which a form writes as text. */
export const integer = z.union([
  z.int(),
  z
    .string()
    .regex(/^-?\d+$/)
    .transform(Number),
])

/** An argument that is JSON, as it came: a text of it in a form, or the thing itself. */
export const jsonArgument = z.unknown().optional()

/** The value of an argument that may be JSON in a text. Throws Refused with that code when it is none. */
export const parseJsonArgument = (value: unknown, code: RefusalCode): unknown => {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    throw new Refused(code)
  }
}

type Shape = Readonly<Record<string, z.ZodType>>
type Options = Partial<Pick<Method, 'token' | 'scopes' | 'accepts' | 'takesJson'>>

const readArguments = <S extends Shape>(shape: S, args: Arguments): z.output<z.ZodObject<S>> => {
  const schema = z.object(shape)
  const unknown: readonly Problem[] = Object.keys(args)
    .filter((name) => !(name in shape))
    .map((name) => ({ path: [name], message: `unknown argument: ${name}` }))
  refuseProblems('invalid_arguments', unknown)
  const result = schema.safeParse(args, { reportInput: true })
  if (result.success) return result.data
  const messages = result.error.issues.map((issue) => {
    const name = String(issue.path[0] ?? '')
    if (args[name] === undefined) return wordProblem({ path: [], message: `missing required field: ${name}` })
    const pattern = issue.code === 'invalid_format' && issue.format === 'regex' ? issue.pattern : undefined
    const message = pattern
      ? `input must match regex pattern: ${pattern.slice(1, -1)}`
      : 'has an invalid value'
    return wordProblem({ path: issue.path, message })
  })
  throw new Refused('invalid_arguments', { messages })
}

/** Declares a method whose handler knows its arguments. An argument that it does not declare is refused. */
export const method = <S extends Shape>(
  name: string,
  shape: S,
  handle: (args: z.output<z.ZodObject<S>>, caller: Caller) => object | Promise<object>,
  options: Options = {},
): Method => ({
  name,
  token: 'bot',
  scopes: [],
  takesJson: true,
  ...options,
  handle: (args, caller) => handle(readArguments(shape, args), caller),
})

/** Throws Slack's refusal when none of these scopes is held. */
export const requireScope = (world: World, scopes: readonly string[]): void => {
  if (scopes.length === 0 || scopes.some((scope) => world.installation.scopes.has(scope))) return
  throw new Refused('missing_scope', {
    needed: scopes.join(','),
    provided: [...world.installation.scopes].join(','),
  })
}

/** The scopes that are held, and those that the method takes, as each answer's headers say. */
export const scopeHeaders = (
  held: ReadonlySet<string>,
  accepted: readonly string[],
): Record<string, string> => ({
  'x-oauth-scopes': [...held].join(','),
  'x-accepted-oauth-scopes': accepted.join(','),
})
