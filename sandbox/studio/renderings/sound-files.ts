import { writeFile } from 'node:fs/promises'
import { encodeSound } from '../encode/encode.ts'
import type { SoundTags } from '../encode/tags.ts'
import type { Stereo } from '../music/sound/stereo.ts'

/** Writes a sound, and what is known of it, as `<filePath>.mp3` and `<filePath>.wav` and says how long it is. */
export const writeSound = async (
  sound: Stereo,
  filePath: string,
  tags: SoundTags = {},
): Promise<{ durationSeconds: number }> => {
  await Promise.all([
    writeFile(`${filePath}.mp3`, await encodeSound(sound, 'mp3', tags)),
    writeFile(`${filePath}.wav`, await encodeSound(sound, 'wav', tags)),
  ])
  return { durationSeconds: sound.left.length / sound.sampleRate }
}
