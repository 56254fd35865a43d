import { AppError } from '../errors.ts'
import { type Ahead, createLanes, type Lanes, type Rate } from './lanes.ts'

/**
 * The order of calls: answers that a member waits for, then calls without which a step would have to begin again, then
 * results, then news on the way.
 */
export type Urgency = 'answer' | 'begun' | 'result' | 'progress'
const order: readonly Urgency[] = ['answer', 'begun', 'result', 'progress']

/**
 * How long a worker waits for a turn, since other jobs need it. For a later turn the job comes back, and news is
 * dropped.
 */
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

interface PacerOptions {
  /** Milliseconds since the epoch. */
  now: () => number
  /** Resolves after so many milliseconds. */
  wait: (spanMs: number) => Promise<void>
  /**
   * How long the other side wants us to wait, if that is what an error says:
   * then the call was not carried out.
   */
  retryAfterMsOf: (error: unknown) => number | undefined
}

/** Lets calls go as their rates allow. */
export interface Pacer<Result> {
  /**
   * Makes a call when its turn has come, and again when it was told to wait and did nothing. Throws AppError
   * `platform_unavailable` with `retryAfterMs` when its turn cannot come in time, and what the call throws. Room
   * is kept for a result that comes back after that: calls that were sent away come back one by one, in order.
   */
  run(turn: Turn, call: () => Promise<Result>): Promise<Result>
  /** Counts a call that was made without waiting for a turn. */
  count(rates: readonly Rate[]): void
  /** The other side said that there is no room for so long. */
  closeFor(rates: readonly Rate[], spanMs: number): void
  /**
   * From now on nothing waits any more: what has no room fails at once, to be tried by whoever comes next.
   */
  close(): void
}

interface Office<Result> extends PacerOptions {
  lanes: Lanes
  /** The calls that wait, the most urgent first, then in the order in which they came. */
  queue: readonly Waiting<Result>[]
  /** What is being changed at this moment. */
  busy: Set<string>
  isClosed: boolean
  wakesAtMs: number
}

/**
 * A call is made no later than this after its last moment: whoever could not look at the clock until then
 * stood still, and others may have done it instead.
 */
const graceMs = 1_000

/** Goes before calls that were sent away and have not come back yet. */
const goesFirst: readonly Urgency[] = ['answer', 'begun']
const comesBack: readonly Urgency[] = ['begun', 'result']

const isBefore = (one: Turn, other: Turn): boolean =>
  order.indexOf(one.urgency) < order.indexOf(other.urgency)

const leave = <Result>(office: Office<Result>, turn: Waiting<Result>): void => {
  office.queue = office.queue.filter((other) => other !== turn)
}

/**
 * Puts a call into the queue. One that was sent away goes before others of its urgency. Of two calls on the same
 * subject only the newer one is made, for the callers of both.
 */
const join = <Result>(office: Office<Result>, turn: Waiting<Result>, wasSentAway = false): void => {
  const { subject } = turn
  const twin = subject === undefined ? undefined : office.queue.find((other) => other.subject === subject)
  let joining = turn
  if (twin) {
    leave(office, twin)
    const [older, newer] = wasSentAway ? [turn, twin] : [twin, turn]
    joining = {
      ...newer,
      urgency: isBefore(older, newer) ? older.urgency : newer.urgency,
      untilMs: Math.max(older.untilMs, newer.untilMs),
      callers: [...older.callers, ...newer.callers],
    }
  }
  const { queue } = office
  const place = queue.findIndex(
    (other) => isBefore(joining, other) || (wasSentAway && !isBefore(other, joining)),
  )
  office.queue = queue.toSpliced(place < 0 ? queue.length : place, 0, joining)
}

const noRoom = (inMs: number): AppError =>
  new AppError('platform_unavailable', 'the rates leave no room in time', {
    retryable: true,
    retryAfterMs: Math.max(inMs, 1),
  })

const fail = <Result>(turn: Waiting<Result>, error: unknown): void => {
  for (const { reject } of turn.callers) reject(error)
}

const nobodyAhead: Ahead = { waiting: new Map(), heedsPromises: true }

/** Keeps room for a call that comes back. */
const sendAway = <Result>(
  { lanes }: Office<Result>,
  turn: Waiting<Result>,
  error: unknown,
  ahead: Ahead = nobodyAhead,
): void => {
  if (comesBack.includes(turn.urgency)) lanes.promise(turn.rates, ahead)
  fail(turn, error)
}

const takeError = <Result>(office: Office<Result>, turn: Waiting<Result>, error: unknown): void => {
  const retryAfterMs = office.retryAfterMsOf(error)
  if (retryAfterMs === undefined) {
    fail(turn, error)
    return
  }
  const told = turn.rates.filter(({ staysOpen }) => staysOpen !== true)
  office.lanes.closeFor(told, retryAfterMs)
  if (office.isClosed || office.now() + retryAfterMs > turn.untilMs) sendAway(office, turn, error)
  else join(office, turn, true)
}

const make = async <Result>(office: Office<Result>, turn: Waiting<Result>): Promise<void> => {
  const { subject } = turn
  leave(office, turn)
  office.lanes.take(turn.rates)
  if (subject !== undefined) office.busy.add(subject)
  try {
    const result = await turn.call()
    for (const { resolve } of turn.callers) resolve(result)
  } catch (error) {
    takeError(office, turn, error)
  }
  if (subject !== undefined) office.busy.delete(subject)
  goOn(office)
}

const wakeAt = <Result>(office: Office<Result>, dueAtMs: number): void => {
  if (dueAtMs >= office.wakesAtMs) return
  office.wakesAtMs = dueAtMs
  const wake = () => {
    office.wakesAtMs = Number.POSITIVE_INFINITY
    goOn(office)
  }
  void office.wait(dueAtMs - office.now()).then(wake, wake)
}

/**
 * Makes every call that has room by now; one that cannot have any in time fails now rather than in the end.
 */
const goOn = <Result>(office: Office<Result>): void => {
  const { lanes, busy, now } = office
  const waiting = new Map<string, number>()
  for (const turn of office.queue) {
    const ahead = { waiting, heedsPromises: !goesFirst.includes(turn.urgency) }
    const inMs = lanes.roomInMs(turn.rates, ahead)
    const isFree = turn.subject === undefined || !busy.has(turn.subject)
    if (inMs === 0 && isFree && now() <= turn.untilMs + graceMs) {
      void make(office, turn)
    } else if (office.isClosed || now() + inMs > turn.untilMs) {
      leave(office, turn)
      sendAway(office, turn, noRoom(inMs), ahead)
    } else {
      for (const { lane } of turn.rates) waiting.set(lane, (waiting.get(lane) ?? 0) + 1)
      wakeAt(office, inMs > 0 ? now() + inMs : turn.untilMs + 1)
    }
  }
}

/**
 * See `Pacer`. One for each token, for platforms count by app. Libraries that queue calls have
 * one queue, their own clock and no newest edit: here a call needs room in several lanes, may
 * be overtaken, and may be replaced.
 */
export const createPacer = <Result>(options: PacerOptions): Pacer<Result> => {
  const office: Office<Result> = {
    ...options,
    lanes: createLanes(options.now),
    queue: [],
    busy: new Set(),
    isClosed: false,
    wakesAtMs: Number.POSITIVE_INFINITY,
  }
  return {
    run(turn, call) {
      const caller = Promise.withResolvers<Result>()
      join(office, { ...turn, call, callers: [caller] })
      goOn(office)
      return caller.promise
    },
    count: (rates) => office.lanes.take(rates),
    closeFor: (rates, spanMs) => office.lanes.closeFor(rates, spanMs),
    close() {
      office.isClosed = true
      goOn(office)
    },
  }
}
