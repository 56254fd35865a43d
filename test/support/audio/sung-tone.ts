import { encodeSound } from '../../../studio/encode/encode.ts'
import { silence } from '../../../studio/music/sound/stereo.ts'

const sampleRate = 44_100

/** A steady tone as MP3, with lyrics in its tags for the studio to transcribe. */
export const sungTone = async (seconds = 3): Promise<Buffer> => {
  const sound = silence(seconds * sampleRate)
  for (let index = 0; index < sound.left.length; index += 1) {
    const value = 0.3 * Math.sin((index * 2 * Math.PI * 220) / sampleRate)
    sound.left[index] = value
    sound.right[index] = value
  }
  return Buffer.from(await encodeSound(sound, 'mp3', { lyrics: 'Heave away\nHaul the heap' }))
}
