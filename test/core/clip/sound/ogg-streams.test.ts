import { expect, test } from 'vitest'
import { readSound } from '../../../../src/core/clip/sound/read-sound.ts'
import { makeOpus } from '../../../support/audio/clip-containers.ts'

const headBytes = 91
const pageBytes = 69
const pagesPerSecond = 50

const counted = (file: Buffer) => {
  const found = readSound(file)
  return found?.kind === 'audio' ? found.counted?.seconds : undefined
}

/** Some seconds of sound of a stream, without its heads. */
const pagesOf = (stream: Buffer, from: number, to: number): Buffer =>
  stream.subarray(headBytes + from * pagesPerSecond * pageBytes, headBytes + to * pagesPerSecond * pageBytes)

const radio = makeOpus(1_500)
const heads = radio.subarray(0, headBytes)

test('a stream that is recorded from its middle lasts from there, whatever its clock says', () => {
  expect(counted(Buffer.concat([heads, pagesOf(radio, 1_488, 1_500)]))).toBeCloseTo(12, 1)
})

test('a pause that the pages of a stream tell of counts', () => {
  const paused = Buffer.concat([heads, pagesOf(radio, 100, 110), pagesOf(radio, 1_100, 1_110)])
  expect(counted(paused)).toBeCloseTo(1_010, 1)
})

test('pages that go back in time make the sound no shorter', () => {
  const back = Buffer.concat([heads, pagesOf(radio, 1_100, 1_110), pagesOf(radio, 0, 10)])
  expect(counted(back)).toBeCloseTo(20, 1)
})
