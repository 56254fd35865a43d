import { describe, expect, test } from 'vitest'
import type { Output } from '../../src/core/outcome.ts'
import { heardTakes, lyricsOf, singableLyrics } from '../../src/core/outcome.ts'
import { outcomeOf, output } from '../support/service/outcome.ts'

const of = (...takes: Partial<Output>[]) => outcomeOf(takes.map((take, index) => output(index + 1, take)))

const timedLyrics = [
  { startSeconds: 0, text: 'Heave' },
  { startSeconds: 75.4, text: 'Ho' },
]

describe('the words of a result', () => {
  test.each([
    ['none', of({}, {}), [], undefined],
    ['blank ones', of({ lyrics: ' \n' }), [], undefined],
    ['one take’s', of({ lyrics: 'Heave' }), [{ take: 1, words: 'Heave' }], 'Heave'],
    ['the same of both', of({ lyrics: 'Ho' }, { lyrics: 'Ho' }), [{ take: 1, words: 'Ho' }], 'Ho'],
    [
      'different ones',
      of({ lyrics: 'Heave' }, { lyrics: 'Ho' }),
      [
        { take: 1, words: 'Heave' },
        { take: 2, words: 'Ho' },
      ],
      'Heave',
    ],
    ['the second take’s alone', of({}, { lyrics: 'Ho' }), [{ take: 2, words: 'Ho' }], 'Ho'],
    ['with times', of({ timedLyrics }), [{ take: 1, words: '[0:00] Heave\n[1:15] Ho' }], 'Heave\nHo'],
    [
      'with times beside those without',
      of({ timedLyrics, lyrics: 'Heave, ho' }),
      [{ take: 1, words: '[0:00] Heave\n[1:15] Ho' }],
      'Heave, ho',
    ],
  ])('are %s', (_, outcome, words, singable) => {
    expect(lyricsOf(outcome)).toEqual(words)
    expect(singableLyrics(outcome)).toBe(singable)
  })
})

const at = (audioUrl: string) => ({ audioUrl })

test.each([
  ['its takes, by their numbers', of({}, { audioUrl: undefined }, {}), [1, 3]],
  ['no file of a transcript', outcomeOf([output(1)], { transcription: 'Heave' }), []],
  ['no subtitles without words', of(at('https://cdn.example/1.srt')), []],
  [
    'no text of any kind, with a query or not',
    of(at('https://cdn.example/1.VTT?x=1'), at('https://cdn.example/1.txt#a')),
    [],
  ],
  ['a file whose query alone names a text', of(at('https://cdn.example/1.mp3?from=a.txt')), [1]],
])('of a result can be heard: %s', (_, outcome, numbers) => {
  expect(heardTakes(outcome).map(({ number }) => number)).toEqual(numbers)
})
