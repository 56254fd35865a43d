import { beforeAll, describe, expect, test } from 'vitest'
import { framesOf, type TimeRange } from '../../../studio/clips/range.ts'
import { type Inpainted, inpaint } from '../../../studio/inpaint/inpaint.ts'
import { levelAround, levelOf, sliceOf } from '../../../studio/inpaint/level.ts'
import type { InpaintOrder } from '../../../studio/inpaint/order.ts'
import type { PieceFacts } from '../../../studio/music/order.ts'
import { type Stereo, sampleRate } from '../../../studio/music/sound/stereo.ts'
import { scales } from '../../../studio/music/theory.ts'
import { distanceDb, estimateTempo, estimateTonic, type Sound } from '../../support/audio/audio-analysis.ts'
import { firstRows, isLong, runs } from '../../support/suite/runs.ts'
import { constant, largestStep, music, quiet, times, tone } from './sounds.ts'

const orderOf = (rangeSeconds: TimeRange, change: Partial<InpaintOrder> = {}): InpaintOrder => ({
  prompt: 'pop',
  lyrics: '',
  section: '',
  title: '',
  gender: 'neutral',
  take: 1,
  rangeSeconds,
  ...change,
})

const fill = (clip: Stereo, range: TimeRange, change: Partial<InpaintOrder> = {}): Inpainted =>
  inpaint(clip, framesOf(range, 1, sampleRate), orderOf(range, change))

const heardIn = (sound: Stereo, range: TimeRange): Sound => ({
  ...sliceOf(sound, framesOf(range, 1, sampleRate)),
  seconds: range.end - range.start,
})

const isSame = (one: Float32Array, other: Float32Array): boolean =>
  one.every((sample, at) => sample === other[at])

/** Whether two sounds of one length are the same, sample by sample, outside of a range. */
const sameOutside = (one: Stereo, other: Stereo, range: TimeRange): boolean => {
  const { from, to } = framesOf(range, 1, sampleRate)
  return (['left', 'right'] as const).every(
    (side) =>
      one[side].length === other[side].length &&
      isSame(one[side].subarray(0, from), other[side].subarray(0, from)) &&
      isSame(one[side].subarray(to), other[side].subarray(to)),
  )
}

const tonics: readonly string[] = ['C', 'C#', 'D', 'Eb', 'E', 'F', 'F#', 'G', 'Ab', 'A', 'Bb', 'B']

/**
 * How many fifths the key in which a sound is heard lies from one such as `D minor`. One fifth away six of
 * the seven tones are the same, so a neighbour is as good to the ear.
 */
const fifthsFrom = ({ key }: PieceFacts, sound: Sound): number => {
  const [tonic = '', mode = ''] = key.split(' ')
  const scale = Object.entries(scales).find(([name]) => name === mode)?.[1] ?? []
  const semitones = estimateTonic(sound, scale) - tonics.indexOf(tonic) + 12
  const fifths = (semitones * 7) % 12
  return Math.min(fifths, 12 - fifths)
}

const newParts = [
  ['a folk song about lakes', 'techno'],
  ['a waltz for two', 'a waltz with strings'],
  ['synthwave in the night', 'rock'],
] as const

/** Long enough to tell a tempo by. */
const partSeconds = runs(7, 10)

describe.each(firstRows(1, newParts))('some seconds of "%s" redone as %s', (source, prompt) => {
  const range = { start: runs(3.3, 7.3), end: runs(3.3, 7.3) + partSeconds }
  const { clip, facts } = music(source, runs(12, 24))
  let takes: readonly Inpainted[]
  beforeAll(() => {
    takes = [fill(clip, range, { prompt }), fill(clip, range, { prompt, take: 2 })]
  }, 180_000)

  test('leave all the rest as it was', () => {
    for (const { sound } of takes) expect(sameOutside(sound, clip, range)).toBe(true)
  })

  test('keep the tempo, as measured on both', () => {
    const bounds = { from: facts.beatsPerMinute / 1.4, to: facts.beatsPerMinute * 1.4 }
    const tempo = estimateTempo(heardIn(clip, range), bounds)
    for (const { sound } of takes) {
      expect(Math.abs(estimateTempo(heardIn(sound, range), bounds) / tempo - 1)).toBeLessThan(0.02)
    }
  })

  test('keep the key that the piece was composed in', () => {
    for (const { sound } of takes) expect(fifthsFrom(facts, heardIn(sound, range))).toBeLessThan(2)
  })

  test('are as loud as what lies around', () => {
    const around = levelAround(clip, framesOf(range, 1, sampleRate)) ?? 0
    for (const { sound } of takes)
      expect(Math.abs((levelOf(heardIn(sound, range)) ?? 0) - around)).toBeLessThan(1)
  })

  test('sound unlike before, and unlike one another', () => {
    const [one, other] = takes.map(({ sound }) => heardIn(sound, range))
    if (one === undefined || other === undefined) throw new Error('there are two takes')
    expect(distanceDb(one, heardIn(clip, range))).toBeGreaterThan(3)
    expect(distanceDb(one, other)).toBeGreaterThan(1.5)
  })
})

const seconds = runs(2.5, 4)
const folk = music('a folk song about lakes', seconds).clip

const clips: readonly (readonly [string, Stereo])[] = [
  ['music', folk],
  ['a low tone at full scale', tone(60, 1, seconds)],
  ['music of half a second', sliceOf(folk, { from: 50_000, to: 72_050 })],
  ['a constant', constant(0.5, seconds)],
  ['silence', quiet(seconds)],
]

const rangesOf = ({ left }: Stereo): readonly TimeRange[] => {
  const end = left.length / sampleRate
  return [
    { start: end / 3, end: end / 3 + 0.01 },
    { start: 0, end: end / 4 },
    { start: end * 0.75, end },
    { start: 0, end },
  ]
}

/** All ranges of music, and as a rule one in the middle and one at the end of anything else. */
const someRangesOf = (clip: Stereo): readonly TimeRange[] =>
  rangesOf(clip).filter((_range, at) => isLong || clip === folk || at % 2 === 0)

describe('any part of', () => {
  test.each(firstRows(2, clips))('%s can be redone', (_name, clip) => {
    for (const range of someRangesOf(clip)) {
      const { sound } = fill(clip, range, { section: 'La la la' })
      expect(sameOutside(sound, clip, range)).toBe(true)
      expect(sameOutside(sound, clip, { start: 0, end: 0 }), 'something is new').toBe(false)
      const { from, to } = framesOf(range, 1, sampleRate)
      for (const join of [from, to].filter((at) => at > 0 && at < clip.left.length)) {
        const inSecond = largestStep(clip, join - sampleRate / 2, join + sampleRate / 2)
        expect(largestStep(sound, join, join + 1)).toBeLessThanOrEqual(inSecond)
      }
      const inside = sliceOf(sound, { from, to })
      for (const side of [inside.left, inside.right])
        expect(side.find((sample) => !(Math.abs(sample) <= 1))).toBeUndefined()
    }
  })

  const songSeconds = 4
  const song = music('a folk song about lakes', songSeconds).clip
  const around = [
    ['music', song, 1],
    ['music that no loudness gate lets pass', times(song, 0.001), 1],
    // No music is as loud as this without its peaks being cut, so some of it is missing.
    ['a tone at full scale', tone(1000, 1, songSeconds), 7],
    ['a tone at half of full scale', tone(440, 0.5, songSeconds), 1],
  ] as const

  test.each(firstRows(3, around))('%s is as loud as what lies around', (_name, clip, tolerance) => {
    const range = { start: 1.5, end: 3.5 }
    const { sound } = fill(clip, range, { prompt: 'rock' })
    const wanted = levelAround(clip, framesOf(range, 1, sampleRate)) ?? 0
    expect(Math.abs((levelOf(heardIn(sound, range)) ?? 0) - wanted)).toBeLessThan(tolerance)
  })

  test('silence is as loud as all pieces of the studio', () => {
    const range = { start: 0.5, end: songSeconds - 0.5 }
    const { sound } = fill(quiet(songSeconds), range)
    expect(Math.abs((levelOf(heardIn(sound, range)) ?? 0) + 15)).toBeLessThan(2)
  })
})

describe('a part', () => {
  const range = { start: 0.8, end: 2 }
  const usual = fill(folk, range).sound

  test('of one order is always the same', () => {
    expect(fill(folk, range).sound).toEqual(usual)
  })

  test('of another prompt or with other words differs', () => {
    const one = heardIn(usual, range)
    const [other, sung] = [{ prompt: 'metal' }, { section: 'Row the boat' }].map((change) =>
      heardIn(fill(folk, range, change).sound, range),
    )
    if (other === undefined || sung === undefined) throw new Error('there are two')
    expect(distanceDb(one, other)).toBeGreaterThan(1.5)
    expect(distanceDb(one, sung)).toBeGreaterThan(1.5)
  })

  test('takes the tempo and the key of the order where there is nothing to hear', () => {
    const { facts } = fill(quiet(seconds), range, { prompt: 'pop at 97 bpm in D minor' })
    expect(facts).toMatchObject({ beatsPerMinute: 97, key: 'D minor' })
  })

  test('at the end of a clip closes it', () => {
    const end = runs(4, 8)
    const clip = music('a folk song about lakes', end).clip
    const { sound } = fill(clip, { start: end - runs(2.5, 5), end })
    const last = levelOf(heardIn(sound, { start: end - 0.2, end })) ?? -100
    expect(last).toBeLessThan((levelOf(heardIn(sound, { start: end / 2, end: end * 0.75 })) ?? 0) - 10)
  }, 180_000)
})
