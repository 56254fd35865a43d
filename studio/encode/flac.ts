import { registerFlacEncoder } from '@mediabunny/flac-encoder'
import { AudioSampleSource, FlacOutputFormat } from 'mediabunny'
import type { Stereo } from '../music/sound/stereo.ts'
import { type Depth, toIntegers } from './integers.ts'
import { feedSamples, muxed, type Samples } from './muxed.ts'
import type { SoundTags } from './tags.ts'

/** No block but the last may be shorter, so that the header must not name less. */
const blockLengthMin = 16

/** Where the header keeps the shortest and the longest block. */
const blockLengthsAt = [8, 10] as const

/**
 * Of a sound that fits in one block the muxer names its length as the longest, and nothing as the shortest.
 */
const withPossibleBlocks = (file: Uint8Array): Uint8Array => {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.length)
  for (const at of blockLengthsAt) bytes.writeUInt16BE(Math.max(blockLengthMin, bytes.readUInt16BE(at)), at)
  return bytes
}

/** The encoder takes samples of 32 bits for 24, of which it drops the lowest eight. */
const piecesOf = (sound: Stereo, depth: Depth): ((start: number, end: number) => Samples) => {
  if (depth === 16) {
    const samples = Int16Array.from(toIntegers(sound, 16))
    return (start, end) => ({ format: 's16', data: samples.subarray(2 * start, 2 * end) })
  }
  const samples = toIntegers(sound, 24).map((sample) => sample * 256)
  return (start, end) => ({ format: 's32', data: samples.subarray(2 * start, 2 * end) })
}

/**
 * FLAC (https://www.rfc-editor.org/rfc/rfc9639#section-8.2 has the header), with 16 bits a sample unless more
 * are requested. It has no floating samples: of those 24 bits are kept.
 */
export const encodeFlac = async (
  sound: Stereo,
  tags: SoundTags = {},
  depth: Depth = 16,
): Promise<Uint8Array> => {
  registerFlacEncoder()
  const source = new AudioSampleSource({ codec: 'flac' })
  const pieces = piecesOf(sound, depth)
  const file = await muxed(new FlacOutputFormat(), source, tags, async () => {
    await feedSamples(sound, (sample) => source.add(sample), pieces)
    source.close()
  })
  return withPossibleBlocks(file)
}
