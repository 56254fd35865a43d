import { describe, expect, test } from 'vitest'
import { readSound } from '../../../../src/core/clip/sound/read-sound.ts'
import { makeMp4, mp4Box } from '../../../support/audio/clip-containers.ts'
import { hiddenSeconds, type NamedFile } from '../../../support/audio/forged-clips.ts'
import {
  compactSizes,
  filmedFragments,
  forgedRuns,
  forgedTables,
  opusMp4,
  pcmMp4,
  replacing,
} from '../../../support/audio/forged-mp4s.ts'

const counted = (file: Buffer) => {
  const found = readSound(file)
  return found?.kind === 'audio' ? found.counted : 'no sound'
}

/** How long a file's sound can be; anything if it can't be counted. */
const longest = (file: Buffer): number => {
  const found = counted(file)
  return found === 'no sound' ? 0 : (found?.seconds ?? Number.POSITIVE_INFINITY)
}

describe('tables that contradict each other make a file no shorter', () => {
  test.each([...forgedTables, ...forgedRuns])('%s', (_, file) => {
    expect(longest(file)).toBeGreaterThan(hiddenSeconds * 0.98)
  })
})

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

describe('tables that agree leave a length as it is', () => {
  test.each<NamedFile>([
    ...[4, 8, 16].map(
      (bits): NamedFile => [
        `compact sizes of ${bits} bits`,
        replacing(makeMp4(1), 'stsz', compactSizes(bits, frames)),
      ],
    ),
    ['Opus in a chunk', opusMp4],
    ['PCM in a chunk', pcmMp4()],
    ['PCM in two groups of chunks', pcmMp4(twoGroups, twoChunks)],
    [
      'PCM in chunks with large positions',
      replacing(pcmMp4(twoGroups), 'stco', mp4Box('co64', numbers(0, 2, 0, 1000, 0, 177_000))),
    ],
    ['a table of chunks with room for more', pcmMp4(mp4Box('stsc', numbers(0, 1, 1, 44_100, 1, 0, 9, 9)))],
    ['sound in fragments beside pictures', filmedFragments],
  ])('%s', (_, file) => {
    expect(counted(file)).toEqual({ seconds: expect.closeTo(1, 1), exact: true })
  })
})

test('a table of chunks that claims more samples than there can be is not counted one by one', () => {
  const most = 0xffff_ffff
  const chunks = mp4Box('stco', numbers(0, 300_000), Buffer.alloc(4 * 300_000))
  expect(longest(pcmMp4(mp4Box('stsc', numbers(0, 1, 1, most, 1)), chunks))).toBeGreaterThan(hiddenSeconds)
})

test('compact sizes whose list is too short say nothing certain', () => {
  const short = mp4Box('stz2', numbers(0, 8, frames), Buffer.alloc(frames - 1))
  expect(counted(replacing(makeMp4(1), 'stsz', short))).toBeUndefined()
})
