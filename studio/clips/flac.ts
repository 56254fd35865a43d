import { FLACDecoder } from '@wasm-audio-decoders/flac'
import { FLAC } from 'mediabunny'
import { id3Length } from './format.ts'
import { openPackets } from './packets.ts'
import type { Parts } from './parts.ts'

/**
 * The decoder gives samples as parts of the largest whole number, so that the lowest lies beyond -1.
 * Everywhere else they are parts of the lowest one, which keeps them exact.
 */
const ofLowest = (samples: Float32Array, bits: number): Float32Array => {
  const lowest = 2 ** (bits - 1)
  return samples.map((sample) => Math.round(sample * (lowest - 1)) / lowest)
}

/**
 * Who looks for frames wants to see as many bytes as the longest header has, however short the last frame is.
 */
const lookahead = Buffer.alloc(16)

/**
 * Decodes FLAC frame by frame: the decoder, looking for frames itself, loses a last one in which it sees two.
 */
export const decodeFlac = async function* (bytes: Uint8Array): Parts {
  const { packets } = await openPackets(Buffer.concat([bytes.subarray(id3Length(bytes)), lookahead]), [FLAC])
  const decoder = new FLACDecoder()
  await decoder.ready
  try {
    for await (const { data } of packets) {
      const { channelData, bitDepth, ...part } = await decoder.decodeFrames([data])
      yield { ...part, channelData: channelData.map((samples) => ofLowest(samples, bitDepth)) }
    }
  } finally {
    decoder.free()
  }
}
