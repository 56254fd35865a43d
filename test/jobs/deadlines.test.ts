import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { requestTimeoutMs } from '../../src/audio-api/client.ts'
import { clipReadMs } from '../../src/core/clip/clip.ts'
import type { JobState } from '../../src/core/job/job.ts'
import {
  defaultDeadlines,
  etaMaxSeconds,
  firstLookDelayMs,
  nextLookDelayMs,
  retryDelayMs,
  stepSpanMs,
  taskDeadlineMs,
} from '../../src/jobs/deadlines.ts'

describe('a task is looked at', () => {
  test.each([
    [123, 61_500],
    [60, 30_000],
    [4, 2_000],
    [1, 2_000],
    [0, 2_000],
    [600, 300_000],
    [1_800, 300_000],
  ])('for the first time at half its eta, at most five minutes: %d s -> %d ms', (etaSeconds, delayMs) => {
    expect(firstLookDelayMs(etaSeconds)).toBe(delayMs)
  })

  test.each([
    [0, 2_000],
    [40_000, 2_000],
    [60_000, 3_000],
    [200_000, 10_000],
    [600_000, 30_000],
    [3_600_000, 30_000],
  ])(
    'again after a twentieth of its age, %d ms -> %d ms, within two seconds and half a minute',
    (elapsedMs, delayMs) => {
      expect(nextLookDelayMs(elapsedMs)).toBe(delayMs)
    },
  )
})

describe('where the service calls back, a task is looked at', () => {
  test.each([
    [123, 184_500],
    [60, 90_000],
    [1, 6_000],
    [600, 690_000],
    [1_800, 900_000],
  ])('for the first time when it should long have called: %d s -> %d ms', (etaSeconds, delayMs) => {
    expect(firstLookDelayMs(etaSeconds, true)).toBe(delayMs)
  })

  test('three times more rarely from then on, whatever its age', () => {
    fc.assert(
      fc.property(fc.nat(10 ** 8), (elapsedMs) => {
        expect(nextLookDelayMs(elapsedMs, true)).toBe(3 * nextLookDelayMs(elapsedMs))
        expect(nextLookDelayMs(elapsedMs, true)).toBeLessThanOrEqual(90_000)
      }),
    )
  })
})

/** Marsaglia's xorshift and the Box-Muller transform: the same numbers in every run. */
const createChance = (seed: number) => {
  let state = seed
  const uniform = (): number => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return ((state >>> 0) + 1) / 4_294_967_297
  }
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform())
}

/** Looks until a task is over that takes `runsMs`: how many looks it took, and how late the last one was. */
const lookUntilOver = (etaSeconds: number, runsMs: number): { looks: number; lateMs: number } => {
  let looks = 1
  let atMs = firstLookDelayMs(etaSeconds)
  for (; atMs < runsMs; looks += 1) atMs += nextLookDelayMs(atMs)
  return { looks, lateMs: atMs - runsMs }
}

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN

describe('over twenty thousand tasks whose eta of 123 s is off by a third either way', () => {
  const normal = createChance(20_261_121)
  const spread = 0.35
  const results = Array.from({ length: 20_000 }, () =>
    lookUntilOver(123, 123_000 * Math.exp(spread * normal())),
  )
  const latesMs = results.map(({ lateMs }) => lateMs).sort((left, right) => left - right)

  test('about sixteen looks find the end', () => {
    const mean = results.reduce((sum, { looks }) => sum + looks, 0) / results.length
    expect(mean).toBeGreaterThan(14)
    expect(mean).toBeLessThan(17)
  })

  test('half of all results are seen within three seconds, and nearly all within eleven', () => {
    expect(percentile(latesMs, 0.5)).toBeLessThan(3_200)
    expect(percentile(latesMs, 0.99)).toBeLessThan(11_500)
  })
})

test.each([
  [20, 1_800],
  [180, 1_800],
  [300, 3_000],
])('where %d s are usual, an eta of up to %d s is believed', (usualSeconds, secondsMax) => {
  expect(etaMaxSeconds(usualSeconds)).toBe(secondsMax)
})

describe('a task is given up', () => {
  test.each([
    [60, 30],
    [300, 30],
    [301, 30.1],
    [600, 60],
  ])('with an eta of %d s after %d minutes', (etaSeconds, minutes) => {
    expect(taskDeadlineMs(defaultDeadlines, etaSeconds)).toBe(minutes * 60_000)
  })
})

describe('another try', () => {
  test.each([
    [0, 2_000],
    [1, 4_000],
    [5, 64_000],
    [8, 300_000],
    [1_000, 300_000],
  ])('after %d tries comes within %d ms', (tries, longestMs) => {
    expect(retryDelayMs(tries, () => 1)).toBe(longestMs)
    expect(retryDelayMs(tries, () => 0)).toBe(longestMs / 2)
  })

  test('never comes at once and never later than five minutes', () => {
    const chance = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(fc.nat(), chance, (tries, random) => {
        const delayMs = retryDelayMs(tries, () => random)
        expect(delayMs).toBeGreaterThanOrEqual(1_000)
        expect(delayMs).toBeLessThanOrEqual(300_000)
      }),
    )
  })
})

describe('a step', () => {
  const lookUpMs = 3 * 10_000
  const uploadMs = 120_000
  const { submitFilesMs } = defaultDeadlines

  test.each<[JobState, number]>([
    ['accepted', clipReadMs + submitFilesMs],
    ['ready', 2 * uploadMs + clipReadMs],
    ['submitted', lookUpMs],
    ['voided', lookUpMs],
  ])('on a job that is %s is left to its worker for longer than it may take', (state, slowestMs) => {
    expect(stepSpanMs(defaultDeadlines, state)).toBeGreaterThan(slowestMs)
  })
})

describe('the spans of production', () => {
  test('leave the answer to a member well within the three seconds that platforms give', () => {
    expect(defaultDeadlines.answerMs).toBeLessThan(2_000)
  })

  test('give up no request that a gateway before the audio service may still answer', () => {
    expect(requestTimeoutMs).toBeGreaterThanOrEqual(100_000)
  })

  test('outlast what happens within them', () => {
    const { submitMs, sendStepMs, taskMs, filesMs, uncertainMs, lateLookMs, lateMs } = defaultDeadlines
    expect(submitMs).toBeGreaterThan(requestTimeoutMs)
    expect(sendStepMs).toBeGreaterThan(clipReadMs + submitMs)
    expect(taskMs).toBeGreaterThan(filesMs)
    expect(uncertainMs).toBeGreaterThan(submitMs)
    expect(lateMs).toBeGreaterThan(lateLookMs)
  })
})
