import type { EndpointName } from './endpoints.ts'
import type { Service } from './service.ts'

/** What a row is about: one endpoint, or something that many endpoints share. */
export type Subject = EndpointName | 'service' | 'conversion' | 'status' | 'auth' | 'events'

/**
 * One thing that must hold of an audio service. `document`: the service's interface description says so.
 * `evidence`: the description is silent, and clients and vendor's pages elsewhere say so.
 */
export type Row = {
  /** Stable, the subject first: `byId.conversionType.required`. */
  readonly id: `${Subject}.${string}`
  readonly title: string
  readonly source: 'document' | 'evidence'
  /** Settles where it holds; throws Differs where it does not, and NotTried where nothing can be said. */
  readonly check: (service: Service) => Promise<void>
}

/** What a row found. */
export type Verdict =
  | { readonly kind: 'ok' }
  | { readonly kind: 'differs'; readonly what: string }
  | { readonly kind: 'not_tried'; readonly why: string }

/** The service does something else than the row says; the message says what. */
export class Differs extends Error {
  constructor(what: string) {
    super(what)
    this.name = 'Differs'
  }
}

/** Nothing can be said of the row with this service, key or network; the message says why. */
export class NotTried extends Error {
  constructor(why: string) {
    super(why)
    this.name = 'NotTried'
  }
}

/** Throws Differs unless the condition holds. */
export function demand(condition: boolean, what: string): asserts condition {
  if (!condition) throw new Differs(what)
}

/** A value as a line of the report shows it, cut to a readable length. */
export const shown = (value: unknown): string => {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return text.length > 200 ? `${text.slice(0, 199)}…` : text
}

type Check = Row['check']

/** A row of the service's interface description. */
export const documented = (id: Row['id'], title: string, check: Check): Row => ({
  id,
  title,
  source: 'document',
  check,
})

/** A row that only outside evidence supports. */
export const seenElsewhere = (id: Row['id'], title: string, check: Check): Row => ({
  id,
  title,
  source: 'evidence',
  check,
})
