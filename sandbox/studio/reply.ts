/** What an endpoint answers with: an HTTP status and a JSON body. */
export type Reply = { readonly status: number; readonly body: Readonly<Record<string, unknown>> }

/** A refusal in one of the service's error shapes: status and a text a person can read. */
export type Refuse = (status: RefusalStatus, text: string) => Reply

export type RefusalStatus = 400 | 401 | 402 | 403 | 404 | 409 | 422 | 500

const errorCodes: Readonly<Record<RefusalStatus, string>> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  402: 'INSUFFICIENT_CREDITS',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  422: 'UNPROCESSABLE_CONTENT',
  500: 'INTERNAL_SERVER_ERROR',
}

/** A success: 200 with `success: true` before the given fields. */
export const succeed = (fields: Readonly<Record<string, unknown>>): Reply => ({
  status: 200,
  body: { success: true, ...fields },
})

/** The shape `{success, error_code, message}`, which the music endpoints use. */
export const refuseWithCode: Refuse = (status, text) => ({
  status,
  body: { success: false, error_code: errorCodes[status], message: text },
})

/** The shape `{success, message}`, which look-ups, remixes and speech use. */
export const refuseWithMessage: Refuse = (status, text) => ({
  status,
  body: { success: false, message: text },
})
