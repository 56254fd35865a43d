import { describe, expect, test } from 'vitest'
import type { FrameRange } from '../../../studio/clips/range.ts'
import { replaceFrames } from '../../../studio/inpaint/joins.ts'
import { type Stereo, sampleRate } from '../../../studio/music/sound/stereo.ts'
import { isLong } from '../../support/suite/runs.ts'
import { constant, largestStep, music, noise, quiet, times, tone } from './sounds.ts'

const seconds = 2.5
const end = seconds * sampleRate
const folk = music('a folk song about lakes', seconds).clip

const clips: readonly (readonly [string, Stereo])[] = [
  ['a low tone', tone(50, 0.9, seconds)],
  ['a tone', tone(440, 0.5, seconds)],
  ['a high tone', tone(9000, 0.9, seconds)],
  ['a very quiet tone', tone(220, 0.0005, seconds)],
  ['a tone at full scale', tone(1000, 1, seconds)],
  ['noise', noise(0.9, seconds)],
  ['music', folk],
  ['quiet music', times(folk, 0.01)],
  ['a constant', constant(0.8, seconds)],
  ['silence', quiet(seconds)],
]

const parts: readonly Stereo[] = [
  tone(333, 0.7, seconds),
  constant(-0.8, seconds),
  noise(1, seconds),
  quiet(seconds),
]

const ranges: readonly (readonly [string, FrameRange])[] = [
  ['in the middle', { from: 33_075, to: 77_175 }],
  ['of 10 ms', { from: 55_200, to: 55_641 }],
  ['of an odd length', { from: 60_001, to: 60_778 }],
  ['at the very start', { from: 0, to: 44_100 }],
  ['of 10 ms at the very start', { from: 0, to: 441 }],
  ['one frame after the start', { from: 1, to: 44_100 }],
  ['at the very end', { from: end - 44_100, to: end }],
  ['of 10 ms at the very end', { from: end - 441, to: end }],
  ['one frame before the end', { from: end - 44_100, to: end - 1 }],
  ['of the whole clip', { from: 0, to: end }],
]

const cases = clips.flatMap(([clipName, clip]) =>
  ranges.map(([rangeName, range]) => [clipName, rangeName, { clip, range }] as const),
)

type Case = (typeof cases)[number][2]

/** Every clip and every range a few times as a rule, each clip with each range in `npm run test:long`. */
const usual = cases.filter((_case, at) => isLong || (at + Math.floor(at / ranges.length)) % 4 === 0)

const half = sampleRate / 2

/** The edges of a range at which the clip goes on. */
const joinsOf = ({ from, to }: FrameRange): readonly number[] => [from, to].filter((at) => at > 0 && at < end)

const withEachPart = ({ clip, range }: Case): readonly { part: Stereo; joined: Stereo }[] =>
  parts.map((part) => ({ part, joined: replaceFrames(clip, range, part) }))

const bytesOf = (samples: Float32Array): Buffer =>
  Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength)

const isSame = (one: Float32Array, other: Float32Array): boolean => bytesOf(one).equals(bytesOf(other))

test('there are 400 cases', () => {
  expect(cases.length * parts.length).toBe(400)
})

test.each(usual)(
  '%s with something else %s is the same outside, sample by sample',
  (_clip, _range, given) => {
    const { clip, range } = given
    for (const { joined } of withEachPart(given)) {
      for (const side of ['left', 'right'] as const) {
        expect(joined[side].length).toBe(clip[side].length)
        expect(isSame(joined[side].subarray(0, range.from), clip[side].subarray(0, range.from))).toBe(true)
        expect(isSame(joined[side].subarray(range.to), clip[side].subarray(range.to))).toBe(true)
      }
    }
  },
)

test.each(usual)('%s with something else %s has no step at its joins', (_clip, _range, given) => {
  const { clip, range } = given
  for (const { joined } of withEachPart(given)) {
    for (const join of joinsOf(range)) {
      const step = largestStep(joined, join, join + 1)
      expect(step).toBeLessThanOrEqual(largestStep(clip, join - half, join + half))
      expect(step).toBe(largestStep(clip, join, join + 1))
    }
  }
})

test.each(usual)('%s with something else %s gets no louder than both', (_clip, _range, given) => {
  const { clip, range } = given
  for (const { part, joined } of withEachPart(given)) {
    for (const side of ['left', 'right'] as const) {
      for (let frame = range.from; frame < range.to; frame += 1) {
        const there = [clip[side][frame] ?? 0, part[side][frame - range.from] ?? 0].map(Math.abs)
        if (Math.abs(joined[side][frame] ?? 0) > Math.max(...there) + 1e-6) {
          throw new Error(`too loud at frame ${frame}`)
        }
      }
    }
  }
})

describe('the fades', () => {
  const isLongRange = ([, , { range }]: (typeof cases)[number]): boolean => range.to - range.from > 4410

  // A fade of 882 frames rises by at most pi / 2 / 882 of the difference of two sounds of full scale.
  const ownStepMax = (Math.PI / 2 / 882) * 2

  test.each(usual.filter(isLongRange))(
    'from %s to something else %s and back have no step',
    (_clip, _range, given) => {
      const { clip, range } = given
      for (const { part, joined } of withEachPart(given)) {
        for (const join of joinsOf(range)) {
          const inClip = largestStep(clip, join - half, join + half)
          const inPart = largestStep(part, 0, range.to - range.from)
          expect(largestStep(joined, join - 1000, join + 1000)).toBeLessThanOrEqual(
            Math.max(inClip, inPart) + ownStepMax,
          )
        }
      }
    },
  )

  test('are over after 20 ms, and the part is heard as it is', () => {
    const [clip, part] = [constant(0.2, seconds), noise(0.5, seconds)]
    const range = { from: 50_000, to: 100_000 }
    const { left } = replaceFrames(clip, range, part)
    expect(left.subarray(50_882, 99_118)).toEqual(part.left.subarray(882, 49_118))
  })

  test('at the edges of a clip begin and end in silence', () => {
    const { left, right } = replaceFrames(
      constant(0.8, seconds),
      { from: 0, to: end },
      constant(0.5, seconds),
    )
    expect([left[0], right[0], left[end - 1], right[end - 1]].map((sample) => Math.abs(sample ?? 1))).toEqual(
      [0, 0, 0, 0],
    )
    expect(left[1000]).toBe(0.5)
  })
})
