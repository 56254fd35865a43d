import { readFile } from 'node:fs/promises'
import { decodeClip, wholeClip } from '../clips/decode.ts'
import { framesWithin } from '../clips/range.ts'
import { readTags } from '../clips/read-tags.ts'
import { inpaint } from '../inpaint/inpaint.ts'
import { withKeptWords } from '../inpaint/kept-words.ts'
import { type InpaintOrder, invalidRange } from '../inpaint/order.ts'
import type { PieceResult } from '../music/order.ts'
import { UnusableInput } from '../unusable-input.ts'
import { pieceTags } from './piece-tags.ts'
import { writeSound } from './sound-files.ts'

/**
 * Replaces a range of a clip. A range past the end of the clip is found here, when
 * the clip is read.
 */
export const renderInpaint = async (
  { clipPath, ...order }: InpaintOrder & { readonly clipPath: string },
  filePath: string,
): Promise<PieceResult> => {
  const bytes = await readFile(clipPath)
  const clip = await decodeClip(bytes, wholeClip)
  const range = framesWithin(order.rangeSeconds, 1, { frames: clip.left.length, rate: clip.sampleRate })
  if (range === undefined) throw new UnusableInput(invalidRange)
  const { sound, facts } = inpaint(clip, range, order)
  const tags = withKeptWords(pieceTags(facts), await readTags(bytes), order.rangeSeconds)
  return { ...facts, ...(await writeSound(sound, filePath, { tags })) }
}
