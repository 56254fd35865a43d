import { describe, expect, test } from 'vitest'
import { encodeFlac } from '../../../support/audio/clip-files.ts'
import { evenNoise } from '../../../support/audio/noises.ts'
import { heardIn, sentOf } from '../../../support/audio/sent-sound.ts'

const samples = 100_000
const tone = Float32Array.from({ length: samples }, (_empty, index) => 0.5 * Math.sin(index / 16))
const flac = Buffer.from(encodeFlac({ left: tone, right: tone, sampleRate: 44_100 }))
const [descriptionAt, headBytes] = [8, 42]
const frames = flac.subarray(headBytes)

/** A copy with other bytes in its description. */
const described = (at: number, hex: string): Buffer => {
  const copy = Buffer.from(flac)
  copy.write(hex, descriptionAt + at, 'hex')
  return copy
}

/** A copy with more blocks behind its description (RFC 9639, 8.1). */
const withBlocks = (...blocks: readonly (readonly [kind: number, body: Buffer])[]): Buffer => {
  const head = Buffer.from(flac.subarray(0, headBytes))
  head.writeUInt8(0, 4)
  const all = blocks.map(([kind, body], index) => {
    const size = Buffer.alloc(4)
    size.writeUInt32BE(body.length)
    size.writeUInt8(index === blocks.length - 1 ? kind | 0x80 : kind)
    return Buffer.concat([size, body])
  })
  return Buffer.concat([head, ...all, frames])
}

/** The number of samples in a description, of 36 bits. */
const samplesIn = (file: Buffer): number =>
  ((file[descriptionAt + 13] ?? 0) & 15) * 2 ** 32 + file.readUInt32BE(descriptionAt + 14)

describe('FLAC is sent as its frames behind a description that is true', () => {
  test.each<[string, Buffer]>([
    ['as it was', flac],
    ['with fewer samples', described(13, 'f000000001')],
    ['with more samples', described(13, 'ffffffffff')],
    ['of an unknown number of samples', described(13, 'f000000000')],
    ['with frames of other sizes', described(4, '000001000002')],
    ['with the sum of another sound', described(18, '00112233445566778899aabbccddeeff')],
    ['with a cover', withBlocks([6, evenNoise(100_000)])],
    [
      'with tags, a table of places and padding',
      withBlocks([4, Buffer.alloc(50)], [3, Buffer.alloc(36)], [1, Buffer.alloc(9_000)]),
    ],
    ['with a second description', withBlocks([0, Buffer.alloc(34)])],
  ])('%s', async (_, file) => {
    const { file: sent } = sentOf(file)
    const { bytes, seconds } = sent ?? { bytes: Buffer.alloc(0), seconds: 0 }
    expect(sent).toMatchObject({ contentType: 'audio/flac', ending: 'flac' })
    expect(bytes.subarray(0, 8).toString('hex')).toBe(`${Buffer.from('fLaC').toString('hex')}80000022`)
    expect(bytes.subarray(headBytes).equals(frames)).toBe(true)
    expect(samplesIn(bytes)).toBe(samples)
    expect(seconds).toBeCloseTo(samples / 44_100, 6)
    // Sizes of frames, and the sum over the samples.
    expect(bytes.subarray(descriptionAt + 4, descriptionAt + 10)).toEqual(Buffer.alloc(6))
    expect(bytes.subarray(descriptionAt + 18, headBytes)).toEqual(Buffer.alloc(16))
    const heard = await heardIn(bytes)
    expect(heard).toMatchObject({ codec: 'flac', rate: 44_100, channels: 2 })
    expect(heard.seconds).toBeCloseTo(samples / 44_100, 6)
    expect(Buffer.concat(heard.packets).equals(frames)).toBe(true)
  })
})
