import { readFile } from 'node:fs/promises'
import { decodeAtItsRate, wholeClip } from '../clips/decode.ts'
import { clipFormatOf } from '../clips/format.ts'
import { keptTagsWithin } from '../clips/kept-tags.ts'
import { readTags } from '../clips/read-tags.ts'
import { cut } from '../cutter/cut.ts'
import { exactDepth } from '../cutter/depth.ts'
import { type CutOrder, invalidRange } from '../cutter/order.ts'
import { ownFormOf } from '../encode/forms.ts'
import { UnusableInput } from '../unusable-input.ts'
import { type SoundFacts, writeSound } from './sound-files.ts'

/**
 * Keeps a range of a clip, and of its words those in the range. A range that goes on behind the clip is found
 * out here, when the clip is read.
 */
export const renderCut = async (
  { clipPath, rangeMs, format: wanted }: CutOrder,
  filePath: string,
): Promise<SoundFacts> => {
  const bytes = await readFile(clipPath)
  const clipFormat = clipFormatOf(bytes)
  const kept = cut(await decodeAtItsRate(bytes, wholeClip), rangeMs)
  if (kept === undefined) throw new UnusableInput(invalidRange)
  const format = wanted ?? ownFormOf(clipFormat)
  // Decoded samples of a coded clip have no depth of their own.
  const depth = clipFormat === 'wav' || clipFormat === 'flac' ? exactDepth(kept) : 16
  const tags = keptTagsWithin(await readTags(bytes), rangeMs)
  return await writeSound(kept, filePath, { tags, format, depth })
}
