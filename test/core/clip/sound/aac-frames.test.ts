import { describe, expect, test } from 'vitest'
import {
  aacFrame,
  makeAac,
  makeMp4,
  webmCluster,
  webmSound,
  webmWith,
} from '../../../support/audio/clip-containers.ts'
import { heardIn, packetsIn, sentOf, sentSeconds } from '../../../support/audio/sent-sound.ts'

const uncounted = { kind: 'uncounted' }

/** What a decoder of AAC must know: LC in two channels, at this rate by its index (ISO/IEC 14496-3, 1.6.2.1). */
const descriptionAt = (rateIndex: number): Buffer =>
  Buffer.from([0x10 | (rateIndex >> 1), ((rateIndex & 1) << 7) | 0x10])

/** A copy of an ADTS, each of whose frames of 107 bytes has another byte in its head. */
const withHeads = (file: Buffer, at: number, change: (byte: number) => number): Buffer => {
  const copy = Buffer.from(file)
  for (let position = at; position < copy.length; position += 107)
    copy[position] = change(copy[position] ?? 0)
  return copy
}

describe('AAC in ADTS', () => {
  test('whose channels the stream alone says is not sent', () => {
    expect(sentSeconds(withHeads(makeAac(3), 3, (byte) => byte & 0x3f))).toEqual(uncounted)
  })

  test.each<[string, number, number, number, number]>([
    ['two channels at 44.1 kHz', 4, 2, 44_100, 2],
    ['one channel at 8 kHz', 11, 1, 8_000, 1],
    ['six channels at 48 kHz', 3, 6, 48_000, 6],
    ['eight channels at 96 kHz', 0, 7, 96_000, 8],
  ])('is sent with a description by its heads: %s', async (_, rateIndex, configuration, rate, channels) => {
    const first = withHeads(makeAac(3), 2, (byte) => (byte & 0xc2) | (rateIndex << 2) | (configuration >> 2))
    const file = withHeads(first, 3, (byte) => (byte & 0x3f) | ((configuration & 3) << 6))
    const { file: sent } = sentOf(file)
    expect(await heardIn(sent?.bytes ?? file)).toMatchObject({ codec: 'aac', rate, channels })
    expect(sent?.seconds).toBeCloseTo((129 * 1024) / rate, 6)
  })

  test('is sent without its heads and their checksums', () => {
    const plain = sentOf(makeAac(3))
    const checked = Buffer.concat(
      new Array<Buffer>(129).fill(Buffer.concat([Buffer.from('fff050800dbffc1234', 'hex'), aacFrame()])),
    )
    expect(sentOf(checked).file?.bytes.equals(plain.file?.bytes ?? checked)).toBe(true)
    expect(plain.sound?.packets.sizes.every((size) => size === 100)).toBe(true)
  })
})

test('AAC in Matroska is sent without a description of its own', () => {
  const file = webmWith(webmSound('A_AAC', Buffer.alloc(0), 8_000), webmCluster(0, 3))
  const { sound } = sentOf(file)
  expect(sound?.seconds).toBeCloseTo(150 * 0.128, 6)
  expect(sound?.coding).toEqual({ kind: 'aac', description: descriptionAt(11), rate: 8_000 })
})

/** A Matroska of AAC with blocks of this packet, of 41 bytes, at 48 kHz. */
const aacMatroska = (seconds: number, frame: Buffer): Buffer => {
  const file = webmWith(webmSound('A_AAC', descriptionAt(3)), webmCluster(0, seconds))
  const packet = Buffer.concat([Buffer.of(8), Buffer.alloc(40)])
  for (let at = file.indexOf(packet); at !== -1; at = file.indexOf(packet, at + 41))
    frame.copy(file, at, 0, 41)
  return file
}

const frames = Math.round((3 * 44_100) / 1024)
const blockSeconds = 1024 / 44_100

describe('all blocks in a packet count', () => {
  test.each<[string, (frame: Buffer) => Buffer, number, number]>([
    ['in ADTS', (frame) => makeAac(3, frame), frames * blockSeconds, 25],
    ['in MP4', (frame) => makeMp4(3, ['soun'], frame), frames * blockSeconds, 25],
    ['in Matroska', (frame) => aacMatroska(4, frame), (200 * 1024) / 48_000, 10],
  ])('%s', (_, make, seconds, most) => {
    for (const blocks of [1, 2, most])
      expect(sentSeconds(make(aacFrame(blocks)))).toBeCloseTo(blocks * seconds, 1)
  })

  test('and one that is broken, too', () => {
    const frame = aacFrame(5)
    frame.write('0fffffff', 20, 'hex')
    for (const file of [makeAac(3, frame), makeMp4(3, ['soun'], frame)])
      expect(sentSeconds(file)).toBeCloseTo(6 * frames * blockSeconds, 1)
  })

  test('whatever the head of a frame says, which is not sent', () => {
    expect(sentSeconds(withHeads(makeAac(3, aacFrame(2)), 6, () => 0xfe))).toBeCloseTo(
      2 * frames * blockSeconds,
      1,
    )
  })

  test('but not those that the end of the file cuts off', () => {
    for (const cut of [1, 100, 104])
      expect(sentSeconds(makeAac(3, aacFrame(25)).subarray(0, -cut))).toBeCloseTo(
        25 * (frames - 1) * blockSeconds,
        6,
      )
  })
})

describe('a packet with the head of a frame in it, which can say another rate, is not sent', () => {
  const slowHead = Buffer.from('fff170800d7ffc', 'hex')
  const before = Buffer.concat([slowHead, aacFrame(10, 93)])
  const within = Buffer.concat([aacFrame(1, 4), slowHead, aacFrame(10, 89)])
  const makers: readonly (readonly [string, (frame: Buffer) => Buffer])[] = [
    ['MP4', (frame) => makeMp4(3, ['soun'], frame)],
    ['Matroska', (frame) => aacMatroska(4, frame)],
    ['ADTS', (frame) => makeAac(3, frame)],
  ]
  test.each(
    makers.flatMap(([container, make]) => [
      [container, 'before its blocks', make(before)] as const,
      [container, 'behind one', make(within)] as const,
    ]),
  )('in %s, %s', (_container, _where, file) => {
    expect(sentSeconds(file)).toEqual(uncounted)
  })

  test('but the others are', () => {
    const once = makeMp4(3)
    before.copy(once, once.indexOf('mdat') + 4)
    const { sound } = sentOf(once)
    expect(sound?.seconds).toBeCloseTo((frames - 1) * blockSeconds, 6)
    expect(sound?.packets.bytes.includes(slowHead)).toBe(false)
  })
})

describe('a frame of ADTS in another one is sent within that, in which decoders read no heads', () => {
  const hidden = (blocks: Buffer, head = 'fff1508034fffc'): Buffer =>
    Buffer.concat([Buffer.from(head, 'hex'), blocks])

  /** Frames of 512 bytes, with data behind their first block, and frames of 423 in it. */
  const hiding = (frame: Buffer): Buffer => {
    const outer = Buffer.alloc(512)
    outer.write('fff15080401ffc', 'hex')
    outer.write('81ffef', 7, 'hex')
    frame.copy(outer, 20)
    outer.write('00000007', 508, 'hex')
    return Buffer.alloc(200 * outer.length, outer)
  }

  test.each<[string, Buffer]>([
    ['with many blocks', hidden(aacFrame(100, 416))],
    ['with many blocks, whose head some decoders refuse', hidden(aacFrame(100, 416), 'fff7508034fffc')],
    [
      'with another one in it',
      hidden(Buffer.concat([Buffer.from('e0fff15080017ffc', 'hex'), aacFrame(100, 408)])),
    ],
    ['that is broken', hidden(Buffer.alloc(416, 0x0f))],
  ])('%s', async (_, frame) => {
    const { sound, file: sent } = sentOf(hiding(frame))
    const packets = sound === undefined ? [] : packetsIn(sound)
    expect(packets.length).toBe(200)
    expect(packets.every((packet) => packet.length === 505)).toBe(true)
    expect(sent?.seconds).toBeCloseTo(200 * blockSeconds, 6)
    const heard = await heardIn(sent?.bytes ?? frame)
    expect(heard.packets.length).toBe(200)
  })
})

test('a frame of ADTS that is larger than it should be is one if it is whole', () => {
  const large = Buffer.concat([Buffer.from('fff15041001ffc', 'hex'), aacFrame(1, 2041)])
  expect(sentSeconds(Buffer.concat([large, large, large, large]))).toBeCloseTo(4 * blockSeconds, 6)
})

describe('heads that claim the same bytes are not read one by one', () => {
  test.each<[string, string]>([
    ['within a frame', 'fff15fff'],
    ['of frames that are too large', 'fff15043'],
  ])('%s', (_, head) => {
    const file = Buffer.concat([makeAac(3), Buffer.alloc(2_000_000, Buffer.from(head, 'hex'))])
    const { sound } = sentOf(file)
    expect(sound?.packets.bytes.length).toBeLessThanOrEqual(file.length)
  })
})

test('a sample of AAC in an MP4 can be larger than encoders write', () => {
  const file = Buffer.concat([makeMp4(3, ['soun'], aacFrame(25)), Buffer.alloc(1_300_000)])
  file.writeUInt32BE(10_000, file.indexOf('stsz') + 8)
  const { sound, file: sent } = sentOf(file)
  expect(sound?.packets.sizes).toEqual(new Array<number>(frames).fill(10_000))
  expect(sent?.seconds).toBeGreaterThan(frames * 25 * blockSeconds - 1)
})

test('AAC in an MP4 without a description goes by the rate of its entry', () => {
  const file = makeMp4(3, ['soun'], aacFrame(25))
  file.write('06', file.indexOf(Buffer.from('05021210', 'hex')), 'hex')
  expect(sentSeconds(file)).toBeCloseTo(frames * 25 * blockSeconds, 1)
  expect(sentOf(file).sound?.coding).toMatchObject({ description: descriptionAt(4) })
  file.write('none', file.indexOf('esds'))
  file.writeUInt32BE(4_000 * 65_536 + 1, file.indexOf('mp4a') + 28)
  expect(sentSeconds(file)).toBeCloseTo((frames * 25 * 1024) / 4_000, 1)
  expect(sentOf(file).sound?.coding).toMatchObject({
    description: Buffer.from('1780 07d0 10'.replaceAll(' ', ''), 'hex'),
  })
  file.writeUInt32BE(3_999 * 65_536, file.indexOf('mp4a') + 28)
  expect(sentSeconds(file)).toEqual(uncounted)
})

describe('a description of AAC', () => {
  const described = (description: string): Buffer => {
    const file = makeMp4(3)
    const body = Buffer.concat([Buffer.of(5, description.length / 2), Buffer.from(description, 'hex')])
    const at = file.indexOf(Buffer.from('05021210', 'hex'))
    const longer = Buffer.concat([file.subarray(0, at), body, file.subarray(at + 4)])
    const more = body.length - 4
    for (const word of ['moov', 'trak', 'mdia', 'minf', 'stbl', 'stsd', 'mp4a', 'esds']) {
      const size = longer.indexOf(word) - 4
      longer.writeUInt32BE(longer.readUInt32BE(size) + more, size)
    }
    const chunk = longer.indexOf('stco') + 12
    longer.writeUInt32BE(longer.readUInt32BE(chunk) + more, chunk)
    return longer
  }

  test.each<[string, string, number | undefined]>([
    ['SBR at 44.1 kHz over LC at 22.05 kHz', '2b8a0800', (frames * 1024) / 22_050],
    ['PS, likewise', 'eb8a0800', (frames * 1024) / 22_050],
    ['SBR over a kind for bad lines', '2b8a4400', undefined],
    ['SBR over itself', '2b8a1400', undefined],
    ['frames of 960 samples', '1214', undefined],
    ['a kind for bad lines', '8a10', undefined],
    ['a reserved rate', '1690', undefined],
    ['a rate that is written out', '17805622300000', frames * blockSeconds],
  ])('%s', (_, description, seconds) => {
    expect(sentSeconds(described(description))).toEqual(
      seconds === undefined ? uncounted : expect.closeTo(seconds, 1),
    )
  })
})
