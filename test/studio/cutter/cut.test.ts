import { describe, expect, test } from 'vitest'
import { cut } from '../../../studio/cutter/cut.ts'
import { exactDepth } from '../../../studio/cutter/depth.ts'
import type { Stereo } from '../../../studio/music/sound/stereo.ts'

/** A sound whose samples count, so that each says where it was. */
const counting = (frames: number, sampleRate: number): Stereo => ({
  left: Float32Array.from({ length: frames }, (_empty, frame) => frame / 2 ** 23),
  right: Float32Array.from({ length: frames }, (_empty, frame) => -frame / 2 ** 23),
  sampleRate,
})

const rates = [8000, 11_025, 12_345, 22_050, 32_000, 44_100, 48_000, 96_000, 192_000]

describe.each(rates)('of a clip at %i samples a second', (rate) => {
  const clip = counting(Math.round(1.7 * rate), rate)

  test.each([
    [0, 1700],
    [0, 0.3],
    [0.2, 1699.8],
    [123.456, 789.012],
    [1000, 1001],
    [1699, 1700],
    [333.333, 333.999],
  ])('from %d to %d ms the nearest frames are kept, at the same rate', (start, end) => {
    const [from, to] = [Math.round((start * rate) / 1000), Math.round((end * rate) / 1000)]
    const kept = cut(clip, { start, end })
    if (from === to) expect(kept).toBeUndefined()
    else {
      expect(kept?.sampleRate).toBe(rate)
      expect(kept?.left).toEqual(clip.left.subarray(from, to))
      expect(kept?.right).toEqual(clip.right.subarray(from, to))
    }
  })

  test.each([
    ['that ends behind it', 0, 1701],
    ['that lies behind it', 1800, 1900],
    ['without a frame', 500, 500.000_1],
    ['beyond all numbers', 0, Number.MAX_VALUE],
  ])('a range %s keeps nothing', (_name, start, end) => {
    expect(cut(clip, { start, end })).toBeUndefined()
  })

  test('ranges that meet are the clip again', () => {
    const edges = [0, 17.17, 400.4, 400.5, 1111.111, 1700]
    const parts = edges.slice(1).map((end, index) => cut(clip, { start: edges[index] ?? 0, end }))
    const samples = parts.flatMap((part) => [...(part?.left ?? [])])
    expect(samples).toEqual([...clip.left])
  })
})

describe('the depth that keeps samples exactly', () => {
  const of = (...samples: number[]): Stereo => ({
    left: Float32Array.from(samples),
    right: new Float32Array(samples.length),
    sampleRate: 44_100,
  })

  test.each([
    ['of silence', of(0, 0), 16],
    ['of whole numbers of 16 bits', of(-1, 1 / 32_768, 32_767 / 32_768), 16],
    ['of 8 bits', of(-1, 127 / 128), 16],
    ['of whole numbers of 24 bits', of(-1, 1 / 2 ** 23, 1 - 1 / 2 ** 23), 24],
    ['of full scale, which no whole number reaches', of(1), 'float'],
    ['beyond full scale', of(-1.5), 'float'],
    ['between whole numbers', of(0.1), 'float'],
  ])('%s', (_name, sound, depth) => {
    expect(exactDepth(sound)).toBe(depth)
    expect(exactDepth({ ...sound, left: sound.right, right: sound.left })).toBe(depth)
  })
})
