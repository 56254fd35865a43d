import { describe, expect, test } from 'vitest'
import { readSound } from '../../../../src/core/clip/sound/read-sound.ts'
import {
  aacFrame,
  f64,
  makeAac,
  makeMp4,
  webmCluster,
  webmOf,
} from '../../../support/audio/clip-containers.ts'

const found = (file: Buffer) => {
  const sound = readSound(file)
  return sound?.kind === 'audio' ? sound.counted : undefined
}

const counted = (file: Buffer): number | undefined => found(file)?.seconds

test('AAC in ADTS is counted also where the stream alone says its channels', () => {
  const file = makeAac(3)
  const frameBytes = file.length / Math.round((3 * 44_100) / 1024)
  for (let at = 0; at < file.length; at += frameBytes) file[at + 3] = (file[at + 3] ?? 0) & 0x3f
  expect(counted(file)).toBeCloseTo(3, 1)
})

test('AAC in Matroska is counted without a description', () => {
  const file = webmOf(webmCluster(0, 3))
  file.write('A_AAC\0', file.indexOf('A_OPUS'))
  f64(8_000).copy(file, file.indexOf(f64(48_000)))
  expect(counted(file)).toBeCloseTo(150 * 0.128, 1)
})

/** A Matroska of AAC with blocks of this packet, of 41 bytes, at 48 kHz. */
const aacMatroska = (seconds: number, frame: Buffer): Buffer => {
  const file = webmOf(webmCluster(0, seconds))
  file.write('A_AAC\0', file.indexOf('A_OPUS'))
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
    for (const blocks of [1, 2, most]) {
      expect(found(make(aacFrame(blocks)))).toEqual({
        seconds: expect.closeTo(blocks * seconds, 1),
        exact: true,
      })
    }
  })

  test('and one that is broken, too', () => {
    const frame = aacFrame(5)
    frame.write('0fffffff', 20, 'hex')
    for (const file of [makeAac(3, frame), makeMp4(3, ['soun'], frame)])
      expect(counted(file)).toBeCloseTo(6 * frames * blockSeconds, 1)
  })

  test('and as many as the head of a frame says', () => {
    const file = makeAac(3, aacFrame(2))
    for (let at = 6; at < file.length; at += 107) file[at] = 0xfe
    expect(counted(file)).toBeCloseTo(3 * frames * blockSeconds, 1)
  })

  test('but not those that the end of the file cuts off', () => {
    const blocks = 25 * (frames - 1) + 1
    expect(found(makeAac(3, aacFrame(25)).subarray(0, -100))).toEqual({
      seconds: expect.closeTo(blocks * blockSeconds, 1),
      exact: true,
    })
    expect(counted(makeAac(3).subarray(0, -104))).toBeCloseTo(3, 1)
  })
})

describe('the head of a frame in a packet, which can say another rate,', () => {
  const slowHead = Buffer.from('fff170800d7ffc', 'hex')
  const before = Buffer.concat([slowHead, aacFrame(10, 93)])
  const within = Buffer.concat([aacFrame(1, 4), slowHead, aacFrame(10, 89)])

  test('makes an MP4 and a Matroska as long as they can be by it, also behind that packet', () => {
    const slowSeconds = 1024 / 7_350
    for (const frame of [before, within]) {
      expect(counted(makeMp4(3, ['soun'], frame))).toBeCloseTo(frames * 25 * slowSeconds, 1)
      expect(counted(aacMatroska(4, frame))).toBeCloseTo(200 * (41 / 4) * slowSeconds, 1)
    }
    const once = makeMp4(3)
    before.copy(once, once.indexOf('mdat') + 4)
    expect(counted(once)).toBeCloseTo((25 + frames - 1) * slowSeconds, 1)
  })

  test('counts with that rate in ADTS', () => {
    expect(counted(makeAac(3, within))).toBeCloseTo(frames * (blockSeconds + (10 * 1024) / 7_350), 1)
  })
})

describe('a frame of ADTS in another one', () => {
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
  ])('counts if decoders can play it: %s', (_, frame) => {
    expect(counted(hiding(frame))).toBeGreaterThan(200 * 99 * blockSeconds)
  })

  test('counts nothing if it is broken', () => {
    expect(found(hiding(hidden(Buffer.alloc(416, 0x0f))))).toEqual({
      seconds: expect.closeTo(200 * blockSeconds, 1),
      exact: true,
    })
  })
})

test('a frame of ADTS that is larger than it should be is one if it is whole', () => {
  const large = Buffer.concat([Buffer.from('fff15041001ffc', 'hex'), aacFrame(1, 2041)])
  expect(counted(Buffer.concat([large, large, large, large]))).toBeCloseTo(4 * blockSeconds, 3)
})

describe('heads that claim the same bytes are not read one by one', () => {
  test.each<[string, string]>([
    ['within a frame', 'fff15fff'],
    ['of frames that are too large', 'fff15043'],
  ])('%s', (_, head) => {
    const file = Buffer.concat([makeAac(3), Buffer.alloc(2_000_000, Buffer.from(head, 'hex'))])
    expect(counted(file) ?? Number.POSITIVE_INFINITY).toBeGreaterThan(1_000)
  })
})

test('a sample of AAC in an MP4 can be larger than encoders write', () => {
  const file = Buffer.concat([makeMp4(3, ['soun'], aacFrame(25)), Buffer.alloc(1_300_000)])
  file.writeUInt32BE(10_000, file.indexOf('stsz') + 8)
  expect(counted(file)).toBeGreaterThan(frames * 25 * blockSeconds - 1)
})

test('AAC in an MP4 without a description goes by the rate of its entry', () => {
  const file = makeMp4(3, ['soun'], aacFrame(25))
  file.write('06', file.indexOf(Buffer.from('05021210', 'hex')), 'hex')
  expect(counted(file)).toBeCloseTo(frames * 25 * blockSeconds, 1)
  file.write('none', file.indexOf('esds'))
  file.writeUInt32BE(4_000 * 65_536 + 1, file.indexOf('mp4a') + 28)
  expect(counted(file)).toBeCloseTo((frames * 25 * 1024) / 4_000, 1)
  file.writeUInt32BE(3_999 * 65_536, file.indexOf('mp4a') + 28)
  expect(counted(file)).toBeUndefined()
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
    if (seconds === undefined) expect(counted(described(description))).toBeUndefined()
    else expect(counted(described(description))).toBeCloseTo(seconds, 1)
  })
})
