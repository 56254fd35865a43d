import { AppError } from './errors.ts'

/** Resolves after everything that waits for this process now, so that long work done in steps holds up nothing else. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** How many of many are looked at without a pause: a few milliseconds of work. */
const perTurn = 10_000

/** Does something with each of very many, and lets everything else that waits have its turn in between. */
export const eachInTurns = async <T>(all: Iterable<T>, work: (one: T) => void): Promise<void> => {
  let count = 0
  for (const one of all) {
    work(one)
    count += 1
    if (count % perTurn === 0) await nextTurn()
  }
}

/** The promise's value, or undefined if it takes longer than `spanMs`. */
export const within = async <T>(spanMs: number, promise: Promise<T>): Promise<T | undefined> => {
  const late = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => late.resolve(undefined), spanMs)
  try {
    return await Promise.race([promise, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** Work that is done at most once, when its result is first wanted; everyone shares the result or the error. */
export const once = <T>(work: () => Promise<T>): (() => Promise<T>) => {
  let working: Promise<T> | undefined
  return () => {
    working ??= work()
    return working
  }
}

/** Work by name: who wants it while it is under way shares its result or error; after that it is done again. */
export const createShared = <T>(): ((name: string, work: () => Promise<T>) => Promise<T>) => {
  const underWay = new Map<string, Promise<T>>()
  return (name, work) => {
    const shared = underWay.get(name) ?? work().finally(() => underWay.delete(name))
    underWay.set(name, shared)
    return shared
  }
}

/** Waits for its turn, and returns or throws what the work does. */
export type InTurn = <T>(group: string, work: () => Promise<T>) => Promise<T>

/** Runs one task of each group at a time, and at most `atOnceMax` in all. The others wait for their turn. */
export const createTurns = (atOnceMax: number): InTurn => {
  const latest = new Map<string, Promise<unknown>>()
  const waiting: (() => void)[] = []
  let working = 0

  const start = async <T>(work: () => Promise<T>): Promise<T> => {
    if (working < atOnceMax) working += 1
    else await new Promise<void>((begin) => waiting.push(begin))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) working -= 1
      else next()
    }
  }

  return (group, work) => {
    const before = latest.get(group) ?? Promise.resolve()
    const begin = () => start(work)
    const inTurn = before.then(begin, begin)
    latest.set(group, inTurn)
    return inTurn.finally(() => {
      if (latest.get(group) === inTurn) latest.delete(group)
    })
  }
}

interface RetryOptions {
  triesMax: number
  /** Pause between two tries, unless the other side wants a longer one. */
  pauseMs: number
  /** Resolves after `spanMs` milliseconds. */
  wait: (spanMs: number) => Promise<void>
  /** Called for each failure that is followed by another try. */
  onRetry?: (error: AppError) => void
}

/** Repeats work while it fails with a retryable AppError, up to `triesMax` times; throws its last error. */
export const retrying = async <T>(work: () => Promise<T>, options: RetryOptions): Promise<T> => {
  const { triesMax, pauseMs, wait, onRetry } = options
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (attempt >= triesMax || !(error instanceof AppError && error.retryable)) throw error
      onRetry?.(error)
      await wait(Math.max(pauseMs, error.retryAfterMs ?? 0))
    }
  }
}

/** Running work, so that the program can wait for it before stopping. */
export interface WorkInHand {
  /** Tracks work until it is done; resolves then, even if it failed. */
  track(work: Promise<void>): Promise<void>
  /** Resolves when all work tracked so far is done. */
  drained(): Promise<void>
}

/** Starts without any work. `onFailure` gets the error of failed work. */
export const createWorkInHand = (onFailure: (error: unknown) => void): WorkInHand => {
  const inHand = new Set<Promise<void>>()
  return {
    track(work) {
      const done = work.catch(onFailure).finally(() => inHand.delete(done))
      inHand.add(done)
      return done
    },
    async drained() {
      await Promise.all(inHand)
    },
  }
}
