import { describe, expect, test } from 'vitest'
import { makeMp4, mp4Box } from '../../../support/audio/clip-containers.ts'
import type { NamedFile } from '../../../support/audio/forged-clips.ts'
import {
  compactSizes,
  filmedFragments,
  opusMp4,
  pcmMp4,
  replacing,
} from '../../../support/audio/forged-mp4s.ts'
import { heardSeconds, sentOf, sentSeconds } from '../../../support/audio/sent-sound.ts'

const numbers = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4)
  return bytes
}

/** The frames of AAC in a second. */
const frames = Math.round(44_100 / 1024)
const [twoGroups, twoChunks] = [
  mp4Box('stsc', numbers(0, 2, 1, 44_000, 1, 2, 100, 1)),
  mp4Box('stco', numbers(0, 2, 1000, 177_000)),
]

/** For samples larger than those in the other files here. */
const room = mp4Box('free', Buffer.alloc(2_000))

describe('tables that agree have their sound sent as long as it is', () => {
  test.each<NamedFile>([
    ...[4, 8, 16].map(
      (bits): NamedFile => [
        `compact sizes of ${bits} bits`,
        replacing(Buffer.concat([makeMp4(1), room]), 'stsz', compactSizes(bits, frames)),
      ],
    ),
    ['PCM in a chunk', pcmMp4()],
    ['PCM in two groups of chunks', pcmMp4(twoGroups, twoChunks)],
    [
      'PCM in chunks with large positions',
      replacing(pcmMp4(twoGroups), 'stco', mp4Box('co64', numbers(0, 2, 0, 1000, 0, 177_000))),
    ],
    ['a table of chunks with room for more', pcmMp4(mp4Box('stsc', numbers(0, 1, 1, 44_100, 1, 0, 9, 9)))],
    ['sound in fragments beside pictures', filmedFragments],
  ])('%s', async (_, file) => {
    const { file: sent } = sentOf(file)
    expect(sent?.seconds).toBeCloseTo(1, 1)
    expect(await heardSeconds(sent?.bytes ?? file)).toBeCloseTo(1, 1)
  })
})

test('Opus in a chunk lasts as long as its packets', () => {
  expect(sentSeconds(opusMp4)).toBeCloseTo(frames * 0.01, 6)
})

describe('tables that list more sound than a file has are not gone through one by one', () => {
  const most = 0xffff_ffff
  const positions = new Array<number>(300_000).fill(1_000)
  const chunks = mp4Box(
    'stco',
    numbers(0, positions.length, ...positions.slice(0, 1000)),
    numbers(...positions.slice(1000, 60_000)),
  )
  const groups = mp4Box('stsc', numbers(0, 1, 1, most, 1))
  test.each<[string, Buffer]>([
    [
      'the same PCM many times',
      pcmMp4(mp4Box('stsc', numbers(0, 1, 1, 44_100, 1)), chunks, mp4Box('stsz', numbers(0, 4, most))),
    ],
    ['more samples of PCM', pcmMp4(groups, chunks)],
    [
      'more samples of PCM of sizes that are listed',
      pcmMp4(groups, chunks, mp4Box('stsz', numbers(0, 0, most))),
    ],
    ['more samples of AAC', replacing(replacing(makeMp4(1), 'stsc', groups), 'stco', chunks)],
    [
      'samples of no size',
      replacing(replacing(makeMp4(1), 'stsc', groups), 'stsz', mp4Box('stsz', numbers(0, 0, most))),
    ],
  ])('%s', (_, file) => {
    const { sound } = sentOf(file)
    const { bytes, sizes } = sound?.packets ?? { bytes: Buffer.alloc(0), sizes: [] }
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(bytes.length)
    expect(bytes.length).toBeLessThanOrEqual(file.length)
  })
})

test('compact sizes whose list is too short have the sound before that sent', () => {
  const short = mp4Box('stz2', numbers(0, 8, frames), Buffer.alloc(frames - 1, 100))
  expect(sentSeconds(replacing(makeMp4(1), 'stsz', short))).toBeCloseTo(1, 1)
})

describe('sound lies where its table of chunks says', () => {
  /** Two chunks of AAC, of which the first one in the table comes later in the file, and something between them. */
  const turned = (() => {
    const file = replacing(
      replacing(
        replacing(makeMp4(1), 'stsc', mp4Box('stsc', numbers(0, 2, 1, 3, 1, 2, 2, 1))),
        'stsz',
        mp4Box('stsz', numbers(0, 0, 5, 10, 20, 30, 40, 50)),
      ),
      'stco',
      mp4Box('stco', numbers(0, 2, 2_000, 1_500)),
    )
    for (const [at, bytes, index] of [
      [2_000, 10, 1],
      [2_010, 20, 2],
      [2_030, 30, 3],
      [1_500, 40, 4],
      [1_540, 50, 5],
    ] as const)
      file.fill(index, at, at + bytes)
    return file
  })()

  test('the first chunk is sent first', () => {
    const { sound } = sentOf(turned)
    expect(sound?.packets.sizes).toEqual([10, 20, 30, 40, 50])
    const expected = [10, 20, 30, 40, 50].map((bytes, index) => Buffer.alloc(bytes, index + 1))
    expect(sound?.packets.bytes.equals(Buffer.concat(expected))).toBe(true)
  })
})
