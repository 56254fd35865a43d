import { createMp3Encoder } from 'wasm-media-encoders'
import type { Stereo } from '../music/sound/stereo.ts'
import { infoFrame } from './info-frame.ts'

const bitrate = 192
const samplesPerCall = 65_536

/** MPEG layer III at 192 kbit/s, behind the tags, if there are any. A decoder gets as many samples as there were. */
export const encodeMp3 = async (
  { left, right, sampleRate }: Stereo,
  id3: Uint8Array = new Uint8Array(0),
): Promise<Uint8Array> => {
  const encoder = await createMp3Encoder()
  encoder.configure({ sampleRate, channels: 2, bitrate })
  const parts: Uint8Array[] = []
  for (let start = 0; start < left.length; start += samplesPerCall) {
    const end = start + samplesPerCall
    // The encoder owns what it returns and writes over it with the next call.
    parts.push(encoder.encode([left.subarray(start, end), right.subarray(start, end)]).slice())
  }
  parts.push(encoder.finalize().slice())
  const audio = Buffer.concat(parts)
  return Buffer.concat([id3, infoFrame(audio, { sampleCount: left.length, bitrate, sampleRate }), audio])
}
