/** Milliseconds that a timer of the runtime can wait at most; longer waits are taken in steps. */
const longestTimerMs = 2 ** 31 - 1

/** A clock that keeps real time and can be moved forward; its timers fire when it passes them either way. */
export interface Clock {
  /** Milliseconds since the Unix epoch, the moves included. */
  now(): number
  /** Runs once at that time (at once, but not synchronously, if it is past); the answer cancels. */
  at(whenMs: number, run: () => void): () => void
  /** Moves forward. Timers on the way fire in order, each at its own time, before this returns. */
  advance(byMs: number): void
  /** Forgets every timer. */
  stop(): void
}

type Timer = { readonly whenMs: number; readonly run: () => void }

/** Starts a clock at the real time. Its timers do not keep the process alive. */
export const startClock = (): Clock => {
  /** Earliest first; of the same time, in the order of asking. */
  let timers: readonly Timer[] = []
  let offsetMs = 0
  let armed: NodeJS.Timeout | undefined

  const now = () => Date.now() + offsetMs

  const arm = () => {
    clearTimeout(armed)
    const [next] = timers
    if (!next) return
    armed = setTimeout(fireDue, Math.min(Math.max(next.whenMs - now(), 0), longestTimerMs)).unref()
  }

  const fireUpTo = (limitMs: number, beforeEach: (timer: Timer) => void) => {
    for (let [next] = timers; next && next.whenMs <= limitMs; [next] = timers) {
      timers = timers.slice(1)
      beforeEach(next)
      next.run()
    }
    arm()
  }

  const fireDue = () => fireUpTo(now(), () => undefined)

  return {
    now,
    at: (whenMs, run) => {
      const timer = { whenMs, run }
      const place = timers.findLastIndex((other) => other.whenMs <= whenMs) + 1
      timers = timers.toSpliced(place, 0, timer)
      arm()
      return () => {
        timers = timers.filter((other) => other !== timer)
        arm()
      }
    },
    advance: (byMs) => {
      if (!(byMs >= 0)) throw new RangeError('A clock moves forward only')
      const targetMs = now() + byMs
      fireUpTo(targetMs, (timer) => {
        offsetMs += Math.max(timer.whenMs - now(), 0)
      })
      offsetMs += Math.max(targetMs - now(), 0)
    },
    stop: () => {
      clearTimeout(armed)
      timers = []
    },
  }
}
