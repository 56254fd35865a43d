import { STATUS_CODES } from 'node:http'
import { RESTJSONErrorCodes } from 'discord-api-types/v10'
import { z } from 'zod'
import { parse, refuseIf, spanMs, times } from '../../../studio/kit/faults/reading.ts'
import { answers, bannedText } from '../refusal.ts'
import type { Route } from '../route.ts'

/** A failure of one route's answers to come. */
export type AnswerFault = {
  /** Method and path as the routes are declared: "POST /channels/:channelId/messages". */
  readonly route: string
  /**
   * The status of a server that fails or says no, of which 429 is Cloudflare's to an address that is banned;
   * or the connection is cut (lost), stays open (never), the answer comes `ms` later (slow), or it is a page
   * with a status that looks well (no json).
   */
  readonly status: number | 'lost' | 'never' | 'slow' | 'no json'
  /** Discord's error code in the body of a "no". */
  readonly code?: number | undefined
  readonly ms?: number | undefined
  /** Whether the request is carried out anyway. */
  readonly after: 'acting' | 'before'
  left: number
}

const isErrorCode = (code: number): boolean => code in RESTJSONErrorCodes

const schema = z.strictObject({
  respond: z.strictObject({
    route: z.string().min(1),
    status: z.union([z.int().min(400).max(599), z.enum(['lost', 'never', 'slow', 'no json'])]),
    code: z.int().refine(isErrorCode, 'must be one of the error codes of Discord').optional(),
    ms: spanMs.optional(),
    times,
    after: z.enum(['acting', 'before']).default('before'),
  }),
})

const known = (code: number) => Object.values(answers).find(([, other]) => other === code)

/** Reads such a fault strictly; throws InvalidFault where it makes no sense. */
export const readAnswerFault = (value: unknown, routes: ReadonlyMap<string, Route>): AnswerFault => {
  const { times: left, ...fault } = parse(schema, value).respond
  const { route, status, code, ms, after } = fault
  const isNo = typeof status === 'number' && status < 500
  const usual = code === undefined ? undefined : known(code)?.[0]
  refuseIf(!routes.has(route), 'respond.route', `must be one of ${[...routes.keys()].join(', ')}`)
  refuseIf(status === 429 && code !== undefined, 'respond.code', 'has no place in what Cloudflare says')
  refuseIf(code !== undefined && !isNo, 'respond.code', 'belongs to a status from 400 to 499')
  refuseIf(usual !== undefined && usual !== status, 'respond.code', `comes with status ${usual}`)
  refuseIf(isNo && after === 'acting', 'respond.after', 'must be before: what is refused is not carried out')
  refuseIf(ms !== undefined && status !== 'slow', 'respond.ms', 'belongs to a slow answer')
  return { ...fault, left }
}

/** A code's name in the words of the official client: "MissingAccess" is "Missing Access". */
const wordsOf = (code: number): string =>
  known(code)?.[2] ?? (RESTJSONErrorCodes[code] ?? '').replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')

/** The body of an answer that fails with a status. */
export const failureBody = (status: number, code: number | undefined): { message: string; code: number } => {
  if (status === 429) return { message: bannedText, code: 0 }
  return code === undefined
    ? { message: `${status}: ${STATUS_CODES[status] ?? 'Server Error'}`, code: 0 }
    : { message: wordsOf(code), code }
}
