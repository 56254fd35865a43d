import type { CoverOrder } from '../music/order.ts'
import { randomFrom } from '../music/random.ts'

/** A cover as SVG. */
export const coverSvg = (order: CoverOrder): string => {
  const random = randomFrom('cover', order.prompt, order.musicStyle, order.lyrics, order.title)
  const hue = random.integer(0, 359)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1024 1024"><rect width="1024" height="1024" fill="hsl(${hue}, 60%, 40%)"/></svg>`
}
