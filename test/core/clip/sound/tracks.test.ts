import { describe, expect, test } from 'vitest'
import { readSound } from '../../../../src/core/clip/sound/read-sound.ts'
import { makeMp4, makeOpus, makeWebm, mp4Box, oggPage } from '../../../support/audio/clip-containers.ts'

/** A copy with other bytes in place of the last word of its kind. */
const lastReplaced = (file: Buffer, word: string, other: string): Buffer => {
  const copy = Buffer.from(file)
  expect(copy.lastIndexOf(word)).toBeGreaterThan(0)
  copy.write(other, copy.lastIndexOf(word), 'latin1')
  return copy
}

/** An Ogg with one more stream, of this kind, whose only page comes first. */
const withStream = (head: string): Buffer =>
  Buffer.concat([oggPage(Buffer.from(head, 'latin1'), { serial: 2, flags: 2 }), makeOpus(3)])

const twoTracks = makeMp4(3, ['soun', 'soun'])

describe('a track of a refused kind has a file refused by name, also beside sound that is counted', () => {
  test.each<[string, string, Buffer]>([
    ['an MP4 with AMR', 'AMR', lastReplaced(twoTracks, 'mp4a', 'samr')],
    ['an MP4 with a codec that nobody knows', 'MP4/what', lastReplaced(twoTracks, 'mp4a', 'what')],
    ['a WebM', 'TTA1', lastReplaced(makeWebm(3, ['soun', 'soun']), 'A_OPUS', 'A_TTA1')],
    ['an Ogg with Speex', 'Speex', withStream('Speex   ')],
    ['an Ogg with a stream of an unknown kind', 'Ogg/CELT', withStream('CELT    ')],
  ])('%s', (_, called, file) => {
    expect(readSound(file)).toEqual({ kind: 'refused', called })
  })
})

describe('a track that no decoder takes for the sound leaves the count alone', () => {
  test.each<[string, Buffer]>([
    ['spatial sound beside that of an iPhone', lastReplaced(twoTracks, 'mp4a', 'apac')],
    ['pictures', makeMp4(3, ['soun', 'vide'])],
    ['words of an Ogg', withStream('\x80kate\0\0\0')],
    ['a description of an Ogg', withStream('fishead\0')],
    ['a stream whose beginning is missing', Buffer.concat([makeOpus(1).subarray(-69), makeOpus(3)])],
  ])('%s', (_, file) => {
    expect(readSound(file)).toMatchObject({ kind: 'audio', counted: { seconds: expect.closeTo(3, 1) } })
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
    expect(readSound(file)).toMatchObject({ kind: 'audio', counted: { seconds: expect.closeTo(3, 1) } })
  })
})

describe('nothing certain is said of sound among tracks that are not all read', () => {
  const trackOf = (file: Buffer): Buffer => {
    const at = file.indexOf(Buffer.from('ae08', 'hex'))
    return file.subarray(at, at + 6 + file.readUInt32BE(at + 2))
  }
  const webm = makeWebm(3)
  const track = trackOf(webm)
  const at = webm.indexOf(track)
  const silent = Buffer.from(track)
  silent.writeUInt16BE(0x11, silent.indexOf(Buffer.from('8308', 'hex')) + 6)
  test.each<[string, Buffer]>([
    [
      'a WebM with a hundred others',
      Buffer.concat([
        webm.subarray(0, at + track.length),
        ...new Array<Buffer>(101).fill(silent),
        webm.subarray(at + track.length),
      ]),
    ],
    [
      'a WebM with blocks before the list of its tracks',
      Buffer.concat([webm.subarray(0, at - 9), webm.subarray(webm.indexOf('1f43b675', 0, 'hex')), webm]),
    ],
  ])('%s', (_, file) => {
    const found = readSound(file)
    expect(found?.kind === 'audio' ? found.counted : 'not audio').toBeUndefined()
  })
})
