import { describe, expect, test } from 'vitest'
import { encodeMp3 } from '../../../../studio/encode/mp3.ts'
import { evenNoise } from '../../../support/audio/noises.ts'
import { audibleIn, heardIn, sentOf } from '../../../support/audio/sent-sound.ts'

/** A kind of frames, by a head; where a silent one of it says how long a sound is; and its samples and rate. */
interface Kind {
  head: string
  bytes: number
  toldAt: number
  samples: number
  rate: number
  channels: number
  /** The sizes of the silent frames before it. */
  opening: readonly number[]
}

const kinds: readonly (readonly [name: string, Kind])[] = [
  [
    'MPEG-1, stereo',
    {
      head: 'fffb9000',
      bytes: 417,
      toldAt: 36,
      samples: 1152,
      rate: 44_100,
      channels: 2,
      opening: [1044, 1044],
    },
  ],
  [
    'MPEG-1, mono',
    {
      head: 'fffb90c0',
      bytes: 417,
      toldAt: 21,
      samples: 1152,
      rate: 44_100,
      channels: 1,
      opening: [1044, 1044],
    },
  ],
  [
    'MPEG-1 with checksums',
    {
      head: 'fffa9000',
      bytes: 417,
      toldAt: 36,
      samples: 1152,
      rate: 44_100,
      channels: 2,
      opening: [1044, 1044],
    },
  ],
  [
    'MPEG-1 with padding',
    {
      head: 'fffb9200',
      bytes: 418,
      toldAt: 36,
      samples: 1152,
      rate: 44_100,
      channels: 2,
      opening: [1044, 1044],
    },
  ],
  [
    'MPEG-1 of 32 kbit/s',
    {
      head: 'fffb1400',
      bytes: 96,
      toldAt: 36,
      samples: 1152,
      rate: 48_000,
      channels: 2,
      opening: [960, 960, 144],
    },
  ],
  [
    'MPEG-2, stereo',
    {
      head: 'fff38000',
      bytes: 208,
      toldAt: 21,
      samples: 576,
      rate: 22_050,
      channels: 2,
      opening: [522, 522, 522, 522],
    },
  ],
  [
    'MPEG-2, mono',
    {
      head: 'fff380c0',
      bytes: 208,
      toldAt: 13,
      samples: 576,
      rate: 22_050,
      channels: 1,
      opening: [522, 522, 522, 522],
    },
  ],
  [
    'MPEG-2.5 of 8 kbit/s',
    {
      head: 'ffe318c0',
      bytes: 72,
      toldAt: 13,
      samples: 576,
      rate: 8_000,
      channels: 1,
      opening: [1440, 720, 72],
    },
  ],
]

const missing: Kind = { head: '', bytes: 1, toldAt: 0, samples: 0, rate: 1, channels: 0, opening: [] }

const noise = evenNoise(60_000)
const count = 20

/** So many frames, whose bodies are noise without another head. */
const framesOf = ({ head, bytes }: Kind, frames = count): Buffer => {
  const all = Buffer.from(noise.subarray(0, frames * bytes).map((byte) => (byte === 0xff ? 0xfe : byte)))
  for (let at = 0; at < all.length; at += bytes) all.write(head, at, 'hex')
  return all
}

/** A frame that says how long the sound is, which is wrong. */
const toldFrame = (kind: Kind, word: string, at = kind.toldAt): Buffer => {
  const frame = Buffer.alloc(kind.bytes)
  frame.write(kind.head, 'hex')
  frame.write(word, at)
  if (at + 16 <= frame.length) {
    frame.writeUInt32BE(3, at + 4)
    frame.writeUInt32BE(99_999, at + 8)
    frame.writeUInt32BE(99_999_999, at + 12)
  }
  return frame
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

describe('MP3 is sent behind silent frames, of which the first states its length', () => {
  test.each(kinds)('%s', async (_, kind) => {
    const frames = framesOf(kind)
    const [toldBytes = 0, ...silentSizes] = kind.opening
    const sizes = [...silentSizes, ...Array.from({ length: count }, () => kind.bytes)]
    const { file: sent } = sentOf(frames)
    const { bytes, seconds } = sent ?? { bytes: Buffer.alloc(0), seconds: 0 }
    expect(sent).toMatchObject({ contentType: 'audio/mpeg', ending: 'mp3' })
    expect(seconds).toBeCloseTo(((sizes.length + 1) * kind.samples) / kind.rate, 6)
    expect(bytes.length).toBe(toldBytes + sum(sizes))
    expect(bytes.subarray(-frames.length).equals(frames)).toBe(true)
    expect(bytes.toString('latin1', kind.toldAt, kind.toldAt + 4)).toBe('Xing')
    // All four fields follow.
    expect(bytes.readUInt32BE(kind.toldAt + 4)).toBe(15)
    expect(bytes.readUInt32BE(kind.toldAt + 8)).toBe(sizes.length)
    expect(bytes.readUInt32BE(kind.toldAt + 12)).toBe(bytes.length)
    const steps = [...bytes.subarray(kind.toldAt + 16, kind.toldAt + 116)]
    for (const [step, part] of steps.entries()) {
      const frame = Math.floor((step * sizes.length) / 100)
      const at = ((toldBytes + sum(sizes.slice(0, frame))) * 256) / bytes.length
      expect(part).toBe(Math.min(255, Math.floor(at)))
    }
    const heard = await heardIn(bytes)
    expect(heard).toMatchObject({ codec: 'mp3', rate: kind.rate, channels: kind.channels })
    expect(heard.packets.map(({ length }) => length)).toEqual(sizes)
    expect(Buffer.concat(audibleIn(heard.packets)).equals(frames)).toBe(true)
  })

  test.each(kinds)('which are all that FFmpeg looks at first: %s', (_, kind) => {
    const frames = framesOf(kind)
    const others = framesOf(kind)
    for (let at = 0; at < others.length; at += kind.bytes) others.fill(0x55, at + 4, at + kind.bytes)
    const [one, other] = [frames, others].map((file) => sentOf(file).file?.bytes.subarray(0, 2048))
    expect(one?.equals(other ?? others)).toBe(true)
  })

  test.each(kinds)(
    'of which the last claims all of its data, so that a cut sound gets none: %s',
    (_, kind) => {
      const bytes = sentOf(framesOf(kind)).file?.bytes ?? Buffer.alloc(0)
      const at = sum(kind.opening.slice(0, -1))
      const [start, each, parts] =
        kind.samples === 1152
          ? [kind.channels === 1 ? 18 : 20, 59, 2 * kind.channels]
          : [kind.channels === 1 ? 9 : 10, 63, kind.channels]
      const bits = BigInt(`0x${bytes.toString('hex', at + 4, at + 4 + 32)}`)
      const stated = Array.from({ length: parts }, (_empty, part) =>
        Number((bits >> BigInt(256 - 12 - start - part * each)) & 0xfffn),
      )
      const sideBytes = (start + each * parts) / 8
      expect(sum(stated)).toBe(((kind.opening.at(-1) ?? 0) - 4 - sideBytes) * 8)
    },
  )
})

describe('what the first frame of a file says of the length is not sent', () => {
  const told = kinds.flatMap(([name, kind]) =>
    ['Xing', 'Info', 'VBRI'].map((word) => [word, name, kind, word === 'VBRI' ? 36 : kind.toldAt] as const),
  )
  test.each(told)('%s: %s', (word, _name, kind, at) => {
    const frames = framesOf(kind)
    const plain = sentOf(frames).file
    const sent = sentOf(Buffer.concat([toldFrame(kind, word, at), frames])).file
    expect(sent?.bytes.equals(plain?.bytes ?? frames)).toBe(true)
    expect(sent?.seconds).toBe(plain?.seconds)
  })

  test('of our own encoder', () => {
    expect(encoded.includes('Info')).toBe(true)
    const { file: sent } = sentOf(encoded)
    expect(sent?.bytes.includes('Info')).toBe(false)
    expect(sent?.contentType).toBe('audio/mpeg')
  })
})

const tone = Float32Array.from({ length: 44_100 }, (_empty, index) => 0.5 * Math.sin(index / 16))
const encoded = Buffer.from(await encodeMp3({ left: tone, right: tone, sampleRate: 44_100 }))

describe('the silence that an encoder put before and behind a sound is told, if nothing of it is missing', () => {
  const toldAt = 36
  const gapsIn = (file: Buffer): readonly number[] => {
    const both = file.readUIntBE(toldAt + 141, 3)
    return [both >> 12, both & 0xfff]
  }
  const [lead = 0, tail = 0] = gapsIn(encoded.subarray(encoded.indexOf('Info') - toldAt))
  const lastFrameBytes = 417
  /** The length of our silent frame, and the delay of decoders, in samples. */
  const [ours, delay] = [1152, 529]
  test.each<[string, Buffer, readonly number[]]>([
    ['both', encoded, [ours + lead, tail]],
    ['both behind something else', Buffer.concat([Buffer.alloc(1_000), encoded]), [ours + lead, tail]],
    ['nothing behind a sound that broke off', encoded.subarray(0, -lastFrameBytes), [ours + lead, 0]],
    ['nothing behind one that goes on', Buffer.concat([encoded, encoded]), [ours + lead, 0]],
    ['only ours for frames that no encoder told of', framesOf(kinds[0]?.[1] ?? missing), [ours - delay, 0]],
  ])('%s, with ours', (_, file, gaps) => {
    expect(lead).toBeGreaterThan(0)
    expect(gapsIn(sentOf(file).file?.bytes ?? file)).toEqual(gaps)
  })

  test('in an MP4, if it is too long to be stated together with ours', async () => {
    const file = Buffer.from(encoded)
    file.writeUIntBE(4_000 * 0x1000, file.indexOf('Info') + 141, 3)
    const { file: sent } = sentOf(file)
    expect(sent?.contentType).toBe('audio/mp4')
    expect((await heardIn(sent?.bytes ?? file)).codec).toBe('mp3')
  })
})

describe('a frame that says the length is read no further than a short file goes', () => {
  test.each<[string, Kind, number]>([
    [
      'MPEG-2 of 24 bytes',
      {
        head: 'fff314c0',
        bytes: 24,
        toldAt: 13,
        samples: 576,
        rate: 24_000,
        channels: 1,
        opening: [480, 480, 480, 480, 144],
      },
      6,
    ],
    [
      'MPEG-2.5 of 48 bytes',
      {
        head: 'ffe314c0',
        bytes: 48,
        toldAt: 13,
        samples: 576,
        rate: 12_000,
        channels: 1,
        opening: [960, 960, 144],
      },
      3,
    ],
    [
      'MPEG-2.5 of 72 bytes',
      {
        head: 'ffe318c0',
        bytes: 72,
        toldAt: 13,
        samples: 576,
        rate: 8_000,
        channels: 1,
        opening: [1440, 720, 72],
      },
      2,
    ],
  ])('%s', (_, kind, all) => {
    const told = Buffer.concat([toldFrame(kind, 'Xing'), framesOf(kind, all - 1)])
    const encoderAt = kind.toldAt + 120
    told.write('LAME3.100', encoderAt)
    // The numbers behind the encoder's name would be beyond the end.
    expect(told.length).toBeLessThan(encoderAt + 24)
    const { file: sent } = sentOf(told)
    expect(sent?.bytes.subarray(-(all - 1) * kind.bytes).equals(told.subarray(kind.bytes))).toBe(true)
    expect(sent?.seconds).toBeCloseTo(((kind.opening.length + all - 1) * kind.samples) / kind.rate, 6)
  })
})

test('nothing is sent of a file with no other frame than one that says its length', () => {
  expect(sentOf(toldFrame(kinds[0]?.[1] ?? missing, 'Xing')).file).toBeUndefined()
})

test('MP2 is sent in an MP4, as no frame can say how long it is', async () => {
  const kind: Kind = {
    head: 'fffda000',
    bytes: 626,
    toldAt: 36,
    samples: 1152,
    rate: 44_100,
    channels: 2,
    opening: [],
  }
  const frames = framesOf(kind)
  const { file: sent } = sentOf(frames)
  expect(sent?.contentType).toBe('audio/mp4')
  const { packets } = await heardIn(sent?.bytes ?? frames)
  expect(Buffer.concat(packets).equals(frames)).toBe(true)
})
