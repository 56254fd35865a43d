import type { Rate } from './lanes.ts'

/**
 * The order of calls: answers that a member waits for, then calls without which a step would have to begin again, then
 * results, then news on the way.
 */
export type Urgency = 'answer' | 'begun' | 'result' | 'progress'
const order: readonly Urgency[] = ['answer', 'begun', 'result', 'progress']

/** How long a worker waits for a turn, since other jobs need it. For a later turn the job comes back, and news is dropped. */
export const turnWaitMs = {
  answer: 0,
  begun: 4_000,
  result: 2_000,
  progress: 2_000,
} as const satisfies Record<Urgency, number>

/** What a call needs before it may be made. */
export interface Turn {
  /** All of them must have room. */
  rates: readonly Rate[]
  urgency: Urgency
  /** The moment by which it has to begin, or it fails. */
  untilMs: number
  /**
   * Calls on the same subject overwrite one another: one is made at a time, and of
   * those that wait only the newest.
   */
  subject: string | undefined
}

/** A call that waits for its turn. */
export interface Waiting<Result> extends Turn {
  call: () => Promise<Result>
  /** Everybody whose call this one is or stands in for. */
  callers: readonly PromiseWithResolvers<Result>[]
}

/** The calls that wait, the most urgent first, then in the order in which they came. */
export interface CallQueue<Result> {
  all(): readonly Waiting<Result>[]
  leave(turn: Waiting<Result>): void
  /** Comes anew, and takes the place of an older one on the same subject. */
  join(turn: Waiting<Result>): void
  /** Was sent away, so it goes before its like, unless there is something newer to say by now. */
  rejoin(turn: Waiting<Result>): void
}

const isBefore = (one: Turn, other: Turn): boolean =>
  order.indexOf(one.urgency) < order.indexOf(other.urgency)

/** The newer call of two on one subject, for the callers of both. */
const merged = <Result>(older: Waiting<Result>, newer: Waiting<Result>): Waiting<Result> => ({
  ...newer,
  urgency: isBefore(older, newer) ? older.urgency : newer.urgency,
  untilMs: Math.max(older.untilMs, newer.untilMs),
  callers: [...older.callers, ...newer.callers],
})

/** Nobody waits yet. */
export const createCallQueue = <Result>(): CallQueue<Result> => {
  let queue: readonly Waiting<Result>[] = []
  const leave = (turn: Waiting<Result>): void => {
    queue = queue.filter((other) => other !== turn)
  }
  const takeTwin = ({ subject }: Turn): Waiting<Result> | undefined => {
    const twin = subject === undefined ? undefined : queue.find((other) => other.subject === subject)
    if (twin) leave(twin)
    return twin
  }
  const put = (turn: Waiting<Result>, goesFirst: boolean): void => {
    const place = queue.findIndex((other) => isBefore(turn, other) || (goesFirst && !isBefore(other, turn)))
    queue = queue.toSpliced(place < 0 ? queue.length : place, 0, turn)
  }
  return {
    all: () => queue,
    leave,
    join(turn) {
      const twin = takeTwin(turn)
      put(twin ? merged(twin, turn) : turn, false)
    },
    rejoin(turn) {
      const twin = takeTwin(turn)
      put(twin ? merged(turn, twin) : turn, true)
    },
  }
}
