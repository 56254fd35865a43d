import { expect, test } from 'vitest'
import { type Faults, isBetter, isWithin } from '../../../studio/mastering/faults.ts'

const none: Faults = { loudnessLu: 0, octavesDb: 0, dynamicsLu: 0, distanceDb: 0 }

test.each<readonly [string, Partial<Faults>, Partial<Faults>]>([
  ['loudness before octaves', { octavesDb: 20 }, { loudnessLu: 0.1 }],
  ['loudness before dynamics', { dynamicsLu: 5 }, { loudnessLu: 0.1 }],
  ['octaves before dynamics', { dynamicsLu: 5 }, { octavesDb: 0.1 }],
  ['dynamics before the mean distance', { distanceDb: 3 }, { dynamicsLu: 0.1 }],
  ['the nearer where loudness is as far off', { loudnessLu: 1 }, { loudnessLu: 1, octavesDb: 1 }],
  ['less of the same fault', { octavesDb: 1, dynamicsLu: 9 }, { octavesDb: 2 }],
  ['the smaller distance where all promises are kept', { distanceDb: 0.1 }, { distanceDb: 0.2 }],
])('of two masterings that cannot meet all, the better one keeps %s', (_what, one, other) => {
  const [better, worse] = [
    { ...none, ...one },
    { ...none, ...other },
  ]
  expect(isBetter(better, worse)).toBe(true)
  expect(isBetter(worse, better)).toBe(false)
})

test('a mastering is no better than one with the same faults', () => {
  expect(isBetter({ ...none, octavesDb: 1 }, { ...none, octavesDb: 1 })).toBe(false)
})

test.each<readonly [Partial<Faults>, boolean]>([
  [{ distanceDb: 2 }, true],
  [{ loudnessLu: 0.01 }, false],
  [{ octavesDb: 0.01 }, false],
  [{ dynamicsLu: 0.01 }, false],
])('with %o all promises are kept: %s', (faults, isKept) => {
  expect(isWithin({ ...none, ...faults })).toBe(isKept)
})
