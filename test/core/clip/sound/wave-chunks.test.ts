import { describe, expect, test } from 'vitest'
import { heardIn, sentOf, sentSeconds } from '../../../support/audio/sent-sound.ts'

const chunk = (name: string, body: Buffer, size = body.length): Buffer => {
  const head = Buffer.alloc(8)
  head.write(name)
  head.writeUInt32LE(size, 4)
  return Buffer.concat([head, body])
}

const rate = 8_000
const [plain, float, aLaw, muLaw, ima, gsm] = [1, 3, 6, 7, 0x11, 0x31]

/** The description of sound in one channel. */
const format = (kind: number, blockBytes: number, bits: number): Buffer => {
  const body = Buffer.alloc(16)
  for (const [index, value] of [kind, 1].entries()) body.writeUInt16LE(value, index * 2)
  body.writeUInt32LE(rate, 4)
  for (const [index, value] of [blockBytes, bits].entries()) body.writeUInt16LE(value, 12 + index * 2)
  return chunk('fmt ', body)
}

const wav = (chunks: readonly Buffer[], name = 'RIFF'): Buffer =>
  Buffer.concat([Buffer.from(name), Buffer.alloc(4), Buffer.from('WAVE'), ...chunks])

/** Two sizes of an RF64: that of the file, which nobody needs, and that of the sound. */
const largeSizes = (bytes: number): Buffer => {
  const body = Buffer.alloc(28)
  body.writeBigUInt64LE(BigInt(bytes), 8)
  return chunk('ds64', body)
}

const second = 2 * rate

describe('the sound of an RF64 is as long as its chunk says, or as its list of large sizes if that says so', () => {
  test.each<[string, string, number, number, number]>([
    ['a size before the sound', 'RF64', 10 * second, second, 10],
    ['a smaller size before the sound', 'RF64', second, 10 * second, 1],
    ['a smaller size before the sound of a BW64', 'BW64', second, 10 * second, 1],
    ['none before the sound', 'RF64', 0xffff_ffff, 10 * second, 10],
    ['none before the sound, and less in the list', 'RF64', 0xffff_ffff, 4 * second, 4],
    ['none before the sound, and more than the file has in the list', 'RF64', 0xffff_ffff, 99 * second, 10],
  ])('%s', (_, name, size, largeSize, seconds) => {
    const sound = chunk('data', Buffer.alloc(10 * second), size)
    const file = wav([largeSizes(largeSize), format(plain, 2, 16), sound], name)
    expect(sentSeconds(file)).toBeCloseTo(seconds, 6)
  })
})

const uncounted = { kind: 'uncounted' }

describe('a moment has the bytes of a block, or without one those of its bits', () => {
  test.each<[string, number, number, number, number, string]>([
    ['24 bits in blocks of 32', plain, 4, 24, 4, 'pcm-s32'],
    ['no bits', plain, 2, 0, 2, 'pcm-s16'],
    ['no block', plain, 0, 16, 2, 'pcm-s16'],
    ['more bits than a block has', plain, 2, 32, 2, 'pcm-s16'],
    ['A-law of sixteen bits', aLaw, 2, 16, 1, 'alaw'],
    ['µ-law of no bits', muLaw, 64, 0, 1, 'ulaw'],
    ['numbers with a fraction', float, 4, 32, 4, 'pcm-f32'],
    ['large numbers with a fraction', float, 8, 64, 8, 'pcm-f64'],
  ])('%s', async (_, kind, blockBytes, bits, momentBytes, codec) => {
    const file = wav([format(kind, blockBytes, bits), chunk('data', Buffer.alloc(24 * rate))])
    const { file: sent } = sentOf(file)
    expect(sent?.seconds).toBeCloseTo(24 / momentBytes, 6)
    expect(await heardIn(sent?.bytes ?? file)).toMatchObject({
      codec,
      seconds: expect.closeTo(24 / momentBytes, 6),
    })
  })

  test.each<[string, number, number, number]>([
    ['neither', plain, 0, 0],
    ['a block of many bytes', float, 1_000, 32],
    ['numbers of sixteen bits with a fraction', float, 2, 16],
  ])('nothing is sent with %s', (_, kind, blockBytes, bits) => {
    expect(sentSeconds(wav([format(kind, blockBytes, bits), chunk('data', Buffer.alloc(second))]))).toEqual(
      uncounted,
    )
  })

  test('half a moment at the end of the sound is not sent', () => {
    const file = wav([format(plain, 2, 16), chunk('data', Buffer.alloc(second + 1))])
    expect(sentOf(file).sound?.packets.bytes.length).toBe(second)
  })
})

describe('blocks of packed sound count as the samples that they have, and a cut one as a whole', () => {
  test.each<[string, number, number, number, number, number]>([
    ['IMA ADPCM of four bits', ima, 36, 4, 10 * 36, 10 * 65],
    ['IMA ADPCM whose last block is cut', ima, 36, 4, 10 * 36 - 5, 10 * 65],
    ["Microsoft's ADPCM", 0x02, 64, 4, 10 * 64, 10 * 116],
    ['GSM', gsm, 65, 0, 10 * 65, 10 * 320],
  ])('%s', (_, kind, blockBytes, bits, bytes, samples) => {
    const file = wav([format(kind, blockBytes, bits), chunk('data', Buffer.alloc(bytes))])
    expect(sentSeconds(file)).toBeCloseTo(samples / rate, 6)
  })

  test.each<[string, number, number, number]>([
    ['GSM in larger blocks', gsm, 650, 0],
    ['IMA ADPCM in blocks without room for a head', ima, 3, 4],
    ["Microsoft's ADPCM likewise", 0x02, 5, 4],
    ['ADPCM without blocks', ima, 0, 4],
    ['IMA ADPCM of two bits', ima, 36, 2],
  ])('nothing is sent of %s', (_, kind, blockBytes, bits) => {
    const file = wav([format(kind, blockBytes, bits), chunk('data', Buffer.alloc(second))])
    expect(sentSeconds(file)).toEqual(uncounted)
  })
})

test.each([
  [0x45, 'WAV/G.726'],
  [0xff, 'WAV/AAC'],
  [0x28f, 'WAV/G.722'],
  [0x22, 'WAV/TrueSpeech'],
  [0x1234, 'WAV/0x1234'],
])(
  'a WAV of a format that is refused (%i) is called by its name, or its number without one',
  (kind, called) => {
    const file = wav([format(kind, 1, 8), chunk('data', Buffer.alloc(second))])
    expect(sentSeconds(file)).toEqual({ kind: 'refused', called })
  },
)
