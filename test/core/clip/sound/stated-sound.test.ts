import { describe, expect, test } from 'vitest'
import { encodeVorbis } from '../../../../studio/encode/vorbis.ts'
import {
  f64,
  makeMp4,
  mp4Box,
  sealedOgg,
  webmCluster,
  webmElement,
  webmOf,
} from '../../../support/audio/clip-containers.ts'
import { encodeFlac } from '../../../support/audio/clip-files.ts'
import { heardIn, sentOf, sentSeconds } from '../../../support/audio/sent-sound.ts'

const uncounted = { kind: 'uncounted' }

const rate = 8_000

const chunk = (name: string, ...bodies: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(bodies)
  const head = Buffer.from(`${name}\0\0\0\0`, 'latin1')
  head.writeUInt32BE(body.length, 4)
  return Buffer.concat([head, body])
}

/** The description of an AIFF's sound in one channel, at 8 kHz by default. */
const common = (bits: number, packing = '', exponent = 0x400b): Buffer => {
  const body = Buffer.alloc(18)
  body.writeUInt16BE(1)
  body.writeUInt16BE(bits, 6)
  body.writeUInt16BE(exponent, 8)
  body.writeUInt32BE(0xfa00_0000, 10)
  return chunk('COMM', body, Buffer.from(packing === '' ? '' : `${packing}\0\0`, 'latin1'))
}

const version = (value = 'a2805140'): Buffer => chunk('FVER', Buffer.from(value, 'hex'))
const aiffSound = chunk('SSND', Buffer.alloc(8 + 12 * rate))
const aiff = (kind: string, ...chunks: readonly Buffer[]): Buffer =>
  chunk('FORM', Buffer.from(kind), ...chunks, aiffSound)

describe('AIFF is sent as WAV of the same length', () => {
  test.each<[string, Buffer, number, string]>([
    ['16 bits', aiff('AIFF', common(16)), 6, 'pcm-s16'],
    ['8 bits', aiff('AIFF', common(8)), 12, 'pcm-u8'],
    ['20 bits, which fill three bytes', aiff('AIFF', common(20)), 4, 'pcm-s24'],
    ['little-endian of 16 bits', aiff('AIFC', version(), common(16, 'sowt')), 6, 'pcm-s16'],
    [
      'little-endian of 24 bits, which some take for 16',
      aiff('AIFC', version(), common(24, 'sowt')),
      4,
      'pcm-s24',
    ],
    [
      'AIFF with the version of AIFF-C, but unpacked',
      aiff('AIFF', version(), common(16, 'NONE')),
      6,
      'pcm-s16',
    ],
    [
      'AIFF that decoders take for AIFF-C by its version',
      aiff('AIFF', version(), common(32, 'ulaw')),
      3,
      'pcm-s32',
    ],
    ['AIFF-C of another version', aiff('AIFC', version('00000001'), common(8, 'fl64')), 1.5, 'pcm-f64'],
    ['A-law', aiff('AIFC', version(), common(16, 'alaw')), 12, 'alaw'],
    ['whole numbers of 32 bits', aiff('AIFC', version(), common(32, 'in32')), 3, 'pcm-s32'],
    ['numbers of 32 bits with a fraction', aiff('AIFC', version(), common(32, 'fl32')), 3, 'pcm-f32'],
  ])('%s', async (_, file, seconds, codec) => {
    const { file: sent } = sentOf(file)
    expect(sent?.seconds).toBeCloseTo(seconds, 6)
    expect(await heardIn(sent?.bytes ?? file)).toMatchObject({
      codec,
      rate,
      channels: 1,
      seconds: expect.closeTo(seconds, 6),
    })
  })

  test.each<[string, Buffer]>([
    ['65,528 bits', aiff('AIFF', common(65_528))],
    ['65,528 bits, little-endian', aiff('AIFC', common(65_528, 'sowt'))],
    ['no bits', aiff('AIFF', common(0))],
    ['a rate beyond all', aiff('AIFF', common(16, '', 0x4013))],
    ['a rate below all', aiff('AIFF', common(16, '', 0x4008))],
  ])('nothing is sent of %s', (_, file) => {
    expect(sentSeconds(file)).toEqual(uncounted)
  })

  test('sound in a chunk of games is refused', () => {
    expect(sentSeconds(aiff('AIFF', common(16), chunk('APCM', Buffer.alloc(9))))).toEqual({
      kind: 'refused',
      called: 'AIFF-C/APCM',
    })
  })
})

/** An MP4 of three seconds with another entry in place of its own; the file is otherwise the same. */
const withEntry = (entry: Buffer): Buffer => {
  const file = makeMp4(3)
  const at = file.indexOf('mp4a') - 4
  const size = file.readUInt32BE(at)
  const grown = Buffer.concat([file.subarray(0, at), entry, file.subarray(at + size)])
  for (const word of ['moov', 'trak', 'mdia', 'minf', 'stbl', 'stsd']) {
    const sizeAt = grown.indexOf(word) - 4
    grown.writeUInt32BE(grown.readUInt32BE(sizeAt) + entry.length - size, sizeAt)
  }
  return grown
}

const entry = (name: string, bits: number, ...boxes: readonly Buffer[]): Buffer => {
  const fields = Buffer.alloc(28)
  fields.writeUInt16BE(1, 6)
  fields.writeUInt16BE(1, 16)
  fields.writeUInt16BE(bits, 18)
  fields.writeUInt32BE(44_100 * 65_536, 24)
  return mp4Box(name, fields, ...boxes)
}

const alac = (samples: number, itsRate: number): Buffer => {
  const body = Buffer.alloc(28)
  body.writeUInt32BE(samples, 4)
  body.writeUInt32BE(itsRate, 24)
  return mp4Box('alac', body)
}

const samples = Math.round((3 * 44_100) / 1024)
const usual = alac(4096, 44_100)

describe('ALAC lasts as long as its description says', () => {
  test.each<[string, Buffer]>([
    ['in the entry', entry('alac', 16, usual)],
    ['before something else', entry('alac', 16, usual, mp4Box('free', Buffer.alloc(9)))],
    ['before the name in another box', entry('alac', 16, usual, mp4Box('free', alac(1, 384_000)))],
    ['before another description', entry('alac', 16, usual, alac(1, 384_000))],
  ])('%s', (_, box) => {
    expect(sentSeconds(withEntry(box))).toBeCloseTo((samples * 4096) / 44_100, 1)
  })

  test.each<[string, Buffer]>([
    ['with none', entry('alac', 16)],
    ['with a short one', entry('alac', 16, mp4Box('alac', Buffer.alloc(20)))],
    ['of frames without samples', entry('alac', 16, alac(0, 44_100))],
    ['of an impossible rate', entry('alac', 16, alac(4096, 400_000))],
    ['of a rate below all', entry('alac', 16, alac(4096, 3_999))],
    ['of impossible frames', entry('alac', 16, alac(16_385, 44_100))],
  ])('nothing is sent of one %s', (_, box) => {
    expect(sentSeconds(withEntry(box))).toEqual(uncounted)
  })

  test('whose only description is written, and nothing behind it', () => {
    const { sound } = sentOf(withEntry(entry('alac', 16, alac(4096, 44_100), alac(1, 384_000))))
    const description = alac(4096, 44_100).subarray(12)
    expect(sound?.coding).toEqual({ kind: 'alac', description, rate: 44_100 })
  })
})

describe('PCM in MP4 of a number of bits that nobody records is not sent', () => {
  test.each<[string, number]>([
    ['sowt', 65_528],
    ['twos', 64],
    ['lpcm', 4_096],
    ['ipcm', 0],
    ['fpcm', 16],
  ])('%s of %i', (name, bits) => {
    expect(sentSeconds(withEntry(entry(name, bits)))).toEqual(uncounted)
  })
})

test('the bits of PCM in MP4 are those in their own box', () => {
  const file = withEntry(entry('ipcm', 16, mp4Box('pcmC', Buffer.from([0, 0, 0, 0, 1, 8]))))
  file.writeUInt32BE(4, file.indexOf('stsz') + 8)
  const { sound } = sentOf(file)
  expect(sound?.coding).toMatchObject({ bits: 8, mend: 'turn_sign' })
  expect(sound?.seconds).toBeCloseTo((samples * 4) / 44_100, 6)
})

/** A copy whose numbers of a kind, after a mark, are other ones. */
const changedAfter = (file: Buffer, mark: string, distance: number, hex: string): Buffer => {
  const copy = Buffer.from(file)
  const at = copy.indexOf(mark, 0, 'latin1')
  expect(at).not.toBe(-1)
  copy.write(hex, at + distance, 'hex')
  return copy
}

const silence = new Float32Array(4_410)
const flac = Buffer.from(encodeFlac({ left: silence, right: silence, sampleRate: 44_100 }))
const vorbis = Buffer.from(await encodeVorbis({ left: silence, right: silence, sampleRate: 44_100 }))

describe('nothing is sent of a rate below 4,000 Hz, with which a few bytes would last for hours', () => {
  test.each<[string, Buffer]>([
    ['PCM in MP4', withEntry(changedAfter(entry('sowt', 16), 'sowt', 28, '0f9f0000'))],
    ['AAC in MP4', changedAfter(makeMp4(3), '\x05\x02\x12\x10', 2, '17800010')],
    ['FLAC', changedAfter(flac, 'fLaC', 18, '000010')],
    ['Vorbis', sealedOgg(changedAfter(vorbis, '\x01vorbis', 12, '9f0f0000'))],
  ])('%s', (_, file) => {
    expect(sentSeconds(file)).toEqual(uncounted)
  })
})

const u16 = (value: number): Buffer => Buffer.from([value >> 8, value & 0xff])

/** A WebM of PCM in two channels with so many bits, at a rate for its contents and one for its output, which nobody needs. */
const plainWebm = (bits: number, own: number, output?: number): Buffer => {
  const file = webmOf(webmCluster(0, 1))
  const at = file.indexOf(Buffer.from('ae08', 'hex'))
  const end = at + 6 + file.readUInt32BE(at + 2)
  const sound = [webmElement('b5', f64(own)), webmElement('9f', u16(2)), webmElement('6264', u16(bits))]
  const more = output === undefined ? [] : [webmElement('78b5', f64(output))]
  const track = webmElement(
    'ae',
    ...[webmElement('d7', u16(2)), webmElement('83', u16(2))],
    webmElement('86', Buffer.from('A_PCM/INT/LIT')),
    webmElement('e1', ...sound, ...more),
  )
  const list = file.indexOf('1654ae6b', 0, 'hex')
  return Buffer.concat([file.subarray(0, list), webmElement('1654ae6b', track), file.subarray(end)])
}

describe('PCM in Matroska is sent at its own rate', () => {
  /** Of each block, whose last byte is half a sample. */
  const bytes = 50 * 40
  test.each<[string, Buffer, number]>([
    ['16 bits', plainWebm(16, rate), bytes / (4 * rate)],
    ['a lower rate for the output', plainWebm(16, rate, rate / 2), bytes / (4 * rate)],
    ['a higher rate for the output', plainWebm(16, rate, 2 * rate), bytes / (4 * rate)],
    ['an output below all', plainWebm(16, rate, 3_999), bytes / (4 * rate)],
  ])('%s', (_, file, seconds) => {
    expect(sentSeconds(file)).toBeCloseTo(seconds, 6)
  })

  test.each<[string, Buffer]>([
    ['65,528 bits', plainWebm(65_528, rate)],
    ['no bits', plainWebm(0, rate)],
    ['64 bits', plainWebm(64, rate)],
    ['a rate below all', plainWebm(16, 3_999)],
    ['a rate beyond all', plainWebm(16, 800_000)],
  ])('nothing is sent of %s', (_, file) => {
    expect(sentSeconds(file)).toEqual(uncounted)
  })
})

/** PCM of QuickTime with these flags in its description of version 2 (1: fraction, 2: big-endian, 4: signed). */
const flagged = (bits: number, flags: number): Buffer => {
  const fields = Buffer.alloc(64)
  fields.writeUInt16BE(1, 6)
  fields.writeUInt16BE(2, 8)
  fields.writeDoubleBE(44_100, 32)
  fields.writeUInt32BE(1, 40)
  fields.writeUInt32BE(bits, 48)
  fields.writeUInt32BE(flags, 52)
  return mp4Box('lpcm', fields)
}

const boxed = (name: string, isLittle: boolean, bits: number): Buffer =>
  entry(name, 16, mp4Box('pcmC', Buffer.from([0, 0, 0, 0, isLittle ? 1 : 0, bits])))
const little = mp4Box('enda', Buffer.of(0, 1))

describe('samples are turned into those of WAV by what a container says of them', () => {
  test.each<[string, Buffer, string | undefined]>([
    ['AIFF of 16 bits', aiff('AIFF', common(16)), 'turn_bytes'],
    ['AIFF of 24 bits', aiff('AIFF', common(24)), 'turn_bytes'],
    ['AIFF of 8 bits', aiff('AIFF', common(8)), 'turn_sign'],
    ['AIFF-C, little-endian', aiff('AIFC', common(16, 'sowt')), undefined],
    ['AIFF-C without a sign', aiff('AIFC', common(8, 'raw ')), undefined],
    ['AIFF-C with a fraction', aiff('AIFC', common(32, 'fl32')), 'turn_bytes'],
    ['AIFF-C of µ-law', aiff('AIFC', common(16, 'ulaw')), undefined],
    ['MP4 of twos', withEntry(entry('twos', 16)), 'turn_bytes'],
    ['MP4 of twos of 8 bits', withEntry(entry('twos', 8)), 'turn_sign'],
    ['MP4 of sowt', withEntry(entry('sowt', 16)), undefined],
    ['MP4 of raw', withEntry(entry('raw ', 8)), undefined],
    ['MP4 without a name for 16 bits', withEntry(entry('NONE', 16)), 'turn_bytes'],
    ['MP4 without a name for 8 bits', withEntry(entry('NONE', 8)), undefined],
    ['MP4 of in24', withEntry(entry('in24', 16)), 'turn_bytes'],
    ['MP4 of in24, little-endian', withEntry(entry('in24', 16, little)), undefined],
    ['MP4 of fl64', withEntry(entry('fl64', 16)), 'turn_bytes'],
    ['MP4 of alaw', withEntry(entry('alaw', 16)), undefined],
    ['MP4 of ipcm, big-endian', withEntry(boxed('ipcm', false, 24)), 'turn_bytes'],
    ['MP4 of ipcm, little-endian', withEntry(boxed('ipcm', true, 24)), undefined],
    ['MP4 of fpcm, big-endian', withEntry(boxed('fpcm', false, 32)), 'turn_bytes'],
    ['MP4 of lpcm, big-endian', withEntry(flagged(16, 6)), 'turn_bytes'],
    ['MP4 of lpcm, little-endian', withEntry(flagged(16, 4)), undefined],
    ['MP4 of lpcm of 8 bits', withEntry(flagged(8, 4)), 'turn_sign'],
    ['MP4 of lpcm of 8 bits without a sign', withEntry(flagged(8, 0)), undefined],
    ['MP4 of lpcm with a fraction', withEntry(flagged(32, 3)), 'turn_bytes'],
    ['Matroska, little-endian', plainWebm(16, rate), undefined],
    ['Matroska of 8 bits', plainWebm(8, rate), undefined],
  ])('%s', (_, file, mend) => {
    const { coding } = sentOf(file).sound ?? {}
    expect(coding?.kind === 'wave' ? coding.mend : 'no PCM').toBe(mend)
  })
})
