import { expect, test } from 'vitest'
import { lyrics } from '../../../src/commands/features/lyrics.ts'
import { music } from '../../../src/commands/features/music.ts'
import { remix } from '../../../src/commands/features/remix.ts'
import { result } from '../../../src/commands/features/result.ts'
import { tts } from '../../../src/commands/features/tts.ts'
import type { Feature } from '../../../src/core/command/feature.ts'
import type { RawValues } from '../../../src/core/fields/field.ts'
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
const link = { kind: 'link', url: 'https://example.com/b.mp3' }
const made = (...titles: readonly (string | undefined)[]) => ({
  outputs: titles.map((title) => ({ ...noOutput, title })),
  coverUrl: undefined,
  transcription: undefined,
  translation: undefined,
})

const asked = (values: RawValues) => ({ values, outcome: undefined })

test.each<[string, Parameters<typeof aboutJob>[0], Feature | undefined, string | undefined]>([
  [
    'the title of its result',
    { values: { title: 'Asked' }, outcome: made(undefined, 'Made') },
    music,
    'Made',
  ],
  ['the title that was requested', asked({ prompt: 'a b', title: ' Asked ' }), music, 'Asked'],
  [
    'what was written',
    { values: { voice: 'Ada B', prompt: 'a sea\nshanty' }, outcome: made() },
    music,
    'a sea shanty',
  ],
  ['a single word', asked({ voice: 'Ada', prompt: 'jazz', gender: 'female' }), music, 'jazz'],
  ['a single word that is read aloud', asked({ text: 'Maintenance.' }), tts, 'Maintenance.'],
  ['a theme', asked({ theme: 'rain' }), lyrics, 'rain'],
  ['a Japanese sentence', asked({ prompt: '海辺で歌う静かな歌' }), music, '海辺で歌う静かな歌'],
  ['a Thai sentence', asked({ text: 'ฝนตกหนักมาก' }), tts, 'ฝนตกหนักมาก'],
  [
    'its prompt, whatever else was given first',
    asked({ style: 'bossa nova', lyrics: 'Heave ho', prompt: 'rain' }),
    music,
    'rain',
  ],
  [
    'the name of its clip, where nothing but choices was given',
    asked({ clip: upload, start: '0:05', style: 'bossa nova', gender: 'female' }),
    remix,
    'old tape.ogg',
  ],
  [
    'the name of its clip, where its feature is gone',
    asked({ clip: upload, prompt: 'x y' }),
    undefined,
    'old tape.ogg',
  ],
  [
    'the link to its clip, as it was typed',
    asked({ clip: 'https://example.com/a.mp3', style: 'jazz' }),
    remix,
    'example.com/a.mp3',
  ],
  ['the link to its clip, as a clip', asked({ clip: link }), remix, 'example.com/b.mp3'],
  [
    'the link to its clip, where its feature is gone',
    asked({ clip: link.url }),
    undefined,
    'example.com/b.mp3',
  ],
  ['its prompt beside a link', asked({ clip: link.url, prompt: 'as jazz' }), remix, 'as jazz'],
  [
    'the host and the end of a long link',
    asked({ clip: 'https://example.com/a/long/way/to/the/file/a.mp3' }),
    remix,
    'example.com/…/a.mp3',
  ],
  [
    'no id or number',
    asked({ job: 'b00x1', take: '2', family: 'MUSIC_AI', task: 'a task' }),
    result,
    undefined,
  ],
  ['no name of a conversion', asked({ family: 'MUSIC_AI', conversion: 'one two' }), result, undefined],
  ['no choice', asked({ voice: 'Ada B', style: 'bossa nova', cover: true, takes: '3' }), music, undefined],
  ['no blank', asked({ prompt: ' ' }), music, undefined],
  ['at most 40 characters', asked({ prompt: 'word '.repeat(20) }), music, `${'word '.repeat(7)}word…`],
])('a job is about %s', (_, job, feature, about) => {
  expect(aboutJob(job, feature)).toBe(about)
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
  [1, '██░░░░░░ a quarter done'],
  [2, '████░░░░ half done'],
  [3, '██████░░ three quarters done'],
  [4, '████████ taking longer than expected'],
  [5, '████████ taking longer than expected'],
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
  expect(positionText({ position: number })).toBe(`${text} in the queue`)
})
