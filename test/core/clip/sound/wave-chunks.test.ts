import { describe, expect, test } from 'vitest'
import { readSound } from '../../../../src/core/clip/sound/read-sound.ts'

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

const counted = (file: Buffer) => {
  const found = readSound(file)
  return found?.kind === 'audio' ? found.counted : undefined
}

/** Two sizes of an RF64: that of the file, which nobody needs, and that of the sound. */
const largeSizes = (bytes: number): Buffer => {
  const body = Buffer.alloc(28)
  body.writeBigUInt64LE(BigInt(bytes), 8)
  return chunk('ds64', body)
}

const second = 2 * rate

describe('of the two sizes that an RF64 has for its sound, the larger counts', () => {
  test.each<[string, string, number, number, number]>([
    ['a larger one in the list of large sizes', 'RF64', second, 10 * second, 10],
    ['a larger one before the sound', 'RF64', 10 * second, second, 10],
    ['a larger one in the list of a BW64', 'BW64', second, 10 * second, 10],
    ['one that is larger than the file', 'RF64', second, 99 * second, 10],
    ['none before the sound', 'RF64', 0xffff_ffff, 10 * second, 10],
  ])('%s', (_, name, size, largeSize, seconds) => {
    const sound = chunk('data', Buffer.alloc(10 * second), size)
    const file = wav([largeSizes(largeSize), format(plain, 2, 16), sound], name)
    expect(counted(file)?.seconds).toBeCloseTo(seconds, 3)
  })
})

describe('of two sizes of a moment, the smaller counts, and the longer sound is not exact', () => {
  test.each<[string, number, number, number, number]>([
    ['24 bits in blocks of 32', plain, 4, 24, 3],
    ['no bits', plain, 2, 0, 2],
    ['no block', plain, 0, 16, 2],
    ['more bits than a block has', plain, 2, 32, 2],
    ['fewer bits than a block has', float, 1_000, 32, 4],
    ['A-law of sixteen bits', aLaw, 2, 16, 1],
    ['µ-law of no bits', muLaw, 64, 0, 1],
  ])('%s', (_, kind, blockBytes, bits, momentBytes) => {
    const file = wav([format(kind, blockBytes, bits), chunk('data', Buffer.alloc(12 * rate))])
    expect(counted(file)).toEqual({ seconds: 12 / momentBytes, exact: false })
  })

  test('nothing certain is said where neither is stated', () => {
    const file = wav([format(plain, 0, 0), chunk('data', Buffer.alloc(second))])
    expect(readSound(file)).toEqual({ kind: 'audio', contentType: 'audio/wav', counted: undefined })
  })
})

describe('blocks that decoders read as more samples count as more', () => {
  test.each<[string, number, number, number, number]>([
    ['IMA ADPCM of four bits', ima, 36, 4, 65],
    ['IMA ADPCM of two bits', ima, 36, 2, 129],
    ['IMA ADPCM of no bits', ima, 36, 0, 65],
    ['GSM', gsm, 65, 0, 320],
    ['GSM in larger blocks', gsm, 650, 0, 15 * 320],
  ])('%s', (_, kind, blockBytes, bits, samples) => {
    const file = wav([format(kind, blockBytes, bits), chunk('data', Buffer.alloc(10 * blockBytes))])
    expect(counted(file)?.seconds).toBeCloseTo((10 * samples) / rate, 6)
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
    expect(readSound(file)).toEqual({ kind: 'refused', called })
  },
)
