import { describe, expect, test } from 'vitest'
import { readSound } from '../../src/core/clip/sound/read-sound.ts'
import { writeSound } from '../../src/core/clip/written/write-sound.ts'
import { makeFragmentedMp4, makeMp4, makeWebm, sealedOgg } from '../support/audio/clip-containers.ts'
import { runs } from '../support/suite/runs.ts'
import { fixtures, readFixture } from './fixtures.ts'

// A file can contain anything.

/** Numbers that look random and are the same each time. */
const numbersFrom = (seed: number) => {
  let last = seed
  return (below: number): number => {
    last = (last * 1_103_515_245 + 12_345) % 2 ** 31
    return last % Math.max(1, below)
  }
}

const damages: readonly ((file: Buffer, at: number, next: (below: number) => number) => void)[] = [
  (file, at, next) => file.fill(next(256), at, at + 1),
  (file, at) => file.fill(0xff, at, Math.min(file.length, at + 4)),
  (file, at) => file.fill(0, at, Math.min(file.length, at + 4)),
  (file, at, next) => file.copy(file, next(file.length), at, at + next(200)),
]

/** A copy with a few bytes changed, mostly near its head, which may break off. */
const damaged = (file: Buffer, next: (below: number) => number): Buffer => {
  const copy = Buffer.from(file)
  for (let count = 0; count <= next(4); count += 1) {
    const at = next(next(2) === 0 ? Math.min(copy.length, 1_500) : copy.length)
    damages[next(damages.length)]?.(copy, at, next)
  }
  return next(3) === 0 ? copy.subarray(0, next(copy.length)) : copy
}

/** Of its own for each file. */
const numbersFor = (name: string) =>
  numbersFrom([...name].reduce((sum, one) => sum + (one.codePointAt(0) ?? 0), 1))

test.each(fixtures().rows.map((row) => [row.name, row] as const))(
  'no damage to a file ends the look at it with an error: %s',
  (_, row) => {
    const next = numbersFor(row.name)
    const file = readFixture(row) ?? Buffer.alloc(0)
    for (let count = 0; count < runs(40, 4_000); count += 1) {
      const broken = damaged(file, next)
      // With the right checksums, as damage that is meant has them.
      for (const found of [readSound(broken), readSound(sealedOgg(broken))]) {
        const written = found?.kind === 'audio' ? writeSound(found.sound) : undefined
        if (written !== undefined) expect(written.seconds).toBeGreaterThan(0)
      }
    }
  },
)

/** A copy in which four bytes behind a word are other ones, wherever the word is. */
const forged = (file: Buffer, word: string, distance: number, value: number): Buffer => {
  const copy = Buffer.from(file)
  for (let at = copy.indexOf(word); at !== -1; at = copy.indexOf(word, at + 1))
    copy.writeUInt32BE(value, at + distance)
  return copy
}

describe('a head that says five seconds makes 25 minutes no shorter', () => {
  const long = 25 * 60
  test.each([
    ['times of an MP4', forged(makeMp4(long), 'stts', 16, 1)],
    ['times and lengths of an MP4', forged(forged(makeMp4(long), 'stts', 16, 1), 'mdhd', 20, 5 * 44_100)],
    ['times of fragments', forged(makeFragmentedMp4(long), 'tfhd', 12, 1)],
  ])('%s', (_, file) => {
    const found = readSound(file)
    expect(found?.kind === 'audio' ? found.sound.seconds : undefined).toBeGreaterThan(long - 5)
  })
})

/** An MP4 of MP3 with a sample for each of its bytes, each as long as the whole file. */
const sameBytes = (): Buffer => {
  const file = forged(forged(makeMp4(3), 'stsz', 8, 10_000), 'stsz', 12, 10_000)
  // The kind of a stream of MP3 (https://mp4ra.org/registered-types/object-types).
  file[file.indexOf(Buffer.from('0411', 'hex')) + 2] = 0x6b
  return file
}

/** The same in fragments, each of which goes back to the start of the file. */
const sameBytesInRuns = (): Buffer => {
  const file = makeFragmentedMp4(2_000, { sizesIn: 'trun' })
  file[file.indexOf(Buffer.from('0411', 'hex')) + 2] = 0x6b
  for (let at = file.indexOf('trun'); at !== -1; at = file.indexOf('trun', at + 1)) {
    file.writeUInt32BE(0x201, at + 4)
    file.writeInt32BE(-file.length, at + 12)
  }
  return file
}

/** Blocks that claim 256 frames of one size without any bytes (RFC 9559, 10.3.4). */
const emptyFrames = (): Buffer => {
  const blocks = Buffer.alloc(800_000, Buffer.from('a38682000004ff00', 'hex'))
  return Buffer.concat([makeWebm(1), blocks])
}

describe('no more is taken than the file has bytes, whatever a table says', () => {
  test.each([
    ['samples of an MP4', forged(forged(makeMp4(3), 'stsz', 12, 0xffff_ffff), 'stts', 12, 0xffff_ffff)],
    ['samples of a fragment', forged(makeFragmentedMp4(3), 'trun', 8, 0x7fff_ffff)],
    ['samples that are read, all about the same bytes', sameBytes()],
    ['runs of samples that are read, all about the same bytes', sameBytesInRuns()],
    ['frames of no bytes in the blocks of a WebM', emptyFrames()],
  ])('%s', (_, file) => {
    const found = readSound(file)
    const bytes = found?.kind === 'audio' ? found.sound.packets.bytes.length : 0
    expect(bytes).toBeLessThanOrEqual(file.length)
  })
})
