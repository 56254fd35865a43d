import { z } from 'zod'
import { errorCodesOf } from './error-codes.ts'
import { InvalidFault } from './invalid-fault.ts'

/** Addresses that take requests and are no methods: uploads, private files, and answers to interactions. */
export const addresses = ['upload', 'download', 'response_url'] as const

const longestMs = 24 * 60 * 60_000
const times = z.int().min(1).max(1000).default(1)
const ms = z.int().min(1).max(longestMs)

const callFault = z.strictObject({
  /** A method of the Web API, or one of the other addresses. */
  method: z.string().min(1),
  /**
   * A code of Slack's, "http 500" or the like, "lost" (the connection is cut), "never" (it stays open), "slow" (it comes
   * `ms` later), or "no json" (a page, with a status that looks well).
   */
  answer: z.string().min(1),
  times,
  /** Whether what was asked for happens all the same. */
  after: z.enum(['acting', 'before']).optional(),
  ms: ms.optional(),
  retryAfterSeconds: z.int().min(1).max(3600).optional(),
})

const shareFault = z.strictObject({
  /** late: the message comes `ms` later; never: it comes at once, and no look-up of the file ever says where. */
  shares: z.enum(['late', 'never']),
  times,
  ms: ms.optional(),
})

const kinds = { method: callFault, shares: shareFault } as const

type Left<T> = Omit<T, 'times'> & { left: number }

export type CallFault = Left<z.output<typeof callFault>> & { readonly after: 'acting' | 'before' }
export type ShareFault = Left<z.output<typeof shareFault>>

/** A fault of one kind, filled in, with how often it is still to happen. */
export type Fault =
  | { readonly kind: 'call'; readonly fault: CallFault }
  | { readonly kind: 'shares'; readonly fault: ShareFault }

const placeOf = (issue: z.core.$ZodIssue | undefined): string =>
  (issue?.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : (issue?.path ?? []))
    .map(String)
    .join('.')

const parse = <T extends z.ZodType>(schema: T, value: unknown): z.output<T> => {
  const { data, error } = schema.safeParse(value)
  if (error) throw new InvalidFault(placeOf(error.issues[0]), error.issues[0]?.message ?? 'is invalid')
  return data
}

const refuseIf = (isWrong: boolean, field: string, message: string): void => {
  if (isWrong) throw new InvalidFault(field, message)
}

const anywhere = ['lost', 'never', 'slow', 'no json']

const isAnswer = (method: string, answer: string): boolean =>
  anywhere.includes(answer) ||
  /^http [45]\d\d$/.test(answer) ||
  (!(addresses as readonly string[]).includes(method) && errorCodesOf(method).includes(answer))

const checkCall = (fault: z.output<typeof callFault>, methods: ReadonlySet<string>): void => {
  const { method, answer, after } = fault
  refuseIf(
    !methods.has(method),
    'method',
    `is none that the stand-in serves, and none of ${addresses.join(', ')}`,
  )
  refuseIf(
    !isAnswer(method, answer),
    'answer',
    `must be one of ${anywhere.join(', ')}, "http 400" to "http 599", or a code from the page of ${method}`,
  )
  refuseIf(
    answer === 'ratelimited' && after === 'acting',
    'after',
    'must be before: what is over a rate is not carried out',
  )
  refuseIf(fault.ms !== undefined && answer !== 'slow', 'ms', 'belongs to a slow answer')
  const isLimited = answer === 'ratelimited' || answer === 'http 429'
  refuseIf(
    fault.retryAfterSeconds !== undefined && !isLimited,
    'retryAfterSeconds',
    'belongs to ratelimited or http 429',
  )
}

const readCall = (value: unknown, methods: ReadonlySet<string>): Fault => {
  const given = parse(callFault, value)
  checkCall(given, methods)
  const { times: left, after = given.answer === 'lost' ? 'acting' : 'before', ...fault } = given
  return { kind: 'call', fault: { ...fault, after, left } }
}

const readShares = (value: unknown): Fault => {
  const { times: left, ...fault } = parse(shareFault, value)
  refuseIf(fault.ms !== undefined && fault.shares === 'never', 'ms', 'belongs to late shares')
  return { kind: 'shares', fault: { ...fault, left } }
}

const kindOf = (value: unknown): keyof typeof kinds => {
  const names = Object.keys(kinds) as (keyof typeof kinds)[]
  const named = names.filter((name) => typeof value === 'object' && value !== null && name in value)
  const [kind, second] = named
  if (kind === undefined) throw new InvalidFault('', `must have one of ${names.join(', ')}`)
  refuseIf(second !== undefined, second ?? '', `does not go with ${kind}: one fault is of one kind`)
  return kind
}

/**
 * Reads a fault strictly; `methods` are the names that the stand-in serves. Throws InvalidFault where it makes no sense.
 */
export const readFault = (value: unknown, methods: ReadonlySet<string>): Fault => {
  const kind = kindOf(value)
  switch (kind) {
    case 'method':
      return readCall(value, methods)
    case 'shares':
      return readShares(value)
  }
}
