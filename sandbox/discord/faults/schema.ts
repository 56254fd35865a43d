import { z } from 'zod'
import { type NetworkFault, networkFault } from '../../network.ts'
import { closeCodes } from '../gateway/closing.ts'
import type { AnswerFault } from './answers.ts'
import { InvalidFault } from './invalid-fault.ts'

const gateway = z.discriminatedUnion('gateway', [
  /** Op 7: the client is to connect again and resume. */
  z.strictObject({ gateway: z.literal('reconnect') }),
  /** Op 9: the session is over, or is only to be resumed. */
  z.strictObject({ gateway: z.literal('invalid session'), resumable: z.boolean().default(false) }),
  /** The connection breaks without a close frame. */
  z.strictObject({ gateway: z.literal('drop') }),
  /** The connection stays open and nothing comes over it any more, neither events nor acknowledgements. */
  z.strictObject({ gateway: z.literal('silence') }),
  /** Op 1: a heartbeat is asked for at once. */
  z.strictObject({ gateway: z.literal('heartbeat') }),
  /** The server closes with a code of its own. */
  z.strictObject({
    gateway: z.literal('close'),
    code: z.int().refine((code) => closeCodes.includes(code), `must be one of ${closeCodes.join(', ')}`),
  }),
])

/** A failure of the gateway, which happens at once on every connection that identified. */
export type GatewayFault = z.output<typeof gateway>

const respond = z.strictObject({
  respond: z.strictObject({
    route: z.string().min(1),
    status: z.union([z.int().min(500).max(599), z.literal('lost')]),
    times: z.int().min(1).max(1000).default(1),
    after: z.enum(['acting', 'before']).default('before'),
  }),
})

const placeOf = (issue: z.core.$ZodIssue): readonly PropertyKey[] =>
  issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : issue.path

const parse = <T extends z.ZodType>(expected: T, value: unknown): z.output<T> => {
  const { data, error } = expected.safeParse(value)
  if (!error) return data
  const [first] = error.issues
  throw new InvalidFault(
    (first ? placeOf(first) : []).map(String).join('.'),
    first?.message ?? 'makes no sense',
  )
}

const readAnswerFault = (value: unknown, routes: ReadonlySet<string>): AnswerFault => {
  const { times: left, ...fault } = parse(respond, value).respond
  if (routes.has(fault.route)) return { ...fault, left }
  throw new InvalidFault('respond.route', `must be one of ${[...routes].join(', ')}`)
}

/** What is to fail: the gateway or the network at once, or answers to come. */
export type Fault =
  | { readonly kind: 'network'; readonly fault: NetworkFault }
  | { readonly kind: 'gateway'; readonly fault: GatewayFault }
  | { readonly kind: 'respond'; readonly fault: AnswerFault }

const kinds = ['gateway', 'respond', 'network'] as const

const kindOf = (value: unknown): (typeof kinds)[number] => {
  const [kind, second] = kinds.filter((name) => typeof value === 'object' && value !== null && name in value)
  if (kind === undefined) throw new InvalidFault('', `must have one of ${kinds.join(', ')}`)
  if (second !== undefined)
    throw new InvalidFault(second, `does not go with ${kind}: one fault is of one kind`)
  return kind
}

/** Reads a fault strictly; `routes` are those that are served. Throws InvalidFault where it makes no sense. */
export const readFault = (value: unknown, routes: ReadonlySet<string>): Fault => {
  const kind = kindOf(value)
  switch (kind) {
    case 'gateway':
      return { kind, fault: parse(gateway, value) }
    case 'respond':
      return { kind, fault: readAnswerFault(value, routes) }
    case 'network':
      return { kind, fault: parse(networkFault, value) }
  }
}
