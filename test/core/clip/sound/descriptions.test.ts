import { describe, expect, test } from 'vitest'
import { describedAac, undescribedAac } from '../../../../src/core/clip/sound/aac-description.ts'
import { opusPackets } from '../../../../src/core/clip/sound/opus-packet.ts'
import { vorbisPackets } from '../../../../src/core/clip/sound/vorbis-packet.ts'
import { encodeVorbis } from '../../../../studio/encode/vorbis.ts'
import {
  f64,
  oggPage,
  opusHead,
  webmCluster,
  webmElement,
  webmSound,
  webmWith,
} from '../../../support/audio/clip-containers.ts'
import { evenNoise } from '../../../support/audio/noises.ts'
import { heardIn, sentOf } from '../../../support/audio/sent-sound.ts'

/** The fields of a description of AAC with an index or a rate of its own (ISO/IEC 14496-3, 1.6.2.1). */
const fieldsOf = (description: Buffer) => {
  const bits = [...description].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const number = (from: number, to: number): number => Number.parseInt(bits.slice(from, to), 2)
  const [kind, index] = [number(0, 5), number(5, 9)]
  return index === 15
    ? { kind, rate: number(9, 33), channels: number(33, 37), rest: number(37, bits.length) }
    : { kind, index, channels: number(9, 13), rest: number(13, bits.length) }
}

describe('AAC without a description gets one', () => {
  test.each([
    [0, 2],
    [1, 1],
    [2, 2],
    [3, 3],
    [6, 6],
    [7, 2],
    [8, 7],
    [9, 2],
    [0xb0, 2],
    [0xffff_ffff, 2],
    [-1, 2],
    [Number.NaN, 2],
  ])('with the configuration that %d channels have: %d', (channels, configuration) => {
    const rest = { kind: 2, channels: configuration, rest: 0 }
    expect(fieldsOf(undescribedAac(44_100, 2, channels)?.description ?? opusHead)).toEqual({
      ...rest,
      index: 4,
    })
    expect(fieldsOf(undescribedAac(37_800, 2, channels)?.description ?? opusHead)).toEqual({
      ...rest,
      rate: 37_800,
    })
  })

  test.each([
    [44_100.4, { index: 4 }],
    [44_100.5, { rate: 44_101 }],
    [37_800.25, { rate: 37_800 }],
    [3_999.5, { rate: 4_000 }],
    [768_000.4, { rate: 768_000 }],
  ])('with a whole rate in place of %d Hz', (rate, expected) => {
    const { description = opusHead, secondsEach } = undescribedAac(rate) ?? {}
    expect(fieldsOf(description)).toEqual({ kind: 2, channels: 2, rest: 0, ...expected })
    expect(secondsEach).toBeCloseTo(1_024 / Math.round(rate), 9)
  })

  test.each([3_999.4, 768_000.5, 0, -44_100, Number.NaN, Number.POSITIVE_INFINITY, 5e-324])(
    'but not if its rate is %d Hz, as nobody records that',
    (rate) => {
      expect(undescribedAac(rate)).toBeUndefined()
    },
  )

  /** AAC in a Matroska that says nothing of it but this rate and so many channels. */
  const matroskaOf = (rate: number, channels: string): Buffer =>
    webmWith(
      webmElement(
        'ae',
        ...[webmElement('d7', Buffer.of(2)), webmElement('83', Buffer.of(2))],
        webmElement('86', Buffer.from('A_AAC')),
        webmElement('e1', webmElement('b5', f64(rate)), webmElement('9f', Buffer.from(channels, 'hex'))),
      ),
      webmCluster(0, 3),
    )

  test.each<[string, number, string, number, number]>([
    ['many channels', 44_100, 'b0', 44_100, 2],
    ['a number of channels of eight bytes', 44_100, 'ffffffffffffffff', 44_100, 2],
    ['eight channels', 48_000, '08', 48_000, 8],
    ['a rate with a fraction', 44_100.5, '02', 44_101, 2],
    ['both', 44_100.5, 'b0', 44_101, 2],
  ])('that makes it as long as it is counted: %s', async (_, rate, channels, heardRate, heardChannels) => {
    const file = matroskaOf(rate, channels)
    const { file: sent } = sentOf(file)
    expect(sent?.seconds).toBeCloseTo((150 * 1_024) / heardRate, 6)
    expect(await heardIn(sent?.bytes ?? file)).toMatchObject({
      codec: 'aac',
      rate: heardRate,
      channels: heardChannels,
      seconds: expect.closeTo(sent?.seconds ?? 0, 6),
    })
  })
})

const more = evenNoise(1_000_000)

describe('what is behind a description is not sent', () => {
  /** A head of so many channels that a table assigns (RFC 7845, 5.1.1). */
  const mapped = (channels: number): Buffer => {
    const head = Buffer.concat([opusHead, Buffer.of(channels, 0), Buffer.alloc(channels, 1)])
    head.writeUInt8(channels, 9)
    head.writeUInt8(1, 18)
    return head
  }
  test.each<[string, Buffer]>([
    ['a usual one', opusHead],
    ['one with a table for a channel', mapped(1)],
    ['one with a table for eight channels', mapped(8)],
  ])('of Opus: %s', (_, head) => {
    for (const one of [head, Buffer.concat([head, more])]) {
      const { coding } = opusPackets(one) ?? {}
      expect(coding?.kind === 'opus' && coding.head.equals(head)).toBe(true)
    }
  })

  const tags = oggPage(Buffer.from('OpusTags\0\0\0\0\0\0\0\0'), { number: 1 })
  const sound = oggPage(Buffer.concat([Buffer.of(8), Buffer.alloc(40)]), { number: 2 })
  const oggOf = (head: Buffer): Buffer => Buffer.concat([oggPage(head, { flags: 2 }), tags, sound])
  test('neither in an Ogg nor in a Matroska', () => {
    const plain = sentOf(oggOf(opusHead)).file
    const long = Buffer.concat([opusHead, more.subarray(0, 60_000)])
    expect(plain?.seconds).toBeCloseTo(0.02, 6)
    expect(sentOf(oggOf(long)).file?.bytes.equals(plain?.bytes ?? long)).toBe(true)
    const [short, longer] = [opusHead, Buffer.concat([opusHead, more])].map((head) =>
      sentOf(webmWith(webmSound('A_OPUS', head), webmCluster(0, 1))),
    )
    expect(short?.file?.seconds).toBeCloseTo(1, 6)
    expect(longer?.file?.bytes.equals(short?.file?.bytes ?? more)).toBe(true)
  })

  test('of AAC', () => {
    const own = Buffer.from('1190', 'hex')
    const long = Buffer.concat([own, more])
    expect(describedAac(own)?.description.equals(own)).toBe(true)
    expect(describedAac(long)?.description.equals(long.subarray(0, 64))).toBe(true)
    const { file } = sentOf(webmWith(webmSound('A_AAC', long), webmCluster(0, 1)))
    expect(file?.seconds).toBeCloseTo((50 * 1_024) / 48_000, 6)
    expect(file?.bytes.length).toBeLessThan(5_000)
  })
})

const silence = new Float32Array(4_410)
const vorbis = Buffer.from(await encodeVorbis({ left: silence, right: silence, sampleRate: 44_100 }))
const at = (name: string): number => vorbis.indexOf(name, 0, 'latin1')

describe('the heads of Vorbis are no longer than an encoder writes them', () => {
  const head = vorbis.subarray(at('\x01vorbis'), at('\x01vorbis') + 30)
  /** With whatever follows it in the file, which decoders ignore. */
  const setUp = vorbis.subarray(at('\x05vorbis'))

  test('the first is cut behind its fields', () => {
    for (const one of [head, Buffer.concat([head, more])]) {
      const { coding } = vorbisPackets(one, setUp) ?? {}
      expect(coding?.kind === 'vorbis' && coding.head.equals(head)).toBe(true)
      expect(coding?.kind === 'vorbis' && coding.setUp.equals(setUp)).toBe(true)
    }
    expect(vorbisPackets(head.subarray(0, -1), setUp)).toBeUndefined()
  })

  test.each([
    [65_536, true],
    [65_537, false],
    [1_000_000, false],
  ])('a set-up of %i bytes is one: %s', (bytes, isOne) => {
    const long = Buffer.concat([setUp, more]).subarray(0, bytes)
    expect(long.length).toBe(bytes)
    expect(vorbisPackets(head, long) !== undefined).toBe(isOne)
  })
})
