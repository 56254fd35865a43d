import type { RefusalCode } from './refusal-codes.ts'

/** What Slack says beside the code of an error. */
export type RefusalDetail = {
  /** The scopes of which one is needed, and those that are held. */
  readonly needed?: string
  readonly provided?: string
  /** One line per fault: `[ERROR] must be less than 25 characters [json-pointer:/view/title/text]`. */
  readonly messages?: readonly string[]
  readonly [field: string]: unknown
}

/**
 * Slack's "no" to a request: thrown anywhere below a method, turned into `{ ok: false, error }` with HTTP 200
 * and into an entry of the wire. https://docs.slack.dev/apis/web-api/#slack-web-api__responses
 */
export class Refused extends Error {
  readonly code: RefusalCode
  readonly detail: RefusalDetail

  constructor(code: RefusalCode, detail: RefusalDetail = {}) {
    super(code)
    this.name = 'Refused'
    this.code = code
    this.detail = detail
  }
}

/** The body of the answer to a refused request. */
export const refusalBody = ({ code, detail }: Refused): Record<string, unknown> => {
  const { messages, ...rest } = detail
  if (!messages) return { ok: false, error: code, ...rest }
  return {
    ok: false,
    error: code,
    ...rest,
    errors: messages.map((message) => message.replace(/^\[ERROR\] /, '')),
    response_metadata: { messages },
  }
}
