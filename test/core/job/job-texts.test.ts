import { expect, test } from 'vitest'
import { aboutJob, positionText, progressText, quartersOver } from '../../../src/core/job/job-texts.ts'
import { noOutput } from '../../../src/core/outcome.ts'

const upload = {
  kind: 'upload',
  platform: 'slack',
  url: 'https://files.slack.com/a',
  name: 'old tape.ogg',
  contentType: 'audio/ogg',
  bytes: 9,
}
const made = (...titles: readonly (string | undefined)[]) => ({
  outputs: titles.map((title) => ({ ...noOutput, title })),
  coverUrl: undefined,
  transcription: undefined,
  translation: undefined,
})

test.each<[string, Parameters<typeof aboutJob>[0], string | undefined]>([
  ['the title of its result', { values: { title: 'Asked' }, outcome: made(undefined, 'Made') }, 'Made'],
  [
    'the title that was asked for',
    { values: { prompt: 'a b', title: ' Asked ' }, outcome: undefined },
    'Asked',
  ],
  [
    'what was written',
    { values: { voice: 'ada', prompt: 'a sea\nshanty' }, outcome: made() },
    'a sea shanty',
  ],
  ['the name of its clip', { values: { clip: upload, start: '0:05' }, outcome: undefined }, 'old tape.ogg'],
  [
    'nothing where there is none of these',
    { values: { pitch: '3', cover: true }, outcome: undefined },
    undefined,
  ],
  [
    'at most 40 characters',
    { values: { prompt: 'word '.repeat(20) }, outcome: undefined },
    `${'word '.repeat(7)}word…`,
  ],
])('a job is about %s', (_, job, about) => {
  expect(aboutJob(job)).toBe(about)
})

test.each([
  [0, 100, 0],
  [24, 100, 0],
  [25, 100, 1],
  [50, 100, 2],
  [99, 100, 3],
  [100, 100, 4],
  [9_999, 100, 4],
  [-5, 100, 0],
  [0, 0, 0],
  [1, 0, 4],
])('of %i ms of %i ms, %i quarters are over', (elapsedMs, expectedMs, quarters) => {
  expect(quartersOver(elapsedMs, expectedMs)).toBe(quarters)
})

test('nothing is said at the beginning', () => {
  expect(progressText(0)).toBeUndefined()
})

test.each([
  [1, '██░░░░░░ a quarter of the expected time is over'],
  [2, '████░░░░ half of the expected time is over'],
  [3, '██████░░ three quarters of the expected time is over'],
  [4, '████████ it is taking longer than expected'],
  [5, '████████ it is taking longer than expected'],
])('%i quarters are a bar, and the same in words', (quarters, text) => {
  expect(progressText(quarters)).toBe(text)
})

test.each([
  [1, '1st'],
  [2, '2nd'],
  [3, '3rd'],
  [4, '4th'],
  [11, '11th'],
  [12, '12th'],
  [13, '13th'],
  [21, '21st'],
  [112, '112th'],
])('place %d is called "%s"', (number, text) => {
  expect(positionText({ position: number })).toBe(`${text} in line`)
})
