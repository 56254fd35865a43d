import { fileURLToPath } from 'node:url'
import type { Log } from '../core/log.ts'
import type { Draw } from '../core/message/drawing.ts'
import { within } from '../core/waiting.ts'

const fontFiles = ['Inter-Regular.ttf', 'Inter-SemiBold.ttf'].map((name) =>
  fileURLToPath(new URL(`fonts/${name}`, import.meta.url)),
)

/** A picture takes about a tenth of this on a busy machine. */
const drawMaxMs = 3_000

const drawn = async (svg: string): Promise<Uint8Array> => {
  const { renderAsync } = await import('@resvg/resvg-js')
  const font = { fontFiles, loadSystemFonts: false, defaultFontFamily: 'Inter' }
  const image = await renderAsync(svg, { font })
  return image.asPng()
}

/** Draws with our own fonts, the same on every machine. The library is loaded with the first picture. */
export const createDraw =
  (log: Log): Draw =>
  async (svg) => {
    try {
      const picture = await within(drawMaxMs, drawn(svg))
      if (picture === undefined) log.warn('a picture took too long', { spanMs: drawMaxMs })
      return picture
    } catch (error) {
      log.warn('a picture could not be drawn', { error })
      return undefined
    }
  }
