import { setTimeout as pause } from 'node:timers/promises'

/** The promise's value, or undefined when it takes longer than `spanMs`. */
export const within = async <T>(spanMs: number, promise: Promise<T>): Promise<T | undefined> => {
  const timer = new AbortController()
  try {
    return await Promise.race([promise, pause(spanMs, undefined, { signal: timer.signal })])
  } finally {
    timer.abort()
  }
}
