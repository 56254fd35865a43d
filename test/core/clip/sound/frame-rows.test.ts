import { describe, expect, test } from 'vitest'
import { encodeMp3 } from '../../../../studio/encode/mp3.ts'
import { aacFrame, makeAac } from '../../../support/audio/clip-containers.ts'
import { sentOf, sentSeconds } from '../../../support/audio/sent-sound.ts'

const seconds = 3
const tone = Float32Array.from({ length: seconds * 44_100 }, (_empty, index) => 0.5 * Math.sin(index / 16))
const mp3 = Buffer.from(await encodeMp3({ left: tone, right: tone, sampleRate: 44_100 }))
const aac = makeAac(seconds)

const id3 = (size: readonly number[]): Buffer =>
  Buffer.concat([Buffer.from('ID3\x03\0\0', 'latin1'), Buffer.from(size)])

/** The head of an APE tag (https://wiki.hydrogenaudio.org/index.php?title=APE_Tags_Header). */
const ape = (size: number): Buffer => {
  const head = Buffer.alloc(32)
  head.write('APETAGEX')
  head.writeUInt32LE(2_000, 8)
  head.writeUInt32LE(size, 12)
  head.writeUInt32LE(0xa000_0000, 20)
  return head
}

const text = Buffer.alloc(5_000, 'icy-name: Radio\r\n')
const cover = Buffer.alloc(60_000, 'a cover')
const nothing = Buffer.alloc(0)

const fronts: readonly (readonly [string, Buffer])[] = [
  ['an ID3 tag', Buffer.concat([id3([0, 3, 0x54, 0x60]), cover])],
  ['an ID3 tag whose size has all bits of its bytes', Buffer.concat([id3([0, 0, 0xea, 0x60]), cover])],
  ['an ID3 tag of no size', Buffer.concat([id3([0, 0, 0, 0]), cover])],
  ['an ID3 tag that is larger than the file', id3([0x7f, 0x7f, 0x7f, 0x7f])],
  ['an ID3 tag that reaches into the sound', id3([0, 0, 0x60, 0])],
  ['an APE tag', Buffer.concat([ape(cover.length), cover])],
  ['an APE tag that is larger than the file', ape(0x7fff_ffff)],
  ['both tags', Buffer.concat([ape(5_000), text, id3([0, 0, 0x27, 8]), text])],
  ['two pages of text', Buffer.concat([text, text])],
  ['nothing', nothing],
]

const kinds: readonly (readonly [string, Buffer])[] = [
  ['MP3', mp3],
  ['AAC', aac],
]

/** Expects that the sound of a file is sent so many times, and nothing else of it. */
const expectSent = (file: Buffer, sound: Buffer, times: number): void => {
  const [alone, other] = [sound, file].map((one) => sentOf(one))
  const frames = alone?.sound?.packets.bytes ?? sound
  expect(other?.sound?.packets.bytes.equals(Buffer.concat(new Array<Buffer>(times).fill(frames)))).toBe(true)
  expect(other?.sound?.seconds).toBeCloseTo(times * (alone?.sound?.seconds ?? 0), 6)
  expect(alone?.sound?.seconds).toBeCloseTo(seconds, 0)
}

describe('sound is found and sent as a whole, but not what is before it', () => {
  test.each(
    fronts.flatMap(([name, front]) => kinds.map(([kind, sound]) => [name, kind, front, sound] as const)),
  )('%s: %s', (_name, _kind, front, sound) => expectSent(Buffer.concat([front, sound]), sound, 1))
})

describe('a tag between frames is not sent, and all frames are, whatever its size', () => {
  const between: readonly (readonly [string, Buffer])[] = [
    ['an ID3 tag', Buffer.concat([id3([0, 3, 0x54, 0x60]), cover])],
    ['an ID3 tag with a size that covers all that follows', id3([0x7f, 0x7f, 0x7f, 0x7f])],
    ['an APE tag', Buffer.concat([ape(cover.length), cover])],
    ['an APE tag with a size that covers all that follows', ape(0x7fff_ffff)],
  ]
  test.each(
    between.flatMap(([name, tag]) => kinds.map(([kind, sound]) => [name, kind, tag, sound] as const)),
  )('%s: %s', (_name, _kind, tag, sound) => expectSent(Buffer.concat([sound, tag, sound]), sound, 2))
})

describe('no sound is found in', () => {
  // The same each time.
  const noise = Buffer.from(
    Uint32Array.from({ length: 500_000 }, (_empty, index) => Math.imul(index + 1, 2_654_435_761)).buffer,
  )
  test.each<[string, Buffer]>([
    ['text', text],
    ['a tag before text', Buffer.concat([id3([0, 0, 0, 0]), text])],
    ['a tag before noise', Buffer.concat([id3([0, 0, 0, 0]), noise])],
    [
      'a tag before bytes that all begin a frame',
      Buffer.concat([id3([0, 0, 0, 0]), Buffer.alloc(2_000_000, 0xff)]),
    ],
    ...['\x1aE\xdf\xa3', 'OggS', 'RIFF', 'FORM', '\0\0\0\x08ftyp'].map((mark): [string, Buffer] => [
      `a container without a track before sound: ${JSON.stringify(mark)}`,
      Buffer.concat([Buffer.from(mark, 'latin1'), Buffer.alloc(100), mp3]),
    ]),
    ['much text before sound', Buffer.concat([Buffer.alloc(100_000, 'text'), mp3])],
  ])('%s', (_, file) => {
    expect(sentSeconds(file)).toBeUndefined()
  })

  test('a FLAC without a description before sound', () => {
    expect(sentSeconds(Buffer.concat([Buffer.from('fLaC'), Buffer.alloc(100), mp3]))).toEqual({
      kind: 'uncounted',
    })
  })
})

describe('the kind of frames that begins first is sent, whatever row of another kind is in their bodies', () => {
  const adtsRow = Buffer.alloc(5 * 107, aac)
  const mp3Row = Buffer.alloc(5 * 96, Buffer.concat([Buffer.from('fffb14c0', 'hex'), Buffer.alloc(92)]))
  /** Frames of MP3 of 1,044 bytes with something in their bodies. */
  const mp3Around = (row: Buffer): Buffer => {
    const frame = Buffer.concat([Buffer.from('fffbe0c0', 'hex'), Buffer.alloc(1_040)])
    row.copy(frame, 100)
    return frame
  }
  /** Frames of AAC of 807 bytes with something behind their only block, in data (ISO/IEC 14496-3, table 4.10). */
  const aacAround = (row: Buffer): Buffer => {
    const frame = Buffer.concat([Buffer.from('fff1508064fffc', 'hex'), Buffer.alloc(800)])
    frame.write('81ffff', 7, 'hex')
    row.copy(frame, 15)
    aacFrame(1, 4).copy(frame, 7 + 3 + 510)
    return frame
  }
  const rowOf = (frame: Buffer): Buffer => Buffer.alloc(40 * frame.length, frame)
  test.each<[string, Buffer, string]>([
    ['AAC in MP3', rowOf(mp3Around(adtsRow)), 'mpeg'],
    ['AAC in MP3 behind text', Buffer.concat([text, rowOf(mp3Around(adtsRow))]), 'mpeg'],
    ['AAC in MP3 behind a tag', Buffer.concat([id3([0, 0, 0, 0]), rowOf(mp3Around(adtsRow))]), 'mpeg'],
    ['MP3 in AAC', rowOf(aacAround(mp3Row)), 'aac'],
    ['MP3 in AAC behind text', Buffer.concat([text, rowOf(aacAround(mp3Row))]), 'aac'],
  ])('%s', (_, file, kind) => {
    const { sound } = sentOf(file)
    expect(sound?.coding.kind).toBe(kind)
    expect(sound?.packets.sizes.length).toBe(40)
  })
})

describe('frames of another kind than the first are not sent, as decoders differ in them', () => {
  const frameOf = (head: string, bytes: number): Buffer =>
    Buffer.concat([Buffer.from(head, 'hex'), Buffer.alloc(bytes - head.length / 2)])
  const rowOf = (frame: Buffer): Buffer => Buffer.alloc(40 * frame.length, frame)
  // MP3 of 320 kbit/s at 44.1 kHz.
  const plain = rowOf(frameOf('fffbe0c0', 1044))
  test.each<[string, Buffer]>([
    ['MP3 at 48 kHz', rowOf(frameOf('fffbe4c0', 960))],
    ['MP3 of MPEG-2 at 22.05 kHz', rowOf(frameOf('fff380c0', 208))],
    ['MP2', rowOf(frameOf('fffde0c0', 1253))],
    ['AAC', makeAac(1)],
  ])('%s', (_, other) => {
    const one = sentOf(plain).file?.bytes
    expect(sentOf(Buffer.concat([plain, other])).file?.bytes.equals(one ?? plain)).toBe(true)
    const around = sentOf(Buffer.concat([plain, other, plain])).file?.bytes
    expect(around?.equals(sentOf(Buffer.concat([plain, plain])).file?.bytes ?? plain)).toBe(true)
  })

  test('but those of another bit rate or number of channels are', () => {
    const others = [rowOf(frameOf('fffb50c0', 208)), rowOf(frameOf('fffb5000', 208))]
    expect(sentOf(Buffer.concat([plain, ...others])).sound?.packets.sizes.length).toBe(120)
  })

  test('nor is a frame that the end of the file cuts off', () => {
    expect(sentOf(plain.subarray(0, -1)).sound?.packets.sizes.length).toBe(39)
  })
})
