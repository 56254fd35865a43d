import { z } from 'zod'
import { closeCodes } from '../gateway/closing.ts'
import { InvalidFault } from './invalid-fault.ts'

const schema = z.discriminatedUnion('gateway', [
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
export type GatewayFault = z.output<typeof schema>

const placeOf = (issue: z.core.$ZodIssue): readonly PropertyKey[] =>
  issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : issue.path

/** Reads a fault strictly. Throws InvalidFault where it makes no sense. */
export const readFault = (value: unknown): GatewayFault => {
  const { data, error } = schema.safeParse(value)
  if (!error) return data
  const [first] = error.issues
  throw new InvalidFault(
    (first ? placeOf(first) : []).map(String).join('.'),
    first?.message ?? 'makes no sense',
  )
}
