import { AppError } from '../errors.ts'
import { type Ahead, createLanes, type Lanes, type Rate } from './lanes.ts'

/**
 * The order of calls: answers that a member waits for, then calls without which a step would have to start over,
 * then results, then progress.
 */
export type Urgency = 'answer' | 'begun' | 'result' | 'progress'
const order: readonly Urgency[] = ['answer', 'begun', 'result', 'progress']

/**
 * How long a worker waits for a turn, because other jobs need the worker. For a later turn the job comes back, and
 * progress is dropped.
 */
export const turnWaitMs = {
  answer: 0,
  begun: 4_000,
  result: 2_000,
  progress: 2_000,
} as const satisfies Record<Urgency, number>

/** What a call needs before it can be made. */
export interface Turn {
  /** All of them must have room. */
  rates: readonly Rate[]
  urgency: Urgency
  /** The call fails if it has not begun by then. */
  untilMs: number
  /**
   * Calls on the same subject overwrite each other: one is made at a time, and only the newest of the waiting ones.
   */
  subject: string | undefined
}

/** A call that waits for its turn. */
export interface Waiting<Result> extends Turn {
  call: () => Promise<Result>
  /** All callers that this call is for. */
  callers: readonly PromiseWithResolvers<Result>[]
}

interface PacerOptions {
  /** Milliseconds since the epoch. */
  now: () => number
  /** Resolves after `spanMs` milliseconds. */
  wait: (spanMs: number) => Promise<void>
  /** How long the other side wants us to wait, if an error says so: then the call was not carried out. */
  retryAfterMsOf: (error: unknown) => number | undefined
}

/** Lets calls go as their rates allow. */
export interface Pacer<Result> {
  /**
   * Makes a call when its turn comes, and again if it was told to wait and did nothing. Throws AppError
   * `platform_unavailable` with `retryAfterMs` if its turn can't come in time, and what the call throws. Room is
   * reserved for a result that returns after that: deferred calls return one by one, in order.
   */
  run(turn: Turn, call: () => Promise<Result>): Promise<Result>
  /**
   * Counts a call that was made without waiting for a turn. Such calls owe no more than `share` has room for, if there
   * is one: however many there are, they leave the rest of their rates to calls that wait for a turn.
   */
  count(rates: readonly Rate[], share?: Rate): void
  /** The other side said that there is no room for this long. */
  closeFor(rates: readonly Rate[], spanMs: number): void
  /** From now on nothing waits any more: a call without room fails at once, and the next process retries it. */
  close(): void
}

interface Office<Result> extends PacerOptions {
  lanes: Lanes
  /** The waiting calls, most urgent first, then in order of arrival. */
  queue: readonly Waiting<Result>[]
  /** The subjects that are being changed right now. */
  busy: Set<string>
  isClosed: boolean
  wakesAtMs: number
}

/**
 * A call is made no later than this after its deadline: a process that could not check the clock until then was
 * frozen, and another may have done it instead.
 */
const graceMs = 1_000

/** Goes before deferred calls that have not returned yet. */
const goesFirst: readonly Urgency[] = ['answer', 'begun']
const comesBack: readonly Urgency[] = ['begun', 'result']

const isBefore = (one: Turn, other: Turn): boolean =>
  order.indexOf(one.urgency) < order.indexOf(other.urgency)

const leave = <Result>(office: Office<Result>, turn: Waiting<Result>): void => {
  office.queue = office.queue.filter((other) => other !== turn)
}

/**
 * Puts a call into the queue. A deferred call goes before others of its urgency. Of two calls on the same subject
 * only the newer one is made, for the callers of both.
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

/** Reserves room for a call that returns later. */
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

/** Makes every call that has room now; a call that can't have any in time fails now rather than later. */
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
 * See `Pacer`. One for each token, because platforms count by app. Queue libraries have one queue, their own clock
 * and no replacement of edits; here a call needs room in several lanes, can be overtaken, and can be replaced.
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
    count(rates, share) {
      const shares = share === undefined ? [] : [share]
      if (office.lanes.roomInMs(shares, nobodyAhead) <= 0) office.lanes.take([...shares, ...rates])
    },
    closeFor: (rates, spanMs) => office.lanes.closeFor(rates, spanMs),
    close() {
      office.isClosed = true
      goOn(office)
    },
  }
}
