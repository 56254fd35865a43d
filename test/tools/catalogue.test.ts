import { Locale } from 'discord.js'
import { describe, expect, test } from 'vitest'
import { readCatalogues } from '../../src/app/catalogues.ts'
import { limits as discord } from '../../src/bots/discord/render/limits.ts'
import { limits as slack } from '../../src/bots/slack/render/limits.ts'
import { actionsOf } from '../../src/core/command/command.ts'
import type { Field } from '../../src/core/fields/field.ts'
import {
  catalogueFile,
  clashes,
  declaredTexts,
  englishCatalogue,
  missingSentences,
  translationProblems,
} from '../../tools/catalogue.ts'
import { programSources, saidTexts } from '../../tools/said-texts.ts'
import { allCommands } from '../support/commands/commands.ts'

const said = saidTexts(programSources())
const english = englishCatalogue(said.entries, allCommands)

test('every text that is said can be found in the sources, and has one English form', () => {
  expect([...said.problems, ...clashes([...said.entries, ...declaredTexts(allCommands)])]).toEqual([])
  expect(english).toMatchObject({ 'your song': 'your song', Again: 'Again' })
})

test.each([...readCatalogues()])(
  'the catalogue of %s has nothing but sentences that are said, with their values',
  (_, translated) => {
    expect(translationProblems(english, translated)).toEqual([])
  },
)

test.each([...readCatalogues()])('the catalogue of %s lacks no sentence', (_, translated) => {
  expect(missingSentences(english, translated)).toEqual([])
})

// https://docs.discord.com/developers/reference#locales
test('languages are called as Discord calls them, or by the beginning that its names for them share', () => {
  const others = [...readCatalogues().keys()]
  const isLocale = (language: string): boolean =>
    Object.values<string>(Locale).some((locale) => locale === language || locale.startsWith(`${language}-`))
  expect(others.filter((language) => !isLocale(language))).toEqual([])
})

/** Texts of commands with the fewest characters that a platform shows of them, where both show them. */
const placed = allCommands.flatMap((command): readonly (readonly [string | undefined, number])[] => {
  const fields =
    command.kind === 'feature' ? [command.fields] : actionsOf(command).map((action) => action.fields)
  return [
    [command.summary, discord.description],
    ...(command.kind === 'feature'
      ? ([
          [command.formTitle, slack.viewTitle],
          [command.messageAction, Math.min(slack.shortcutName, discord.commandName)],
          [command.takeAction, slack.buttonText - 3],
        ] as const)
      : actionsOf(command).map(({ summary }) => [summary, discord.description] as const)),
    ...fields
      .flatMap(Object.values<Field>)
      .flatMap(({ label, help, control }) => [
        [label, discord.modalLabel] as const,
        [help, discord.description] as const,
        ...(control.kind === 'choice' ? control.choices : []).map(
          (choice) => [choice.label, slack.optionText] as const,
        ),
      ]),
  ]
})

/** A button or label in English is one in every language. */
const labelMost = slack.buttonText
const shortest = 30

test.each([...readCatalogues()])('no text of %s is too long for its place', (_, translated) => {
  const tooLong = placed.flatMap(([text = '', most]) => {
    const own = translated[text] ?? text
    return own.length > most ? [`${own} (${own.length} of ${most})`] : []
  })
  const long = Object.entries(translated).filter(
    ([text, own]) => text.length <= shortest && !text.includes('{{') && own.length > labelMost,
  )
  expect([...tooLong, ...long]).toEqual([])
})

describe('in a source', () => {
  const read = (code: string) =>
    saidTexts({ 'src/a.ts': `import { say } from './core/text/say.ts'\n${code}` })

  test.each([
    ["say('A.')", [['A.', 'A.']]],
    ['say("It\'s {{one}}.", { one })', [["It's {{one}}.", "It's {{one}}."]]],
    ['const a = { b: () => [say(`C.`)] }', [['C.', 'C.']]],
    [
      "say('A {{b}}.', { b: say('c') })",
      [
        ['A {{b}}.', 'A {{b}}.'],
        ['c', 'c'],
      ],
    ],
    ["const a = declared('b') satisfies string", [['b', 'b']]],
    [
      "sayCount('{{count}} day', '{{count}} days', { count })",
      [
        ['{{count}} days_one', '{{count}} day'],
        ['{{count}} days_other', '{{count}} days'],
      ],
    ],
    [
      "sayOrdinal({ one: '{{count}}st', other: '{{count}}th' }, { count })",
      [
        ['{{count}}th_ordinal_one', '{{count}}st'],
        ['{{count}}th_ordinal_other', '{{count}}th'],
      ],
    ],
    ["// say('in a comment')\nconst a = \"say('in a text')\"", []],
  ])('%s is found', (code, entries) => {
    expect(read(code)).toEqual({ entries, problems: [] })
  })

  test.each([
    ['say(text)', 'src/a.ts:2: what is said has to be written out in the call'],
    ['\nsay("A {{b}}." as Sentence)', 'src/a.ts:3: what is said has to be written out in the call'],
    ["say('A ' + b)", 'has to be written out'],
    ['say()', 'has to be written out'],
    ['declared(text)', 'has to be written out'],
    ["sayCount(one, '{{count}} days', { count })", 'has to be written out'],
    ["sayOrdinal({ ...forms, other: 'x' }, { count })", 'has to be written out'],
    ["say(' A.')", '" A." is empty, or begins or ends with a blank'],
    ["say('A {{b c}}.', values)", 'names a value that is none'],
    ["say('A {{- b}}.', values)", 'names a value that is none'],
  ])('%s is refused', (code, problem) => {
    expect(read(code).problems).toEqual([expect.stringContaining(problem)])
  })
})

test('what commands declare is in the catalogue, but for what is typed', () => {
  const texts = declaredTexts(allCommands).map(([text]) => text)
  expect(texts).toEqual(expect.arrayContaining(['Make a song', 'your song', 'Remix this clip']))
  expect(texts).toEqual(expect.arrayContaining(['Prompt', 'Title of the song', 'Female', 'Weekly']))
  expect(texts.filter((text) => text.startsWith('/'))).toEqual([])
})

test('two English texts of one key are a clash', () => {
  const counted = (one: string) => ['days_one', one] as const
  expect(clashes([counted('a day'), counted('one day')])).toHaveLength(1)
  expect(clashes([counted('a day'), counted('a day')])).toEqual([])
})

test('the file is sorted, so that it changes where texts change', () => {
  expect(
    catalogueFile([
      ['b', 'b'],
      ['a', 'a'],
      ['b', 'b'],
    ]),
  ).toBe('{\n  "a": "a",\n  "b": "b"\n}\n')
})

describe('a translation', () => {
  const source = {
    'A {{b}}.': 'A {{b}}.',
    '{{count}} days_one': '{{count}} day',
    '{{count}} days_other': '{{count}} days',
  }

  test.each([
    [{ 'A {{b}}.': '{{b}}: A.' }],
    [{ '{{count}} days_one': 'ein Tag', '{{count}} days_other': '{{count}} Tage' }],
    [{ '{{count}} days_few': '{{count}} dni' }],
  ])('like %j is one', (translated) => {
    expect(translationProblems(source, translated)).toEqual([])
  })

  test.each([
    [{ 'A.': 'A.' }, 'is not said any more'],
    [{ '{{count}} years_few': 'a' }, 'is not said any more'],
    [{ 'A {{b}}.': 'A.' }, 'lacks {{b}}'],
    [{ 'A {{b}}.': '{{b}} {{c}}.' }, 'has {{c}}'],
    [{ 'A {{b}}.': '{{b}} $t(a)' }, 'means nothing here'],
  ])('like %j is not', (translated, problem) => {
    expect(translationProblems(source, translated)).toEqual([expect.stringContaining(problem)])
  })

  test('may lack sentences, which are named', () => {
    expect(missingSentences(source, { '{{count}} days_few': 'dni' })).toEqual(['A {{b}}.'])
  })
})
