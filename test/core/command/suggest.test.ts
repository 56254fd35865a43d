import { describe, expect, test } from 'vitest'
import { matchingChoices, namedValues, resolveNames } from '../../../src/core/command/suggest.ts'
import type { Choice } from '../../../src/core/fields/field.ts'
import { listed, optional, text } from '../../../src/core/fields/field-builders.ts'
import { target } from '../../support/commands/invocation.ts'
import { listsWith } from '../../support/commands/lists.ts'

const voice = (label: string): Choice => ({ value: `id-${label}`, label })
const uuid = '3f2c9a1e-5b7d-4a6f-9c8e-1d2b3a4f5e6d'
const voices = ['Grandma Ada', 'Ada', 'Adam Smith', 'Nevada Jones', 'Zoë', 'Bob'].map(voice)

describe('what is suggested', () => {
  const suggested = (typed: string, countMax = 25) =>
    matchingChoices(voices, typed, countMax).map(({ label }) => label)

  test.each([
    ['everything while nothing is typed', '', voices.map(({ label }) => label)],
    [
      'names that begin so, then words that do, then the rest',
      'ada',
      ['Ada', 'Adam Smith', 'Grandma Ada', 'Nevada Jones'],
    ],
    [
      'regardless of case and of blanks around',
      '  ADA ',
      ['Ada', 'Adam Smith', 'Grandma Ada', 'Nevada Jones'],
    ],
    ['with other letters than a to z', 'zoë', ['Zoë']],
    ['nothing where nothing matches', 'xyz', []],
    ['nothing special for what is special elsewhere', '.*', []],
    ['nothing for what objects inherit', '__proto__', []],
  ])('%s', (_, typed, labels) => {
    expect(suggested(typed)).toEqual(labels)
  })

  test('is the best of them when there are too many', () => {
    expect(suggested('ada', 2)).toEqual(['Ada', 'Adam Smith'])
  })

  test('leaves the list itself as it was', () => {
    const before = [...voices]
    suggested('ada')
    expect(voices).toEqual(before)
  })
})

describe('a name that was typed', () => {
  const fields = {
    prompt: text({ label: 'Prompt', help: 'What', lengthMax: 100 }),
    voice: optional(listed({ label: 'Voice', help: 'Who', list: 'voices', lengthMax: 100 })),
  }
  const resolve = (values: Readonly<Record<string, unknown>>, known: readonly Choice[] = voices) =>
    resolveNames(fields, values, listsWith({ voices: () => Promise.resolve(known) }), target())

  test.each([
    ['its name', 'Ada', 'id-Ada'],
    ['its name in another case, with blanks', ' aDA  ', 'id-Ada'],
    ['its name with characters that cannot be seen', '\u200bAda\u200b', 'id-Ada'],
    ['its name at the end of a sentence', 'Ada.\u200b', 'id-Ada'],
    ['its value', 'id-Bob', 'id-Bob'],
    ['a beginning that it alone has', 'aDaM', 'id-Adam Smith'],
  ])('becomes the value behind %s', async (_, typed, value) => {
    expect(await resolve({ voice: typed })).toEqual({ problems: [], values: { voice: value } })
  })

  test.each(['nobody', '__proto__', ''])('that is not on the list (%j) is refused', async (typed) => {
    expect(await resolve({ voice: typed })).toEqual({
      values: { voice: typed },
      problems: [
        {
          field: 'voice',
          text: 'Voice: no match. Type the start of a name.',
        },
      ],
    })
  })

  test('that differs from another by its full stop alone is the one that was written', async () => {
    const twins = ['Ada', 'Ada.'].map((label) => ({ value: `id-${label}`, label }))
    expect(await resolve({ voice: 'ada.' }, twins)).toMatchObject({ values: { voice: 'id-Ada.' } })
  })

  const named = (...labels: readonly string[]): readonly Choice[] =>
    labels.map((label, index) => ({ value: `id-${index + 1}`, label }))

  test.each([
    ['as it is', 'Ada', 'Voice: several are called Ada. Type one of these IDs: id-1 and id-2.'],
    ['in another case', ' ada. ', 'Voice: several are called Ada. Type one of these IDs: id-1 and id-2.'],
    ['in its beginning', 'ad', 'Voice: several are called Ada. Type one of these IDs: id-1 and id-2.'],
  ])('that several have, written %s, is answered by their ids', async (_, typed, problem) => {
    const twins = named('Ada', 'Ada', 'Bob')
    expect(await resolve({ voice: typed }, twins)).toEqual({
      values: { voice: typed },
      problems: [{ field: 'voice', text: problem }],
    })
    for (const { value } of matchingChoices(twins, typed, 25))
      expect(await resolve({ voice: value }, twins)).toEqual({ problems: [], values: { voice: value } })
  })

  test('that many have is answered by the ids of some', async () => {
    expect(await resolve({ voice: 'Ada' }, named(...Array.from({ length: 6 }, () => 'Ada')))).toMatchObject({
      problems: [
        {
          text: 'Voice: many are called Ada. Type an ID instead, such as id-1, id-2, id-3, id-4, and id-5.',
        },
      ],
    })
  })

  test('that differs from another by its case alone is the one that was written', async () => {
    const twins = named('Ada', 'ADA')
    expect(await resolve({ voice: 'ADA' }, twins)).toMatchObject({ values: { voice: 'id-2' } })
    expect((await resolve({ voice: 'aDA' }, twins)).problems).toHaveLength(1)
  })

  test('that is the value of another entry stands for that one', async () => {
    const list = [{ value: 'id-1', label: 'id-2' }, ...named('Ada', 'Bob').slice(1)]
    expect(await resolve({ voice: 'id-2' }, list)).toMatchObject({ values: { voice: 'id-2' } })
  })

  test('that several begin with, some of them alike, is answered by each name once', async () => {
    expect(await resolve({ voice: 'ad' }, named('Ada', 'Ada', 'Adam'))).toMatchObject({
      problems: [{ text: 'Voice: Ada and Adam start like that. Type one in full.' }],
    })
  })

  test('that several have is shown to be read, and not in a form, which would bring it back', async () => {
    const lists = listsWith({ voices: () => Promise.resolve(named('Ada', 'Ada', 'Bob')) })
    const shown = (voice: string, readOnly?: 'voices') =>
      namedValues(fields, { voice }, lists, target(), readOnly)
    expect(await shown('id-2', 'voices')).toEqual({ voice: 'Ada' })
    expect(await shown('id-2')).toEqual({ voice: 'id-2' })
    expect(await shown('id-3')).toEqual({ voice: 'Bob' })
  })

  test('that several begin with is answered by their names', async () => {
    const many = ['Ana', 'Anb', 'Anc', 'And', 'Ane', 'Anf'].map((label) => ({ value: label, label }))
    expect(await resolve({ voice: 'ad' })).toMatchObject({
      problems: [{ text: 'Voice: Ada and Adam Smith start like that. Type one in full.' }],
    })
    expect(await resolve({ voice: 'an' }, many)).toMatchObject({
      problems: [
        { text: expect.stringMatching(/^Voice: many start like that, such as .* Type more of the/) },
      ],
    })
  })

  const notYet = (typed: string): string =>
    `Voice: the list is still loading, so I can't look up "${typed}" yet. Try again in a minute, or pick a suggestion.`

  test.each<[string, readonly Choice[], string, string, readonly string[]]>([
    ['not known', [], 'Nobody', 'Nobody', [notYet('Nobody')]],
    ['known in part', voices, 'Nobody', 'Nobody', [notYet('Nobody')]],
    ['known in part, with one that begins so', voices, 'Adam', 'Adam', [notYet('Adam')]],
    ['known in part, with several that begin so', voices, 'ad', 'ad', [notYet('ad')]],
    ['known in part, with that one', voices, 'ada.', 'id-Ada', []],
    ['known in part, with that value', voices, 'id-Bob', 'id-Bob', []],
    [
      'not known, of one long word',
      [],
      'Featherstonehaugh',
      'Featherstonehaugh',
      [notYet('Featherstonehaugh')],
    ],
    [
      'not known, of one that is too long to say',
      [],
      'x'.repeat(90),
      'x'.repeat(90),
      [notYet(`${'x'.repeat(59)}…`)],
    ],
    ['not known, but may be an id', [], ` ${uuid}. `, uuid, []],
    ['known in part, but may be an id', voices, '3f2c9a1e5b7d4a6f', '3f2c9a1e5b7d4a6f', []],
  ])('of a list that is %s is no guess', async (_, choices, typed, value, texts) => {
    const lists = listsWith({ voices: () => Promise.resolve({ choices, isPart: true }) })
    const resolved = await resolveNames(fields, { voice: typed }, lists, target())
    expect(resolved.problems.map(({ text: said }) => said)).toEqual(texts)
    expect(resolved.values).toEqual({ voice: value })
  })

  test('that is not on a list without anything is refused', async () => {
    const lists = listsWith({ voices: () => Promise.resolve({ choices: [], isPart: false }) })
    expect((await resolveNames(fields, { voice: uuid }, lists, target())).problems).toHaveLength(1)
  })

  test('is left to the fields when it is no text', async () => {
    expect(await resolve({ voice: 7 })).toEqual({ problems: [], values: { voice: 7 } })
  })

  test('in a field without a list stays as it is', async () => {
    expect(await resolve({ prompt: 'Ada' })).toEqual({ problems: [], values: { prompt: 'Ada' } })
  })

  test('is looked for by the whole name, where the list is known only in part', async () => {
    const elvis = voice('Elvis')
    const find = (typed: string | undefined) => (typed === 'Elvis' ? [...voices, elvis] : voices)
    const lists = listsWith({ voices: async (_, typed) => find(typed) })
    expect(await resolveNames(fields, { voice: 'Elvis.' }, lists, target())).toEqual({
      problems: [],
      values: { voice: elvis.value },
    })
  })

  test('is not looked up when it is not given', async () => {
    const values = { prompt: 'a' }
    const lists = listsWith({ voices: () => Promise.reject(new Error('asked in vain')) })
    expect(await resolveNames(fields, values, lists, target())).toEqual({ problems: [], values })
  })
})
