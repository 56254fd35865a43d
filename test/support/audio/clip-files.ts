import type { Stereo } from '../../../studio/music/sound/stereo.ts'

/** The polynomials of FLAC's checksums, without their highest powers (RFC 9639, 9.1.8 and 9.3). */
const polynomials = { 8: 0x07, 16: 0x8005 } as const

/** The checksum of a frame's header in FLAC, or of a frame, which has more bits. */
export const flacChecksum = (bytes: Uint8Array, bits: 8 | 16): number => {
  const polynomial = polynomials[bits]
  let remainder = 0
  for (const byte of bytes) {
    remainder ^= byte << (bits - 8)
    for (let bit = 0; bit < 8; bit += 1) {
      const isSet = (remainder & (1 << (bits - 1))) !== 0
      remainder = ((remainder << 1) ^ (isSet ? polynomial : 0)) & (2 ** bits - 1)
    }
  }
  return remainder
}

const toInteger = (sample: number): number => Math.round(Math.max(-1, Math.min(1, sample)) * 32_767)

const verbatim = (samples: Float32Array): Buffer => {
  const bytes = Buffer.alloc(1 + samples.length * 2)
  bytes.writeUInt8(0b0000_0010, 0)
  for (const [index, sample] of samples.entries()) bytes.writeInt16BE(toInteger(sample), 1 + index * 2)
  return bytes
}

const blockSamples = 4096

/** Block size as 16 bits at the end of the header, 44.1 kHz, two channels on their own, 16 bits. */
const flacFrame = (left: Float32Array, right: Float32Array, number: number): Buffer => {
  const count = number < 128 ? [number] : [0xc0 | (number >> 6), 0x80 | (number & 0x3f)]
  const size = left.length - 1
  const header = Buffer.from([0xff, 0xf8, 0x79, 0x18, ...count, size >> 8, size & 0xff])
  const body = Buffer.concat([
    header,
    Buffer.from([flacChecksum(header, 8)]),
    verbatim(left),
    verbatim(right),
  ])
  const footer = Buffer.alloc(2)
  footer.writeUInt16BE(flacChecksum(body, 16))
  return Buffer.concat([body, footer])
}

const streamInfo = (samples: number): Buffer => {
  const bytes = Buffer.alloc(42)
  bytes.write('fLaC', 0)
  bytes.writeUInt32BE(0x8000_0022, 4)
  bytes.writeUInt16BE(blockSamples, 8)
  bytes.writeUInt16BE(blockSamples, 10)
  const rateChannelsBits = (44_100n << 44n) | (1n << 41n) | (15n << 36n) | BigInt(samples)
  bytes.writeBigUInt64BE(rateChannelsBits, 18)
  return bytes
}

/**
 * FLAC with samples as they are, 16 bits, without any prediction (https://www.rfc-editor.org/rfc/rfc9639).
 */
export const encodeFlac = ({ left, right }: Stereo): Uint8Array => {
  const frames = Array.from({ length: Math.ceil(left.length / blockSamples) }, (_empty, number) => {
    const [start, end] = [number * blockSamples, (number + 1) * blockSamples]
    return flacFrame(left.subarray(start, end), right.subarray(start, end), number)
  })
  return Buffer.concat([streamInfo(left.length), ...frames])
}
