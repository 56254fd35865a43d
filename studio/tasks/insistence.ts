import { once } from 'node:events'
import type { Clock } from '../kit/clock.ts'

/**
 * Does something again until it is done. Rejects only when the studio closes, as nothing is tried again then.
 */
export type Insist = <T>(deed: () => Promise<T>) => Promise<T>

const pauseMs = 500

/**
 * For what must not be lost because Redis is full, or starts again, and refuses. What is done must do no harm
 * when it is done after it was refused.
 */
export const createInsist = (clock: Clock, closing: AbortSignal): Insist => {
  const pause = async (): Promise<void> => {
    closing.throwIfAborted()
    const over = new AbortController()
    const cancel = clock.at(clock.now() + pauseMs, () => over.abort())
    await once(AbortSignal.any([over.signal, closing]), 'abort')
    cancel()
    closing.throwIfAborted()
  }
  return async (deed) => {
    for (;;) {
      try {
        return await deed()
      } catch {
        await pause()
      }
    }
  }
}
