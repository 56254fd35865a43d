import { setImmediate } from 'node:timers/promises'
import { createTestClock, type TestClock } from '../clock.ts'

interface Moment {
  atMs: number
  number: number
  run: () => void | Promise<void>
}

/**
 * Virtual time: what is to happen happens one thing after another, and each with all that follows from it at
 * once, so that a seed always plays the same.
 */
export interface Timeline {
  clock: TestClock
  startMs: number
  now(): number
  /** Has something happen at a moment, or now where that is over. */
  at(atMs: number, run: Moment['run']): void
  /** Lets the next thing happen. False where there is nothing. */
  step(): Promise<boolean>
}

const isBefore = (one: Moment, other: Moment): boolean =>
  one.atMs < other.atMs || (one.atMs === other.atMs && one.number < other.number)

/** A time in which nothing is to happen yet. */
export const createTimeline = (): Timeline => {
  const clock = createTestClock()
  const ahead: Moment[] = []
  let count = 0
  return {
    clock,
    startMs: clock.now(),
    now: clock.now,
    at(atMs, run) {
      count += 1
      const moment = { atMs: Math.max(atMs, clock.now()), number: count, run }
      let index = ahead.length
      for (let other = ahead[index - 1]; other !== undefined && isBefore(other, moment); ) {
        index -= 1
        other = ahead[index - 1]
      }
      ahead.splice(index, 0, moment)
    },
    async step() {
      const next = ahead.pop() // the latest come first
      if (next === undefined) return false
      clock.advanceTo(next.atMs)
      await next.run()
      await setImmediate() // by then everything that follows at once has followed
      return true
    },
  }
}
