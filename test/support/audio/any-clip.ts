import { encodeWav } from '../../../studio/encode/wav.ts'

export const anyClipSeconds = 2

/**
 * A clip for tests to which it does not matter what is heard in it. What they have made of the same clip
 * by the same order is made once for all of them.
 */
export const anyClip = (): Uint8Array<ArrayBuffer> => {
  const tone = Float32Array.from(
    { length: anyClipSeconds * 44_100 },
    (_empty, index) => 0.5 * Math.sin(index / 16),
  )
  return encodeWav({ left: tone, right: tone, sampleRate: 44_100 }).slice()
}
