import { z } from 'zod'
import { eventMishaps } from '../../../studio/kit/faults/event-order.ts'
import { type NetworkFault, networkFault } from '../../../studio/kit/faults/network.ts'
import { kindOf, parse, refuseIf, spanMs, times } from '../../../studio/kit/faults/reading.ts'
import { limits } from '../limits.ts'
import { errorCodesOf } from './error-codes.ts'

/** Addresses that take requests and are no methods: uploads, private files, and answers to interactions. */
export const addresses = ['upload', 'download', 'response_url'] as const

/** By its id; that where the app was made when it is not named. */
const workspace = z.string().optional()

const schemas = {
  method: z.strictObject({
    /** A method of the Web API, or one of the other addresses. */
    method: z.string().min(1),
    /**
     * A code of Slack's, "http 500" or the like, "lost" (the connection is cut), "never" (it stays open),
     * "slow" (it comes `ms` later), or "no json" (a page, with a status that looks well).
     */
    answer: z.string().min(1),
    times,
    /** Whether the request is carried out anyway. */
    after: z.enum(['acting', 'before']).optional(),
    ms: spanMs.optional(),
    retryAfterSeconds: z.int().min(1).max(3600).optional(),
  }),
  shares: z.strictObject({
    /**
     * late: the message comes `ms` later; never: it comes at once, and no
     * look-up of the file ever says where.
     */
    shares: z.enum(['late', 'never']),
    times,
    ms: spanMs.optional(),
  }),
  socket: z.strictObject({
    /** What becomes of connections at once; a warning is followed by the end ten seconds later. */
    socket: z.enum(['disconnect', 'refresh', 'warning', 'drop']),
    /** All of them, or the one that is open longest. */
    which: z.enum(['all', 'oldest']).default('all'),
  }),
  events: z.strictObject({
    events: z.enum(eventMishaps),
    times,
    ms: spanMs.optional(),
    /** Whether what is repeated has the same id; it may come under another. */
    id: z.enum(['same', 'new']).optional(),
  }),
  token: z.discriminatedUnion('token', [
    z.strictObject({
      token: z.literal('revoke'),
      /** The bot's, by which the app is gone from the workspace, or that of the app's sockets. */
      which: z.enum(['bot', 'app']).default('bot'),
      answer: z.enum(['token_revoked', 'invalid_auth', 'account_inactive']).default('token_revoked'),
      workspace,
    }),
    /** The bot's, as after twelve hours. */
    z.strictObject({ token: z.literal('expire'), workspace }),
  ]),
  signature: z.strictObject({
    /** What is amiss with a copy of the next request, which goes ahead of it. */
    signature: z.enum(['wrong', 'old', 'future', 'missing', 'doubled']),
    times,
  }),
  network: networkFault,
  /** How many events of each workspace go in an hour, until the faults are cleared. */
  eventsPerHour: z.strictObject({ eventsPerHour: z.int().min(0).max(limits.eventsPerHour) }),
} as const

type Kind = keyof typeof schemas
type Given<K extends Kind> = z.output<(typeof schemas)[K]>
type Counted<K extends Kind> = Omit<Given<K>, 'times'> & { left: number }

export type CallFault = Counted<'method'> & { readonly after: 'acting' | 'before' }
export type ShareFault = Counted<'shares'>
export type EventFault = Counted<'events'>
export type SignatureFault = Counted<'signature'>
export type SocketFault = Given<'socket'>
export type TokenFault = Given<'token'>
export type Revocation = Extract<TokenFault, { token: 'revoke' }>

/** A fault of one kind, filled in; those that wait for something know how often they are still to happen. */
export type Fault =
  | { readonly kind: 'method'; readonly fault: CallFault }
  | { readonly kind: 'shares'; readonly fault: ShareFault }
  | { readonly kind: 'socket'; readonly fault: SocketFault }
  | { readonly kind: 'events'; readonly fault: EventFault }
  | { readonly kind: 'token'; readonly fault: TokenFault }
  | { readonly kind: 'signature'; readonly fault: SignatureFault }
  | { readonly kind: 'network'; readonly fault: NetworkFault }
  | { readonly kind: 'eventsPerHour'; readonly fault: Given<'eventsPerHour'> }

const anywhere = ['lost', 'never', 'slow', 'no json']

const isAnswer = (method: string, answer: string): boolean =>
  anywhere.includes(answer) ||
  /^http [45]\d\d$/.test(answer) ||
  (!(addresses as readonly string[]).includes(method) && errorCodesOf(method).includes(answer))

const checkCall = (fault: Given<'method'>, methods: ReadonlySet<string>): void => {
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

const readCall = (value: unknown, methods: ReadonlySet<string>): CallFault => {
  const given = parse(schemas.method, value)
  checkCall(given, methods)
  const { times: left, after = given.answer === 'lost' ? 'acting' : 'before', ...fault } = given
  return { ...fault, after, left }
}

const readShares = (value: unknown): ShareFault => {
  const { times: left, ...fault } = parse(schemas.shares, value)
  refuseIf(fault.ms !== undefined && fault.shares === 'never', 'ms', 'belongs to late shares')
  return { ...fault, left }
}

const readEvents = (value: unknown): EventFault => {
  const { times: left, ...fault } = parse(schemas.events, value)
  refuseIf(fault.ms !== undefined && fault.events === 'repeat', 'ms', 'belongs to delay and reorder')
  refuseIf(fault.id !== undefined && fault.events !== 'repeat', 'id', 'belongs to repeat')
  return { ...fault, left }
}

const readSignature = (value: unknown): SignatureFault => {
  const { times: left, ...fault } = parse(schemas.signature, value)
  return { ...fault, left }
}

const kinds = Object.keys(schemas) as Kind[]

/**
 * Reads a fault strictly; `methods` are the names that can be called. Throws
 * InvalidFault where it makes no sense.
 */
export const readFault = (value: unknown, methods: ReadonlySet<string>): Fault => {
  const kind = kindOf(kinds, value)
  switch (kind) {
    case 'method':
      return { kind, fault: readCall(value, methods) }
    case 'shares':
      return { kind, fault: readShares(value) }
    case 'socket':
      return { kind, fault: parse(schemas[kind], value) }
    case 'events':
      return { kind, fault: readEvents(value) }
    case 'token':
      return { kind, fault: parse(schemas[kind], value) }
    case 'signature':
      return { kind, fault: readSignature(value) }
    case 'network':
      return { kind, fault: parse(schemas[kind], value) }
    case 'eventsPerHour':
      return { kind, fault: parse(schemas[kind], value) }
  }
}
