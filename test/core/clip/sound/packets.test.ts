import { describe, expect, test } from 'vitest'
import { boxesOf } from '../../../../src/core/clip/sound/mp4-boxes.ts'
import { takeFragments } from '../../../../src/core/clip/sound/mp4-fragments.ts'
import { takeTable } from '../../../../src/core/clip/sound/mp4-tables.ts'
import { takePackets } from '../../../../src/core/clip/sound/packets.ts'
import type { PacketSeconds } from '../../../../src/core/clip/sound/sound.ts'
import { makeFragmentedMp4, makeMp4, mp4Box, opusHead } from '../../../support/audio/clip-containers.ts'
import { replacing } from '../../../support/audio/forged-mp4s.ts'
import { sentOf } from '../../../support/audio/sent-sound.ts'

/** How much of a file is tried at most, whatever its tables list. */
const shareMax = 4

/** A taker that knows how often it was asked for a packet, how often it tried one, and how many bytes those had. */
const countedTaker = (file: Buffer, packetSeconds: PacketSeconds) => {
  const counts = { asked: 0, tried: 0, bytes: 0 }
  const inner = takePackets(file.length, {
    coding: { kind: 'opus', head: opusHead },
    packetSeconds: (from, start, bytes) => {
      counts.tried += 1
      counts.bytes += bytes
      return packetSeconds(from, start, bytes)
    },
  })
  const taker: typeof inner = {
    ...inner,
    take: (from, start, bytes) => {
      counts.asked += 1
      return inner.take(from, start, bytes)
    },
  }
  return { taker, counts }
}

const nothing: PacketSeconds = () => undefined
const second: PacketSeconds = () => 1

describe('packets that share the bytes of a file are not tried without end', () => {
  const file = Buffer.alloc(1_000)
  test.each<[string, PacketSeconds, number, number]>([
    ['all of it, of which none counts', nothing, 1_000, shareMax],
    ['half of it, of which none counts', nothing, 500, 2 * shareMax],
    ['a byte each, of which none counts', nothing, 1, 1_000 * shareMax],
    ['some that last no time', () => 0, 100, 10 * shareMax],
    ['all of it, of which each counts', second, 1_000, 1],
    ['a part of it, of which each counts', second, 300, 3],
    ['larger ones than the file has', second, 1_001, 0],
    ['empty ones', second, 0, 0],
  ])('%s', (_, packetSeconds, bytes, tries) => {
    const { taker, counts } = countedTaker(file, packetSeconds)
    let times = 0
    for (; times < 10_000 && !taker.isFull(); times += 1) taker.take(file, 0, bytes)
    expect(counts.tried).toBe(tries)
    expect(counts.bytes).toBeLessThanOrEqual(shareMax * file.length)
    expect(taker.isFull()).toBe(true)
    expect(times).toBeLessThanOrEqual(shareMax * file.length + 1)
    taker.take(file, 0, 1)
    expect(counts.tried).toBe(tries)
  })
})

describe('packets that are not in a file are not tried', () => {
  const file = Buffer.alloc(1_000)
  test('before it, behind it, across its end, or of less than no bytes', () => {
    const { taker, counts } = countedTaker(file, second)
    for (const [start, bytes] of [
      [-1, 10],
      [1_000, 10],
      [995, 10],
      [5_000, 10],
      [0, -10],
    ] as const)
      expect(taker.take(file, start, bytes)).toBeUndefined()
    expect(counts.tried).toBe(0)
    expect(taker.sound()).toBeUndefined()
  })
})

const numbers = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4)
  return bytes
}

const most = 0xffff_ffff
const room = mp4Box('free', Buffer.alloc(50_000))

/** An MP4 with thousands of chunks at the same place, each of which has a sample of this size. */
const sameChunks = (bytes: number): Buffer => {
  const chunks = new Array<number>(5_000).fill(100)
  return [
    mp4Box('stsc', numbers(0, 1, 1, 1, 1)),
    mp4Box('stsz', numbers(0, bytes, most)),
    mp4Box('stco', numbers(0, chunks.length, ...chunks)),
  ].reduce(
    (file, box) => replacing(file, box.toString('latin1', 4, 8), box),
    Buffer.concat([makeMp4(1), room]),
  )
}

/** An MP4 in fragments with many runs, each with samples beyond number of this size. */
const endlessRuns = (bytes: number): Buffer => {
  const header = mp4Box('tfhd', numbers(0x02_0018, 1, 1024, bytes))
  const runs = new Array<Buffer>(400).fill(mp4Box('trun', numbers(1, most, 0)))
  return replacing(makeFragmentedMp4(1), 'traf', mp4Box('traf', header, ...runs))
}

describe('tables of an MP4 that list the same bytes again and again are left', () => {
  test.each<[string, Buffer]>([
    ['chunks with a large sample', sameChunks(20_000)],
    ['chunks with a small sample', sameChunks(100)],
    ['chunks with an empty sample', sameChunks(0)],
    ['runs of small samples', endlessRuns(1)],
    ['runs of large samples', endlessRuns(1_000)],
    ['runs of empty samples', endlessRuns(0)],
  ])('%s', (_, file) => {
    const boxes = boxesOf(file, 0) ?? []
    expect(boxes.length).toBeGreaterThan(10)
    const { taker, counts } = countedTaker(file, nothing)
    takeTable(file, boxes, taker)
    takeFragments(file, boxes, 1, taker)
    expect(counts.asked).toBeGreaterThan(0)
    expect(counts.asked).toBeLessThanOrEqual(shareMax * file.length + 1)
    expect(counts.bytes).toBeLessThanOrEqual(shareMax * file.length)
  })

  test.each<[string, Buffer]>([
    ['chunks', sameChunks(100)],
    ['runs', endlessRuns(100)],
  ])('and no more of their %s is sent than the file has', (_, file) => {
    expect(sentOf(file).sound?.packets.bytes.length ?? 0).toBeLessThanOrEqual(file.length)
  })
})
