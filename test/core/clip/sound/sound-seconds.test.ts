import { expect, test } from 'vitest'
import { soundSeconds } from '../../../../src/core/clip/sound/sound-seconds.ts'

test.each([
  ['states the same', 60],
  ['states nothing', undefined],
])('a sum of many frames begins no further minute where the header %s', (_, stated) => {
  const counted = { seconds: 60.000_000_000_000_5, exact: false }
  expect(soundSeconds(1, counted, stated)).toEqual({ seconds: 60, secondsMost: 60 })
})
