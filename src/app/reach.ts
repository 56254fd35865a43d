import { request } from 'undici'
import type { Effect } from '../core/effect.ts'
import { callbackPath } from '../core/job/callbacks.ts'
import { networkCode } from '../core/network-faults.ts'

const timeoutMs = 10_000

/** No job has this code, so a callback with it changes nothing. */
const nobodysCode = 'look'

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

/** What answered at an address: the head and the start of its body. */
export interface Reply {
  status: number
  headers: Readonly<Record<string, string | readonly string[] | undefined>>
  body: string
}

const bodyCharsMax = 20_000

/** Whatever answers there may never stop. */
const startOf = async (body: AsyncIterable<Uint8Array>): Promise<string> => {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length >= bodyCharsMax) break
  }
  return text.slice(0, bodyCharsMax)
}

/**
 * Makes one request without credentials. Returns the code or name of the error if nothing answered. Undici
 * follows no redirections.
 */
export const lookAt = (
  effect: Effect,
  url: string,
  method: 'GET' | 'POST' = 'GET',
): Promise<Reply | string> =>
  effect('outside.look', async () => {
    try {
      const signal = AbortSignal.timeout(timeoutMs)
      const { statusCode, headers, body } = await request(url, { method, signal })
      return { status: statusCode, headers, body: await startOf(body) }
    } catch (error) {
      return networkCode(error) ?? reasonOf(error)
    }
  })

/**
 * Calls us back as the audio service does. Returns the problem with this public address, for the operator;
 * undefined if a Tunesmith answers there.
 */
export const reachProblem = async (effect: Effect, publicUrl: string): Promise<string | undefined> => {
  const reply = await lookAt(effect, `${publicUrl}${callbackPath}/${nobodysCode}`, 'POST')
  if (typeof reply === 'string') return `does not answer (${reply})`
  return reply.status === 204 ? undefined : `answers HTTP ${reply.status}`
}
