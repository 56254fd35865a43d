import { describe, expect, test } from 'vitest'
import { partOf } from '../../../../src/core/clip/sound/packets.ts'
import type { Sound, WaveCoding } from '../../../../src/core/clip/sound/sound.ts'
import { makeMp4, mp4Box, opusHead } from '../../../support/audio/clip-containers.ts'
import { pcmMp4 } from '../../../support/audio/forged-mp4s.ts'
import { sentOf } from '../../../support/audio/sent-sound.ts'

const wave: WaveCoding = {
  kind: 'wave',
  format: 1,
  channels: 2,
  rate: 44_100,
  bits: 16,
  blockBytes: 4,
  blockSamples: 1,
}

/** A second of PCM, of which each moment has its own number. */
const plain: Sound = (() => {
  const bytes = Buffer.alloc(4 * 44_100)
  for (let moment = 0; moment < 44_100; moment += 1) bytes.writeUInt32LE(moment, moment * 4)
  // As from chunks of many sizes.
  const sizes = [4, 40_000, 100_000, 36_396]
  return {
    coding: wave,
    packets: { bytes, sizes, seconds: sizes.map((size) => size / 4 / 44_100) },
    seconds: 1,
  }
})()

describe('a part of PCM has exactly its moments', () => {
  test.each<[string, number, number, number, number]>([
    ['all', 0, 1, 0, 44_100],
    ['the first half', 0, 0.5, 0, 22_050],
    ['the second half', 0.5, 1, 22_050, 44_100],
    ['a moment', 7 / 44_100, 8 / 44_100, 7, 8],
    ['one across chunks', 10_000 / 44_100, 10_002 / 44_100, 10_000, 10_002],
    ['what is there of one that goes on', 0.75, 9, 33_075, 44_100],
    ['all, if nothing is in it', 0.5, 0.5, 0, 44_100],
    ['all, if it begins behind the end', 3, 4, 0, 44_100],
  ])('%s', (_, from, to, first, end) => {
    const { packets, seconds } = partOf(plain, from, to)
    expect(packets.bytes.equals(plain.packets.bytes.subarray(4 * first, 4 * end))).toBe(true)
    expect(packets.sizes.reduce((sum, size) => sum + size, 0)).toBe(packets.bytes.length)
    expect(seconds).toBeCloseTo((end - first) / 44_100, 9)
  })
})

/** A hundred packets of 20 ms, of which each has its own number and size. */
const packed: Sound = (() => {
  const packets = Array.from({ length: 100 }, (_empty, index) => Buffer.alloc(index + 1, index))
  return {
    coding: { kind: 'opus', head: opusHead },
    packets: {
      bytes: Buffer.concat(packets),
      sizes: packets.map(({ length }) => length),
      seconds: packets.map(() => 0.02),
    },
    seconds: 2,
  }
})()

describe('a part of packets has all that are heard in it, and the one before', () => {
  test.each<[string, number, number, number, number]>([
    ['all', 0, 2, 0, 100],
    ['from the beginning', 0, 0.1, 0, 5],
    ['within the first packet', 0.005, 0.015, 0, 1],
    ['to the end', 1.01, 2, 49, 100],
    ['in the middle', 0.51, 0.59, 24, 30],
    ['what is there of one that goes on', 1.91, 99, 94, 100],
  ])('%s', (_, from, to, first, end) => {
    const { packets, seconds } = partOf(packed, from, to)
    expect(packets.sizes).toEqual(packed.packets.sizes.slice(first, end))
    const numbers = Array.from({ length: end - first }, (_empty, index) =>
      Buffer.alloc(first + index + 1, first + index),
    )
    expect(packets.bytes.equals(Buffer.concat(numbers))).toBe(true)
    expect(packets.seconds.length).toBe(end - first)
    expect(seconds).toBeCloseTo((end - first) * 0.02, 9)
  })

  test.each([
    [0.3, 0.3],
    [99, 100],
  ])('and is never empty: from %d to %d', (from, to) => {
    expect(partOf(packed, from, to).packets.sizes.length).toBeGreaterThan(0)
  })
})

const u32 = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4)
  return bytes
}

const pause = 0xffff_ffff
/** An MP4 with an edit list, whose parts have a length in thousandths and a beginning in samples (ISO/IEC 14496-12, 8.6.6). */
const edited = (file: Buffer, ...edits: readonly (readonly [length: number, begin: number])[]): Buffer => {
  const list = mp4Box(
    'elst',
    u32(0, edits.length),
    ...edits.map(([length, begin]) => u32(length, begin, 0x1_0000)),
  )
  return withEdits(file, mp4Box('edts', list))
}

const withEdits = (file: Buffer, edits: Buffer): Buffer => {
  const at = file.indexOf('mdia') - 4
  const grown = Buffer.concat([file.subarray(0, at), edits, file.subarray(at)])
  for (const word of ['moov', 'trak']) {
    const size = grown.indexOf(word) - 4
    grown.writeUInt32BE(grown.readUInt32BE(size) + edits.length, size)
  }
  const chunk = grown.indexOf('stco') + 12
  grown.writeUInt32BE(grown.readUInt32BE(chunk) + edits.length, chunk)
  return grown
}

const frameSeconds = 1024 / 44_100
const mp4 = makeMp4(3)
const frames = 129
/** The same list with numbers of eight bytes. */
const largeEdit = mp4Box('edts', mp4Box('elst', u32(0x0100_0000, 1, 0, 1_000, 0, 44_100, 0x1_0000)))

describe('what a phone left of a recording is sent, and what it only hid is not', () => {
  test.each<[string, Buffer, number, number]>([
    ['no list', mp4, 0, frames],
    ['a list of the whole', edited(mp4, [3_000, 0]), 0, frames],
    ['a second in the middle', edited(mp4, [1_000, 44_100]), 42, 87],
    ['the same with large numbers', withEdits(mp4, largeEdit), 42, 87],
    ['a second in the middle behind a pause', edited(mp4, [500, pause], [1_000, 44_100]), 42, 87],
    ['the first second', edited(mp4, [1_000, 0]), 0, 44],
    ["without an encoder's silence", edited(mp4, [2_900, 2_112]), 1, 127],
    ['the last second and more', edited(mp4, [99_000, 88_200]), 85, frames],
    ['up to the end without a length', edited(mp4, [0, 88_200]), 85, frames],
    [
      'the whole for two parts, which are not put together',
      edited(mp4, [1_000, 0], [1_000, 88_200]),
      0,
      frames,
    ],
    ['the whole once for a part that is played again', edited(mp4, [60_000, 0], [60_000, 0]), 0, frames],
    ['the whole for nothing but a pause', edited(mp4, [60_000, pause]), 0, frames],
  ])('%s', (_, file, first, end) => {
    const { sound, file: sent } = sentOf(file)
    expect(sound?.packets.sizes.length).toBe(end - first)
    expect(sent?.seconds).toBeCloseTo((end - first) * frameSeconds, 6)
  })

  test('PCM to the sample', () => {
    const file = edited(pcmMp4(), [500, 11_025])
    const { sound: all } = sentOf(pcmMp4())
    const { sound } = sentOf(file)
    const bytes = all?.packets.bytes ?? file
    expect(sound?.packets.bytes.equals(bytes.subarray(11_025 * 4, (11_025 + 22_050) * 4))).toBe(true)
    expect(sound?.seconds).toBe(0.5)
  })

  test('so that it begins where it was heard to begin', () => {
    const { sound } = sentOf(edited(mp4, [1_000, 44_100]))
    expect(sound?.lead).toBeCloseTo(1 - 42 * frameSeconds, 9)
    expect(sentOf(edited(mp4, [2_900, 2_112])).sound?.lead).toBeCloseTo((2_112 - 1_024) / 44_100, 9)
  })

  test('and again the same', () => {
    for (const file of [
      edited(mp4, [1_000, 44_100]),
      edited(mp4, [2_900, 2_112]),
      edited(pcmMp4(), [500, 11_025]),
    ]) {
      const bytes = sentOf(file).file?.bytes ?? mp4
      expect(sentOf(bytes).file?.bytes.equals(bytes)).toBe(true)
    }
  })
})
