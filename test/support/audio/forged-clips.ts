import { deflateSync } from 'node:zlib'
import {
  makeMp4,
  makeOpus,
  mp4Box,
  mp4Start,
  oggPage,
  webmCluster,
  webmElement,
  webmOf,
} from './clip-containers.ts'

// Files that seem to last a second, and in which much more sound is hidden that decoders find.

const [shown, hidden] = [1, 600]

/** How long the hidden sound lasts. */
export const hiddenSeconds = hidden

/** A file's name in a table, and the file. */
export type NamedFile = readonly [name: string, file: Buffer]

const partsOf = (file: Buffer, bytes: number): readonly Buffer[] =>
  Array.from({ length: Math.ceil(file.length / bytes) }, (_empty, index) =>
    file.subarray(index * bytes, (index + 1) * bytes),
  )

const repeated = (piece: Buffer, count: number): Buffer => Buffer.alloc(count * piece.length, piece)

const u32 = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4)
  return bytes
}

/** A tag before or between sound (https://id3.org/id3v2.3.0#ID3v2_header), with a size of its own if this is given. */
export const id3Tag = (contents: Buffer, size = contents.length): Buffer => {
  const digits = [21, 14, 7, 0].map((shift) => (size >> shift) & 0x7f)
  return Buffer.concat([Buffer.from('ID3\x03\0\0', 'latin1'), Buffer.from(digits), contents])
}

/** The same of another kind (https://wiki.hydrogenaudio.org/index.php?title=APE_Tags_Header). */
export const apeTag = (contents: Buffer, size = contents.length): Buffer => {
  const head = Buffer.alloc(32)
  head.write('APETAGEX')
  head.writeUInt32LE(2_000, 8)
  head.writeUInt32LE(size, 12)
  head.writeUInt32LE(0xa000_0000, 20)
  return Buffer.concat([head, contents])
}

// Ogg. A page can claim 942 pages of the sound.

const opus = makeOpus(shown)
const opusPageBytes = 69
const opusHeadsBytes = 91
const morePages = makeOpus(shown + hidden).subarray(opus.length)
const pageFuls = partsOf(morePages, 942 * opusPageBytes)
const otherStream = 99

const withWrongChecksum = (page: Buffer): Buffer => {
  const copy = Buffer.from(page)
  copy.writeInt32LE(~copy.readInt32LE(22), 22)
  return copy
}

/** The head of a false page that claims the pages behind it. */
const claiming = (pages: Buffer, serial: number): Buffer =>
  withWrongChecksum(oggPage(pages, { serial, samples: -1 })).subarray(0, -pages.length)

const beginning = (head: string, serial?: number): Buffer =>
  oggPage(Buffer.from(head, 'latin1'), { flags: 2, ...(serial === undefined ? {} : { serial }) })

/** A packet of Opus that is played for 120 ms, by its first bytes (RFC 6716, 3.2). */
const shortPacket = Buffer.from('1b02', 'hex')
const packetsInPage = 255

const shortPackets = withWrongChecksum(
  oggPage(
    repeated(shortPacket, packetsInPage),
    { serial: otherStream },
    new Array<number>(packetsInPage).fill(shortPacket.length),
  ),
)

/** Damaged pages of a stream that nobody knows. */
const damagedShort = Buffer.concat([opus, repeated(shortPackets, Math.ceil(hidden / 0.12 / packetsInPage))])

/** Ogg files in which pages are hidden. */
export const forgedOggs: readonly NamedFile[] = [
  [
    'pages that a false page claims',
    Buffer.concat([opus, ...pageFuls.flatMap((pages) => [claiming(pages, otherStream), pages])]),
  ],
  [
    'pages that a false page of the same stream claims',
    Buffer.concat([opus, ...pageFuls.flatMap((pages) => [claiming(pages, 1), pages])]),
  ],
  [
    'pages within a page, to which decoders go back for the junk behind it',
    Buffer.concat([
      opus,
      ...pageFuls.flatMap((pages) => [oggPage(pages, { serial: otherStream }), Buffer.of(1)]),
    ]),
  ],
  [
    'pages with wrong checksums',
    Buffer.concat([opus, ...partsOf(morePages, opusPageBytes).map((page) => withWrongChecksum(page))]),
  ],
  ['damaged pages of short packets', damagedShort],
  ['pages behind a head of words', Buffer.concat([opus, beginning('fishead\0'), morePages])],
  ['pages behind a head of pictures', Buffer.concat([opus, beginning('\x80theora'), morePages])],
  [
    'pages behind the head of another stream',
    Buffer.concat([opus, beginning('fishead\0', otherStream), morePages]),
  ],
  [
    'a stream without a beginning',
    Buffer.concat([opus, makeOpus(hidden, otherStream).subarray(opusHeadsBytes)]),
  ],
  ['pages in a tag', Buffer.concat([id3Tag(makeOpus(hidden)), opus])],
]

// MP3 and AAC.

/** A frame of MPEG sound with this header; its contents are empty. */
const mpegFrame = (header: string, bytes: number): Buffer =>
  Buffer.concat([Buffer.from(header, 'hex'), Buffer.alloc(bytes - 4)])

// MPEG-1 Layer III of 320 kbit/s, MPEG-2 Layer III of 8 kbit/s, and MPEG-1 Layer I of 32 kbit/s.
const largeFrame = mpegFrame('fffbe0c0', 1044)
const smallFrame = mpegFrame('fff314c0', 24)
const firstLayerFrame = mpegFrame('ffff14c0', 32)
const smallFrameSeconds = 0.024

const mp3 = repeated(largeFrame, 38)
const apart = repeated(Buffer.concat([smallFrame, Buffer.of(1)]), Math.round(hidden / smallFrameSeconds))
const firstApart = repeated(Buffer.concat([firstLayerFrame, Buffer.of(1)]), Math.round(hidden / 0.008))

/** Frames in the bodies of larger ones, whose heads are in the bodies of the small ones; something leads to these. */
const interwoven = (
  lead: Buffer,
  large: { head: Buffer; at: number; bytes: number },
  small: Buffer,
  count: number,
): Buffer => {
  const file = Buffer.concat([lead, repeated(small, count)])
  let at = large.at
  for (; at + large.bytes <= file.length; at += large.bytes) large.head.copy(file, at)
  return file.subarray(0, at)
}

const wovenMp3 = interwoven(
  firstLayerFrame,
  { head: largeFrame.subarray(0, 4), at: 28, bytes: 1044 },
  smallFrame,
  Math.round(hidden / smallFrameSeconds),
)

/** The head of an ADTS frame with two channels (ISO/IEC 13818-7, 6.2), at a rate by its index. */
const adtsHead = (rateIndex: number, bytes: number, layer = 0): Buffer =>
  Buffer.from([
    ...[0xff, 0xf1 | (layer << 1), 0x40 | (rateIndex << 2), 0x80 | (bytes >> 11)],
    ...[(bytes >> 3) & 0xff, ((bytes & 7) << 5) | 0x1f, 0xfc],
  ])

const adtsFrame = (rateIndex: number, bytes: number): Buffer =>
  Buffer.concat([adtsHead(rateIndex, bytes), Buffer.alloc(bytes - 7)])

// At 44.1 and 8 kHz.
const aac = repeated(adtsFrame(4, 107), 43)
const smallAacSeconds = 0.128
const smallAacCount = Math.round(hidden / smallAacSeconds)
const smallAac = adtsFrame(11, 25)
const aacApart = repeated(Buffer.concat([smallAac, Buffer.of(1)]), smallAacCount)

/** AAC with junk in it, before frames that have few bytes for their time. */
export const aacAroundJunk: Buffer = Buffer.concat([aac, Buffer.of(1), repeated(smallAac, smallAacCount)])

const wovenAac = interwoven(
  Buffer.concat([adtsHead(4, 50, 1), Buffer.alloc(43)]),
  { head: adtsHead(4, 1500), at: 35, bytes: 1500 },
  smallAac,
  smallAacCount,
)

const largest = 0x0fff_ffff

/** MP3 and AAC files in which frames are hidden. */
export const forgedFrames: readonly NamedFile[] = [
  ['MP3 frames apart in an ID3 tag', Buffer.concat([mp3, id3Tag(apart, largest)])],
  ['MP3 frames apart in an ID3 tag before the end', Buffer.concat([mp3, id3Tag(apart), mp3])],
  ['MP3 frames apart in an APE tag', Buffer.concat([mp3, apeTag(apart, 0x7fff_ffff)])],
  ['MP3 frames apart in an APE tag at the end', Buffer.concat([mp3, apeTag(apart)])],
  ['MP3 frames apart in an APE tag at the start', Buffer.concat([apeTag(apart), mp3])],
  ['Layer I frames apart in an APE tag', Buffer.concat([mp3, apeTag(firstApart)])],
  ['MP3 frames in the bodies of others', wovenMp3],
  ['AAC frames apart in an ID3 tag', Buffer.concat([aac, id3Tag(aacApart, largest)])],
  ['AAC frames apart in an APE tag', Buffer.concat([aac, apeTag(aacApart, 0x7fff_ffff)])],
  ['AAC frames apart in an APE tag at the start', Buffer.concat([apeTag(aacApart), aac])],
  ['AAC frames in the bodies of others', wovenAac],
]

// MP4.

const boxIn = (file: Buffer, name: string): Buffer => {
  const at = file.indexOf(name) - 4
  return file.subarray(at, at + file.readUInt32BE(at))
}

const long = makeMp4(hidden)
const [longFilm, shortFilm, samples] = [
  boxIn(long, 'moov'),
  boxIn(makeMp4(shown), 'moov'),
  boxIn(long, 'mdat'),
]
const mp4Of = (...boxes: readonly Buffer[]): Buffer => Buffer.concat([mp4Start, ...boxes, samples])

const compressedFilm = mp4Box(
  'moov',
  mp4Box(
    'cmov',
    mp4Box('dcom', Buffer.from('zlib')),
    mp4Box('cmvd', u32(longFilm.length), deflateSync(longFilm)),
  ),
)

/** A film with one more box, which claims more bytes than the file has. */
const withLie = (film: Buffer): Buffer => {
  const lie = mp4Box('free', Buffer.alloc(8))
  lie.writeUInt32BE(0x7fff_ffff)
  return mp4Box('moov', film.subarray(8), lie)
}

/** MP4 files in which a film is hidden. */
export const forgedMp4s: readonly NamedFile[] = [
  ['a compressed film before another', mp4Of(compressedFilm, shortFilm)],
  ['a compressed film behind another', mp4Of(shortFilm, compressedFilm)],
  ['a film in user data', mp4Of(mp4Box('udta', longFilm), shortFilm)],
  ['a compressed film in user data', mp4Of(mp4Box('udta', compressedFilm), shortFilm)],
  ['a film whose last box lies', mp4Of(withLie(longFilm), shortFilm)],
  ['a track before a film', mp4Of(boxIn(longFilm, 'trak'), shortFilm)],
]

// WebM.

const clusterSeconds = 30
const clusters = Buffer.concat(
  Array.from({ length: hidden / clusterSeconds }, (_empty, index) =>
    webmCluster(shown + index * clusterSeconds, clusterSeconds),
  ),
)

/** The beginning of an element that claims the clusters. */
const claimingClusters = (id: string): Buffer =>
  Buffer.concat([Buffer.from(id, 'hex'), Buffer.of(0x08), u32(clusters.length)])

/** WebM files in which clusters are hidden. */
export const forgedWebms: readonly NamedFile[] = [
  [
    'clusters that a Void in a cluster claims',
    webmOf(webmCluster(0, shown, claimingClusters('ec')), clusters),
  ],
  [
    'clusters that a block in a cluster claims',
    webmOf(webmCluster(0, shown, claimingClusters('a3')), clusters),
  ],
  [
    'clusters that a tag in a cluster claims',
    webmOf(webmCluster(0, shown, claimingClusters('1254c367')), clusters),
  ],
  ['clusters in the name of a part', webmOf(webmCluster(0, shown), webmElement('53ab', clusters))],
  ['clusters in a Void', webmOf(webmCluster(0, shown), webmElement('ec', clusters))],
  ['clusters in a Void in a cluster', webmOf(webmCluster(0, shown, webmElement('ec', clusters)))],
]
