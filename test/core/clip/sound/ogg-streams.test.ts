import { describe, expect, test, vi } from 'vitest'
import { encodeVorbis } from '../../../../studio/encode/vorbis.ts'
import { makeOpus, oggPage, oggPages, sealedOgg } from '../../../support/audio/clip-containers.ts'
import { heardSeconds, packetsIn, sentOf, sentSeconds } from '../../../support/audio/sent-sound.ts'

const headBytes = 91
const pageBytes = 69
const pagesPerSecond = 50

/** Some seconds of sound of a stream, without its heads. */
const pagesOf = (stream: Buffer, from: number, to: number): Buffer =>
  stream.subarray(headBytes + from * pagesPerSecond * pageBytes, headBytes + to * pagesPerSecond * pageBytes)

const radio = makeOpus(1_500)
const heads = radio.subarray(0, headBytes)

describe('the packets of a stream are sent, whatever their pages say of the time', () => {
  test.each<[string, readonly Buffer[], number]>([
    ['a stream that is recorded from its middle', [heads, pagesOf(radio, 1_488, 1_500)], 12],
    ['a pause', [heads, pagesOf(radio, 100, 110), pagesOf(radio, 1_100, 1_110)], 20],
    ['pages that go back in time', [heads, pagesOf(radio, 1_100, 1_110), pagesOf(radio, 0, 10)], 20],
    ['the same pages twice', [heads, pagesOf(radio, 0, 10), pagesOf(radio, 0, 10)], 20],
  ])('%s', async (_, parts, seconds) => {
    const { file: sent } = sentOf(Buffer.concat(parts))
    expect(sent?.seconds).toBeCloseTo(seconds, 6)
    expect(await heardSeconds(sent?.bytes ?? heads)).toBeCloseTo(seconds, 6)
  })
})

const tone = Float32Array.from({ length: 44_100 }, (_empty, index) => 0.5 * Math.sin(index / 16))
const vorbis = Buffer.from(await encodeVorbis({ left: tone, right: tone, sampleRate: 44_100 }))
const faster = sealedOgg(
  (() => {
    const copy = Buffer.from(vorbis)
    copy.writeUInt32LE(48_000, copy.indexOf('\x01vorbis', 0, 'latin1') + 12)
    return copy
  })(),
)

/** Another Opus, of whose head a byte is another one. */
const opusWith = (at: number, value: number): Buffer => {
  const copy = makeOpus(2, 7)
  copy.writeUInt8(value, copy.indexOf('OpusHead') + at)
  return sealedOgg(copy)
}

describe('parts of a chain are sent as one if one decoder plays them', () => {
  const opusSeconds = 5
  const first = makeOpus(opusSeconds - 2)
  const vorbisSeconds = sentSeconds(vorbis)
  const twice = typeof vorbisSeconds === 'number' ? 2 * vorbisSeconds : 0
  test.each<[string, readonly Buffer[], unknown]>([
    ['Opus with the same head', [first, makeOpus(2)], expect.closeTo(opusSeconds, 6)],
    ['Opus that skips other samples', [first, opusWith(10, 9)], expect.closeTo(opusSeconds, 6)],
    ['Opus that was made of another rate', [first, opusWith(13, 9)], expect.closeTo(opusSeconds, 6)],
    ['Opus of one channel behind two', [first, opusWith(9, 1)], { kind: 'uncounted' }],
    ['Opus whose channels are coded in another way', [first, opusWith(18, 1)], { kind: 'uncounted' }],
    ['Vorbis with the same set-up', [vorbis, vorbis], expect.closeTo(twice, 6)],
    ['Vorbis of another rate', [vorbis, faster], { kind: 'uncounted' }],
    ['Vorbis behind Opus', [first, vorbis], { kind: 'uncounted' }],
    ['Opus behind Vorbis', [vorbis, first], { kind: 'uncounted' }],
    [
      'a kind that is refused behind Opus',
      [first, oggPage(Buffer.from('Speex   '), { serial: 9, flags: 2 })],
      expect.closeTo(opusSeconds - 2, 6),
    ],
  ])('%s', (_, parts, expected) => {
    expect(sentSeconds(Buffer.concat(parts))).toEqual(expected)
  })
})

describe('a chain of which a part can not be counted is not sent', () => {
  const slow = sealedOgg(
    (() => {
      const copy = Buffer.from(vorbis)
      copy.writeUInt32LE(9, copy.indexOf('\x01vorbis', 0, 'latin1') + 12)
      return copy
    })(),
  )
  const emptyFlac = oggPage(Buffer.from('\x7fFLAC\x01\0\0\x01fLaC\0\0\0\x22', 'latin1'), {
    serial: 9,
    flags: 2,
  })
  const first = makeOpus(3)
  test.each<[string, readonly Buffer[]]>([
    ['Vorbis of no rate behind Opus', [first, slow]],
    ['Vorbis of no rate behind Vorbis', [vorbis, slow]],
    ['Vorbis of no rate between Opus', [first, slow, first]],
    ['FLAC without a description behind Opus', [first, emptyFlac, slow]],
  ])('%s', (_, parts) => {
    expect(sentSeconds(Buffer.concat(parts))).toEqual({ kind: 'uncounted' })
  })

  test('but one is that plays beside another', () => {
    const beginBytes = 27 + 1 + 19
    const beside = [first.subarray(0, beginBytes), emptyFlac, first.subarray(beginBytes)]
    expect(sentSeconds(Buffer.concat(beside))).toBeCloseTo(3, 6)
  })
})

test('of a thousand sounds that play at the same time, only the first is taken', () => {
  const beginBytes = 27 + 1 + 19
  const streams = Array.from({ length: 1_000 }, (_empty, index) => makeOpus(1, index + 1))
  const file = Buffer.concat([
    ...streams.map((stream) => stream.subarray(0, beginBytes)),
    ...streams.map((stream) => stream.subarray(beginBytes, headBytes + 3 * pageBytes)),
    streams[0]?.subarray(headBytes + 3 * pageBytes) ?? heads,
  ])
  // A sound needs as much room as the file has.
  const rooms = vi.spyOn(Buffer, 'allocUnsafe')
  try {
    const { sound } = sentOf(file)
    expect(sound?.packets.sizes.length).toBe(pagesPerSecond)
    expect(rooms.mock.calls.filter(([bytes]) => bytes === file.length).length).toBe(1)
  } finally {
    rooms.mockRestore()
  }
})

describe('packets are put together over pages', () => {
  const opus = makeOpus(1)
  const large = Buffer.concat([Buffer.of(8), Buffer.alloc(70_000, 'large')])
  const pages = oggPages(large, 1)
  const firstPageBytes = 27 + 255 + 255 * 255
  const [one, other] = [pages.subarray(0, firstPageBytes), pages.subarray(firstPageBytes)]
  const damaged = (page: Buffer): Buffer => {
    const copy = Buffer.from(page)
    copy.writeUInt8((copy.at(-1) ?? 0) ^ 1, copy.length - 1)
    return copy
  }
  const after = makeOpus(2).subarray(headBytes)
  test.each<[string, readonly Buffer[], number, boolean]>([
    ['as a whole', [opus, one, other, after], 151, true],
    ['with junk between its pages', [opus, one, Buffer.of(1), other, after], 151, true],
    ['but not one whose beginning is damaged', [opus, damaged(one), other, after], 150, false],
    ['but not one whose end is damaged', [opus, one, damaged(other), after], 150, false],
    ['but not one whose end is missing', [opus, one], 50, false],
  ])('%s', (_, parts, count, isThere) => {
    const { sound } = sentOf(Buffer.concat(parts))
    const packets = sound === undefined ? [] : packetsIn(sound)
    expect(packets.length).toBe(count)
    expect(packets.some((packet) => packet.equals(large))).toBe(isThere)
  })
})
