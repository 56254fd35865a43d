import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { CoverOrder, PieceOrder, PieceResult } from './music/order.ts'

/** Work for the thread that makes sounds and pictures; the files are written next to `filePath`. */
export type RenderJob =
  | { readonly kind: 'piece'; readonly order: PieceOrder; readonly filePath: string }
  | { readonly kind: 'cover'; readonly order: CoverOrder; readonly filePath: string }

/** What the thread answers with. */
export type RenderAnswer =
  | { readonly kind: 'made'; readonly result: PieceResult | undefined }
  | { readonly kind: 'failed'; readonly reason: string }

/** Makes music and covers beside the event loop, one at a time. */
export type Renderer = {
  /** Writes `<name>.mp3` and `<name>.wav`. */
  readonly piece: (order: PieceOrder, name: string) => Promise<PieceResult>
  /** Writes `<name>.png` and `<name>-thumbnail.png`. */
  readonly cover: (order: CoverOrder, name: string) => Promise<void>
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

  const answerTo = async (job: RenderJob): Promise<RenderAnswer> => {
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
  const render = async (job: RenderJob): Promise<PieceResult | undefined> => {
    const answer = await answerTo(job)
    if (answer.kind === 'failed') throw new Error(answer.reason)
    return answer.result
  }

  return {
    piece: async (order, name) => {
      const result = await render({ kind: 'piece', order, filePath: `${folder}/${name}` })
      if (result === undefined) throw new Error('a piece was rendered without a result')
      return result
    },
    cover: async (order, name) => {
      await render({ kind: 'cover', order, filePath: `${folder}/${name}` })
    },
    close: async () => {
      await worker.terminate()
    },
  }
}
