import { flacSeconds } from '../sound/flac-frames.ts'
import { numberAt, type Sound } from '../sound/sound.ts'

/** Where a description has its rate, the number of samples, of which four bits are in the first byte, and their sum. */
const [rateAt, countAt, sumAt] = [10, 13, 18]
/** The smallest and the largest block that there can be: by impossible ones, FFmpeg doubts that this is FLAC. */
const [blockMin, blockMax] = [16, 65_535]

/** Of all that looks like a frame's header, some isn't: the stated number of samples is right if it is little less. */
const statedMin = 0.97

const samplesOf = (description: Buffer, seconds: number): number => {
  const counted = Math.round(seconds * ((numberAt(description, rateAt, 3) ?? 0) >>> 4))
  const stated = ((description[countAt] ?? 0) & 0xf) * 2 ** 32 + (numberAt(description, countAt + 1, 4) ?? 0)
  return stated <= counted && stated >= counted * statedMin ? stated : counted
}

/**
 * FLAC: the description alone of all blocks, with the true number of samples, and the frames (RFC 9639, 8). Where packets
 * meet, their bytes can look like another frame's header, so it is counted as it is written.
 */
export const writeFlac = (description: Buffer, { packets, seconds: counted }: Sound) => {
  const { bytes, sizes } = packets
  const seconds = sizes.length === 1 ? counted : flacSeconds(description, bytes)
  const own = Buffer.from(description)
  const samples = samplesOf(own, seconds)
  // The frames' sizes and the sum over their samples may be those of another sound.
  own.fill(0, 0, rateAt).fill(0, sumAt)
  own.writeUInt16BE(blockMin, 0)
  own.writeUInt16BE(blockMax, 2)
  own[countAt] = ((own[countAt] ?? 0) & 0xf0) | Math.min(15, Math.floor(samples / 2 ** 32))
  own.writeUInt32BE(samples % 2 ** 32, countAt + 1)
  return { parts: [Buffer.from('fLaC'), Buffer.of(0x80, 0, 0, own.length), own, bytes], seconds }
}
