import type { WakeHandler, WakeQueue } from '../../../src/core/job/wake-queue.ts'
import type { SimulatedProcess } from './simulated-process.ts'
import type { Timeline } from './timeline.ts'

/** What may befall one wake-up. */
export type WakeFault =
  | { kind: 'lost' }
  | { kind: 'twice'; spanMs: number }
  | { kind: 'late'; spanMs: number }

interface WakeUpsOptions {
  timeline: Timeline
  nextFault: () => WakeFault | undefined
  /** The worker that the next wake-up goes to; undefined while there is none. */
  nextWorker: () => { process: SimulatedProcess; handle: WakeHandler } | undefined
}

/** After this a queue notices that a worker is gone, and hands its wake-up to another. */
const noticedAfterMs = 13_000

/** While no worker is there, it is looked for one so often. */
const nobodyMs = 15_000

/** A wake queue in memory that may lose, repeat and delay what it is told, or forget all of it. */
export const createWakeUps = ({ timeline, nextFault, nextWorker }: WakeUpsOptions) => {
  const queued = new Set<string>()
  const inHand = new Map<SimulatedProcess, Map<string, () => void>>()
  let age = 0

  const hand = (process: SimulatedProcess, id: string, again: () => void, work: Promise<void>): void => {
    const own = inHand.get(process) ?? new Map<string, () => void>()
    inHand.set(process, own.set(id, again))
    void work.then(() => {
      own.delete(id)
      queued.delete(id)
    })
  }

  const deliver = (id: string, jobId: string, wake: number, dueMs: number): void => {
    const bornIn = age
    timeline.at(dueMs, () => {
      if (bornIn !== age) return
      const worker = nextWorker()
      if (worker === undefined) return deliver(id, jobId, wake, timeline.now() + nobodyMs)
      const again = () => deliver(id, jobId, wake, timeline.now() + noticedAfterMs)
      hand(worker.process, id, again, worker.handle(jobId, wake))
    })
  }

  const add = (jobId: string, wake: number, delayMs: number): void => {
    const id = `${jobId}-${wake}`
    if (queued.has(id)) return
    const fault = nextFault()
    if (fault?.kind === 'lost') return
    queued.add(id)
    const dueMs = timeline.now() + Math.max(0, delayMs)
    deliver(id, jobId, wake, fault?.kind === 'late' ? dueMs + fault.spanMs : dueMs)
    if (fault?.kind === 'twice') deliver(id, jobId, wake, dueMs + fault.spanMs)
  }

  return {
    /** What a dead worker had in hand goes to another, after a while. */
    buryWorker(process: SimulatedProcess) {
      for (const again of inHand.get(process)?.values() ?? []) again()
      inHand.delete(process)
    },
    /** Forgets everything, as a queue whose disk is gone. */
    forget() {
      age += 1
      queued.clear()
    },
    /** The queue as a process has it. */
    of: (process: SimulatedProcess): WakeQueue => ({
      async wake(jobId, wake, delayMs) {
        await process.act('other', `queue.wake ${wake} in ${delayMs}`, () => add(jobId, wake, delayMs))
        return true
      },
      work: () => Promise.resolve(),
      rest: () => Promise.resolve([]),
      close: () => Promise.resolve(),
    }),
  }
}
export type WakeUps = ReturnType<typeof createWakeUps>
