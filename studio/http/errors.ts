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

/** The shape E1, `{success, error_code, message}`. */
export const refuseWithCode: Refuse = (status, message, more) => ({
  status,
  body: { success: false, error_code: errorCodes[status], message, ...more },
})

/** The shape E2, `{success, error}`. */
export const refuseWithError: Refuse = (status, error, more) => ({
  status,
  body: { success: false, error, ...more },
})

/** The shape E3, `{success, message}`. */
export const refuseWithMessage: Refuse = (status, message, more) => ({
  status,
  body: { success: false, message, ...more },
})

/** How one endpoint says no. */
export type EndpointErrors = {
  readonly refuse: Refuse
  /** The status of a request whose parameters are wrong. */
  readonly invalid: 400 | 422
  /** The text for wrong parameters; undefined = each names the parameter and what is wrong with it. */
  readonly invalidText?: string
  readonly noCredits: string
  /** Whether a refusal for want of credits tells both amounts. */
  readonly tellsCredits?: boolean
  /** The text for an account without a subscription; undefined = only its want of credits shows. */
  readonly noPlan?: string
  readonly serverFailure: string
}

/** Errors of an endpoint; what is not said is as most endpoints have it. */
export const endpointErrors = (
  errors: Pick<EndpointErrors, 'refuse'> & Partial<EndpointErrors>,
): EndpointErrors => ({
  invalid: 422,
  noCredits: 'Insufficient credit balance',
  serverFailure: 'Internal Server Error',
  ...errors,
})

/**
 * More tasks at once, or more look-ups a minute, than the plan has: seen elsewhere, in a shape of its own.
 */
export const tooMany: Reply = { status: 429, body: { detail: 'SLOW DOWN - TOO MANY PARALLEL REQUESTS' } }
