import { beforeAll, describe, expect, test } from 'vitest'
import { decodeClip } from '../../../studio/clips/decode.ts'
import { readMatroska } from '../../../studio/clips/matroska.ts'
import { framesOf } from '../../../studio/clips/matroska-block.ts'
import { encodeWebm } from '../../../studio/encode/webm.ts'
import { makeWebm } from '../../support/audio/clip-containers.ts'

/** Three frames of 800, 500 and 1,000 bytes, told apart by what they are filled with. */
const frames = [800, 500, 1000].map((length, index) => new Uint8Array(length).fill(index + 1))

const blockOf = (flags: number, lacing: readonly number[], bodies: readonly Uint8Array[]): Uint8Array =>
  Buffer.concat([Uint8Array.of(0x81, 0, 0, flags, ...lacing), ...bodies])

const even = [500, 500, 500].map((length, index) => new Uint8Array(length).fill(index + 1))

describe('the frames of a block', () => {
  // The examples of https://www.rfc-editor.org/rfc/rfc9559#section-10.3
  test.each([
    ['alone', blockOf(0x80, [], frames.slice(0, 1)), frames.slice(0, 1)],
    ['with Xiph lacing', blockOf(0x82, [2, 0xff, 0xff, 0xff, 0x23, 0xff, 0xf5], frames), frames],
    ['with EBML lacing', blockOf(0x86, [2, 0x43, 0x20, 0x5e, 0xd3], frames), frames],
    ['of one size', blockOf(0x84, [2], even), even],
  ])('%s are told apart', (_name, block, wanted) => {
    expect([...framesOf(block, 1)].map((frame) => Buffer.from(frame))).toEqual(
      wanted.map((frame) => Buffer.from(frame)),
    )
  })

  test('of another track are left out', () => {
    expect([...framesOf(blockOf(0x80, [], frames), 2)]).toEqual([])
  })

  test.each([
    ['Xiph', 0x82, [255, 0xff, 0xff]],
    ['EBML', 0x86, [255, 0x43, 0x20, 0x40, 0x00]],
    ['fixed', 0x84, [255]],
  ])('that %s lacing cannot hold end where the block does', (_name, flags, lacing) => {
    for (const frame of framesOf(blockOf(flags, lacing, [new Uint8Array(10)]), 1)) {
      expect(frame.length).toBeLessThanOrEqual(10)
    }
  })
})

/** Where an element with this id begins to say how long it is. */
const lengthAt = (file: Buffer, id: readonly number[], from = 0): number =>
  file.indexOf(Uint8Array.from(id), from) + id.length

/** All ones in as many bytes as there are: a length that is not known. */
const makeEndless = (file: Buffer, at: number): void => {
  const width = Math.clz32(file[at] ?? 0) - 23
  file.fill(0xff, at, at + width)
  file[at] = 0xff >> (width - 1)
}

describe('a WebM', () => {
  const tone = Float32Array.from({ length: 11 * 44_100 }, (_empty, index) => 0.4 * Math.sin(index / 12))
  let file: Uint8Array
  beforeAll(async () => {
    file = await encodeWebm({ left: tone, right: tone, sampleRate: 44_100 })
  })

  test('that a browser recorded, which never wrote how long anything is, is decoded to its end', async () => {
    const endless = Buffer.from(file)
    makeEndless(endless, lengthAt(endless, [0x18, 0x53, 0x80, 0x67]))
    const cluster = [0x1f, 0x43, 0xb6, 0x75]
    let count = 0
    for (let at = endless.indexOf(Uint8Array.from(cluster)); at >= 0; count += 1) {
      makeEndless(endless, at + cluster.length)
      at = endless.indexOf(Uint8Array.from(cluster), at + 1)
    }
    expect(count).toBe(3)
    expect((await decodeClip(endless)).left.length).toBe(tone.length)
  })

  test('says what of its last frame is no sound', () => {
    const { codecId, discardSeconds } = readMatroska(file)
    expect(codecId).toBe('A_VORBIS')
    expect(discardSeconds).toBeGreaterThan(0)
    expect(discardSeconds).toBeLessThan(2048 / 44_100)
  })

  test('without sound is told of', async () => {
    await expect(decodeClip(makeWebm(2, ['vide']))).rejects.toThrow('holds no sound')
  })
})
