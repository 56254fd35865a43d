import { expect, test } from 'vitest'
import { remix } from '../../../src/commands/features/remix.ts'
import { readCommandText } from '../../../src/core/command/command-text.ts'

test.each<[typed: string, values: Record<string, unknown>]>([
  ['[song](https://a.example/b.mp3) slower', { clip: 'https://a.example/b.mp3', prompt: 'slower' }],
  ['slower: [my own song](<https://a.example/b>).', { clip: 'https://a.example/b', prompt: 'slower:' }],
  ['clip:[my song](https://a.example/b_(c)) slower', { clip: 'https://a.example/b_(c)', prompt: 'slower' }],
  ['clip: [a, prompt:b](https://a.example) slower', { clip: 'https://a.example', prompt: 'slower' }],
  [
    'https://a.example like [my  song](https://b.example) there',
    { clip: 'https://a.example', prompt: 'like [my  song](https://b.example) there' },
  ],
  ['[my song] (https://a.example)', { prompt: '[my song] (https://a.example)' }],
  ['[Verse](softly) [my song]', { prompt: '[Verse](softly) [my song]' }],
])('the address of a link with words of its own is the clip in %s', (typed, values) => {
  expect(readCommandText(remix, typed).values).toEqual(values)
})
