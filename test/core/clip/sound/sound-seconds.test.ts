import { expect, test } from 'vitest'
import { soundSeconds, unboundedSeconds } from '../../../../src/core/clip/sound/sound-seconds.ts'

test.each([
  ['states the same', 60],
  ['states nothing', undefined],
])('a sum of many frames begins no further minute where the header %s', (_, stated) => {
  const counted = { seconds: 60.000_000_000_000_5, exact: false }
  expect(soundSeconds(counted, stated)).toEqual({ seconds: 60, secondsMost: 60 })
})

test.each([
  ['states a short length', 1],
  ['states nothing', undefined],
])('sound that cannot be counted has no bound where the header %s', (_, stated) => {
  expect(soundSeconds(undefined, stated)).toEqual({ seconds: stated, secondsMost: unboundedSeconds })
})
