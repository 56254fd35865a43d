import { type ClipSource, clipPathOf } from '../clips/clip-source.ts'
import type { InpaintOrder } from '../inpaint/order.ts'
import type { Studio } from '../studio.ts'
import type { Task } from '../tasks/task.ts'
import { makeCover, makePieces } from './outputs.ts'

/** What a task of the inpaint feature makes for each of its outputs. */
export type InpaintWork = Omit<InpaintOrder, 'take'> & {
  readonly clip: ClipSource
  readonly withCover: boolean
  readonly withTimedLyrics: boolean
}

/** Makes the outputs of an inpaint task, and the cover when one is wanted. */
export const makeInpaint = async (
  studio: Studio,
  task: Task,
  { clip, withCover, withTimedLyrics, ...order }: InpaintWork,
): Promise<void> => {
  const clipPath = await clipPathOf(clip, studio)
  await makePieces(studio, task, withTimedLyrics, (take, name) =>
    studio.renderer.render('inpaint', { ...order, clipPath, take }, name),
  )
  if (withCover) await makeCover(studio, task, { ...order, musicStyle: '' })
}
