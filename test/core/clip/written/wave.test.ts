import { describe, expect, test } from 'vitest'
import type { Sound, WaveCoding } from '../../../../src/core/clip/sound/sound.ts'
import { fixtures, readFixture } from '../../../clips/fixtures.ts'
import { heardIn, sentOf, writtenOf } from '../../../support/audio/sent-sound.ts'

const rate = 8_000

const coding = (format: number, bits: number, channels: number, mend?: WaveCoding['mend']): WaveCoding => ({
  kind: 'wave',
  format,
  channels,
  rate,
  bits,
  blockBytes: (channels * bits) / 8,
  blockSamples: 1,
  ...(mend !== undefined && { mend }),
})

const soundOf = (own: WaveCoding, bytes: Buffer): Sound => {
  const seconds = bytes.length / own.blockBytes / own.rate
  return { coding: own, packets: { bytes, sizes: [bytes.length], seconds: [seconds] }, seconds }
}

/** Whole numbers of the sizes that samples have, and how they are written. */
const whole = (bytes: number, isBig: boolean, values: readonly number[]): Buffer => {
  const buffer = Buffer.alloc(bytes * values.length)
  for (const [index, value] of values.entries())
    if (isBig) buffer.writeIntBE(value, index * bytes, bytes)
    else buffer.writeIntLE(value, index * bytes, bytes)
  return buffer
}

const real = (bytes: 4 | 8, isBig: boolean, values: readonly number[]): Buffer => {
  const buffer = Buffer.alloc(bytes * values.length)
  for (const [index, value] of values.entries()) {
    if (bytes === 4 && isBig) buffer.writeFloatBE(value, index * 4)
    if (bytes === 4 && !isBig) buffer.writeFloatLE(value, index * 4)
    if (bytes === 8 && isBig) buffer.writeDoubleBE(value, index * 8)
    if (bytes === 8 && !isBig) buffer.writeDoubleLE(value, index * 8)
  }
  return buffer
}

const values = [0, 1, -1, 100, -100, 127, -128, 64] as const
const many = values.map((value) => value * 200)
const parts = values.map((value) => value / 128)
const kept = Buffer.from('0102030405060708', 'hex')

describe('samples are written as WAV has them', () => {
  test.each<[string, string, WaveCoding, Buffer, Buffer]>([
    [
      '8 bits with a sign',
      'pcm-u8',
      coding(1, 8, 1, 'turn_sign'),
      whole(1, true, values),
      Buffer.from(values.map((value) => value + 128)),
    ],
    ['8 bits without', 'pcm-u8', coding(1, 8, 2), kept, kept],
    [
      '16 bits, big-endian',
      'pcm-s16',
      coding(1, 16, 2, 'turn_bytes'),
      whole(2, true, many),
      whole(2, false, many),
    ],
    [
      '24 bits, big-endian',
      'pcm-s24',
      coding(1, 24, 1, 'turn_bytes'),
      whole(3, true, many),
      whole(3, false, many),
    ],
    [
      '32 bits, big-endian',
      'pcm-s32',
      coding(1, 32, 1, 'turn_bytes'),
      whole(4, true, many),
      whole(4, false, many),
    ],
    ['16 bits, little-endian', 'pcm-s16', coding(1, 16, 2), whole(2, false, many), whole(2, false, many)],
    ['24 bits, little-endian', 'pcm-s24', coding(1, 24, 2), whole(3, false, many), whole(3, false, many)],
    [
      '32 bits with a fraction, big-endian',
      'pcm-f32',
      coding(3, 32, 1, 'turn_bytes'),
      real(4, true, parts),
      real(4, false, parts),
    ],
    [
      '64 bits with a fraction, big-endian',
      'pcm-f64',
      coding(3, 64, 1, 'turn_bytes'),
      real(8, true, parts),
      real(8, false, parts),
    ],
    [
      '64 bits with a fraction, little-endian',
      'pcm-f64',
      coding(3, 64, 2),
      real(8, false, parts),
      real(8, false, parts),
    ],
    ['A-law', 'alaw', coding(6, 8, 1), kept, kept],
    ['µ-law', 'ulaw', coding(7, 8, 1), kept, kept],
    ['eight channels', 'pcm-s16', coding(1, 16, 8), Buffer.alloc(160, kept), Buffer.alloc(160, kept)],
    ['an odd number of bytes', 'pcm-u8', coding(1, 8, 1), kept.subarray(1), kept.subarray(1)],
  ])('%s', async (_, codec, own, bytes, expected) => {
    const { file, seconds } = (() => {
      const written = writtenOf(soundOf(own, bytes))
      return { file: written?.bytes ?? Buffer.alloc(0), seconds: written?.seconds }
    })()
    const heard = await heardIn(file)
    expect(heard).toMatchObject({ codec, rate, channels: own.channels })
    expect(Buffer.concat(heard.packets).toString('hex')).toBe(expected.toString('hex'))
    expect(seconds).toBeCloseTo(bytes.length / own.blockBytes / rate, 9)
    expect(heard.seconds).toBeCloseTo(seconds ?? 0, 6)
    expect(file.length % 2).toBe(0)
    expect(file.readUInt32LE(4)).toBe(file.length - 8)
    // FFmpeg would take one of 16 bytes with some silence for a file of a dictaphone.
    const at = file.indexOf('fmt ', 12)
    expect(file.toString('latin1', 12, 16)).toBe('JUNK')
    expect(file.readUInt32LE(16)).toBe(2_048)
    expect(file.readUInt32LE(at + 4)).toBe(18)
  })
})

/** The body of a chunk of a WAV. */
const chunkOf = (file: Buffer, name: string): Buffer => {
  const at = file.indexOf(name, 12) + 8
  return file.subarray(at, at + file.readUInt32LE(at - 4))
}

const packed = fixtures().rows.flatMap((row) => {
  const isOne = ['GSM', 'MS ADPCM', 'IMA ADPCM'].includes(row.codec) && row.container === 'WAV'
  const file = isOne ? readFixture(row) : undefined
  return file === undefined ? [] : [[row.codec, row.by, file] as const]
})

test('files with each kind of packed sound are at hand', () => {
  expect(new Set(packed.map(([codec]) => codec)).size).toBe(3)
})

const bytesIn = (sound: Sound | undefined): number =>
  sound?.coding.kind === 'wave'
    ? Math.ceil(sound.packets.bytes.length / sound.coding.blockBytes) * sound.coding.blockBytes
    : 0

describe('packed sound is described as by the program that packed it', () => {
  test.each(packed)('%s of %s', (_codec, _by, file) => {
    const { sound, file: sent } = sentOf(file)
    const { bytes = Buffer.alloc(0), seconds = 0 } = sent ?? {}
    const [own, theirs] = [chunkOf(bytes, 'fmt '), chunkOf(file, 'fmt ')]
    // The bytes in a second, which some programs write as those of PCM.
    const bytesAt = 8
    expect(own.readUInt32LE(bytesAt)).toBe(Math.round(bytesIn(sound) / (sound?.seconds ?? 1)))
    const without = [own, theirs].map((one) =>
      Buffer.concat([one.subarray(0, bytesAt), one.subarray(bytesAt + 4)]).toString('hex'),
    )
    expect(without[0]).toBe(without[1])
    expect(chunkOf(bytes, 'data').equals(sound?.packets.bytes ?? file)).toBe(true)
    expect(chunkOf(bytes, 'fact').readUInt32LE(0)).toBe(Math.round(seconds * own.readUInt32LE(4)))
  })
})
