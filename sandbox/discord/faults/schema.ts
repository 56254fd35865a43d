import { z } from 'zod'
import { type NetworkFault, networkFault } from '../../../studio/kit/faults/network.ts'
import { kindOf, parse, spanMs } from '../../../studio/kit/faults/reading.ts'
import { closeCodes } from '../gateway/closing.ts'
import type { Route } from '../route.ts'
import { type AnswerFault, readAnswerFault } from './answers.ts'
import { type EventFault, readEventFault } from './events.ts'
import { type RateLimitFault, readRateLimitFault } from './rate-limits.ts'

const connectionFaults = [
  /** Op 7: the client is to connect again and resume. */
  z.strictObject({ gateway: z.literal('reconnect') }),
  /** Op 9: the session is over, or is only to be resumed. */
  z.strictObject({ gateway: z.literal('invalid session'), resumable: z.boolean().default(false) }),
  /** The connection breaks without a close frame. */
  z.strictObject({ gateway: z.literal('drop') }),
  /** The connection stays open and nothing comes over it any more, neither events nor acknowledgements. */
  z.strictObject({ gateway: z.literal('silence') }),
  /** Op 1: requests a heartbeat at once. */
  z.strictObject({ gateway: z.literal('heartbeat') }),
  /** The server closes with a code of its own. */
  z.strictObject({
    gateway: z.literal('close'),
    code: z.int().refine((code) => closeCodes.includes(code), `must be one of ${closeCodes.join(', ')}`),
  }),
] as const

/**
 * A server is out of service for so long, or until faults are cleared: the first one unless another is named.
 */
const outage = z.strictObject({
  gateway: z.literal('guild outage'),
  guild: z.string().optional(),
  ms: spanMs.optional(),
})

const gateway = z.discriminatedUnion('gateway', [...connectionFaults, outage])

export type OutageFault = z.output<typeof outage>

/** A failure of the gateway, which happens at once: on every connection that identified, or to a server. */
export type GatewayFault = z.output<typeof gateway>

/** What is to fail: the gateway or the network at once, or answers, limits and events to come. */
export type Fault =
  | { readonly kind: 'network'; readonly fault: NetworkFault }
  | { readonly kind: 'gateway'; readonly fault: GatewayFault }
  | { readonly kind: 'respond'; readonly fault: AnswerFault }
  | { readonly kind: 'rateLimit'; readonly fault: RateLimitFault }
  | { readonly kind: 'events'; readonly fault: EventFault }

const kinds = ['gateway', 'respond', 'rateLimit', 'events', 'network'] as const

/**
 * Reads a fault strictly; `routes` are those that are served, by name. Throws
 * InvalidFault where it makes no sense.
 */
export const readFault = (value: unknown, routes: ReadonlyMap<string, Route>): Fault => {
  const kind = kindOf(kinds, value)
  switch (kind) {
    case 'gateway':
      return { kind, fault: parse(gateway, value) }
    case 'respond':
      return { kind, fault: readAnswerFault(value, routes) }
    case 'rateLimit':
      return { kind, fault: readRateLimitFault(value, routes) }
    case 'events':
      return { kind, fault: readEventFault(value) }
    case 'network':
      return { kind, fault: parse(networkFault, value) }
  }
}
