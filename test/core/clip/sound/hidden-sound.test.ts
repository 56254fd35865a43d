import { describe, expect, test } from 'vitest'
import { readSound } from '../../../../src/core/clip/sound/read-sound.ts'
import {
  aacBlock,
  f64,
  makeAac,
  makeFragmentedMp4,
  makeMp4,
  makeOpus,
  mp4Box,
  oggPage,
  oggPages,
  webmCluster,
  webmElement,
  webmOf,
} from '../../../support/audio/clip-containers.ts'
import { encodeFlac } from '../../../support/audio/clip-files.ts'
import {
  aacAroundJunk,
  apeTag,
  forgedFrames,
  forgedMp4s,
  forgedOggs,
  forgedWebms,
  hiddenSeconds,
  id3Tag,
  type NamedFile,
} from '../../../support/audio/forged-clips.ts'

/** How long a file's sound can be; anything if it is refused or can't be counted. */
const longest = (file: Buffer): number => {
  const found = readSound(file)
  return (found?.kind === 'audio' ? found.counted?.seconds : undefined) ?? Number.POSITIVE_INFINITY
}

describe('sound that decoders find makes a file no shorter, wherever it is hidden', () => {
  test.each([...forgedOggs, ...forgedFrames, ...forgedMp4s, ...forgedWebms])('%s', (_, file) => {
    expect(longest(file)).toBeGreaterThan(hiddenSeconds * 0.98)
  })
})

/** Bytes that look random and are the same each time. */
const noise = (bytes: number): Buffer<ArrayBuffer> => {
  const words = new Uint32Array(Math.ceil(bytes / 4))
  let last = 1
  for (let index = 0; index < words.length; index += 1) {
    last ^= last << 13
    last ^= last >>> 17
    last ^= last << 5
    words[index] = last
  }
  return Buffer.from(words.buffer).subarray(0, bytes)
}

const seconds = 3
const cover = noise(1_000_000)
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
const mp3 = noise(Math.round((seconds * 44_100) / 1152) * mp3FrameBytes)
for (let at = 0; at < mp3.length; at += mp3FrameBytes) mp3.write('fffbe0c0', at, 'hex')

const honestFrames: readonly NamedFile[] = [
  { kind: 'MP3', sound: mp3, frameBytes: mp3FrameBytes },
  { kind: 'AAC', sound: makeAac(seconds), frameBytes: 107 },
].flatMap(({ kind, sound, frameBytes }): readonly NamedFile[] => [
  [`${kind} behind a tag with a cover`, Buffer.concat([id3Tag(cover), sound])],
  [`${kind} behind two tags with covers`, Buffer.concat([id3Tag(cover), id3Tag(cover), sound])],
  [`${kind} behind an APE tag with a photo`, Buffer.concat([apeTag(photo), sound])],
  [`${kind} before an APE tag with a photo`, Buffer.concat([sound, apeTag(photo)])],
  [
    `${kind} around a tag with a photo`,
    Buffer.concat([sound.subarray(0, 20 * frameBytes), id3Tag(photo), sound.subarray(20 * frameBytes)]),
  ],
  [`${kind} before a tag of the first version`, Buffer.concat([sound, Buffer.alloc(128, 'TAGSong')])],
])

/** A film with one more box in it, which moves no sample. */
const withBox = (file: Buffer, box: Buffer): Buffer => {
  const at = file.indexOf('moov') - 4
  const end = at + file.readUInt32BE(at)
  return Buffer.concat([
    file.subarray(0, at),
    mp4Box('moov', file.subarray(at + 8, end), box),
    file.subarray(end),
  ])
}

const mp4 = makeMp4(seconds)

/** An MP4 behind a tag, by whose bytes its samples moved. */
const movedBehind = (before: Buffer, file: Buffer): Buffer => {
  const copy = Buffer.from(file)
  const at = copy.indexOf('stco') + 12
  copy.writeUInt32BE(copy.readUInt32BE(at) + before.length, at)
  return Buffer.concat([before, copy])
}

const honestMp4s: readonly NamedFile[] = [
  ['an MP4 with a cover', withBox(mp4, mp4Box('udta', mp4Box('meta', cover)))],
  ['an MP4 with padding', withBox(mp4, mp4Box('free', Buffer.alloc(1_000_000)))],
  ['an MP4 with data of a program', Buffer.concat([mp4, mp4Box('uuid', cover)])],
  ['an MP4 behind a tag with a cover', movedBehind(id3Tag(cover), mp4)],
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

describe('what is no sound leaves the length of a file as it is', () => {
  test.each([...honestOggs, ...honestFrames, ...honestMp4s, ...honestWebms])('%s', (_, file) => {
    const found = readSound(file)
    expect(found?.kind === 'audio' ? found.counted : found).toEqual({
      seconds: expect.closeTo(seconds, 1),
      exact: true,
    })
  })
})

/** A block of AAC in 262 bytes or more, almost all of them noise: elements of data (ISO/IEC 14496-3, table 4.10). */
const noisyAacBlock = (bytes: number): Buffer => {
  const block = Buffer.from(noise(bytes))
  const end = bytes - aacBlock.length
  for (let at = 0; at < end; ) {
    const data = Math.min(510, end - at - 3)
    block.set([0x81, 255, data - 255], at)
    at += 3 + data
  }
  aacBlock.copy(block, end)
  return block
}

describe('frames by coincidence in the bodies of others leave a length as it is', () => {
  test.each<[string, string, number, number]>([
    ['MP3 of 320 kbit/s', 'fffbe0c0', mp3FrameBytes, 1152 / 44_100],
    ['MP3 of 64 kbit/s', 'fffb50c0', 208, 1152 / 44_100],
    ['MP2 of 384 kbit/s', 'fffde4c0', 1152, 1152 / 48_000],
    ['AAC of 260 kbit/s', 'fff15080bcbffc', 1509, 1024 / 44_100],
    ['AAC of 64 kbit/s', 'fff150802e7ffc', 371, 1024 / 44_100],
  ])('%s', (_, head, bytes, secondsEach) => {
    const file = noise(10_000 * bytes)
    for (let at = 0; at < file.length; at += bytes) {
      file.write(head, at, 'hex')
      if (head.startsWith('fff1')) noisyAacBlock(bytes - 7).copy(file, at + 7)
    }
    const found = readSound(file)
    expect(found?.kind === 'audio' ? found.counted : found).toEqual({
      seconds: expect.closeTo(10_000 * secondsEach, 1),
      exact: true,
    })
  })
})

/** FLAC's head, and the frames behind it. */
const flac = (() => {
  const tone = Float32Array.from({ length: seconds * 44_100 }, (_empty, index) => 0.5 * Math.sin(index / 16))
  const file = Buffer.from(encodeFlac({ left: tone, right: tone, sampleRate: 44_100 }))
  return { head: file.subarray(0, 42), frames: file.subarray(42) }
})()

/** A copy of an MP4 with MP3 in place of AAC (https://mp4ra.org/registered-types/object-types). */
const asMp3 = (file: Buffer): Buffer => {
  const copy = Buffer.from(file)
  copy.writeUInt8(0x6b, copy.indexOf(Buffer.from('0411', 'hex')) + 2)
  return copy
}

/** An MP4 whose samples of 208 bytes, from byte 1000 on, are frames of MP3 that begin so many bytes later. */
const mp3InMp4 = (later: number): Buffer => {
  const head = asMp3(makeMp4(seconds))
  const [bytes, samples] = [208, Math.round((seconds * 44_100) / 1024)]
  head.writeUInt32BE(bytes, head.indexOf('stsz') + 8)
  head.writeUInt32BE(1000, head.indexOf('stco') + 12)
  const file = Buffer.concat([head, Buffer.alloc(bytes * (samples + 10))])
  for (let sample = 0; sample <= samples; sample += 1)
    file.write('fffb50c0', 1000 + later + sample * bytes, 'hex')
  return file
}

/** A WebM of AAC at 8 kHz by its track's entry, with one more element. */
const aacWebm = (more: Buffer): Buffer => {
  const file = webmOf(more, webmCluster(0, seconds))
  file.write('A_AAC\0', file.indexOf('A_OPUS'))
  f64(8_000).copy(file, file.indexOf(f64(48_000)))
  return file
}

describe('what decoders read differently is not read in the shorter way', () => {
  const blockSeconds = 1_024 / 8_000
  test.each<[string, Buffer, number]>([
    [
      'a FLAC packet in an Ogg that goes on over many pages',
      Buffer.concat([
        oggPage(Buffer.concat([Buffer.from('7f464c414301000001', 'hex'), flac.head]), { flags: 2 }),
        oggPages(flac.frames, 1),
      ]),
      seconds,
    ],
    [
      'FLAC frames in a tag that decoders look into',
      Buffer.concat([apeTag(flac.frames), flac.head, flac.frames]),
      2 * seconds,
    ],
    ['MP3 frames that fill the samples of an MP4', mp3InMp4(0), (seconds * 1_152) / 1_024],
    ['MP3 frames across the samples of an MP4', mp3InMp4(1), Number.POSITIVE_INFINITY],
    ['AAC around junk, which has fewer bytes than unknown sound', aacAroundJunk, hiddenSeconds + 1],
    ["a rate outside a track's entry", aacWebm(webmElement('b5', f64(96_000))), seconds * 50 * blockSeconds],
    ['a film without tracks before another', Buffer.concat([mp4Box('moov'), mp4]), Number.POSITIVE_INFINITY],
  ])('%s', (_, file, expected) => {
    if (Number.isFinite(expected)) expect(longest(file)).toBeCloseTo(expected, 0)
    else expect(longest(file)).toBe(expected)
  })

  test('a compressed film is refused by name', () => {
    expect(readSound(Buffer.concat([mp4Box('moov', mp4Box('cmov')), mp4]))).toEqual({
      kind: 'refused',
      called: 'MP4/cmov',
    })
  })
})

test('false pages that all claim the same bytes are not checked one by one', () => {
  const head = Buffer.alloc(27, 0)
  head.write('OggS')
  head.writeUInt8(255, 26)
  head.fill(255, 14, 26)
  expect(longest(Buffer.concat([opus, Buffer.alloc(3_000_000, head)]))).toBe(Number.POSITIVE_INFINITY)
})
