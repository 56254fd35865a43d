import { Resvg } from '@resvg/resvg-js'
import type { CoverOrder } from '../music/order.ts'
import { coverSvg } from './artwork.ts'

/** The sides of a cover and of its thumbnail in pixels. */
export const coverSizes = { full: 1024, thumbnail: 256 } as const

const toPng = (svg: string, width: number): Uint8Array =>
  new Resvg(svg, { fitTo: { mode: 'width', value: width }, font: { loadSystemFonts: false } })
    .render()
    .asPng()

/** Draws a square cover in two sizes, as PNG. */
export const drawCover = (
  order: CoverOrder,
): { readonly full: Uint8Array; readonly thumbnail: Uint8Array } => {
  const svg = coverSvg(order)
  return { full: toPng(svg, coverSizes.full), thumbnail: toPng(svg, coverSizes.thumbnail) }
}
