/** A clock that stands still until a test moves it, from alarm to alarm. */
export interface AlarmClock {
  now: () => number
  /** Resolves once so much time has passed. */
  sleep: (spanMs: number) => Promise<void>
  /** Moves on. What an alarm wakes runs before the next one rings. */
  pass: (spanMs: number) => Promise<void>
  /** Moves on at once, as after a process stood still, and rings every alarm. */
  oversleep: (spanMs: number) => void
}

/** `settle` lets everything run that can without time passing. */
export const createAlarmClock = (startMs: number, settle: () => Promise<void>): AlarmClock => {
  let nowMs = startMs
  let alarms: readonly { atMs: number; ring: () => void }[] = []
  return {
    now: () => nowMs,
    sleep: (spanMs) =>
      new Promise((ring) => {
        alarms = [...alarms, { atMs: nowMs + spanMs, ring }]
      }),
    async pass(spanMs) {
      const endMs = nowMs + spanMs
      await settle()
      for (;;) {
        const [next] = alarms.toSorted((one, other) => one.atMs - other.atMs)
        if (next === undefined || next.atMs > endMs) break
        alarms = alarms.filter((alarm) => alarm !== next)
        nowMs = Math.max(nowMs, next.atMs)
        next.ring()
        await settle()
      }
      nowMs = endMs
    },
    oversleep(spanMs) {
      nowMs += spanMs
      for (const { ring } of alarms) ring()
    },
  }
}
