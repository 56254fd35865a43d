import { Refused, type Since } from './control.ts'

const longPollMs = 25_000

/** What has a number, which counts up, and a time. */
export type Happened = { readonly id: number; readonly atMs: number }

/** The listeners for events, and when they want to be called. */
export interface Follower<T> {
  /** What happened since the last time, oldest first. */
  told(more: readonly T[]): void
  /** Whether nobody is there who would tell of more. */
  away(isAway: boolean): void
  /** Another sandbox answers now, with other people and places. */
  replaced(): void
  /** Resolves once somebody looks, or at the signal. */
  untilSeen(signal: AbortSignal): Promise<void>
  /** Resolves a moment later. */
  pause(): Promise<void>
}

/** Whether it is the sandbox that told of `last`, or one that was started since. */
const isSame = (told: readonly Happened[], last: Happened | undefined): boolean =>
  last === undefined ? told.length === 0 : told.some(({ id, atMs }) => id === last.id && atMs === last.atMs)

/**
 * Asks for what happened so far, and goes on asking for more until the signal is aborted. Where nobody answered
 * it first asks whether it is still the same sandbox; another one is not followed.
 */
export const follow = async <T extends Happened>(
  since: Since<T>,
  follower: Follower<T>,
  signal: AbortSignal,
): Promise<void> => {
  let last: T | undefined
  const askOn = async (): Promise<void> => {
    const more = await since(last?.id ?? 0, longPollMs, signal)
    last = more.at(-1) ?? last
    if (more.length > 0) follower.told(more)
  }
  for (let wasAway = false; !signal.aborted; ) {
    try {
      await follower.untilSeen(signal)
      if (signal.aborted) return
      if (wasAway) {
        if (!isSame(await since(0, 0, signal), last)) return follower.replaced()
        wasAway = false
        follower.away(wasAway)
      }
      await askOn()
    } catch (error) {
      if (signal.aborted) return
      wasAway ||= !(error instanceof Refused)
      follower.away(wasAway)
      await follower.pause()
    }
  }
}
