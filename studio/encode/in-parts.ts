import type { WasmMediaEncoder } from 'wasm-media-encoders'
import type { Stereo } from '../music/sound/stereo.ts'

const samplesPerCall = 65_536

/** All that an encoder, already configured, makes of a sound. */
export const encodeInParts = (
  encoder: WasmMediaEncoder<'audio/mpeg'> | WasmMediaEncoder<'audio/ogg'>,
  { left, right }: Stereo,
): Buffer => {
  const parts: Uint8Array[] = []
  for (let start = 0; start < left.length; start += samplesPerCall) {
    const end = start + samplesPerCall
    // The encoder owns what it returns and writes over it with the next call.
    parts.push(encoder.encode([left.subarray(start, end), right.subarray(start, end)]).slice())
  }
  parts.push(encoder.finalize().slice())
  return Buffer.concat(parts)
}
