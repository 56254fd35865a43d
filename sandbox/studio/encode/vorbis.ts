import { createOggEncoder } from 'wasm-media-encoders'
import type { Stereo } from '../music/sound/stereo.ts'

/** From -1 to 10; 4 is about 128 kbit/s. */
const quality = 4

/** OGG Vorbis. */
export const encodeVorbis = async ({ left, right, sampleRate }: Stereo): Promise<Uint8Array> => {
  const encoder = await createOggEncoder()
  encoder.configure({ sampleRate, channels: 2, vbrQuality: quality })
  // The encoder owns what it returns and writes over it with the next call.
  const body = encoder.encode([left, right]).slice()
  return Buffer.concat([body, encoder.finalize().slice()])
}
