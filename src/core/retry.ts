import { AppError } from './errors.ts'

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
