import type { Compared } from './comparing.ts'
import type { Answer } from './place.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * The kinds of an answer's values in place of the values: names, texts, ids
 * and links of real people stay away.
 */
const kindsOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(kindsOf)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, kindsOf(inner)]))
  return value === null || typeof value === 'boolean' ? value : `<${typeof value}>`
}

const isRefused = ({ status, body }: Answer): boolean =>
  status >= 400 || (typeof body === 'object' && body !== null && (body as Fields).ok === false)

/** Limits and scopes tell how the platform counts; nothing else of the headers is of use. */
const tellingHeaders = /^(x-ratelimit-|x-(accepted-)?oauth-scopes|retry-after)/

const record = ({ name, real }: Compared) => {
  if (!real) return { check: name }
  const headers = [...real.headers].filter(([key]) => tellingHeaders.test(key))
  return {
    check: name,
    status: real.status,
    headers: Object.fromEntries(headers),
    // A refusal repeats at most what the check itself sent.
    body: isRefused(real) ? real.body : kindsOf(real.body),
  }
}

/**
 * What the platform answered, in a form that can be shown to anybody: refusals whole, all else by its kinds.
 */
export const recordAnswers = (all: readonly Compared[]): string =>
  `${JSON.stringify(all.map(record), null, 2)}\n`
