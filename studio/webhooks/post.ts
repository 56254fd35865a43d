import type { Clock } from '../kit/clock.ts'

type Posting = {
  readonly url: string
  readonly body: Readonly<Record<string, unknown>>
  readonly clock: Clock
  /** Aborted when nobody waits for the answer any more. */
  readonly closing: AbortSignal
}

/**
 * How long a callback may take; the service says nothing about it, and other services stop after 10 to 15 s.
 */
const timeoutMs = 10_000

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.message
}

/**
 * Sends a callback once: POST with JSON, no redirect is followed, and of the answer only the status is read.
 * Resolves with "HTTP 204" and the like, or with the reason why there was no answer.
 */
export const postOnce = async ({ url, body, clock, closing }: Posting): Promise<string> => {
  const late = new AbortController()
  const cancel = clock.at(clock.now() + timeoutMs, () => late.abort(new Error('no answer in time')))
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'manual',
      signal: AbortSignal.any([closing, late.signal]),
    })
    await response.body?.cancel()
    return `HTTP ${response.status}`
  } catch (error) {
    return reasonOf(error)
  } finally {
    cancel()
  }
}
