import { writeFile } from 'node:fs/promises'
import { encodeMp3 } from '../encode/mp3.ts'
import { encodeWav } from '../encode/wav.ts'
import type { Stereo } from '../music/sound/stereo.ts'

/** Writes a sound as `<filePath>.mp3` and `<filePath>.wav` and says how long it is. */
export const writeSound = async (sound: Stereo, filePath: string): Promise<{ durationSeconds: number }> => {
  await Promise.all([
    writeFile(`${filePath}.mp3`, await encodeMp3(sound)),
    writeFile(`${filePath}.wav`, encodeWav(sound)),
  ])
  return { durationSeconds: sound.left.length / sound.sampleRate }
}
