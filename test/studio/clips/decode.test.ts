import { beforeAll, describe, expect, test } from 'vitest'
import { decodeClip, firstMinute, wholeClip } from '../../../studio/clips/decode.ts'
import { type ClipFormat, clipFormatOf } from '../../../studio/clips/format.ts'
import { resample } from '../../../studio/clips/resample.ts'
import { encodeAac } from '../../../studio/encode/aac.ts'
import { encodeSound } from '../../../studio/encode/encode.ts'
import { encodeMp3 } from '../../../studio/encode/mp3.ts'
import { encodeVorbis } from '../../../studio/encode/vorbis.ts'
import { encodeWav } from '../../../studio/encode/wav.ts'
import { encodeWebm } from '../../../studio/encode/webm.ts'
import type { Stereo } from '../../../studio/music/sound/stereo.ts'
import { rootMeanSquare } from '../../support/audio/audio-analysis.ts'
import { encodeFlac as encodeVerbatimFlac } from '../../support/audio/clip-files.ts'
import { encodeM4a } from '../../support/audio/m4a-files.ts'
import { encodeOpus } from '../../support/audio/opus-files.ts'
import { firstRows, runs } from '../../support/suite/runs.ts'

const tone = (seconds: number, hz = 440, rate = 44_100): Float32Array =>
  Float32Array.from({ length: Math.round(seconds * rate) }, (_empty, index) => {
    return 0.5 * Math.sin((2 * Math.PI * hz * index) / rate)
  })

const sides: Stereo = { left: tone(4), right: tone(4, 660), sampleRate: 44_100 }

/** How much of one channel is not in another, as a part of it. */
const errorOf = (found: Float32Array, wanted: Float32Array): number =>
  rootMeanSquare(wanted.map((sample, index) => sample - (found[index] ?? 0))) / rootMeanSquare(wanted)

describe.each([
  ['mp3', encodeMp3, 0.05, 0],
  ['wav', encodeWav, 0.0001, 0],
  ['vorbis', encodeVorbis, 0.05, 0],
  ['flac', encodeVerbatimFlac, 0.0001, 0],
  ['webm', encodeWebm, 0.05, 0],
  ['aac', encodeAac, 0.05, 1023],
  ['mp4', encodeM4a, 0.05, 1023],
  ['opus', (sound) => encodeOpus(sound, 'ogg'), 0.05, 0],
  ['webm', (sound) => encodeOpus(sound, 'webm'), 0.05, 0],
] as const satisfies readonly (readonly [
  ClipFormat,
  (sound: Stereo) => Uint8Array | Promise<Uint8Array>,
  number,
  number,
])[])('a clip in %s', (format, encode, errorMax, paddingMax) => {
  let bytes: Uint8Array
  let decoded: Stereo
  beforeAll(async () => {
    bytes = await encode(sides)
    decoded = await decodeClip(bytes)
  })

  test('is known by how it begins', () => {
    expect(clipFormatOf(bytes)).toBe(format)
  })

  test('is decoded, each side for itself, as long as it was', () => {
    const { length } = sides.left
    expect(decoded.left.length).toBeGreaterThanOrEqual(length)
    expect(decoded.left.length).toBeLessThanOrEqual(length + paddingMax)
    // The edges of a coded tone that begins at once are smeared.
    const [start, end] = [5000, 60_000]
    for (const side of ['left', 'right'] as const) {
      const found = decoded[side].subarray(start, end)
      expect(errorOf(found, sides[side].subarray(start, end))).toBeLessThan(errorMax)
    }
  })

  test('that breaks off is decoded as far as it goes', async () => {
    const half = await decodeClip(bytes.subarray(0, Math.round(bytes.length / 2)))
    expect(half.left.length).toBeGreaterThan(sides.left.length * 0.2)
    expect(half.left.length).toBeLessThan(sides.left.length * 0.9)
  })
})

type WavForm = {
  readonly code: number
  readonly bits: number
  readonly channels: number
  readonly rate: number
  readonly write: (bytes: Buffer, sample: number, at: number) => void
}

const wavOf = ({ code, bits, channels, rate, write }: WavForm, samples: Float32Array): Buffer => {
  const frameBytes = (channels * bits) / 8
  const data = Buffer.alloc(samples.length * frameBytes)
  for (const [index, sample] of samples.entries()) {
    for (let channel = 0; channel < channels; channel += 1) {
      write(data, sample, index * frameBytes + (channel * bits) / 8)
    }
  }
  const bytes = Buffer.alloc(54)
  bytes.write('RIFF', 0)
  bytes.writeUInt32LE(46 + data.length, 4)
  bytes.write('WAVEfmt ', 8)
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(code, 20)
  bytes.writeUInt16LE(channels, 22)
  bytes.writeUInt32LE(rate, 24)
  bytes.writeUInt32LE(rate * frameBytes, 28)
  bytes.writeUInt16LE(frameBytes, 32)
  bytes.writeUInt16LE(bits, 34)
  // A chunk of another kind with an odd length, and the byte that fills it up.
  bytes.write('note', 36)
  bytes.writeUInt32LE(1, 40)
  bytes.write('data', 46)
  bytes.writeUInt32LE(data.length, 50)
  return Buffer.concat([bytes, data])
}

describe('a WAV', () => {
  const integer = (bits: 16 | 24 | 32): WavForm['write'] => {
    return (bytes, sample, at) => bytes.writeIntLE(Math.round(sample * (2 ** (bits - 1) - 1)), at, bits / 8)
  }
  const forms: readonly (readonly [string, WavForm])[] = [
    [
      '8 bits',
      {
        code: 1,
        bits: 8,
        channels: 1,
        rate: 44_100,
        write: (b, s, at) => b.writeUInt8(Math.round(128 + 127 * s), at),
      },
    ],
    ['16 bits', { code: 1, bits: 16, channels: 1, rate: 44_100, write: integer(16) }],
    ['24 bits', { code: 1, bits: 24, channels: 2, rate: 44_100, write: integer(24) }],
    ['32 bits', { code: 1, bits: 32, channels: 6, rate: 44_100, write: integer(32) }],
    [
      'floating samples',
      { code: 3, bits: 32, channels: 2, rate: 44_100, write: (b, s, at) => b.writeFloatLE(s, at) },
    ],
    [
      'double floating samples',
      { code: 3, bits: 64, channels: 1, rate: 44_100, write: (b, s, at) => b.writeDoubleLE(s, at) },
    ],
    ['another rate', { code: 1, bits: 16, channels: 2, rate: 22_050, write: integer(16) }],
  ]

  test.each(forms)('of %s is read', async (_name, form) => {
    const { left, right } = await decodeClip(wavOf(form, tone(1, 440, form.rate)))
    const wanted = tone(1)
    expect(left.length).toBe(wanted.length)
    expect(errorOf(left.subarray(500, 43_000), wanted.subarray(500, 43_000))).toBeLessThan(0.015)
    expect(errorOf(right, left)).toBe(0)
  })

  test('in a form that nobody reads is refused', async () => {
    const form: WavForm = { code: 85, bits: 16, channels: 2, rate: 44_100, write: integer(16) }
    await expect(decodeClip(wavOf(form, tone(0.1)))).rejects.toThrow('in a form the studio cannot read')
  })
})

describe('a clip', () => {
  test.each([
    ['of text', 'To be, or not to be', 'no audio the studio can read'],
    ['of nothing', '', 'no audio the studio can read'],
    ['that only begins like an MP3', `ID3${'x'.repeat(5000)}`, 'damaged'],
    ['that only begins like a FLAC', `fLaC${'x'.repeat(5000)}`, 'damaged'],
    ['that only begins like a WAV', 'RIFF....WAVE', 'does not name its format'],
  ])('%s is refused', async (_name, text, reason) => {
    await expect(decodeClip(Buffer.from(text))).rejects.toThrow(reason)
  })

  const long = tone(firstMinute.seconds + 2)

  test.each(firstRows(1, ['wav', 'mp3']))('in %s of more than a minute is cut', async (format) => {
    const bytes = await encodeSound({ left: long, right: long, sampleRate: 44_100 }, format)
    const { left } = await decodeClip(bytes)
    expect(left.length).toBe(firstMinute.seconds * 44_100)
    const whole = await decodeClip(bytes, wholeClip)
    expect(whole.left.length).toBe(long.length)
  })

  test('in another form, of more than is wanted, is cut as well', async () => {
    const [seconds, left] = [2, tone(3)]
    const bytes = await encodeMp3({ left, right: left, sampleRate: 44_100 })
    expect((await decodeClip(bytes, { seconds, longer: 'cut' })).left.length).toBe(seconds * 44_100)
  })

  // Ten minutes take seconds to resample.
  const whole = { ...wholeClip, seconds: runs(20, wholeClip.seconds) }

  test.each([
    ['as long as may be', 0, undefined],
    ['longer by a sample', 1, `longer than ${whole.seconds / 60} minutes`],
  ])('%s is refused rather than cut, where all of it is wanted', async (_name, more, reason) => {
    const form = { code: 1, bits: 8, channels: 1, rate: 4000, write: () => undefined }
    const bytes = wavOf(form, new Float32Array(whole.seconds * form.rate + more))
    const decoded = decodeClip(bytes, whole)
    if (reason === undefined) expect((await decoded).left.length).toBe(whole.seconds * 44_100)
    else await expect(decoded).rejects.toThrow(reason)
  })
})

describe('another rate', () => {
  test.each([22_050, 48_000, 96_000, 8000])('of %i Hz keeps a tone where it is', (rate) => {
    const found = resample(tone(1, 1000, rate), rate, 44_100)
    expect(errorOf(found.subarray(1000, 43_000), tone(1, 1000).subarray(1000, 43_000))).toBeLessThan(0.01)
  })

  test('loses what the slower one cannot hold instead of folding it back', () => {
    expect(
      rootMeanSquare(resample(tone(1, 30_000, 96_000), 96_000, 44_100).subarray(1000, 43_000)),
    ).toBeLessThan(0.005)
  })
})
