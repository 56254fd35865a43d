import { readFile } from 'node:fs/promises'
import { decodeClip } from '../clips/decode.ts'
import { readTags } from '../clips/read-tags.ts'
import type { PieceResult } from '../music/order.ts'
import { renderScore } from '../music/sound/render.ts'
import { arrangeRemix, type RemixOrder } from '../remix/remix.ts'
import { withWordsOfClip } from '../remix/words.ts'
import { pieceTags } from './piece-tags.ts'
import { writeSound } from './sound-files.ts'

/**
 * Makes a clip into something new, whose files carry the words that it sings, or else those of the clip.
 * Throws `UnusableInput` for a clip nothing can be made of.
 */
export const renderRemix = async (order: RemixOrder, filePath: string): Promise<PieceResult> => {
  const bytes = await readFile(order.clipPath)
  const remix = arrangeRemix(await decodeClip(bytes), order)
  const tags = withWordsOfClip(pieceTags(remix.facts), await readTags(bytes), remix)
  return { ...remix.facts, ...(await writeSound(renderScore(remix.score), filePath, { tags })) }
}
