import { fetchClip } from './clip-fetch.ts'
import type { RemixOrder } from './remix/remix.ts'
import type { Studio } from './studio.ts'
import type { Task } from './task.ts'
import { makeCover, makePieces } from './task-results.ts'

/** What a task of the remix feature makes for each of its outputs; the clip lies here or is still to be fetched. */
export type RemixWork = Omit<RemixOrder, 'take' | 'clipPath'> & {
  readonly clip: { readonly path: string } | { readonly url: string }
  readonly withCover: boolean
  readonly withTimedLyrics: boolean
}

/** Makes the outputs of a remix task, and the cover when one is wanted. */
export const makeRemix =
  (studio: Studio, { clip, withCover, withTimedLyrics, ...order }: RemixWork) =>
  async (task: Task): Promise<void> => {
    const clipPath = 'path' in clip ? clip.path : await fetchClip(clip.url, studio)
    await makePieces(studio, task, withTimedLyrics, (take, name) =>
      studio.renderer.remix({ ...order, clipPath, take }, name),
    )
    if (withCover) await makeCover(studio, task, { ...order, musicStyle: '' })
  }
