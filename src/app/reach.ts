import { request } from 'undici'
import type { Effect } from '../core/effect.ts'
import { callbackPath } from '../core/job/callbacks.ts'

const timeoutMs = 10_000

/** No job has this code, so a callback with it changes nothing. */
const nobodysCode = 'look'

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

/**
 * Calls us back as the audio service does. Returns the problem with this public address, for the operator;
 * undefined if a Tunesmith answers there.
 */
export const reachProblem = (effect: Effect, publicUrl: string): Promise<string | undefined> =>
  effect('outside.look', async () => {
    try {
      const { statusCode, body } = await request(`${publicUrl}${callbackPath}/${nobodysCode}`, {
        method: 'POST',
        signal: AbortSignal.timeout(timeoutMs),
      })
      await body.dump()
      return statusCode === 204 ? undefined : `answers HTTP ${statusCode}`
    } catch (error) {
      return `does not answer (${reasonOf(error)})`
    }
  })
