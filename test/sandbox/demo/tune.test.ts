import { expect, test } from 'vitest'
import { recordTune, tuneSeconds } from '../../../sandbox/demo/tune.ts'
import {
  chroma,
  decodeMp3,
  estimateTonic,
  rootMeanSquare,
  toMono,
} from '../../support/audio/audio-analysis.ts'
import { isLong } from '../../support/suite/runs.ts'

/** Semitones over the tonic. */
const dorian = [0, 2, 3, 5, 7, 9, 10]

test('the tune that the member posts is heard, lasts as long as its notes, and stays in its mode', async () => {
  const sound = await decodeMp3(await recordTune())
  expect(sound.seconds).toBeCloseTo(tuneSeconds, 1)
  expect(rootMeanSquare(toMono(sound))).toBeGreaterThan(0.05)
  const classes = chroma(sound)
  const inMode = dorian.reduce((sum, semitones) => sum + (classes[(2 + semitones) % 12] ?? 0), 0) // from D
  expect(inMode).toBeGreaterThan(0.9)
  expect(estimateTonic(sound, dorian)).toBe(2)
})

test.runIf(isLong)('it is the same every time', async () => {
  expect(await recordTune()).toEqual(await recordTune())
})
