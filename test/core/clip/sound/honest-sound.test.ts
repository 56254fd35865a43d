import { describe, expect, test } from 'vitest'
import {
  makeAac,
  makeFragmentedMp4,
  makeMp4,
  makeOpus,
  mp4Box,
  oggPage,
  webmCluster,
  webmElement,
  webmOf,
} from '../../../support/audio/clip-containers.ts'
import { apeTag, id3Tag, type NamedFile } from '../../../support/audio/forged-clips.ts'
import { evenNoise } from '../../../support/audio/noises.ts'
import { heardSeconds, sentOf } from '../../../support/audio/sent-sound.ts'

const seconds = 3
const cover = evenNoise(1_000_000)
/** As JPEG, in which 0xff begins only what is no frame. */
const photo = Buffer.from(cover.map((byte) => (byte === 0xff ? 0xfe : byte)))

const opus = makeOpus(seconds)
const opusPageBytes = 69

/** A copy with another bit in the last page but one. */
const damaged = (file: Buffer): Buffer => {
  const copy = Buffer.from(file)
  copy.writeUInt8((copy.at(-opusPageBytes - 10) ?? 0) ^ 1, copy.length - opusPageBytes - 10)
  return copy
}

const honestOggs: readonly NamedFile[] = [
  ['an Ogg', opus],
  ['an Ogg with a cover', makeOpus(seconds, 1, cover)],
  ['an Ogg of two links', Buffer.concat([makeOpus(1), makeOpus(2, 2)])],
  ['an Ogg of two links with the same number', Buffer.concat([makeOpus(1), makeOpus(2)])],
  ['an Ogg with a tail of garbage', Buffer.concat([opus, Buffer.alloc(20, 'garbage')])],
  ['an Ogg with a tag at its end', Buffer.concat([opus, Buffer.alloc(128, 'TAGSong')])],
  ['an Ogg behind a tag with a cover', Buffer.concat([id3Tag(cover), opus])],
  ['an Ogg with a damaged page', damaged(opus)],
  ['an Ogg beside words', Buffer.concat([oggPage(Buffer.from('CMML'), { serial: 2, flags: 2 }), opus])],
]

const mp3FrameBytes = 1044
/** MP3 of 320 kbit/s. */
const mp3 = evenNoise(Math.round((seconds * 44_100) / 1152) * mp3FrameBytes)
for (let at = 0; at < mp3.length; at += mp3FrameBytes) mp3.write('fffbe0c0', at, 'hex')

const honestFrames: readonly NamedFile[] = [
  { kind: 'MP3', sound: mp3, frameBytes: mp3FrameBytes },
  { kind: 'AAC', sound: makeAac(seconds), frameBytes: 107 },
].flatMap(({ kind, sound, frameBytes }): readonly NamedFile[] => [
  [kind, sound],
  [`${kind} behind a tag with a cover`, Buffer.concat([id3Tag(cover), sound])],
  [`${kind} behind two tags with covers`, Buffer.concat([id3Tag(cover), id3Tag(cover), sound])],
  [`${kind} behind an APE tag with a photo`, Buffer.concat([apeTag(photo), sound])],
  [`${kind} before an APE tag with a photo`, Buffer.concat([sound, apeTag(photo)])],
  [
    `${kind} around a tag with a photo`,
    Buffer.concat([sound.subarray(0, 20 * frameBytes), id3Tag(photo), sound.subarray(20 * frameBytes)]),
  ],
  [`${kind} before a tag of the first version`, Buffer.concat([sound, Buffer.alloc(128, 'TAGSong')])],
  [
    `${kind} around a byte too many`,
    Buffer.concat([sound.subarray(0, 20 * frameBytes), Buffer.of(0), sound.subarray(20 * frameBytes)]),
  ],
])

/** A film with one more box in it, which moves no sample. */
const withBox = (file: Buffer, box: Buffer): Buffer => {
  const at = file.indexOf('moov') - 4
  const end = at + file.readUInt32BE(at)
  const film = mp4Box('moov', file.subarray(at + 8, end), box)
  const moved = Buffer.concat([file.subarray(0, at), film, file.subarray(end)])
  const position = moved.indexOf('stco') + 12
  moved.writeUInt32BE(moved.readUInt32BE(position) + box.length, position)
  return moved
}

const mp4 = makeMp4(seconds)

const honestMp4s: readonly NamedFile[] = [
  ['an MP4', mp4],
  ['an MP4 with a cover', withBox(mp4, mp4Box('udta', mp4Box('meta', cover)))],
  ['an MP4 with padding', withBox(mp4, mp4Box('free', Buffer.alloc(1_000_000)))],
  ['an MP4 with data of a program', Buffer.concat([mp4, mp4Box('uuid', cover)])],
  [
    'an MP4 behind a tag with a cover, whose positions do not count the tag',
    Buffer.concat([id3Tag(cover), mp4]),
  ],
  ['an MP4 in fragments', makeFragmentedMp4(seconds)],
  [
    'an MP4 in fragments with data of a program',
    Buffer.concat([makeFragmentedMp4(seconds), mp4Box('uuid', cover)]),
  ],
]

const tracksId = Buffer.from('1654ae6b', 'hex')
const clusterId = Buffer.from('1f43b675', 'hex')
/** Where a reader finds these elements (RFC 9559, 5.1.1). */
const seekHead = webmElement(
  '114d9b74',
  ...[tracksId, clusterId].map((id) =>
    webmElement('4dbb', webmElement('53ab', id), webmElement('53ac', Buffer.of(0, 0, 1, 0))),
  ),
)
const cluster = webmCluster(0, seconds)
const honestWebms: readonly NamedFile[] = [
  ['a WebM', webmOf(cluster)],
  ['a WebM with a list of its parts', webmOf(seekHead, cluster)],
  ['a WebM with a cover', webmOf(cluster, webmElement('1941a469', cover))],
  ['a WebM with padding', webmOf(webmElement('ec', Buffer.alloc(1_000_000)), cluster)],
  [
    'a WebM with padding in a cluster',
    webmOf(webmCluster(0, seconds, webmElement('ec', Buffer.alloc(5_000)))),
  ],
  ['a WebM of two clusters', webmOf(webmCluster(0, 1), webmCluster(1, seconds - 1))],
  ['a WebM with a tail of garbage', webmOf(cluster, Buffer.alloc(20, 'garbage'))],
]

/** No tag, cover or padding of a file. */
const sentBytesMax = 150_000
/** The silence before an MP3 of 44.1 kHz, which some decoders play. */
const silentSeconds = (2 * 1152) / 44_100

describe('the sound is sent in its full length, and nothing else', () => {
  test.each([...honestOggs, ...honestFrames, ...honestMp4s, ...honestWebms])('%s', async (_, file) => {
    const { sound, file: sent } = sentOf(file)
    expect(sound?.seconds).toBeCloseTo(seconds, 1)
    const sentSeconds = sent?.ending === 'mp3' ? seconds + silentSeconds : seconds
    expect(sent?.seconds).toBeCloseTo(sentSeconds, 1)
    expect(await heardSeconds(sent?.bytes ?? file)).toBeCloseTo(sentSeconds, 1)
    expect(sent?.bytes.length).toBeLessThan(sentBytesMax)
  })
})

describe('a part is sent as the whole is', () => {
  const [first] = honestOggs
  test.each<[string, Buffer | undefined, Buffer]>([
    ['an Ogg of two links as one of one', first?.[1], Buffer.concat([makeOpus(1), makeOpus(2, 2)])],
    ['MP3 with a tag as that without', mp3, Buffer.concat([id3Tag(cover), mp3, apeTag(photo)])],
    ['an MP4 with a cover as that without', mp4, withBox(mp4, mp4Box('udta', cover))],
    ['an MP4 in fragments as a whole one', mp4, makeFragmentedMp4(seconds)],
    ['a WebM as an Ogg', opus, webmOf(cluster)],
    ['AAC in frames as that in an MP4', mp4, makeAac(seconds)],
  ])('%s', (_, plain = Buffer.alloc(0), other) => {
    const [one, two] = [plain, other].map((file) => sentOf(file).file?.bytes)
    expect(one?.equals(two ?? Buffer.alloc(0))).toBe(true)
  })
})
