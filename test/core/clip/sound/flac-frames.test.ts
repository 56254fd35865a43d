import { describe, expect, test } from 'vitest'
import { oggPage, oggPages } from '../../../support/audio/clip-containers.ts'
import { flacChecksum } from '../../../support/audio/clip-files.ts'
import { heardIn, sentOf, sentSeconds } from '../../../support/audio/sent-sound.ts'

const uncounted = { kind: 'uncounted' }
const rate = 8_000

const checksum = (bytes: Buffer, bits: 8 | 16): Buffer => {
  const sum = Buffer.alloc(bits / 8)
  sum.writeUIntBE(flacChecksum(bytes, bits), 0, sum.length)
  return sum
}

/** Bytes with the checksum of a header behind them. */
const headed = (...bytes: readonly number[]): Buffer => {
  const head = Buffer.from(bytes)
  return Buffer.concat([head, checksum(head, 8)])
}

/** The description of a stream (RFC 9639, 8.2) with blocks of any size. */
const description = (itsRate: number, channels: number, bits: number): Buffer => {
  const bytes = Buffer.alloc(34)
  bytes.writeUInt16BE(16, 0)
  bytes.writeUInt16BE(65_535, 2)
  const facts = (BigInt(itsRate) << 44n) | (BigInt(channels - 1) << 41n) | (BigInt(bits - 1) << 36n)
  bytes.writeBigUInt64BE(facts, 10)
  return bytes
}

const fileOf = (own: Buffer, ...frames: readonly Buffer[]): Buffer =>
  Buffer.concat([Buffer.from('fLaC'), Buffer.of(0x80, 0, 0, own.length), own, ...frames])

/** The same in an Ogg, with each packet in a page of its own (RFC 9639, 10.1). */
const oggOf = (own: Buffer, ...packets: readonly Buffer[]): Buffer => {
  const head = Buffer.concat([Buffer.from('7f464c4143010000', 'hex'), Buffer.of(1), fileOf(own)])
  return Buffer.concat([oggPage(head, { flags: 2 }), ...packets.map((packet) => oggPages(packet, 1))])
}

/** The samples of the largest block, and of that with the code 1. */
const [largest, smallest] = [65_535, 192]

/** A frame of constants that ends with what looks like a header whose checksum is how the next frame begins. */
const hidingFrame = (number: number): Buffer => {
  const head = headed(0xff, 0xf8, 0x70, 0x10, number, 0xff, 0xfe)
  for (let left = 0; left < 2 ** 24; left += 1) {
    const body = Buffer.concat([
      head,
      Buffer.of(0, left >> 16, (left >> 8) & 255, left & 255, 0, 0xff, 0xf8, 0x10),
    ])
    const frame = Buffer.concat([body, checksum(body, 16)])
    const [more = 0, next = 0] = frame.subarray(-2)
    const isHeader = more >> 4 <= 10 && more % 2 === 0 && next < 0x80
    if (isHeader && flacChecksum(frame.subarray(-5), 8) === 0xff) return frame
  }
  throw new Error('no frame looks like that')
}

describe('what looks like a header of a frame of FLAC counts', () => {
  test('and so does the frame whose first byte it claims', () => {
    const frames = Array.from({ length: 20 }, (_empty, index) => hidingFrame(index))
    const own = description(rate, 2, 24)
    const seconds = (20 * largest + 19 * smallest) / rate
    expect(sentSeconds(fileOf(own, ...frames))).toBeCloseTo(seconds, 6)
    // In packets, the last byte of such a header is missing, unless they are joined.
    expect(sentSeconds(oggOf(own, ...frames))).toBeCloseTo(seconds, 6)
  })

  /** How a header begins whose last byte, and whose checksum, are how a frame begins. */
  const beginnings = Array.from({ length: 128 }, (_empty, index) =>
    Buffer.from([0xff, 0xf8, 0x70, 0, 0xc2 | (index >> 6), 0x80 | (index & 63), 0xfe]),
  ).filter((beginning) => flacChecksum(Buffer.concat([beginning, Buffer.of(0xff)]), 8) === 0xf8)

  test.each([2, 3, 100])('across the border of packets in an Ogg: %i', async (count) => {
    const [tail = Buffer.alloc(0)] = beginnings
    expect(tail.length).toBe(7)
    const packet = Buffer.concat([headed(0xff, 0xf8, 0x10, 0, 0), Buffer.alloc(20), tail])
    const file = oggOf(description(rate, 1, 16), ...new Array<Buffer>(count).fill(packet))
    const { sound, file: sent } = sentOf(file)
    expect(sound?.packets.sizes.length).toBe(count)
    const acrossSamples = 0xfeff + 1
    const samples = count * smallest + (count - 1) * acrossSamples
    expect(sent?.seconds).toBeCloseTo(samples / rate, 6)
    expect(sent?.bytes.readUInt32BE(8 + 14)).toBe(samples)
    const again = sentOf(sent?.bytes ?? file)
    expect(again.file?.bytes.equals(sent?.bytes ?? file)).toBe(true)
    expect(again.file?.seconds).toBeCloseTo(samples / rate, 6)
  })
})

describe('FLAC of a rate', () => {
  const frames = new Array<Buffer>(10).fill(Buffer.concat([headed(0xff, 0xf8, 0x10, 0, 0), Buffer.alloc(20)]))
  test.each<[string, number, boolean]>([
    ['as low as there is', 4_000, true],
    ['that is even lower', 3_999, false],
    ['as high as a frame can say', 655_350, true],
    ['that is even higher', 655_351, false],
    ['as high as that of PCM', 768_000, false],
    ['as high as a description can say', 1_048_575, false],
  ])('%s', (_, itsRate, isSent) => {
    const expected = isSent ? expect.closeTo((10 * smallest) / itsRate, 6) : uncounted
    const own = description(itsRate, 1, 16)
    for (const file of [fileOf(own, ...frames), oggOf(own, ...frames)])
      expect(sentSeconds(file)).toEqual(expected)
  })

  test('is heard at it, whatever its description says of its blocks', async () => {
    for (const sizes of ['00000000', '10001000', 'ffff0010', '0000ffff']) {
      const own = description(44_100, 1, 16)
      own.write(sizes, 'hex')
      const { file: sent } = sentOf(fileOf(own, ...frames))
      expect(sent?.bytes.toString('hex', 8, 12)).toBe('0010ffff')
      expect(await heardIn(sent?.bytes ?? own)).toMatchObject({ codec: 'flac', rate: 44_100, channels: 1 })
    }
  })
})
