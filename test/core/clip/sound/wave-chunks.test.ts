import { describe, expect, test } from 'vitest'
import { readSound } from '../../../../src/core/clip/sound/read-sound.ts'

const chunk = (name: string, body: Buffer, size = body.length): Buffer => {
  const head = Buffer.alloc(8)
  head.write(name)
  head.writeUInt32LE(size, 4)
  return Buffer.concat([head, body])
}

const rate = 8_000
const plain = 1

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
