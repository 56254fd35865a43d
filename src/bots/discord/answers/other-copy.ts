import type { Log } from '../../../core/log.ts'

interface OtherCopyOptions {
  log: Log
  /** Milliseconds since the epoch. */
  now: () => number
}

/** Knows whether another copy with its own Redis answers with our token. */
export interface OtherCopy {
  /** Called when such a copy's message is found instead of our answer. */
  report(): void
  /** For the operator; undefined while there are no signs of another copy. */
  problem(): string | undefined
}

/** Of two copies each is late about every other time, so silence soon means that one was stopped. */
const quietMs = 10 * 60_000

const found =
  'another copy of Tunesmith answers with this DISCORD_TOKEN and has a Redis of its own: stop one of them, or set the same REDIS_URL for both'

/** See `OtherCopy`. Logged once, until there were no signs for ten minutes. */
export const createOtherCopy = ({ log, now }: OtherCopyOptions): OtherCopy => {
  let seenMs: number | undefined
  const problem = () => (seenMs !== undefined && now() - seenMs < quietMs ? found : undefined)
  return {
    report() {
      if (problem() === undefined) log.error(found, {})
      seenMs = now()
    },
    problem,
  }
}
