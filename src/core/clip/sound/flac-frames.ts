import { type FoundSound, numberAt, type PacketSeconds, wordAt } from './sound-length.ts'

/** CRC-8 of a frame's head, with the polynomial x^8 + x^2 + x + 1 (RFC 9639, 9.1.8). */
const checksums = Uint8Array.from({ length: 256 }, (_empty, byte) => {
  let rest = byte
  for (let bit = 0; bit < 8; bit += 1) rest = (rest & 0x80) === 0 ? rest << 1 : (rest << 1) ^ 0x107
  return rest
})

/** Samples in a second by their code (RFC 9639, 9.1.2); 0 is what the file's head says. */
const sampleRates: readonly number[] = [
  0, 88_200, 176_400, 192_000, 8_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 96_000,
]

/** The bytes of a number that is written as UTF-8 writes a character, by its first byte (RFC 9639, 9.1.5). */
const numberBytesOf = (first: number): number | undefined => {
  const ones = Math.clz32(~(first << 24))
  if (ones === 0) return 1
  return ones === 1 || ones > 7 ? undefined : ones
}

/** The samples of a block by the code (RFC 9639, 9.1.1), and how many bytes of the head tell them. */
const blockOf = (code: number, file: Buffer, position: number): { samples: number; bytes: number } => {
  if (code === 6) return { samples: (file[position] ?? 0) + 1, bytes: 1 }
  if (code === 7) return { samples: file.readUInt16BE(position) + 1, bytes: 2 }
  if (code === 1) return { samples: 192, bytes: 0 }
  return { samples: code < 6 ? 144 << code : 1 << code, bytes: 0 }
}

/** The samples in a second by the code, and how many bytes of the head tell them. */
const rateOf = (code: number, file: Buffer, position: number): { rate: number; bytes: number } => {
  if (code === 12) return { rate: (file[position] ?? 0) * 1000, bytes: 1 }
  if (code === 13) return { rate: file.readUInt16BE(position), bytes: 2 }
  if (code === 14) return { rate: file.readUInt16BE(position) * 10, bytes: 2 }
  return { rate: sampleRates[code] ?? 0, bytes: 0 }
}

const headBytesMax = 16

/**
 * How long the frame is whose head is at a position: no head passes its checksum by chance but one in 256.
 */
const secondsAt = (file: Buffer, position: number, statedRate: number): number | undefined => {
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
  return rest === file[end] ? block.samples / Math.min(rate === 0 ? statedRate : rate, statedRate) : undefined
}

/** A frame has no fewer bytes: its head, a byte for each channel, and its checksums. */
const frameBytesMin = 8

/**
 * The frames between two positions. Only a decoder knows where a frame ends, so everything that looks like the head
 * of one is counted (about four false ones in 50 MB).
 */
const secondsBetween = (file: Buffer, start: number, end: number, statedRate: number): number => {
  const last = Math.min(end, file.length - headBytesMax)
  let seconds = 0
  for (let position = file.indexOf(0xff, start); position !== -1 && position < last; ) {
    const isMark = ((file[position + 1] ?? 0) & 0xfe) === 0xf8
    const frame = isMark ? secondsAt(file, position, statedRate) : undefined
    seconds += frame ?? 0
    position = file.indexOf(0xff, position + (frame === undefined ? 1 : frameBytesMin))
  }
  return seconds
}

/** The samples in a second that the description of a stream states (RFC 9639, 8.2). */
export const flacRateAt = (file: Buffer, position: number): number =>
  (numberAt(file, position + 10, 3) ?? 0) >>> 4

/** How packets of FLAC are counted by their stream's description, which begins at a position. */
export const flacPacketSeconds = (description: Buffer, position: number): PacketSeconds | undefined => {
  const rate = flacRateAt(description, position)
  if (rate === 0) return undefined
  return (file, start, bytes) => {
    // A head at the very end of a file may lack bytes.
    const isLast = start + headBytesMax > file.length
    const head = isLast ? Buffer.concat([file.subarray(start), Buffer.alloc(headBytesMax)]) : file
    const first = secondsAt(head, isLast ? 0 : start, rate)
    return first === undefined
      ? undefined
      : first + secondsBetween(file, start + frameBytesMin, start + bytes, rate)
  }
}

const descriptionAt = 8
const soundAt = 42

/** FLAC, from the end of the tags that the file begins with. */
export const readFlac = (file: Buffer, start: number): FoundSound | undefined => {
  if (wordAt(file, start) !== 'fLaC' || file.length < start + soundAt) return undefined
  const rate = flacRateAt(file, start + descriptionAt)
  if (rate === 0) return undefined
  const padded = Buffer.concat([file.subarray(start), Buffer.alloc(headBytesMax)])
  const seconds = secondsBetween(padded, soundAt, padded.length, rate)
  return { kind: 'audio', contentType: 'audio/flac', counted: { seconds, exact: false } }
}
