import { describe, expect, test } from 'vitest'
import { framesOf, framesWithin, timeRangeOf } from '../../../studio/clips/range.ts'

describe('two numbers', () => {
  test.each([
    ['from the start', 0, 1],
    ['with parts of a unit', 0.25, 0.75],
    ['that lie close together', 1, 1 + Number.EPSILON],
    ['beyond any clip', 1e9, 1e300],
  ])('%s name a range', (_name, start, end) => {
    expect(timeRangeOf(start, end)).toEqual({ start, end })
  })

  test.each([
    ['of which one is missing', undefined, 5],
    ['of which the other is missing', 5, undefined],
    ['that are both missing', undefined, undefined],
    ['that are the same', 5, 5],
    ['that are both 0', 0, 0],
    ['in the wrong order', 6, 5],
    ['before the clip', -2, -1],
    ['of which one is before the clip', -Number.MIN_VALUE, 1],
    ['of which one is no number', Number.NaN, 5],
    ['of which the other is no number', 0, Number.NaN],
    ['without an end', 0, Number.POSITIVE_INFINITY],
    ['without a start', Number.NEGATIVE_INFINITY, 5],
  ])('%s name none', (_name, start, end) => {
    expect(timeRangeOf(start, end)).toBeUndefined()
  })
})

describe('the ends of a range', () => {
  test.each([
    ['whole seconds', { start: 1, end: 2 }, 1, 44_100, { from: 44_100, to: 88_200 }],
    ['milliseconds', { start: 1, end: 2 }, 1000, 44_100, { from: 44, to: 88 }],
    // 0.4 ms are 17.64 frames and 1.6 ms are 70.56.
    ['parts of a millisecond', { start: 0.4, end: 1.6 }, 1000, 44_100, { from: 18, to: 71 }],
    ['parts of a second', { start: 0.1, end: 0.7 }, 1, 44_100, { from: 4410, to: 30_870 }],
    ['another rate', { start: 500, end: 1500 }, 1000, 8000, { from: 4000, to: 12_000 }],
    ['a rate that no millisecond divides', { start: 1, end: 3 }, 1000, 11_025, { from: 11, to: 33 }],
    ['hours', { start: 3_600_000, end: 7_200_000 }, 1000, 44_100, { from: 158_760_000, to: 317_520_000 }],
  ] as const)('in %s are the frames nearest to them', (_name, range, unitsPerSecond, rate, frames) => {
    expect(framesOf(range, unitsPerSecond, rate)).toEqual(frames)
  })

  test('that stand for one frame are that very frame again, wherever it lies and whatever the rate', () => {
    for (const rate of [8000, 11_025, 22_050, 44_100, 48_000, 96_000, 192_000]) {
      for (let frame = 0; frame < 40_000_000; frame = frame * 3 + 1) {
        const range = { start: (frame / rate) * 1000, end: ((frame + 1) / rate) * 1000 }
        expect(framesOf(range, 1000, rate)).toEqual({ from: frame, to: frame + 1 })
      }
    }
  })
})

describe('of a clip of a second', () => {
  const clip = { frames: 44_100, rate: 44_100 }

  test.each([
    ['the whole', { start: 0, end: 1000 }, { from: 0, to: 44_100 }],
    ['the last frame', { start: 999.98, end: 1000 }, { from: 44_099, to: 44_100 }],
    ['an end that was rounded up', { start: 0, end: 1000.5 }, { from: 0, to: 44_100 }],
    ['a millisecond behind it', { start: 0, end: 1001 }, undefined],
    ['what begins at its end', { start: 1000, end: 1000.4 }, undefined],
    ['what lies behind it', { start: 2000, end: 3000 }, undefined],
    ['what has no frame', { start: 500, end: 500.001 }, undefined],
    ['everything there is', { start: 0, end: 1e300 }, undefined],
  ])('%s has these frames', (_name, range, frames) => {
    expect(framesWithin(range, 1000, clip)).toEqual(frames)
  })
})
