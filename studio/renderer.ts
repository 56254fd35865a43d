import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { UnusableInput } from './unusable-input.ts'
import type { Rendering } from './work.ts'

/** Work of one kind; the files are written next to `filePath`. */
export type RenderJob = { readonly kind: string; readonly order: object; readonly filePath: string }

/** What the thread answers with. */
export type RenderAnswer =
  | { readonly kind: 'made'; readonly result: unknown }
  | { readonly kind: 'unusable'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string }

/** Makes sounds and pictures beside the event loop, one at a time. */
export type Renderer = {
  /**
   * Writes the files of an order under the name, each with its own ending, and gives what is told about them.
   * Rejects with `UnusableInput` when nothing can be made of what the caller gave.
   */
  readonly render: <Order extends object, Result>(
    rendering: Rendering<Order, Result>,
    order: Order,
    name: string,
  ) => Promise<Result>
  readonly close: () => Promise<void>
}

/** Runs something once after so many milliseconds; the answer cancels it. */
export type Timer = (afterMs: number, run: () => void) => () => void

/** A timer of real time, which does not keep the process alive. */
export const realTimer: Timer = (afterMs, run) => {
  const timeout = setTimeout(run, afterMs).unref()
  return () => clearTimeout(timeout)
}

/**
 * Many times what the longest rendering takes on a slow machine. One that takes longer has lost its way, and
 * would hold up every other task for good.
 */
export const renderMinutesMax = 15

/**
 * A thread that a closed renderer had no work left for. The next renderer of this process takes it over, with all
 * that it has loaded and measured.
 */
let spareThread: Worker | undefined

const startThread = (): Worker => {
  const worker = new Worker(new URL('./render-thread.ts', import.meta.url))
  worker.unref()
  worker.once('exit', () => {
    if (spareThread === worker) spareThread = undefined
  })
  return worker
}

const takeThread = (): Worker => {
  const worker = spareThread ?? startThread()
  spareThread = undefined
  return worker
}

const leaveThread = async (worker: Worker): Promise<void> => {
  if (spareThread === undefined) spareThread = worker
  else await worker.terminate()
}

/**
 * Makes a renderer that takes a thread with the first rendering, for many a studio makes nothing. All files
 * go to the folder. A renderer serves one caller at a time: the studio's line of tasks sees to that. A
 * rendering that does not end in time is ended, and rejects with the reason.
 */
export const createRenderer = (folder: string, startTimer: Timer = realTimer): Renderer => {
  let worker: Worker | undefined
  let isRendering = false
  let isClosed = false

  const answerTo = async (job: RenderJob): Promise<RenderAnswer> => {
    if (isClosed) return new Promise(() => undefined) // as of a thread that was ended; nobody waits for it any more
    const overdue = new AbortController()
    const cancel = startTimer(renderMinutesMax * 60_000, () => void (isClosed || overdue.abort()))
    const thread = worker ?? takeThread()
    worker = thread
    isRendering = true
    thread.postMessage(job)
    try {
      const [answer] = (await once(thread, 'message', { signal: overdue.signal })) as [RenderAnswer]
      return answer
    } catch (error) {
      // A thread that throws is dead, one that is overdue has to be ended, and
      // the next job needs a living one.
      await thread.terminate()
      worker = undefined
      throw overdue.signal.aborted ? new Error(`it took longer than ${renderMinutesMax} minutes`) : error
    } finally {
      isRendering = false
      cancel()
    }
  }

  return {
    render: async <Order extends object, Result>(
      { kind }: Rendering<Order, Result>,
      order: Order,
      name: string,
    ) => {
      const answer = await answerTo({ kind, order, filePath: `${folder}/${name}` })
      if (answer.kind === 'unusable') throw new UnusableInput(answer.reason)
      if (answer.kind === 'failed') throw new Error(answer.reason)
      return answer.result as Result
    },
    close: async () => {
      isClosed = true
      if (worker !== undefined) await (isRendering ? worker.terminate() : leaveThread(worker))
    },
  }
}
