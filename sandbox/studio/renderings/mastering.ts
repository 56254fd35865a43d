import { readFile, writeFile } from 'node:fs/promises'
import { decodeClip, wholeClip } from '../clips/decode.ts'
import { clipFormatOf } from '../clips/format.ts'
import { ownFormOf } from '../cutter/forms.ts'
import { encodeSound } from '../encode/encode.ts'
import type { AudioFormat } from '../encode/formats.ts'
import { type Mastering, masteringOf, masterLike } from '../mastering/master-like.ts'
import type { MasteringOrder } from '../mastering/order.ts'

/** What came of a mastering: how long it is, and the form of its file, which is the ending of its name. */
export type MasteringResult = { readonly durationSeconds: number; readonly format: AudioFormat }

/** Only the measures of a reference are kept, so that not two long clips lie in memory at once. */
const readMastering = async (path: string): Promise<Mastering> =>
  masteringOf(await decodeClip(await readFile(path), wholeClip))

/** Masters a clip like its reference, as `<filePath>.<format>` and as `<filePath>.wav`. */
export const renderMastering = async (
  { clipPath, referencePath, format: wanted }: MasteringOrder,
  filePath: string,
): Promise<MasteringResult> => {
  const mastering = await readMastering(referencePath)
  const bytes = await readFile(clipPath)
  const sound = masterLike(await decodeClip(bytes, wholeClip), mastering)
  const format = wanted ?? ownFormOf(clipFormatOf(bytes))
  for (const each of new Set<AudioFormat>([format, 'wav'])) {
    await writeFile(`${filePath}.${each}`, await encodeSound(sound, each))
  }
  return { durationSeconds: sound.left.length / sound.sampleRate, format }
}
