import { registerFlacEncoder } from '@mediabunny/flac-encoder'
import { AudioSampleSource, FlacOutputFormat } from 'mediabunny'
import type { Stereo } from '../music/sound/stereo.ts'
import { toIntegers } from './integers.ts'
import { feedSamples, muxed } from './muxed.ts'
import type { SoundTags } from './tags.ts'

/** No block but the last may be shorter, so that the header must not name less. */
const blockLengthMin = 16

/** Where the header keeps the shortest and the longest block. */
const blockLengthsAt = [8, 10] as const

/** Of a sound that fits in one block the muxer names its length as the longest, and nothing as the shortest. */
const withPossibleBlocks = (file: Uint8Array): Uint8Array => {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.length)
  for (const at of blockLengthsAt) bytes.writeUInt16BE(Math.max(blockLengthMin, bytes.readUInt16BE(at)), at)
  return bytes
}

/** FLAC with 16 bits a sample (https://www.rfc-editor.org/rfc/rfc9639#section-8.2 has the header). */
export const encodeFlac = async (sound: Stereo, tags: SoundTags = {}): Promise<Uint8Array> => {
  registerFlacEncoder()
  const source = new AudioSampleSource({ codec: 'flac' })
  const integers = toIntegers(sound)
  const file = await muxed(new FlacOutputFormat(), source, tags, async () => {
    await feedSamples(
      sound,
      (sample) => source.add(sample),
      (start, end) => ({ format: 's16', data: integers.subarray(2 * start, 2 * end) }),
    )
    source.close()
  })
  return withPossibleBlocks(file)
}
