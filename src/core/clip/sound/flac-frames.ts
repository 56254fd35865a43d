import { takePackets } from './packets.ts'
import { isRate } from './plain-samples.ts'
import { type FoundSound, numberAt, type SoundCodec, soundOf, wordAt } from './sound.ts'
import { beforeTags } from './tags.ts'

/** CRC-8 of a frame header, with the polynomial x^8 + x^2 + x + 1 (RFC 9639, 9.1.8). */
const checksums = Uint8Array.from({ length: 256 }, (_empty, byte) => {
  let rest = byte
  for (let bit = 0; bit < 8; bit += 1) rest = (rest & 0x80) === 0 ? rest << 1 : (rest << 1) ^ 0x107
  return rest
})

/** Samples per second by code (RFC 9639, 9.1.2); 0 means the rate in the file's header. */
const sampleRates: readonly number[] = [
  0, 88_200, 176_400, 192_000, 8_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 96_000,
]

/** The byte length of a number coded like a UTF-8 character, by its first byte (RFC 9639, 9.1.5). */
const numberBytesOf = (first: number): number | undefined => {
  const ones = Math.clz32(~(first << 24))
  if (ones === 0) return 1
  return ones === 1 || ones > 7 ? undefined : ones
}

/** A block's samples by code (RFC 9639, 9.1.1), and the header bytes that state them. */
const blockOf = (code: number, file: Buffer, position: number): { samples: number; bytes: number } => {
  if (code === 6) return { samples: (file[position] ?? 0) + 1, bytes: 1 }
  if (code === 7) return { samples: file.readUInt16BE(position) + 1, bytes: 2 }
  if (code === 1) return { samples: 192, bytes: 0 }
  return { samples: code < 6 ? 144 << code : 1 << code, bytes: 0 }
}

/** The sample rate by code, and the header bytes that state it. */
const rateOf = (code: number, file: Buffer, position: number): { rate: number; bytes: number } => {
  if (code === 12) return { rate: (file[position] ?? 0) * 1000, bytes: 1 }
  if (code === 13) return { rate: file.readUInt16BE(position), bytes: 2 }
  if (code === 14) return { rate: file.readUInt16BE(position) * 10, bytes: 2 }
  return { rate: sampleRates[code] ?? 0, bytes: 0 }
}

const headBytesMax = 16

/** The rates of a stream: the stated one, and the lowest that a frame had so far. */
interface Rates {
  stated: number
  lowest: number
}

const ratesOf = (stated: number): Rates => ({ stated, lowest: stated })

/**
 * The duration of the frame whose header is at a position. One in 256 false headers passes the checksum. In some decoders,
 * frames without a rate of their own last as long as at the rate of a frame before, so they count at the lowest.
 */
const secondsAt = (file: Buffer, position: number, rates: Rates): number | undefined => {
  if (((file[position + 1] ?? 0) & 0xfe) !== 0xf8) return undefined
  const [codes = 0, more = 0, number = 0] = file.subarray(position + 2, position + 5)
  const blockCode = codes >>> 4
  const numberBytes = numberBytesOf(number)
  if (blockCode === 0 || numberBytes === undefined) return undefined
  if ((codes & 15) === 15 || more >>> 4 > 10 || (more & 1) !== 0) return undefined
  const block = blockOf(blockCode, file, position + 4 + numberBytes)
  const { rate, bytes } = rateOf(codes & 15, file, position + 4 + numberBytes + block.bytes)
  const end = position + 4 + numberBytes + block.bytes + bytes
  let rest = 0
  for (let index = position; index < end; index += 1) rest = checksums[rest ^ (file[index] ?? 0)] ?? 0
  if (rest !== file[end]) return undefined
  if (rate > 0) rates.lowest = Math.min(rates.lowest, rate)
  return block.samples / (rate === 0 ? rates.lowest : Math.min(rate, rates.stated))
}

/**
 * The frames between two positions. Only a decoder knows where a frame ends, so everything that looks like a frame
 * header is counted (about four false ones in 50 MB).
 */
const secondsBetween = (file: Buffer, start: number, end: number, rates: Rates): number => {
  const last = Math.min(end, file.length - headBytesMax)
  let seconds = 0
  for (let at = file.indexOf(0xff, start); at !== -1 && at < last; at = file.indexOf(0xff, at + 1))
    seconds += secondsAt(file, at, rates) ?? 0
  return seconds
}

/** The sample rate that a stream's description states (RFC 9639, 8.2). */
export const flacRateAt = (file: Buffer, position: number): number =>
  (numberAt(file, position + 10, 3) ?? 0) >>> 4

/** Bytes of a stream's description. */
export const flacDescriptionBytes = 34

/** The highest rate that decoders believe (RFC 9639, 9.1.2, in tens of Hz). */
const rateMax = 655_350

/** The duration of frames in a row, by everything in them that looks like a frame header. */
export const flacSeconds = (description: Buffer, frames: Buffer): number => {
  const padded = Buffer.concat([frames, Buffer.alloc(headBytesMax)])
  return secondsBetween(padded, 0, frames.length, ratesOf(flacRateAt(description, 0)))
}

/** How a stream's FLAC packets are counted by the description at a position. */
export const flacPackets = (file: Buffer, position: number): SoundCodec | undefined => {
  const rate = flacRateAt(file, position)
  if (!isRate(rate) || rate > rateMax || position + flacDescriptionBytes > file.length) return undefined
  const rates = ratesOf(rate)
  const description = file.subarray(position, position + flacDescriptionBytes)
  return {
    coding: { kind: 'flac', description },
    packetSeconds: (packet, start, bytes) => {
      if (packet[start] !== 0xff) return undefined
      // The last header of a file may lack bytes.
      const isLast = start + bytes + headBytesMax > packet.length
      const [whole, at] = isLast
        ? [Buffer.concat([packet.subarray(start, start + bytes), Buffer.alloc(headBytesMax)]), 0]
        : [packet, start]
      return secondsAt(whole, at, rates) === undefined
        ? undefined
        : secondsBetween(whole, at, at + bytes, rates)
    },
  }
}

const [wordBytes, blockHeadBytes, descriptionAt] = [4, 4, 8]

/** Where the blocks before the sound end, such as a cover (RFC 9639, 8.1). */
const afterBlocks = (file: Buffer, start: number): number => {
  let position = start
  for (let isLast = false; !isLast && position < file.length; ) {
    isLast = ((file[position] ?? 0) & 0x80) !== 0
    position += blockHeadBytes + (numberAt(file, position + 1, 3) ?? 0)
  }
  return position
}

/**
 * Reads FLAC from the end of the leading tags. Only a decoder knows where its frames end, so all of them are one packet, in
 * which everything that looks like a frame's header counts.
 */
export const readFlac = (file: Buffer, start: number): FoundSound | undefined => {
  if (wordAt(file, start) !== 'fLaC') return undefined
  const codec = flacPackets(file, start + descriptionAt)
  if (codec === undefined) return { kind: 'uncounted' }
  const taker = takePackets(file.length, codec)
  const position = afterBlocks(file, start + wordBytes)
  taker.take(file, position, beforeTags(file) - position)
  return soundOf([{ kind: 'sound', sound: taker.sound() }])
}
