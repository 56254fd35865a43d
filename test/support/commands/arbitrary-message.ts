import fc from 'fast-check'
import type { RemoteFile } from '../../../src/core/clip/download.ts'
import type { Block, Button, ResultMessage } from '../../../src/core/message/message.ts'

/** Short texts as they are, long ones by repetition, which can be made small again when a test fails. */
const arbitraryText = (hostile: readonly string[]): fc.Arbitrary<string> => {
  const short = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 30 }),
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.constantFrom(...hostile, '*', '🎻', '\n', ' ', ''),
  )
  return fc.oneof(
    short,
    fc.tuple(short, fc.nat(400)).map(([text, times]) => text.repeat(times)),
  )
}

const file = (name: string): RemoteFile => ({ url: 'https://cdn.example/1.mp3', name })

const arbitraryButton = (text: fc.Arbitrary<string>): fc.Arbitrary<Button> =>
  fc.record({
    label: text,
    style: fc.constantFrom('plain', 'danger'),
    commandLink: fc.record({
      command: text,
      action: fc.option(text, { nil: undefined }),
      values: fc.dictionary(text, text, { maxKeys: 3 }),
    }),
  })

const buttons = (text: fc.Arbitrary<string>) => fc.array(arbitraryButton(text), { maxLength: 30 })

const arbitraryBlock = (text: fc.Arbitrary<string>): fc.Arbitrary<Block> => {
  const reference = fc.record({
    kind: fc.constantFrom('member', 'channel', 'group'),
    id: fc.oneof(text, fc.constantFrom('123', 'U01')),
  })
  const link = fc.record({
    kind: fc.constant('link' as const),
    url: fc.oneof(
      text,
      fc.webUrl(),
      text.map((path) => `https://cdn.example/${path}`),
    ),
  })
  const pieces = fc.array(fc.oneof(text, reference, link), { maxLength: 5 })
  const fact = fc.record({ label: text, value: fc.oneof(text, fc.record({ atMs: fc.nat() }), pieces) })
  const moment = fc.record({ atMs: fc.nat(), isSoon: fc.boolean() })
  const lineFact = fc.record({ label: text, value: fc.oneof(text, moment, fc.tuple(reference)) })
  return fc.oneof(
    fc.array(fact, { maxLength: 30, size: 'max' }).map((facts): Block => ({ kind: 'facts', facts })),
    fc.array(lineFact, { maxLength: 30, size: 'max' }).map((facts): Block => ({ kind: 'line', facts })),
    text.map((note): Block => ({ kind: 'note', text: note })),
    fc.tuple(text, text).map(([title, words]): Block => ({ kind: 'quote', title, text: words })),
    text.map((title): Block => ({ kind: 'audio', title, file: file(title) })),
    text.map((title): Block => ({ kind: 'file', title, file: file(title) })),
    text.map((description): Block => ({ kind: 'cover', description, file: file(description) })),
    fc.tuple(text, text).map(([name, words]): Block => ({ kind: 'document', name, text: words })),
    fc
      .tuple(buttons(text), fc.option(buttons(text), { nil: [] }))
      .map(([shown, more]): Block => ({ kind: 'buttons', buttons: shown, more })),
  )
}

/** Messages of any blocks and any length, with the hostile texts of a platform among theirs. */
export const arbitraryMessage = (
  hostile: readonly string[],
  blocksMax: number,
): fc.Arbitrary<ResultMessage> => {
  const text = arbitraryText(hostile)
  const plain = fc.record({
    text,
    tone: fc.constantFrom('working', 'done', 'failed', 'info'),
    blocks: fc.array(arbitraryBlock(text), { maxLength: blocksMax, size: 'max' }),
  })
  return fc
    .tuple(plain, fc.boolean())
    .map(([message, isSpoiler]) => (isSpoiler ? { ...message, isSpoiler } : message))
}
