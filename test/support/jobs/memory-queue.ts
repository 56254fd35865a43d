import { AppError } from '../../../src/core/errors.ts'
import type { WakeHandler, WakeQueue } from '../../../src/core/job/wake-queue.ts'
import type { TestClock } from '../clock.ts'
import { runs } from '../suite/runs.ts'

/** After so long a wake-up that is left to others is handed out again; less often than in production in the short form. */
const leftMs = runs(30_000, 5_000)

interface WakeUp {
  jobId: string
  wake: number
  dueMs: number
}

/**
 * A wake queue without Redis and without real time: it moves the clock to the next
 * wake-up when nothing else is left.
 */
export interface MemoryQueue extends WakeQueue {
  /** Handles all that is due up to `untilMs`, the consequences included, and leaves the clock there. */
  run(untilMs?: number): Promise<void>
  /** What is queued and not yet begun, earliest first. */
  waiting(): readonly WakeUp[]
  /** Forgets everything that is queued, as a queue whose disk is gone. */
  lose(): void
}

/** Makes an empty queue whose time is the clock's. */
export const createMemoryQueue = (clock: TestClock): MemoryQueue => {
  const queued = new Map<string, WakeUp>()
  const inHand = new Set<Promise<void>>()
  let worker: { handler: WakeHandler; concurrency: number } | undefined
  let isClosed = false

  const idOf = ({ jobId, wake }: Pick<WakeUp, 'jobId' | 'wake'>): string => `${jobId}-${wake}`
  const inOrder = (wakeUps: readonly WakeUp[]): readonly WakeUp[] =>
    wakeUps.toSorted((left, right) => left.dueMs - right.dueMs)
  const nextDueMs = (): number => {
    let earliestMs = Number.POSITIVE_INFINITY
    for (const { dueMs } of queued.values()) earliestMs = Math.min(earliestMs, dueMs)
    return earliestMs
  }

  const begin = ({ jobId, wake }: WakeUp, handler: WakeHandler): void => {
    const work = handler(jobId, wake)
      .catch((error: unknown) => (error instanceof AppError && error.code === 'left_to_others' ? leftMs : 0))
      .then((againMs) => {
        inHand.delete(work)
        queued.delete(idOf({ jobId, wake }))
        if (againMs) queued.set(idOf({ jobId, wake }), { jobId, wake, dueMs: clock.now() + againMs })
      })
    inHand.add(work)
  }

  const begun = new Set<WakeUp>()
  const isFull = (): boolean => worker === undefined || isClosed || inHand.size >= worker.concurrency
  const beginDue = (): void => {
    if (isFull()) return
    const due = [...queued.values()].filter((wakeUp) => wakeUp.dueMs <= clock.now() && !begun.has(wakeUp))
    for (const wakeUp of inOrder(due)) {
      if (worker === undefined || isFull()) return
      begun.add(wakeUp)
      begin(wakeUp, worker.handler)
    }
  }

  return {
    waiting: () => inOrder([...queued.values()].filter((wakeUp) => !begun.has(wakeUp))),
    lose: () => queued.clear(),
    wake(jobId, wake, delayMs) {
      const id = idOf({ jobId, wake })
      if (!queued.has(id)) queued.set(id, { jobId, wake, dueMs: clock.now() + Math.max(0, delayMs) })
      return Promise.resolve(true)
    },
    work(handler, concurrency) {
      worker = { handler, concurrency }
      return Promise.resolve()
    },
    async run(untilMs = Number.POSITIVE_INFINITY) {
      for (;;) {
        beginDue()
        if (inHand.size > 0) {
          await Promise.race(inHand)
          continue
        }
        const nextMs = isFull() ? Number.POSITIVE_INFINITY : nextDueMs()
        if (nextMs === Number.POSITIVE_INFINITY || nextMs > untilMs) break
        clock.advanceTo(nextMs)
      }
      if (Number.isFinite(untilMs)) clock.advanceTo(untilMs)
    },
    async rest() {
      isClosed = true
      await Promise.all(inHand)
      return []
    },
    async close() {
      isClosed = true
      await Promise.all(inHand)
    },
  }
}
