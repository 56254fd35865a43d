import { expect, test } from 'vitest'
import { lyrics } from '../../../src/commands/features/lyrics.ts'
import { noOutput } from '../../../src/core/outcome.ts'
import { outcomeOf } from '../../support/service/outcome.ts'

const prepare = (theme: string) => {
  const read = lyrics.prepare({ theme })
  if (!read.ok) throw new Error(read.problems.map(({ text }) => text).join())
  return read.prepared
}

// The description leaves the field's name out; the service's public samples send `prompt`.
test('a theme is sent as it was written, and asked for by the request', () => {
  const theme = 'the sea & "its" {{salt}}'
  expect(prepare(theme)).toMatchObject({
    obtains: 'answer',
    priced: { price: 'lyrics', units: 1 },
    request: { path: '/v1/prompt_to_lyrics', query: { prompt: theme } },
  })
})

// GET /v1/prompt_to_lyrics takes 1 to 1000 characters.
test.each([
  ['', 'Theme'],
  ['   ', 'Theme'],
  ['a'.repeat(1001), '1,000'],
])('a theme of another length is refused by name', (theme, named) => {
  const read = lyrics.prepare({ theme })
  expect(read.ok ? '' : read.problems[0]?.text).toContain(named)
})

test('a theme may have a thousand characters, whatever they are written with', () => {
  expect(lyrics.prepare({ theme: '🌊'.repeat(1000) }).ok).toBe(true)
})

test('short lyrics are shown in the message, without a file', () => {
  const words = 'Oh the sea\n*so* blue'
  expect(prepare('the sea').view(outcomeOf([{ ...noOutput, lyrics: words }]))).toEqual({
    text: 'Your lyrics are ready.',
    tone: 'done',
    blocks: [
      { kind: 'line', facts: [{ label: '', value: '“the sea”' }] },
      { kind: 'quote', title: 'Lyrics', text: words },
    ],
  })
})

test.each([
  [1_500, 1_500, []],
  [1_501, 1_500, ['lyrics.txt']],
])(
  'words of %i characters stand in the message up to the %ith, and all in a file if it cuts them',
  (length, shown, files) => {
    const words = 'x'.repeat(length)
    const { blocks } = prepare('the sea').view(outcomeOf([{ ...noOutput, lyrics: `${words}\n` }]))
    expect(blocks.flatMap((block) => (block.kind === 'quote' ? block.text.length : []))).toEqual([shown])
    const documents = blocks.filter((block) => block.kind === 'document')
    expect(documents.map(({ name }) => name)).toEqual(files)
    for (const { text } of documents) expect(text).toContain(words)
  },
)

test('words that have a title are called by it', () => {
  const view = prepare('the sea').view(
    outcomeOf([{ ...noOutput, lyrics: 'Oh '.repeat(600), title: 'Salt\nand tide' }]),
  )
  expect(view.text).toBe('Your lyrics are ready: “Salt and tide”.')
  expect(view.blocks).toContainEqual(expect.objectContaining({ title: 'Lyrics for “Salt and tide”' }))
})

test('a result that lost its words says so', () => {
  expect(prepare('the sea').view(outcomeOf([]))).toMatchObject({
    text: 'The audio service sent no lyrics.',
    blocks: [{ kind: 'line' }],
  })
})
