import type { Failures } from '../../src/core/endpoints/endpoint.ts'
import type { FailureName } from '../../src/core/endpoints/shapes.ts'
import type { Reply } from './reply.ts'

export type ErrorStatus = 400 | 401 | 402 | 403 | 404 | 409 | 422 | 429 | 500

/**
 * A refusal in one of the service's error shapes: status, a text a person can
 * read, and what else the body carries.
 */
export type Refuse = (status: ErrorStatus, text: string, more?: Readonly<Record<string, unknown>>) => Reply

const errorCodes: Readonly<Record<ErrorStatus, string>> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  402: 'INSUFFICIENT_CREDITS',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  422: 'UNPROCESSABLE_CONTENT',
  429: 'TOO_MANY_REQUESTS',
  500: 'INTERNAL_SERVER_ERROR',
}

const bodies: Readonly<Record<FailureName, (status: ErrorStatus, text: string) => object>> = {
  E1: (status, message) => ({ error_code: errorCodes[status], message }),
  E2: (_status, error) => ({ error }),
  E3: (_status, message) => ({ message }),
  misspelt: (_status, messsage) => ({ messsage }),
}

/** Says no in one of the service's shapes. */
export const refuseIn =
  (shape: FailureName): Refuse =>
  (status, text, more) => ({ status, body: { success: false, ...bodies[shape](status, text), ...more } })

/** How one endpoint says no. */
export type EndpointErrors = Failures & { readonly refuse: Refuse }

/** How an endpoint with these failures says no. */
export const errorsOf = (failures: Failures): EndpointErrors => ({
  ...failures,
  refuse: (status, text, more) => refuseIn(failures.at?.[status] ?? failures.shapes[0])(status, text, more),
})

/**
 * More tasks at once, or more look-ups a minute, than the plan has: seen elsewhere, in a shape of its own.
 */
export const tooMany: Reply = { status: 429, body: { detail: 'SLOW DOWN - TOO MANY PARALLEL REQUESTS' } }
