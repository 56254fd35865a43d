import { STATUS_CODES } from 'node:http'
import { z } from 'zod'
import type { Endpoint } from '../http/endpoint.ts'
import { type ErrorStatus, tooMany } from '../http/errors.ts'
import type { Reply } from '../http/reply.ts'
import { parse, refuseIf, spanMs, times } from '../kit/faults/reading.ts'

/** Failures that need the real answer, since they are about its bytes. */
const ofTheAnswer = [
  'slow',
  'drip',
  'truncated',
  'reset',
  'no task id',
  'success as text',
  'in data',
  'after the end',
] as const
/** Failures that need none. */
const instead = ['lost', 'never', 'html', 'empty', 'redirect'] as const

/**
 * A failure of answers to come. lost: the connection is cut instead. never: it stays open without an answer.
 * slow: the answer comes `ms` later; after the end: when the task has ended and its callbacks were tried.
 * drip: a byte every `ms`. truncated: half of it, as if it were whole. reset: half of it, and the connection
 * is reset. no task id: without that field. success as text: "true" instead of true. in data: all fields in an
 * object `data`. html, empty: status 200 with a page, or without a body. redirect: to `location`. "http 503": a
 * refusal with that status in the words and the shape of the endpoint. "page 502": a proxy's page with that status.
 */
export type AnswerFault = {
  /** The path of an endpoint, or "any". */
  readonly path: string
  readonly answer: (typeof ofTheAnswer)[number] | (typeof instead)[number] | 'http' | 'page'
  readonly status: number
  readonly ms: number
  /** Where a redirect leads. */
  readonly location: string
  /** The words of a refusal, in place of the endpoint's own. */
  readonly text: string | undefined
  /** Whether the request is carried out anyway. */
  readonly after: 'acting' | 'before'
  left: number
}

const statusAnswer = /^(http|page) ([2-5]\d\d)$/

const schema = z.strictObject({
  respond: z.strictObject({
    path: z.string().min(1),
    answer: z.union(
      [z.enum([...ofTheAnswer, ...instead]), z.string().regex(statusAnswer)],
      `must be one of ${[...ofTheAnswer, ...instead].join(', ')}, "http 200" to "http 599", or "page 200" to "page 599"`,
    ),
    ms: spanMs.optional(),
    location: z.string().min(1).optional(),
    text: z.string().optional(),
    after: z.enum(['acting', 'before']).optional(),
    times,
  }),
})

const includes = <T extends string>(words: readonly T[], word: string): boolean =>
  words.some((other) => other === word)

/**
 * Reads such a fault strictly; throws InvalidFault where it makes no sense.
 * `paths` are those of the endpoints.
 */
export const readAnswerFault = (value: unknown, paths: readonly string[]): AnswerFault => {
  const { times: left, answer: given, ...fault } = parse(schema, value).respond
  const [, word = given, digits = '200'] = statusAnswer.exec(given) ?? []
  const answer = word as AnswerFault['answer']
  const status = Number(digits)
  const isRefusal = answer === 'http' && status < 500
  const isTimed = answer === 'slow' || answer === 'drip'
  refuseIf(
    fault.path !== 'any' && !paths.includes(fault.path),
    'respond.path',
    `must be any, or one of ${paths.join(', ')}`,
  )
  refuseIf(fault.ms !== undefined && !isTimed, 'respond.ms', 'belongs to slow and drip')
  refuseIf(fault.location !== undefined && answer !== 'redirect', 'respond.location', 'belongs to redirect')
  refuseIf(fault.text !== undefined && answer !== 'http', 'respond.text', 'belongs to a refusal')
  refuseIf(
    isRefusal && fault.after === 'acting',
    'respond.after',
    'must be before: what is refused is not carried out',
  )
  const needsAnswer = includes(ofTheAnswer, answer)
  const after = fault.after ?? (needsAnswer || answer === 'lost' ? 'acting' : 'before')
  refuseIf(needsAnswer && after === 'before', 'respond.after', 'must be acting: it is about the real answer')
  const { path, ms = 1_000, location = '/elsewhere', text } = fault
  return { path, answer, status, ms, location, text, after, left }
}

const refusable: readonly number[] = [400, 401, 402, 403, 404, 409, 422, 429, 500] satisfies ErrorStatus[]

/** The endpoint's own words for a status. */
const wordsFor = (status: number, { errors }: Endpoint): string => {
  if (status === 402) return errors.noCredits
  if (status === 401 || status === 403) return 'Authentication failed'
  if (status >= 500) return errors.broken
  const invalid = 'Invalid request parameters'
  return status === 400 || status === 422 ? invalid : (STATUS_CODES[status] ?? invalid)
}

/**
 * How the endpoint refuses with a status; one that it has no error code for
 * goes by that of a server's failure.
 */
export const refusalOf = ({ status, text }: AnswerFault, endpoint: Endpoint): Reply => {
  if (status === 429) return text === undefined ? tooMany : { status, body: { detail: text } }
  const words = text ?? wordsFor(status, endpoint)
  const known = refusable.includes(status) ? (status as ErrorStatus) : 500
  return { ...endpoint.errors.refuse(known, words), status }
}
