import { readFile, writeFile } from 'node:fs/promises'
import { decodeAtItsRate, wholeClip } from '../clips/decode.ts'
import { clipFormatOf } from '../clips/format.ts'
import { cut } from '../cutter/cut.ts'
import { exactDepth } from '../cutter/depth.ts'
import { atRateFor, ownFormOf } from '../cutter/forms.ts'
import { type CutOrder, invalidRange } from '../cutter/order.ts'
import { encodeSound } from '../encode/encode.ts'
import type { AudioFormat } from '../encode/formats.ts'
import { UnusableInput } from '../unusable-input.ts'

/** What came of a cut: how long it is, and the form of its file, which is the ending of its name. */
export type CutResult = { readonly durationSeconds: number; readonly format: AudioFormat }

/**
 * Keeps a range of a clip, as `<filePath>.<format>` and as `<filePath>.wav`. A range that goes on behind the clip is
 * found out here, when the clip is read.
 */
export const renderCut = async (
  { clipPath, range, format: wanted }: CutOrder,
  filePath: string,
): Promise<CutResult> => {
  const bytes = await readFile(clipPath)
  const clipFormat = clipFormatOf(bytes)
  const kept = cut(await decodeAtItsRate(bytes, wholeClip), range)
  if (kept === undefined) throw new UnusableInput(invalidRange)
  const format = wanted ?? ownFormOf(clipFormat)
  // Decoded samples of a coded clip have no depth of their own.
  const depth = clipFormat === 'wav' || clipFormat === 'flac' ? exactDepth(kept) : 16
  for (const each of new Set<AudioFormat>([format, 'wav'])) {
    await writeFile(`${filePath}.${each}`, await encodeSound(atRateFor(each, kept), each, {}, depth))
  }
  return { durationSeconds: kept.left.length / kept.sampleRate, format }
}
