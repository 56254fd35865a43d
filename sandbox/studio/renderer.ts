import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { CoverOrder, PieceOrder, PieceResult } from './music/order.ts'
import type { RemixOrder } from './remix/remix.ts'
import type { SpeechOrder } from './speech/speech.ts'
import { UnusableInput } from './unusable-input.ts'

type RenderOrders = {
  readonly piece: PieceOrder
  readonly remix: RemixOrder
  readonly speech: SpeechOrder
  readonly cover: CoverOrder
}

/** What comes of each kind of work, beside the files. */
export type RenderResults = {
  readonly piece: PieceResult
  readonly remix: PieceResult
  readonly speech: { readonly durationSeconds: number }
  readonly cover: undefined
}

/** Work of one kind; the files are written next to `filePath`. */
export type JobOf<Kind extends keyof RenderOrders> = {
  readonly kind: Kind
  readonly order: RenderOrders[Kind]
  readonly filePath: string
}

/** Work for the thread that makes sounds and pictures. */
export type RenderJob = { [Kind in keyof RenderOrders]: JobOf<Kind> }[keyof RenderOrders]

/** What the thread answers with. */
export type RenderAnswer =
  | { readonly kind: 'made'; readonly result: RenderResults[keyof RenderResults] }
  | { readonly kind: 'unusable'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string }

/**
 * Makes sounds and covers beside the event loop, one at a time. Sounds are written as `<name>.mp3` and
 * `<name>.wav`, covers as `<name>.png` and `<name>-thumbnail.png`. Rejects with `UnusableInput` when nothing
 * can be made of what the caller gave.
 */
export type Renderer = {
  readonly [Kind in keyof RenderOrders]: (
    order: RenderOrders[Kind],
    name: string,
  ) => Promise<RenderResults[Kind]>
} & { readonly close: () => Promise<void> }

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

  const answerTo = async (job: JobOf<keyof RenderOrders>): Promise<RenderAnswer> => {
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
  const render =
    <Kind extends keyof RenderOrders>(kind: Kind) =>
    async (order: RenderOrders[Kind], name: string): Promise<RenderResults[Kind]> => {
      const answer = await answerTo({ kind, order, filePath: `${folder}/${name}` })
      if (answer.kind === 'unusable') throw new UnusableInput(answer.reason)
      if (answer.kind === 'failed') throw new Error(answer.reason)
      return answer.result as RenderResults[Kind]
    }

  return {
    piece: render('piece'),
    remix: render('remix'),
    speech: render('speech'),
    cover: render('cover'),
    close: async () => {
      await worker.terminate()
    },
  }
}
