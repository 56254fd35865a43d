import { registerAacEncoder } from '@mediabunny/aac-encoder'
import { AdtsOutputFormat, AudioSampleSource } from 'mediabunny'
import type { Stereo } from '../music/sound/stereo.ts'
import { feedSamples, muxed } from './muxed.ts'

const bitrate = 192_000

const planes = ({ left, right }: Stereo, start: number, end: number): Float32Array<ArrayBuffer> => {
  const data = new Float32Array(2 * (end - start))
  data.set(left.subarray(start, end))
  data.set(right.subarray(start, end), end - start)
  return data
}

/**
 * AAC-LC at 192 kbit/s in ADTS frames, behind the tags, if there are any.
 *
 * Frames of ADTS hold 1,024 samples each and nothing says how many of them count (ISO/IEC 14496-3, 1.A.2), so
 * that a decoder gets more than there were: the encoder's priming of 1,024 before the sound, unless the
 * decoder keeps its first frame to itself, and what fills up the last frame behind it.
 */
export const encodeAac = async (sound: Stereo, id3: Uint8Array = new Uint8Array(0)): Promise<Uint8Array> => {
  registerAacEncoder()
  const source = new AudioSampleSource({ codec: 'aac', bitrate })
  const audio = await muxed(new AdtsOutputFormat(), source, {}, async () => {
    await feedSamples(
      sound,
      (sample) => source.add(sample),
      (start, end) => ({ format: 'f32-planar', data: planes(sound, start, end) }),
    )
    source.close()
  })
  return Buffer.concat([id3, audio])
}
