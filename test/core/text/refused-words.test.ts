import { describe, expect, test } from 'vitest'
import { isRefusable, refusedIn, refusedWordsIn } from '../../../src/core/text/refused-words.ts'

describe('a text', () => {
  test.each<[string, string, string, string]>([
    ['the word', 'a bad song', 'bad', 'bad'],
    ['the word in capitals', 'a BAD song', 'bad', 'BAD'],
    ['the word, where the list has capitals', 'a bad song', 'Bad', 'bad'],
    ['the word with accents', 'a bâd song', 'bad', 'bâd'],
    ['the word, where the list has accents', 'a bad song', 'bád', 'bad'],
    ['the word in wide letters', 'a ｂａｄ song', 'bad', 'bad'],
    ['the word in mathematical letters', 'a 𝐛𝐚𝐝 song', 'bad', 'bad'],
    ['the word with an invisible character in it', 'a b\u200bad song', 'bad', 'bad'],
    ['the word with a soft hyphen in it', 'a b\u00adad song', 'bad', 'bad'],
    ['the word with an invisible character without a name in it', 'a b\u2065ad song', 'bad', 'bad'],
    ['the word with a control in it', 'a b\u0001a\u007fd song', 'bad', 'bad'],
    ['the word with a special in it', 'a b\ufff0ad song', 'bad', 'bad'],
    ['the word with a tag in it', 'a b\u{e0080}ad song', 'bad', 'bad'],
    ['the word with a character in it that is none', 'a b\ufdd0a\uffffd song', 'bad', 'bad'],
    ['the word with a private character in it', 'a b\ue000ad song', 'bad', 'bad'],
    ['the word with an empty Braille cell in it', 'a b\u2800ad song', 'bad', 'bad'],
    ['the word beside an empty Braille cell', 'a bad\u2800song', 'bad', 'bad'],
    ['words with an empty Braille cell between them', 'a bad\u2800song', 'bad song', 'bad song'],
    ['the word with a joiner in it', 'a b\u200dad song', 'bad', 'b\u200dad'],
    ['a word longer than a number has bits', `${'a'.repeat(70)}d`, '*a?d', `${'a'.repeat(70)}d`],
    ['a pattern longer than a number has bits', 'a'.repeat(59), `a*${'a?'.repeat(29)}`, 'a'.repeat(59)],
    ['the word between signs', '(bad)!', 'bad', 'bad'],
    ['the word with an emoji', '🔥bad🔥', 'bad', 'bad'],
    ['the word in another script', 'плохая песня', 'ПЛОХАЯ', 'плохая'],
    ['the word across lines', 'a\nbad\nsong', 'bad', 'bad'],
    ['a word with any end', 'badly made', 'bad*', 'badly'],
    ['a word with any beginning', 'a toobad song', '*bad', 'toobad'],
    ['a word with anything around it', 'unbadly', '*bad*', 'unbadly'],
    ['a word with anything in it', 'a baaad song', 'b*d', 'baaad'],
    ['a word with nothing for the star', 'bad', 'ba*d', 'bad'],
    ['a word with another letter', 'a bed song', 'b?d', 'bed'],
    ['a word after several tries of a star', 'abab abac', '*ac', 'abac'],
    ['words in a row', 'such a Bad, song', 'bad song', 'Bad song'],
    ['words in a row with patterns', 'such a bad singing', 'b?d sing*', 'bad singing'],
    ['words that a hyphen joins', 'rock-n-roll', "rock'n'roll", 'rock n roll'],
    ['a word of a language without blanks', 'とても悪い歌', '*悪い*', 'とても悪い歌'],
    ['the first of several', 'worse and bad', 'bad,worse', 'worse'],
  ])('is refused for %s', (_, text, list, found) => {
    expect(refusedIn(text, refusedWordsIn(list))).toBe(found)
  })

  test.each<[string, string, string]>([
    ['the word is only part of another', 'badminton', 'bad'],
    ['the question mark has no letter', 'bd', 'b?d'],
    ['the question mark has two letters', 'baad', 'b?d'],
    ['the words are not in a row', 'bad old song', 'bad song'],
    ['the last word is missing', 'so bad', 'bad song'],
    ['the list is empty', 'bad', ''],
    ['the text has no words', '...', 'bad'],
    ['a sign of a regular expression is only a sign', 'bxd', 'b.d'],
  ])('is taken where %s', (_, text, list) => {
    expect(refusedIn(text, refusedWordsIn(list))).toBeUndefined()
  })
})

test('an overlong pattern from an older list is matched by its beginning', () => {
  const pattern = `${'\uFDFA'.repeat(40)}b`
  expect(refusedIn(`a ${pattern} c`, [pattern])).toContain('صلى الله')
  expect(refusedIn('a song', [pattern])).toBeUndefined()
})

test.each([
  ['commas', 'a, b ,c'],
  ['lines', 'a\nb\n\nc\n'],
  ['both, and repetitions', 'a,b\nA\nc,b'],
])('a list is separated by %s', (_, typed) => {
  expect(refusedWordsIn(typed)).toEqual(['a', 'b', 'c'])
})

test.each([
  ['bad', true],
  ['b*', true],
  ['7', true],
  ['悪', true],
  ['*', false],
  ['??', false],
  ['-', false],
  ['\u200b', false],
])('%j can be refused: %s', (word, isSo) => {
  expect(isRefusable(word)).toBe(isSo)
})
