import { expect, test } from 'vitest'
import { titleOfText } from '../../../studio/speech/title.ts'

test.each([
  ['a short text is all of it', 'Good morning!', 'Good morning!'],
  ['blanks and line ends are one blank each, and none at the ends', ' Good\n\n  morning! ', 'Good morning!'],
  ['a long text is cut between words', 'word '.repeat(13), `${'word '.repeat(12).trim()}…`],
  ['a long word is cut inside', 'a'.repeat(61), `${'a'.repeat(60)}…`],
  ['no sign is cut in two', `a${'🎉'.repeat(60)}`, `a${'🎉'.repeat(59)}…`],
])('the title of a text: %s', (_what, text, title) => {
  expect(titleOfText(text)).toBe(title)
})
