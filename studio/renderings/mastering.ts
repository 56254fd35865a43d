import { readFile } from 'node:fs/promises'
import { decodeClip, wholeClip } from '../clips/decode.ts'
import { clipFormatOf } from '../clips/format.ts'
import { keptTags } from '../clips/kept-tags.ts'
import { readTags } from '../clips/read-tags.ts'
import { ownFormOf } from '../encode/forms.ts'
import { type Mastering, masteringOf, masterLike } from '../mastering/master-like.ts'
import type { MasteringOrder } from '../mastering/order.ts'
import { type SoundFacts, writeSound } from './sound-files.ts'

/** Only the measures of a reference are kept, so that not two long clips lie in memory at once. */
const readMastering = async (path: string): Promise<Mastering> =>
  masteringOf(await decodeClip(await readFile(path), wholeClip))

/** A clip without the bytes of its file, which are not kept either. */
const readClip = async (path: string) => {
  const bytes = await readFile(path)
  const [ownForm, tags] = [ownFormOf(clipFormatOf(bytes)), keptTags(await readTags(bytes))]
  return { ownForm, tags, sound: await decodeClip(bytes, wholeClip) }
}

/** Masters a clip like its reference. */
export const renderMastering = async (
  { clipPath, referencePath, format }: MasteringOrder,
  filePath: string,
): Promise<SoundFacts> => {
  const mastering = await readMastering(referencePath)
  const { sound, ownForm, tags } = await readClip(clipPath)
  return await writeSound(masterLike(sound, mastering), filePath, { tags, format: format ?? ownForm })
}
