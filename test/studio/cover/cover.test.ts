import { crc32, inflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { drawCover } from '../../../studio/cover/cover.ts'
import { motifs } from '../../../studio/cover/motifs.ts'
import { palettes } from '../../../studio/cover/palettes.ts'
import { randomFrom } from '../../../studio/music/random.ts'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const order = { prompt: 'a sea shanty', musicStyle: '', lyrics: '', title: '' }

type Chunk = { readonly type: string; readonly data: Buffer; readonly isIntact: boolean }

/** Reads the chunks of a PNG (https://www.w3.org/TR/png-3/#5Chunk-layout). */
const chunksOf = (png: Uint8Array): readonly Chunk[] => {
  const bytes = Buffer.from(png)
  const chunks: Chunk[] = []
  for (let at = signature.length; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    const data = bytes.subarray(at + 8, at + 8 + length)
    const isIntact = crc32(bytes.subarray(at + 4, at + 8 + length)) === bytes.readUInt32BE(at + 8 + length)
    chunks.push({ type: bytes.toString('latin1', at + 4, at + 8), data, isIntact })
    at += 12 + length
  }
  return chunks
}

describe('a cover', () => {
  test.each([
    ['full', 1024],
    ['thumbnail', 256],
  ] as const)('in the size %s is a whole PNG, %i pixels wide and as high', (name, side) => {
    const png = drawCover(order)[name]
    expect(Buffer.from(png).subarray(0, 8)).toEqual(signature)
    const chunks = chunksOf(png)
    expect(chunks.every(({ isIntact }) => isIntact)).toBe(true)
    expect(chunks.at(0)?.data.readUInt32BE(0)).toBe(side)
    expect(chunks.at(0)?.data.readUInt32BE(4)).toBe(side)
    expect(chunks.at(-1)?.type).toBe('IEND')
    const pixels = inflateSync(
      Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data)),
    )
    expect(pixels.length).toBe(side * (side * 4 + 1))
  })

  test('is the same for the same order and another for another', () => {
    const cover = Buffer.from(drawCover(order).thumbnail)
    expect(Buffer.from(drawCover(order).thumbnail)).toEqual(cover)
    expect(Buffer.from(drawCover({ ...order, prompt: 'another sea shanty' }).thumbnail)).not.toEqual(cover)
  })

  test('carries no text of the order', () => {
    const injected = drawCover({ ...order, prompt: '"/><script>', title: '<text>' })
    expect(injected.thumbnail.length).toBeGreaterThan(0)
  })
})

describe('every motif', () => {
  test.each(Object.entries(motifs))('%s draws something else for each seed', (_name, motif) => {
    const drawings = [1, 2, 3].map((seed) => motif(palettes.dusk, randomFrom('motif', seed)))
    expect(new Set(drawings).size).toBe(3)
    for (const drawing of drawings) expect(drawing).not.toMatch(/NaN|undefined|Infinity/)
  })
})
