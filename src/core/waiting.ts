import { AppError } from './errors.ts'

/** The promise's value, or undefined when it takes longer than `spanMs`. */
export const within = async <T>(spanMs: number, promise: Promise<T>): Promise<T | undefined> => {
  const late = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => late.resolve(undefined), spanMs)
  try {
    return await Promise.race([promise, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

interface RetryOptions {
  triesMax: number
  /** Between two tries, unless the other side wants more. */
  pauseMs: number
  /** Resolves after so many milliseconds. */
  wait: (spanMs: number) => Promise<void>
  /** Is told of each failure that is followed by another try. */
  onRetry?: (error: AppError) => void
}

/**
 * Does something again while it fails with a retryable AppError, up to `triesMax` times;
 * throws what it failed with last.
 */
export const retrying = async <T>(work: () => Promise<T>, options: RetryOptions): Promise<T> => {
  const { triesMax, pauseMs, wait, onRetry } = options
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (attempt >= triesMax || !(error instanceof AppError && error.retryable)) throw error
      onRetry?.(error)
      await wait(Math.max(pauseMs, error.retryAfterMs ?? 0))
    }
  }
}

/** Work that has begun, so that a program that stops can wait for it. */
export interface WorkInHand {
  /** Keeps work until it is done; resolves then, also where it failed. */
  track(work: Promise<void>): Promise<void>
  /** Resolves when everything that was kept so far is done. */
  drained(): Promise<void>
}

/** Begins with nothing in hand. `onFailure` is told what went wrong in a piece of work. */
export const createWorkInHand = (onFailure: (error: unknown) => void): WorkInHand => {
  const inHand = new Set<Promise<void>>()
  return {
    track(work) {
      const done = work.catch(onFailure).finally(() => inHand.delete(done))
      inHand.add(done)
      return done
    },
    async drained() {
      await Promise.all(inHand)
    },
  }
}
