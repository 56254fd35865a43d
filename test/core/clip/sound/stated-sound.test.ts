import { describe, expect, test } from 'vitest'
import { readSound } from '../../../../src/core/clip/sound/read-sound.ts'
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

/** A file's counted sound; what was found if it is refused or can't be counted. */
const counted = (file: Buffer) => {
  const found = readSound(file)
  return found?.kind === 'audio' ? found.counted : found
}

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
const aiffSound = chunk('SSND', Buffer.alloc(12 * rate))
const aiff = (kind: string, ...chunks: readonly Buffer[]): Buffer =>
  chunk('FORM', Buffer.from(kind), ...chunks, aiffSound)

describe('AIFF lasts as long as decoders play it', () => {
  test.each<[string, Buffer, number, boolean]>([
    ['16 bits', aiff('AIFF', common(16)), 6, true],
    ['20 bits, which fill three bytes', aiff('AIFF', common(20)), 4, true],
    ['little-endian of 16 bits', aiff('AIFC', version(), common(16, 'sowt')), 6, true],
    [
      'little-endian of 24 bits, which some take for 16',
      aiff('AIFC', version(), common(24, 'sowt')),
      6,
      false,
    ],
    [
      'little-endian of 65,528 bits, which decoders take for 16',
      aiff('AIFC', common(65_528, 'sowt')),
      6,
      false,
    ],
    ['AIFF with the version of AIFF-C, but unpacked', aiff('AIFF', version(), common(16, 'NONE')), 6, true],
  ])('%s', (_, file, seconds, exact) => {
    expect(counted(file)).toEqual({ seconds: expect.closeTo(seconds, 2), exact })
  })

  test.each<[string, Buffer]>([
    ['65,528 bits', aiff('AIFF', common(65_528))],
    ['no bits', aiff('AIFF', common(0))],
    ['a rate beyond all', aiff('AIFF', common(16, '', 0x4013))],
    ['a rate below all', aiff('AIFF', common(16, '', 0x4008))],
    ['AIFF that decoders take for AIFF-C by its version', aiff('AIFF', version(), common(32, 'ulaw'))],
    [
      'AIFF-C that decoders take for AIFF by its version',
      aiff('AIFC', version('00000001'), common(8, 'fl64')),
    ],
  ])('nothing certain is said of %s', (_, file) => {
    expect(counted(file)).toBeUndefined()
  })

  test('sound in a chunk of games is refused', () => {
    expect(counted(aiff('AIFF', common(16), chunk('APCM', Buffer.alloc(9))))).toEqual({
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

describe('ALAC lasts as long as its only description says', () => {
  test.each<[string, Buffer]>([
    ['in the entry', entry('alac', 16, usual)],
    ['before something else', entry('alac', 16, usual, mp4Box('free', Buffer.alloc(9)))],
  ])('%s', (_, box) => {
    expect(counted(withEntry(box))).toMatchObject({ seconds: expect.closeTo((samples * 4096) / 44_100, 1) })
  })

  test.each<[string, Buffer]>([
    ['with the name in another box', entry('alac', 16, usual, mp4Box('free', alac(1, 384_000)))],
    ['with two', entry('alac', 16, usual, alac(1, 384_000))],
    ['with none', entry('alac', 16)],
    ['with a short one', entry('alac', 16, mp4Box('alac', Buffer.alloc(20)))],
    ['of frames without samples', entry('alac', 16, alac(0, 44_100))],
    ['of an impossible rate', entry('alac', 16, alac(4096, 400_000))],
    ['of a rate below all', entry('alac', 16, alac(4096, 3_999))],
    ['of impossible frames', entry('alac', 16, alac(16_385, 44_100))],
  ])('nothing certain is said of one %s', (_, box) => {
    expect(counted(withEntry(box))).toBeUndefined()
  })
})

test.each<[string, number]>([
  ['sowt', 65_528],
  ['twos', 64],
  ['NONE', 24],
  ['lpcm', 4_096],
  ['ipcm', 0],
])('nothing certain is said of %s of %i bits in MP4, which decoders ignore', (name, bits) => {
  expect(counted(withEntry(entry(name, bits)))).toBeUndefined()
})

test('the bits of PCM in MP4 are those in their own box', () => {
  const file = withEntry(entry('ipcm', 16, mp4Box('pcmC', Buffer.from([0, 0, 0, 0, 1, 8]))))
  file.writeUInt32BE(4, file.indexOf('stsz') + 8)
  expect(counted(file)).toMatchObject({ seconds: expect.closeTo(3, 1) })
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

describe('nothing certain is said of a rate below 4,000 Hz, with which a few bytes would last for hours', () => {
  test.each<[string, Buffer]>([
    ['PCM in MP4', withEntry(changedAfter(entry('sowt', 16), 'sowt', 28, '0f9f0000'))],
    ['AAC in MP4', changedAfter(makeMp4(3), '\x05\x02\x12\x10', 2, '17800010')],
    ['FLAC', changedAfter(flac, 'fLaC', 18, '000010')],
    ['Vorbis', sealedOgg(changedAfter(vorbis, '\x01vorbis', 12, '9f0f0000'))],
  ])('%s', (_, file) => {
    expect(counted(file)).toBeUndefined()
  })
})

const u16 = (value: number): Buffer => Buffer.from([value >> 8, value & 0xff])

/** A WebM of PCM in two channels with so many bits, at a rate for its contents and one for its output. */
const plainWebm = (bits: number, own: number, output?: number): Buffer => {
  const file = webmOf(webmCluster(0, 1))
  // So that the sum of the blocks counts, and not their times.
  file.writeUInt32BE(1_000, file.indexOf('2ad7b1', 0, 'hex') + 8)
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

describe('PCM in Matroska lasts as long as decoders play it', () => {
  const bytes = 50 * 41
  test.each<[string, Buffer, number]>([
    ['16 bits', plainWebm(16, rate), bytes / (4 * rate)],
    ['a lower rate for the output', plainWebm(16, rate, rate / 2), bytes / (2 * rate)],
    ['a higher rate for the output', plainWebm(16, rate, 2 * rate), bytes / (4 * rate)],
  ])('%s', (_, file, seconds) => {
    expect(counted(file)).toMatchObject({ seconds: expect.closeTo(seconds, 3) })
  })

  test.each<[string, Buffer]>([
    ['65,528 bits', plainWebm(65_528, rate)],
    ['no bits', plainWebm(0, rate)],
    ['64 bits', plainWebm(64, rate)],
    ['a rate below all', plainWebm(16, 3_999)],
    ['an output below all', plainWebm(16, rate, 3_999)],
    ['a rate beyond all', plainWebm(16, 800_000)],
  ])('nothing certain is said of %s', (_, file) => {
    expect(counted(file)).toBeUndefined()
  })
})
