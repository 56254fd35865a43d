/** What a process learns when it says that it calls a platform. */
export interface Callers {
  /** How many processes call it just now, this one among them. */
  count: number
  /** For how long the platform wants no calls, as one of them was told; 0 where none was. */
  closedForMs: number
}

/**
 * Says that this process calls a platform just now, and for how long the platform told it to make no calls; 0 where
 * it did not. Throws AppError `store_unavailable`.
 */
export type JoinCallers = (closedForMs: number) => Promise<Callers>

/** A process that knows of no other. */
export const aloneAtCalling: JoinCallers = () => Promise.resolve({ count: 1, closedForMs: 0 })

/** How often a process that calls a platform says so. */
export const joinEveryMs = 1_000

/** For how long a process counts after it last said so. */
export const joinedForMs = 3_000

interface ShareOptions {
  join: JoinCallers
  /** Milliseconds since the epoch. */
  now: () => number
  /** The platform told one of the processes to make no calls for so long. */
  onClosed: (spanMs: number) => void
}

/** What one process may use of a limit that several processes keep together. */
export interface Share {
  /** Says that a call is about to be made, once a second at most; waits for the answer only where there is none yet. */
  heard(): Promise<void>
  /** By how many the limit is divided; undefined until the others know of this process, or while Redis is away. */
  among(): number | undefined
  /** The platform wants no calls for so long: tells the others. */
  closeFor(spanMs: number): void
}

/** See `Share`. A process that makes no calls asks nothing, and takes nothing from the others. */
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
    // Redis being away is logged elsewhere; the share is a small one until it is back.
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
