import { describe, expect, test } from 'vitest'
import { makeMp4, makeOpus, makeWebm, mp4Box, oggPage } from '../../../support/audio/clip-containers.ts'
import { sentSeconds } from '../../../support/audio/sent-sound.ts'

/** A copy with other bytes in place of the first word of its kind. */
const firstReplaced = (file: Buffer, word: string, other: string): Buffer => {
  const copy = Buffer.from(file)
  expect(copy.indexOf(word)).toBeGreaterThan(0)
  copy.write(other, copy.indexOf(word), 'latin1')
  return copy
}

/** The same of the last one. */
const lastReplaced = (file: Buffer, word: string, other: string): Buffer => {
  const copy = Buffer.from(file)
  expect(copy.lastIndexOf(word)).toBeGreaterThan(0)
  copy.write(other, copy.lastIndexOf(word), 'latin1')
  return copy
}

/** An Ogg with one more stream, of this kind, whose only page comes first. */
const withStream = (head: string): Buffer =>
  Buffer.concat([oggPage(Buffer.from(head, 'latin1'), { serial: 2, flags: 2 }), makeOpus(3)])

/** Two streams of Opus whose beginnings are one behind the other. */
const twoStreams = (): readonly Buffer[] => {
  const beginBytes = 27 + 1 + 19
  const [one, two] = [makeOpus(3), makeOpus(60, 2)]
  return [
    one.subarray(0, beginBytes),
    two.subarray(0, beginBytes),
    one.subarray(beginBytes),
    two.subarray(beginBytes),
  ]
}

const twoTracks = makeMp4(3, ['soun', 'soun'])

const amr = lastReplaced(makeMp4(3), 'mp4a', 'samr')
const pictures = makeMp4(3, ['vide'])

describe('a file without a track that can be read is refused by the name of its sound', () => {
  test.each<[string, string, Buffer]>([
    ['an MP4 with AMR', 'AMR', amr],
    ['an MP4 with AMR twice', 'AMR', firstReplaced(lastReplaced(twoTracks, 'mp4a', 'samr'), 'mp4a', 'samr')],
    ['an MP4 with AMR beside pictures', 'AMR', lastReplaced(makeMp4(3, ['vide', 'soun']), 'mp4a', 'samr')],
    ['an MP4 with AC-3', 'AC-3', lastReplaced(makeMp4(3), 'mp4a', 'ac-3')],
    ['an MP4 with E-AC-3', 'E-AC-3', lastReplaced(makeMp4(3), 'mp4a', 'ec-3')],
    ['an MP4 with a codec that nobody knows', 'MP4/what', lastReplaced(makeMp4(3), 'mp4a', 'what')],
    ['a WebM', 'TTA1', lastReplaced(makeWebm(3), 'A_OPUS', 'A_TTA1')],
    ['an Ogg with Speex', 'Speex', oggPage(Buffer.from('Speex   '), { flags: 2 })],
    ['an Ogg with a stream of an unknown kind', 'Ogg/CELT', oggPage(Buffer.from('CELT    '), { flags: 2 })],
  ])('%s', (_, called, file) => {
    expect(sentSeconds(file)).toEqual({ kind: 'refused', called })
  })

  test.each<[string, Buffer]>([
    ['an MP4', pictures],
    ['a WebM', makeWebm(3, ['vide'])],
    ['an Ogg', oggPage(Buffer.from('\x80theora', 'latin1'), { flags: 2 })],
  ])('or as pictures without sound: %s', (_, file) => {
    expect(sentSeconds(file)).toEqual({ kind: 'silent' })
  })
})

describe('the first track that can be read is sent, whatever is beside it', () => {
  test.each<[string, Buffer]>([
    ['AMR behind it', lastReplaced(twoTracks, 'mp4a', 'samr')],
    ['AMR before it', firstReplaced(twoTracks, 'mp4a', 'samr')],
    ['spatial sound of an iPhone', lastReplaced(twoTracks, 'mp4a', 'apac')],
    ['pictures', makeMp4(3, ['soun', 'vide'])],
    ['pictures before it', makeMp4(3, ['vide', 'soun'])],
    ['another kind in a WebM', lastReplaced(makeWebm(3, ['soun', 'soun']), 'A_OPUS', 'A_TTA1')],
    ['Speex in an Ogg', withStream('Speex   ')],
    ['an unknown kind in an Ogg', withStream('CELT    ')],
    ['pictures in an Ogg', withStream('\x80theora')],
    ['words of an Ogg', withStream('\x80kate\0\0\0')],
    ['a description of an Ogg', withStream('fishead\0')],
    ['a stream whose beginning is missing', Buffer.concat([makeOpus(1).subarray(-69), makeOpus(3)])],
    ['another stream of an Ogg that plays at the same time', Buffer.concat([...twoStreams()])],
  ])('%s', (_, file) => {
    expect(sentSeconds(file)).toBeCloseTo(3, 1)
  })
})

/** An MP4 whose only track has one more box before its others. */
const withBoxFirst = (file: Buffer, box: Buffer): Buffer => {
  const at = file.indexOf('trak') - 4
  const grown = Buffer.concat([file.subarray(0, at + 8), box, file.subarray(at + 8)])
  for (const word of ['trak', 'moov']) {
    const size = grown.indexOf(word) - 4
    grown.writeUInt32BE(grown.readUInt32BE(size) + box.length, size)
  }
  return grown
}

const handler = (kind: string): Buffer => mp4Box('hdlr', Buffer.alloc(8), Buffer.from(kind), Buffer.alloc(13))

describe('sound is sound by its description, whatever the track is called', () => {
  test.each<[string, Buffer]>([
    ['data', lastReplaced(makeMp4(3), 'soun', 'data')],
    ['text', lastReplaced(makeMp4(3), 'soun', 'text')],
    ['pictures', lastReplaced(makeMp4(3), 'soun', 'vide')],
    ['nothing', lastReplaced(makeMp4(3), 'hdlr', 'free')],
    ['first something else', withBoxFirst(makeMp4(3), handler('text'))],
  ])('%s', (_, file) => {
    expect(sentSeconds(file)).toBeCloseTo(3, 1)
  })
})

describe('sound is read by the list of tracks that comes before it', () => {
  const trackOf = (file: Buffer): Buffer => {
    const at = file.indexOf(Buffer.from('ae08', 'hex'))
    return file.subarray(at, at + 6 + file.readUInt32BE(at + 2))
  }
  const webm = makeWebm(3)
  const track = trackOf(webm)
  const at = webm.indexOf(track)
  const silent = Buffer.from(track)
  silent.writeUInt16BE(0x11, silent.indexOf(Buffer.from('8308', 'hex')) + 6)
  test.each<[string, Buffer, unknown]>([
    [
      'a hundred others behind its own',
      Buffer.concat([
        webm.subarray(0, at + track.length),
        ...new Array<Buffer>(101).fill(silent),
        webm.subarray(at + track.length),
      ]),
      expect.closeTo(3, 1),
    ],
    [
      'a hundred others, of which its own is the last',
      Buffer.concat([
        webm.subarray(0, at),
        ...new Array<Buffer>(99).fill(silent),
        track,
        ...new Array<Buffer>(3).fill(lastReplaced(track, 'A_OPUS', 'A_TTA1')),
        webm.subarray(at + track.length),
      ]),
      expect.closeTo(3, 1),
    ],
    [
      'more than a hundred others before its own, which is not read',
      Buffer.concat([
        webm.subarray(0, at),
        ...new Array<Buffer>(100).fill(lastReplaced(track, 'A_OPUS', 'A_TTA1')),
        webm.subarray(at),
      ]),
      { kind: 'refused', called: 'TTA1' },
    ],
    [
      'blocks before it are passed over',
      Buffer.concat([webm.subarray(0, at - 9), webm.subarray(webm.indexOf('1f43b675', 0, 'hex')), webm]),
      expect.closeTo(3, 1),
    ],
  ])('%s', (_, file, expected) => {
    expect(sentSeconds(file)).toEqual(expected)
  })
})
