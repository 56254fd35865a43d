import type { PieceOrder } from '../music/order.ts'
import type { Studio } from '../studio.ts'
import type { Task } from '../tasks/task.ts'
import { makeCover, makePieces } from './outputs.ts'

/** What a task of the music feature makes for each of its outputs. */
export type MusicWork = Omit<PieceOrder, 'take'> & {
  readonly withCover: boolean
  readonly withTimedLyrics: boolean
}

/** Makes the outputs of a music task, and the cover when one is wanted. */
export const makeMusic = async (studio: Studio, task: Task, work: MusicWork): Promise<void> => {
  await makePieces(studio, task, work.withTimedLyrics, (take, name) =>
    studio.renderer.render('piece', { ...work, take }, name),
  )
  if (work.withCover) await makeCover(studio, task, work)
}
