import { flacSeconds } from '../sound/flac-frames.ts'
import { numberAt, type Sound } from '../sound/sound.ts'

/** Where the description has its rate, the number of samples (four bits of it in the first byte), and their checksum. */
const [rateAt, countAt, sumAt] = [10, 13, 18]
/** The smallest and the largest block size allowed. Impossible ones make FFmpeg doubt that this is FLAC. */
const [blockMin, blockMax] = [16, 65_535]

/** Some of what looks like a frame header isn't one, so a stated number that is only a little lower is right. */
const statedMin = 0.97

const samplesOf = (description: Buffer, seconds: number): number => {
  const counted = Math.round(seconds * ((numberAt(description, rateAt, 3) ?? 0) >>> 4))
  const stated = ((description[countAt] ?? 0) & 0xf) * 2 ** 32 + (numberAt(description, countAt + 1, 4) ?? 0)
  return stated <= counted && stated >= counted * statedMin ? stated : counted
}

/**
 * FLAC: the stream's description with the true number of samples, and the frames (RFC 9639, 8). Bytes across two packets
 * can look like a frame header, so the frames are counted as they are written.
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
