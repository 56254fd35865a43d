import { createEncoder } from 'wasm-media-encoders'
import { compiledOnce } from '../compiled-once.ts'
import type { Stereo } from '../music/sound/stereo.ts'
import { encodeInParts } from './in-parts.ts'
import { infoFrame } from './info-frame.ts'

const bitrate = 192

const lameModule = compiledOnce('wasm-media-encoders/wasm/mp3')

/**
 * MPEG layer III at 192 kbit/s, behind the tags, if there are any. A decoder
 * gets as many samples as there were.
 */
export const encodeMp3 = async (sound: Stereo, id3: Uint8Array = new Uint8Array(0)): Promise<Uint8Array> => {
  const { left, sampleRate } = sound
  const encoder = await createEncoder('audio/mpeg', await lameModule())
  encoder.configure({ sampleRate, channels: 2, bitrate })
  const audio = encodeInParts(encoder, sound)
  return Buffer.concat([id3, infoFrame(audio, { sampleCount: left.length, bitrate, sampleRate }), audio])
}
