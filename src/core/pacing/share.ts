/** The state that a process learns when it reports that it is calling a platform. */
export interface Callers {
  /** The number of processes that are calling it, this one included. */
  count: number
  /** How long the platform wants no calls, as it told one of them; 0 if it did not. */
  closedForMs: number
}

/**
 * Reports that this process is calling a platform, and how long the platform told it to make no calls; 0 if it did
 * not. Throws AppError `store_unavailable`.
 */
export type JoinCallers = (closedForMs: number) => Promise<Callers>

/** For a process without others. */
export const aloneAtCalling: JoinCallers = () => Promise.resolve({ count: 1, closedForMs: 0 })

/** How often a process that is calling a platform reports it. */
export const joinEveryMs = 1_000

/** How long a process counts after its last report. */
export const joinedForMs = 3_000

interface ShareOptions {
  join: JoinCallers
  /** Milliseconds since the epoch. */
  now: () => number
  /** The platform told one of the processes to make no calls for `spanMs`. */
  onClosed: (spanMs: number) => void
}

/** One process's share of a limit that several processes keep together. */
export interface Share {
  /** Reports an upcoming call, once a second at most; only waits if there is no answer yet. */
  heard(): Promise<void>
  /** The divisor of the limit; undefined until the others know of this process, or while Redis is unavailable. */
  among(): number | undefined
  /** Tells the others how long the platform wants no calls. */
  closeFor(spanMs: number): void
}

/** See `Share`. A process that makes no calls reports nothing, and takes no share. */
export const createShare = ({ join, now, onClosed }: ShareOptions): Share => {
  let count: number | undefined
  let heardAtMs = Number.NEGATIVE_INFINITY
  let joinedAtMs = Number.NEGATIVE_INFINITY
  let askedAtMs = Number.NEGATIVE_INFINITY
  let answer: Promise<void> = Promise.resolve()

  const isCurrent = (): boolean => now() - heardAtMs < joinedForMs

  const take = (callers: Callers, atMs: number): void => {
    if (atMs - heardAtMs >= joinedForMs) joinedAtMs = atMs
    heardAtMs = Math.max(heardAtMs, atMs)
    count = callers.count
    if (callers.closedForMs > 0) onClosed(callers.closedForMs)
  }

  const ask = (closedForMs: number): void => {
    const atMs = now()
    askedAtMs = atMs
    // A Redis outage is logged elsewhere; until it ends, the share is a small one.
    answer = join(closedForMs).then(
      (callers) => take(callers, atMs),
      () => undefined,
    )
  }

  return {
    async heard() {
      if (now() - askedAtMs >= joinEveryMs) ask(0)
      if (!isCurrent()) await answer
    },
    among() {
      if (count === undefined || !isCurrent()) return undefined
      return count === 1 || now() - joinedAtMs >= joinEveryMs ? count : undefined
    },
    closeFor: ask,
  }
}
