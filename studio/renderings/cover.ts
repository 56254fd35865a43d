import { writeFile } from 'node:fs/promises'
import { drawCover } from '../cover/cover.ts'
import type { CoverOrder } from '../music/order.ts'

/** Draws a cover as `<filePath>.png` and `<filePath>-thumbnail.png`. */
export const renderCover = async (order: CoverOrder, filePath: string): Promise<void> => {
  const cover = drawCover(order)
  await Promise.all([
    writeFile(`${filePath}.png`, cover.full),
    writeFile(`${filePath}-thumbnail.png`, cover.thumbnail),
  ])
}
