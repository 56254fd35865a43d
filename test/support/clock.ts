/** A time that stands still until a test moves it. */
export interface TestClock {
  now: () => number
  /** Moves forward; the past stays past. */
  advance(spanMs: number): void
  advanceTo(instantMs: number): void
}

/** Noon of a Monday in June; nothing special happens to any calendar on that day. */
export const someNoonMs = Date.UTC(2026, 5, 15, 12)

/** A clock that shows `startMs` until it is moved. */
export const createTestClock = (startMs = someNoonMs): TestClock => {
  let nowMs = startMs
  const advanceTo = (instantMs: number) => {
    nowMs = Math.max(nowMs, instantMs)
  }
  return { now: () => nowMs, advance: (spanMs) => advanceTo(nowMs + spanMs), advanceTo }
}
