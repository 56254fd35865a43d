import { type ClipSource, clipPathOf } from '../clips/clip-source.ts'
import type { RemixOrder } from '../remix/remix.ts'
import type { Studio } from '../studio.ts'
import type { Task } from '../tasks/task.ts'
import { makeCover, makePieces } from './outputs.ts'

/** What a task of the remix feature makes for each of its outputs. */
export type RemixWork = Omit<RemixOrder, 'take' | 'clipPath'> & {
  readonly clip: ClipSource
  readonly withCover: boolean
  readonly withTimedLyrics: boolean
}

/** Makes the outputs of a remix task, and the cover when one is wanted. */
export const makeRemix = async (
  studio: Studio,
  task: Task,
  { clip, withCover, withTimedLyrics, ...order }: RemixWork,
): Promise<void> => {
  const clipPath = await clipPathOf(clip, studio)
  await makePieces(studio, task, withTimedLyrics, (take, name) =>
    studio.renderer.render('remix', { ...order, clipPath, take }, name),
  )
  if (withCover) await makeCover(studio, task, { ...order, musicStyle: '' })
}
