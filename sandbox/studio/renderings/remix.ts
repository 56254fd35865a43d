import type { PieceResult } from '../music/order.ts'
import { renderScore } from '../music/sound/render.ts'
import { composeRemix, type RemixOrder } from '../remix/remix.ts'
import { pieceTags } from './piece-tags.ts'
import { writeSound } from './sound-files.ts'

/** Makes a clip into something new. */
export const renderRemix = async (order: RemixOrder, filePath: string): Promise<PieceResult> => {
  const { score, facts } = await composeRemix(order)
  return { ...facts, ...(await writeSound(renderScore(score), filePath, { tags: pieceTags(facts) })) }
}
