import { describe, expect, test } from 'vitest'
import type { Sound } from '../../../../src/core/clip/sound/sound.ts'
import { looksCoded, looksForeign, looksLikeBursts } from '../../../../src/core/clip/written/foreign-marks.ts'
import { encodeMp3 } from '../../../../studio/encode/mp3.ts'
import { encodeWav } from '../../../../studio/encode/wav.ts'
import type { Stereo } from '../../../../studio/music/sound/stereo.ts'
import { evenNoise, noises } from '../../../support/audio/noises.ts'
import { heardIn, sentOf, writtenOf } from '../../../support/audio/sent-sound.ts'
import { runs } from '../../../support/suite/runs.ts'

/** Bytes of a second of stereo at 44.1 kHz. */
const cdBytes = 176_400

/** Bytes of PCM in which something is at these positions. */
const within = (bytes: Buffer, positions: readonly number[], length = 20_000): Buffer => {
  const sound = Buffer.alloc(length, 0x80)
  for (const at of positions) bytes.copy(sound, at)
  return sound
}

const every = (step: number, times: number, from = 100): readonly number[] =>
  Array.from({ length: times }, (_empty, index) => from + index * step)

/** So many frames in a row, by the head of each and its bytes. */
const row = (head: string, bytes: number, times: number): Buffer =>
  within(Buffer.from(head, 'hex'), every(bytes, times))

const marked = (hex: string, times: number): Buffer => within(Buffer.from(hex, 'hex'), every(334, times))

/** What is found, with the number that is no coincidence; one less may be one. */
type Rows = readonly (readonly [name: string, of: (times: number) => Buffer, least: number])[]

/** Kinds of coded sound, which decoders look for in PCM, too. */
const codedRows: Rows = [
  ['AC-3 at 48 kHz', (times) => row('0b770000143f', 768, times), 3],
  ['AC-3 with its bytes swapped', (times) => row('770b00003f14', 768, times), 3],
  ['AC-3 at 44.1 kHz', (times) => row('0b770000543f', 834, times), 3],
  ['AC-3 at 44.1 kHz with padding', (times) => row('0b770000553f', 836, times), 3],
  ['AC-3 at 32 kHz', (times) => row('0b770000943f', 1_152, times), 3],
  ['E-AC-3', (times) => row('0b77007f3f80', 256, times), 3],
  ['AAC in ADTS', (times) => row('fff150801fffc0', 255, times), 3],
  ['AAC in ADTS with checksums', (times) => row('fff050801fffc0', 255, times), 3],
  ['AAC in LATM', (times) => row('56e0fc', 255, times), 3],
  ...['7ffe8001', 'fe7f0180', '1fffe80007f0', 'ff1f00e8f007'].map(
    (hex) => [`DTS as ${hex}`, (times: number) => marked(hex, times), 2] as const,
  ),
  ['DTS-HD', (times) => marked('64582025', times), 1],
  ['TrueHD', (times) => marked('f8726fba', times), 1],
  ['MLP', (times) => marked('f8726fbb', times), 1],
]

const burstRows: Rows = [
  ['S/PDIF', (times) => marked('72f81f4e', times), 1],
  ['S/PDIF, big-endian', (times) => marked('f8724e1f', times), 1],
]

/** Frames that an MP3 has itself. */
const mpegRows: Rows = [
  ['MP3', (times) => row('fffb9000', 417, times), 3],
  ['MP2', (times) => row('fffd8000', 417, times), 3],
  ['MP1 at 44.1 kHz', (times) => row('ffff9000', 312, times), 3],
  ['MP1 of MPEG-2', (times) => row('fff79000', 312, times), 3],
]

/** Kinds of whole files. */
const fileRows: Rows = [
  ...[188, 192, 204].flatMap((step) =>
    [0, 1, step - 1].map(
      (phase) =>
        [
          `a transport stream of ${step} bytes, ${phase} bytes later`,
          (times: number) => within(Buffer.of(0x47), every(step, times, 100 + phase)),
          5,
        ] as const,
    ),
  ),
  ...(
    [
      ['ba', 1],
      ['bb', 1],
      ['c0', 5],
      ['df', 5],
    ] as const
  ).map(
    ([kind, least]) =>
      [
        `a program stream with parts ${kind}`,
        (times: number) => marked(`000001${kind}00008000`, times),
        least,
      ] as const,
  ),
  ['NSV', (times) => marked('4e535673', times), 1],
  ['DV', (times) => marked('1f07003f', times), 2],
  ['DV whose packets have another number', (times) => marked('1f0700bf', times), 2],
  ['a description of calls', (times) => within(Buffer.from('\nc=IN IP'), every(100, times)), 1],
  ['NUT', (times) => marked('4e4d7a561f5f04ad', times), 1],
  ['MXF', (times) => marked('060e2b34020501010d010201', times), 1],
]

test.each([...codedRows, ...mpegRows])('decoders look for %s in PCM of 16 bits', (_, of, least) => {
  expect(looksCoded(of(least), cdBytes)).toBe(true)
  expect(looksCoded(of(least - 1), cdBytes)).toBe(false)
})

test.each<[string, (times: number) => Buffer]>([
  [
    'AC-3 with heads between its frames',
    (times) => row('01100000000000000000000000000000' + '0b770000143f', 784, times),
  ],
  [
    'frames elsewhere, of which many more are needed',
    (times) => {
      const later = row('fff150801fffc0', 255, 2 * times)
      return Buffer.concat([Buffer.alloc(5_000, 0x80), later])
    },
  ],
])('decoders look for %s', (_, of) => {
  expect(looksCoded(of(3), cdBytes)).toBe(true)
  expect(looksCoded(of(2), cdBytes)).toBe(false)
})

// FFmpeg 7 reads longer packets than 5.1 where a second has more bytes.
test.each([
  ['2 channels at 192 kHz', 2 * 2 * 192_000, 4_000_000],
  ['2 channels at 384 kHz', 2 * 2 * 384_000, 5_000_000],
  ['6 channels at 192 kHz', 6 * 2 * 192_000, 5_000_000],
  ['64 channels at 768 kHz', 64 * 2 * 768_000, 20_000_000],
])('decoders look further into %s', (_, bytesPerSecond, at) => {
  const late = Buffer.concat([Buffer.alloc(at), row('0b770000143f', 768, 6)])
  expect(looksCoded(late, bytesPerSecond)).toBe(true)
  expect(looksCoded(late, cdBytes)).toBe(false)
})

test.each(burstRows)('decoders look for %s in PCM of any bits', (_, of, least) => {
  expect(looksLikeBursts(of(least))).toBe(true)
  expect(looksLikeBursts(of(least - 1))).toBe(false)
})

test('packets of a program stream are none by their marks alone, which quiet MP3s have', () => {
  expect(looksForeign(marked('000001c0', 50))).toBe(false)
  expect(looksForeign(marked('000001c0000021000100010001', 5))).toBe(true)
  expect(looksForeign(marked('000001c000000f', 5))).toBe(true)
})

test('a transport stream needs no packets in a row', () => {
  const share = (of: readonly number[]): Buffer =>
    within(
      Buffer.of(0x47),
      of.map((index) => 100 + index * 188),
    )
  expect(looksForeign(share([0, 2, 4, 6, 8]))).toBe(true)
  expect(looksForeign(share([0, 3, 6, 9, 12]))).toBe(false)
})

test.each([...codedRows, ...burstRows, ...fileRows])('decoders could take an MP3 for %s', (_, of, least) => {
  expect(looksForeign(of(least))).toBe(true)
  expect(looksForeign(of(least - 1))).toBe(false)
})

test.each([
  ['between two samples, where quiet noise has it', 'ff1f00e8f007', 335],
  ['without what follows it in DTS of 14 bits', 'ff1f00e8', 334],
  ['without what follows it in the other order', '1fffe800', 334],
])('decoders pass over a mark of DTS %s', (_, hex, step) => {
  const sound = within(Buffer.from(hex, 'hex'), every(step * 2, 5, 100 + (step % 2)))
  expect(looksCoded(sound, cdBytes)).toBe(false)
  expect(looksForeign(sound)).toBe(false)
})

test.each<[string, number, string]>([
  ['narrow', 13, '04'],
  ['wide', 18, '04'],
  ['wide of the largest frames', 61, '44'],
])('decoders could take an MP3 for AMR, whose frames have no mark: %s', (_, bytes, head) => {
  const frames = (count: number): Buffer => within(Buffer.from(head, 'hex'), every(bytes, count, 0), 8_000)
  expect(looksForeign(frames(101))).toBe(true)
  expect(looksForeign(frames(99))).toBe(false)
})

test('decoders could take an MP3 for GSM, whose frames have no head', () => {
  const frames = (share: number): Buffer => within(Buffer.of(0xd0), every(33, Math.floor(606 * share), 0))
  expect(looksForeign(frames(0.6))).toBe(true)
  expect(looksForeign(frames(0.4))).toBe(false)
})

describe('PCM of 16 bits in which decoders could find coded sound', () => {
  const plainSound = (bytes: Buffer, bits: number): Sound => {
    const blockBytes = bits / 8
    const seconds = bytes.length / blockBytes / 8_000
    return {
      coding: { kind: 'wave', format: 1, channels: 1, rate: 8_000, bits, blockBytes, blockSamples: 1 },
      packets: { bytes, sizes: [bytes.length], seconds: [seconds] },
      seconds,
    }
  }
  const adts = row('fff150801fffc0', 255, 3)

  test('is sent as floating-point numbers, which sound the same', async () => {
    const file = writtenOf(plainSound(adts, 16))
    const heard = await heardIn(file?.bytes ?? adts)
    expect(heard.codec).toBe('pcm-f32')
    const bytes = Buffer.concat(heard.packets)
    expect(bytes.length).toBe(adts.length * 2)
    for (let index = 0; index < adts.length / 2; index += 1)
      expect(bytes.readFloatLE(index * 4) * 0x8000).toBe(adts.readInt16LE(index * 2))
  })

  test.each([
    [8, 'pcm-f32', 4],
    [24, 'pcm-f32', 4],
    [32, 'pcm-f64', 8],
  ])('is sent so with bursts in it, too, of %i bits', async (bits, codec, bytesEach) => {
    const bursts = within(Buffer.from('72f81f4e', 'hex'), [96], 24_000)
    const heard = await heardIn(writtenOf(plainSound(bursts, bits))?.bytes ?? bursts)
    expect(heard.codec).toBe(codec)
    const bytes = Buffer.concat(heard.packets)
    const from = bits / 8
    for (let index = 0; index < bursts.length / from; index += 1) {
      const sample = from === 1 ? (bursts[index] ?? 0) - 0x80 : bursts.readIntLE(index * from, from)
      const value = bytesEach === 8 ? bytes.readDoubleLE(index * 8) : bytes.readFloatLE(index * 4)
      expect(value * 2 ** (bits - 1)).toBe(sample)
    }
  })

  test('is sent as it is with other bits, in which no decoder looks for any', () => {
    expect(writtenOf(plainSound(adts, 8))?.bytes.subarray(-adts.length).equals(adts)).toBe(true)
  })
})

const frameBytes = 1_044
const frames = 30
/** MP3 of 320 kbit/s, in whose bodies something else is. */
const mp3With = (bodies: Buffer): Buffer => {
  const file = Buffer.from(bodies.subarray(0, frames * frameBytes))
  for (let at = 0; at < file.length; at += frameBytes) file.write('fffbe0c0', at, 'hex')
  return file
}

describe('MP3 that decoders could take for another kind of file is sent in an MP4', () => {
  const room = frames * frameBytes
  test.each<[string, Buffer]>([
    ['a transport stream', within(Buffer.of(0x47), every(188, 8), room)],
    ['AC-3', within(Buffer.from('0b770000143f', 'hex'), every(768, 4), room)],
    ['a program stream', within(Buffer.from('000001ba', 'hex'), every(333, 2), room)],
    ['NSV', within(Buffer.from('NSVs'), [100], room)],
    ['no MP3, as a frame has more heads', within(Buffer.from('fffbe0c0', 'hex'), [100, 200], room)],
  ])('%s', async (_, bodies) => {
    const file = mp3With(bodies)
    const { file: sent } = sentOf(file)
    expect(sent).toMatchObject({ contentType: 'audio/mp4', ending: 'm4a' })
    expect(sent?.seconds).toBeCloseTo((frames * 1152) / 44_100, 6)
    const heard = await heardIn(sent?.bytes ?? file)
    expect(heard).toMatchObject({ codec: 'mp3', rate: 44_100 })
    expect(heard.packets.length).toBe(frames)
    expect(Buffer.concat(heard.packets).equals(file)).toBe(true)
    expect(sentOf(sent?.bytes ?? file).file?.bytes.equals(sent?.bytes ?? file)).toBe(true)
  })

  test('as is all MP2, which has no info frame', () => {
    const file = within(Buffer.from('fffd8000', 'hex'), every(417, 10, 0), 4_170)
    expect(sentOf(file).file).toMatchObject({ contentType: 'audio/mp4', ending: 'm4a' })
  })
})

const length = runs(150_000, 400_000)
/** What is in front of a WAV's description. */
const ownBytes = 2_056
const tone = (hz: number, level: number): Float32Array =>
  Float32Array.from({ length }, (_empty, index) => level * Math.sin((2 * Math.PI * hz * index) / 44_100))
const wavOf = (samples: Float32Array): Buffer =>
  Buffer.from(encodeWav({ left: samples, right: samples.toReversed(), sampleRate: 44_100 }))
const louder = (samples: Float32Array, level: number): Float32Array => {
  const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
  return samples.map((sample) => (sample / peak) * level)
}

describe('honest sound is not doubted', () => {
  test.each<[string, Buffer]>([
    ['silence', wavOf(new Float32Array(length))],
    ['silence of 8 bits', Buffer.alloc(length, 0x80)],
    ['silence of µ-law', Buffer.alloc(length, 0xff)],
    ['silence of A-law', Buffer.alloc(length, 0xd5)],
    ...[110, 440, 1_000, 4_186].flatMap((hz) =>
      [0.05, 0.3, 0.9].map((level): [string, Buffer] => [`${hz} Hz at ${level}`, wavOf(tone(hz, level))]),
    ),
    ...Object.entries(noises).flatMap(([name, make]) =>
      [0.3, 1].map((level): [string, Buffer] => [
        `${name} noise at ${level}`,
        wavOf(louder(make(length), level)),
      ]),
    ),
    ['noise of all bits', evenNoise(1024 * 1024)],
  ])('%s', (_, file) => {
    expect(looksCoded(file, cdBytes)).toBe(false)
  })

  const fine = (rate: number, level: number): Stereo => {
    const samples = Float32Array.from(
      { length },
      (_empty, index) => level * Math.sin((2 * Math.PI * 1_000 * index) / rate),
    )
    return { left: samples, right: samples, sampleRate: rate }
  }
  const quiet = Object.entries(noises).flatMap(([name, make]) =>
    [0.01, 0.005].map((level): [string, Stereo] => {
      const samples = louder(make(length), level)
      return [
        `${name} noise whose peak is ${level}`,
        { left: samples, right: samples.toReversed(), sampleRate: 44_100 },
      ]
    }),
  )
  test.each<[string, Stereo]>([
    ...quiet,
    ['a tone at 48 kHz', fine(48_000, 0.7)],
    ['a quiet tone at 48 kHz', fine(48_000, 0.01)],
    ['a tone at 32 kHz', fine(32_000, 0.7)],
  ])('and is sent with its 16 bits: %s', (_, stereo) => {
    const file = Buffer.from(encodeWav(stereo))
    const { sound, file: sent } = sentOf(file)
    const { bytes = Buffer.alloc(0) } = sound?.packets ?? {}
    expect(sent?.contentType).toBe('audio/wav')
    expect(bytes.length).toBe(length * 4)
    expect(sent?.bytes.readUInt16LE(ownBytes + 34)).toBe(16)
    expect(sent?.bytes.subarray(-bytes.length).equals(bytes)).toBe(true)
  })

  test.each<[string, () => Float32Array]>([
    ['silence', () => new Float32Array(length)],
    ['a tone', () => tone(440, 0.5)],
    ['white noise', () => louder(noises.white(length), 0.9)],
    ['a fan', () => louder(noises.fan(length), 0.3)],
  ])('MP3 of %s is sent as MP3', async (_, make) => {
    const samples = make()
    const file = Buffer.from(
      await encodeMp3({ left: samples, right: samples.toReversed(), sampleRate: 44_100 }),
    )
    expect(sentOf(file).file?.contentType).toBe('audio/mpeg')
  })
})
