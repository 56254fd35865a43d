import type { PieceOrder } from './music/order.ts'
import type { Studio } from './studio.ts'
import type { Task } from './task.ts'
import { makeCover, makePieces } from './task-results.ts'

/** What a task of the music feature makes for each of its outputs. */
export type MusicWork = Omit<PieceOrder, 'take'> & {
  readonly withCover: boolean
  readonly withTimedLyrics: boolean
}

/** Makes the outputs of a music task, and the cover when one is wanted. */
export const makeMusic =
  (studio: Studio, work: MusicWork) =>
  async (task: Task): Promise<void> => {
    await makePieces(studio, task, work.withTimedLyrics, (take, name) =>
      studio.renderer.piece({ ...work, take }, name),
    )
    if (work.withCover) await makeCover(studio, task, work)
  }
