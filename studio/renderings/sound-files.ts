import { writeFile } from 'node:fs/promises'
import { encodeSound } from '../encode/encode.ts'
import type { AudioFormat } from '../encode/formats.ts'
import { atRateFor } from '../encode/forms.ts'
import type { Depth } from '../encode/integers.ts'
import type { SoundTags } from '../encode/tags.ts'
import type { Stereo } from '../music/sound/stereo.ts'

/** How long a sound is, and the form of its file, which is the ending of its name. */
export type SoundFacts = { readonly durationSeconds: number; readonly format: AudioFormat }

/** What its files say about a sound, which form the first one has, and how deep those without loss are. */
type Writing = { readonly tags?: SoundTags; readonly format?: AudioFormat; readonly depth?: Depth }

/** Writes a sound as `<filePath>.<format>`, an MP3 unless given, and as `<filePath>.wav`. */
export const writeSound = async (
  sound: Stereo,
  filePath: string,
  { tags, format = 'mp3', depth }: Writing = {},
): Promise<SoundFacts> => {
  for (const each of new Set<AudioFormat>([format, 'wav'])) {
    await writeFile(`${filePath}.${each}`, await encodeSound(atRateFor(each, sound), each, tags, depth))
  }
  return { durationSeconds: sound.left.length / sound.sampleRate, format }
}
