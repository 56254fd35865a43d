import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { RenderKind, RenderOrder, RenderResult } from './renderings.ts'
import { UnusableInput } from './unusable-input.ts'

/** Work of one kind; the files are written next to `filePath`. */
export type RenderJob<Kind extends RenderKind> = {
  readonly kind: Kind
  readonly order: RenderOrder<Kind>
  readonly filePath: string
}

/** What the thread answers with. */
export type RenderAnswer =
  | { readonly kind: 'made'; readonly result: unknown }
  | { readonly kind: 'unusable'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string }

/** Makes sounds and pictures beside the event loop, one at a time. */
export type Renderer = {
  /**
   * Writes the files of an order under the name, each with its own ending, and gives what is told about them. Rejects
   * with `UnusableInput` when nothing can be made of what the caller gave.
   */
  readonly render: <Kind extends RenderKind>(
    kind: Kind,
    order: RenderOrder<Kind>,
    name: string,
  ) => Promise<RenderResult<Kind>>
  readonly close: () => Promise<void>
}

const startThread = (): Worker => {
  const worker = new Worker(new URL('./render-thread.ts', import.meta.url))
  worker.unref()
  return worker
}

/**
 * Starts the thread. All files go to the folder. A renderer serves one caller at a time: the studio's line of
 * tasks sees to that.
 */
export const createRenderer = (folder: string): Renderer => {
  let worker = startThread()

  const answerTo = async <Kind extends RenderKind>(job: RenderJob<Kind>): Promise<RenderAnswer> => {
    worker.postMessage(job)
    try {
      const [answer] = (await once(worker, 'message')) as [RenderAnswer]
      return answer
    } catch (error) {
      // A thread that throws is dead, and the next job needs a living one.
      worker = startThread()
      throw error
    }
  }

  return {
    render: async <Kind extends RenderKind>(kind: Kind, order: RenderOrder<Kind>, name: string) => {
      const answer = await answerTo({ kind, order, filePath: `${folder}/${name}` })
      if (answer.kind === 'unusable') throw new UnusableInput(answer.reason)
      if (answer.kind === 'failed') throw new Error(answer.reason)
      return answer.result as RenderResult<Kind>
    },
    close: async () => {
      await worker.terminate()
    },
  }
}
