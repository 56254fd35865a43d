import type { PieceOrder, PieceResult } from '../music/order.ts'
import { composePiece } from '../music/piece.ts'
import { renderScore } from '../music/sound/render.ts'
import { pieceTags } from './piece-tags.ts'
import { writeSound } from './sound-files.ts'

/** Composes and plays a piece. */
export const renderPiece = async (order: PieceOrder, filePath: string): Promise<PieceResult> => {
  const { score, facts } = composePiece(order)
  return { ...facts, ...(await writeSound(renderScore(score), filePath, { tags: pieceTags(facts) })) }
}
