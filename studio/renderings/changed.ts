import { readFile } from 'node:fs/promises'
import { decodeClip, wholeClip } from '../clips/decode.ts'
import { clipFormatOf } from '../clips/format.ts'
import { keptTags } from '../clips/kept-tags.ts'
import { readTags } from '../clips/read-tags.ts'
import type { AudioFormat } from '../encode/formats.ts'
import { ownFormOf } from '../encode/forms.ts'
import type { Stereo } from '../music/sound/stereo.ts'
import { type SoundFacts, writeSound } from './sound-files.ts'

/** Makes another sound of that of a clip, as an order wishes. */
export type Change<Wishes> = (sound: Stereo, wishes: Wishes) => Stereo | Promise<Stereo>

/** A clip of which another sound is made, and the form of the file; undefined = the clip's own. */
type ChangeOrder<Wishes> = {
  readonly clipPath: string
  readonly format: AudioFormat | undefined
  readonly wishes: Wishes
}

/** Renders what a change makes of a clip. */
export const renderChanged =
  <Wishes>(change: Change<Wishes>) =>
  async ({ clipPath, format, wishes }: ChangeOrder<Wishes>, filePath: string): Promise<SoundFacts> => {
    const bytes = await readFile(clipPath)
    const sound = await change(await decodeClip(bytes, wholeClip), wishes)
    const tags = keptTags(await readTags(bytes))
    return await writeSound(sound, filePath, { tags, format: format ?? ownFormOf(clipFormatOf(bytes)) })
  }
