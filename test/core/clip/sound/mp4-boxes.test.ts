import { describe, expect, test } from 'vitest'
import {
  makeFragmentedMp4,
  makeMp4,
  makeMp4WithLateHead,
  mp4Box,
} from '../../../support/audio/clip-containers.ts'
import { sentOf, sentSeconds } from '../../../support/audio/sent-sound.ts'

const seconds = 3
const whole = makeMp4(seconds)
const live = makeFragmentedMp4(seconds)

/** A box that claims so many bytes. */
const boxOf = (bytes: number, name: string, body: Buffer): Buffer => {
  const box = mp4Box(name, body)
  box.writeUInt32BE(bytes)
  return box
}

describe('anything behind an MP4 leaves what is sent alone', () => {
  const tails: readonly (readonly [string, Buffer])[] = [
    ['a tag of a song', Buffer.alloc(128, 'TAGSong')],
    ['a trailer of a camera', Buffer.from('CAMERA\0\0\x01\x02\x03\x04')],
    ['the boundary of an upload', Buffer.from('\r\n--boundary--')],
    ['a free box that is larger than the rest', boxOf(99_999_999, 'free', Buffer.alloc(20))],
    ['a box whose size is impossible', boxOf(3, 'free', Buffer.alloc(20))],
    ['zeros', Buffer.alloc(100)],
    ['three bytes', Buffer.alloc(3, 1)],
  ]
  const files: readonly (readonly [string, Buffer])[] = [
    ['whole', whole],
    ['with its head last', makeMp4WithLateHead(seconds)],
    ['in fragments', live],
  ]
  test.each(tails.flatMap(([name, tail]) => files.map(([kind, file]) => [name, kind, file, tail] as const)))(
    '%s: %s',
    (_name, _kind, file, tail) => {
      const [alone, followed] = [file, Buffer.concat([file, tail])].map((one) => sentOf(one).file)
      expect(alone?.seconds).toBeCloseTo(seconds, 1)
      expect(followed?.bytes.equals(alone?.bytes ?? tail)).toBe(true)
    },
  )
})

describe('of several films in a row, the sound of the first is sent, with all fragments', () => {
  // Positions in a film are those of the whole file.
  test.each<[string, readonly Buffer[], number]>([
    ['a longer one behind', [makeMp4(1), makeMp4(seconds)], 1],
    ['a shorter one behind', [makeMp4(seconds), makeMp4(1)], seconds],
    ['fragments, which decoders play after those of the first', [live, live], 2 * seconds],
    ['fragments behind a film that has none', [makeMp4(1), live], seconds + 1],
    ['a film behind fragments', [live, makeMp4(1)], seconds],
  ])('%s', (_, files, expected) => {
    expect(sentSeconds(Buffer.concat(files))).toBeCloseTo(expected, 1)
  })
})

describe('a film in fragments that breaks off within a description is sent as far as its sound goes', () => {
  test.each(['tfhd', 'trex', 'trun'] as const)('sizes in %s', (sizesIn) => {
    const file = makeFragmentedMp4(seconds, { sizesIn })
    const first = file.lastIndexOf('moof') - 4
    for (let end = first; end <= file.lastIndexOf('mdat') + 4; end += 1)
      expect(sentSeconds(file.subarray(0, end))).toBeCloseTo(seconds - 1, 1)
  })
})

test('a film whose description breaks off is sent in its full length, or not at all', () => {
  const file = makeMp4WithLateHead(seconds)
  for (let end = file.lastIndexOf('moov') + 4; end < file.length; end += 1)
    expect([undefined, { kind: 'uncounted' }, expect.closeTo(seconds, 1)]).toContainEqual(
      sentSeconds(file.subarray(0, end)),
    )
})

describe('sizes that lie hide no sound', () => {
  /** A head whose last box claims to reach over the fragments. */
  const covering = (): Buffer => {
    const file = makeFragmentedMp4(seconds)
    const at = file.indexOf('trex') - 4
    file.writeUInt32BE(file.length - at, at)
    return file
  }
  /** A last fragment that claims more than the file has, though all of it is there. */
  const larger = (): Buffer => {
    const file = makeFragmentedMp4(seconds)
    file.writeUInt32BE(99_999_999, file.lastIndexOf('moof') - 4)
    return file
  }
  test.each([
    ['a box that reaches over the one around it', covering()],
    ['a fragment that is larger than the file', larger()],
  ])('%s', (_, file) => expect(sentSeconds(file)).toBeCloseTo(seconds, 1))
})

describe('what tables of an MP4 list beyond their ends is not sent', () => {
  const entriesMore = (word: string, distance: number): Buffer => {
    const file = makeMp4(seconds)
    const at = file.indexOf(word) + distance
    file.writeUInt32BE(file.readUInt32BE(at) + 1, at)
    return file
  }
  /** Sizes that are listed one by one, of which the list has one. */
  const listed = (): Buffer => {
    const file = makeMp4(seconds)
    file.writeUInt32BE(0, file.indexOf('stsz') + 8)
    return file
  }
  const track = (() => {
    const at = whole.indexOf('trak') - 4
    return whole.subarray(at, at + whole.readUInt32BE(at))
  })()
  const many = (): Buffer => {
    const at = whole.indexOf('trak') - 4
    const tracks = Buffer.concat(new Array<Buffer>(101).fill(track))
    const file = Buffer.concat([whole.subarray(0, at), tracks, whole.subarray(at + track.length)])
    const head = file.indexOf('moov') - 4
    file.writeUInt32BE(file.readUInt32BE(head) + 100 * track.length, head)
    return file
  }
  test.each([
    ['whose times are more than their table has', entriesMore('stts', 8)],
    ['whose chunks are more than their table has', entriesMore('stco', 8)],
    ['whose groups of chunks are more than their table has', entriesMore('stsc', 8)],
    ['with more tracks than are read', many()],
  ])('%s', (_, file) => expect(sentSeconds(file)).toBeCloseTo(seconds, 1))

  test('nor what a list of sizes has no place for', () => {
    expect(sentSeconds(listed())).toBeLessThan(seconds / 10)
  })
})
