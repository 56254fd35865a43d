import { describe, expect, test } from 'vitest'
import { readRequest } from '../../../src/core/command/command-text.ts'
import {
  emojiWord,
  requestInWords,
  spokenName,
  type TypedWords,
  withWords,
} from '../../../src/core/command/in-words.ts'
import { allCommands } from '../../support/commands/commands.ts'

const wordsFor = (text: string): string =>
  withWords(text, /<(.)(\w+)>/g, ([, sign, word = '']) => ({ word, isEmoji: sign === ':' }))

test.each([
  ['', ''],
  ['a song for <@Anna>', 'a song for Anna'],
  ['<@Anna>’s song, <@Ben>', 'Anna’s song, Ben'],
  ['<@Anna>s Lied', 'Annas Lied'],
  ['<@Anna><@Ben>', 'Anna Ben'],
  ['for<@Anna>', 'for Anna'],
  ['\u{1D400}<@Anna>', '\u{1D400} Anna'],
  ['great<:tada>so', 'great tada so'],
  ['<:tada><:tada>!', 'tada tada!'],
  ['(<:tada>)', '(tada)'],
])('a mark becomes a word that runs into no other: %j', (text, words) => {
  expect(wordsFor(text)).toBe(words)
})

test.each([
  ['member', 'Anna', 'Anna'],
  ['member', '@Anna\n lyrics: x ', 'Anna lyrics: x'],
  ['group', '@everyone', 'everyone'],
  ['channel', '#music', 'music'],
  ['member', undefined, 'someone'],
  ['member', ' ', 'someone'],
  ['group', '@', 'a group'],
  ['channel', undefined, 'a channel'],
] as const)('a %s called %j is %j', (kind, name, spoken) => {
  expect(spokenName(kind, name)).toBe(spoken)
})

test.each([
  ['pepe', 'pepe'],
  ['party_parrot', 'party parrot'],
  ['_', '_'],
])('the emoji %j is %j', (name, word) => {
  expect(emojiWord(name)).toBe(word)
})

describe('a request in words', () => {
  const inWords = (text: string): string => text.replaceAll('<@1>', 'lyrics: x style:jazz')
  const wordsOf = (typed: string) =>
    requestInWords<TypedWords>(allCommands, readRequest(allCommands, typed), inWords)

  test('has names that were never read as options', () => {
    expect(wordsOf('music a song for <@1> title:"<@1>"').values).toEqual({
      prompt: 'a song for lyrics: x style:jazz',
      title: 'lyrics: x style:jazz',
    })
  })

  test('has words for what names no command, and for options that are not known', () => {
    expect(wordsOf('sing for <@1>')).toMatchObject({ unread: 'sing for lyrics: x style:jazz' })
    const unknown = { command: 'nothing', action: undefined, values: { constructor: '<@1>' } }
    expect(requestInWords(allCommands, unknown, () => 'Anna').values).toEqual({ constructor: 'Anna' })
  })

  test('leaves clips, and all that is no text, as they are', () => {
    const upload = { kind: 'upload' }
    const values = { clip: 'https://a.example/:x:', prompt: ':x:', cover: true, sample: upload }
    const request = { command: 'remix', action: undefined, values }
    expect(requestInWords(allCommands, request, () => 'word').values).toEqual({ ...values, prompt: 'word' })
  })
})
