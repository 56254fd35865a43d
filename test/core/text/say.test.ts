import { AsyncLocalStorage } from 'node:async_hooks'
import { afterAll, afterEach, beforeAll, describe, expect, expectTypeOf, test } from 'vitest'
import { addLanguage, speech } from '../../../src/app/speech.ts'
import {
  declared,
  inEveryLanguage,
  inLanguage,
  languageNotes,
  languages,
  say,
  sayCount,
  sayDeclared,
  sayList,
  sayOrdinal,
  speak,
  speakBy,
  type ValuesOf,
} from '../../../src/core/text/say.ts'

/** The tests' own sentences: what they say is what the catalogue of the day has, or goes by its key. */
const sayAny: (text: string, values?: Record<string, string | number>) => string = Object.assign(say)

afterEach(() => speak('en'))

describe('a value', () => {
  const sentence = 'Queued {{product}}. {{news}}'

  test.each([
    ['of another sentence', 'your {{news}} song'],
    ['of itself', '{{product}}'],
    ['that is told not to be escaped', '{{- news}}'],
    ['that begins a place for one', 'a {{'],
    ['that would be another text', '$t(Queued {{product}}. {{news}})'],
    ['that would be another text, with options', '$t(x, {"lng": "de"})'],
    ['with signs of a replacement', "$& $1 $$ $`$'"],
    ['with markup', '<b>&amp;</b> "it\'s" */'],
    ['of nothing', ''],
  ])('%s stays as it is', (_, product) => {
    expect(sayAny(sentence, { product, news: 'Soon.' })).toBe(`Queued ${product}. Soon.`)
  })

  test.each(['\n', '\r\n', '\v', '\u2028'])(
    'of two lines is one, so that none begins like our own (%j)',
    (lineBreak) => {
      expect(sayAny(sentence, { product: `a${lineBreak}b`, news: 'Soon.' })).toBe('Queued a b. Soon.')
    },
  )

  test('called like an option of the library is a value', () => {
    const values = {
      lng: 'a',
      ns: 'b',
      context: 'c',
      count: 2,
      defaultValue: 'd',
      postProcess: 'e',
      replace: 'f',
    }
    const text = Object.keys(values)
      .map((name) => `{{${name}}}`)
      .join(' ')
    expect(sayAny(text, values)).toBe('a b c 2 d e f')
  })
})

describe('in another language', () => {
  /**
   * Polish has four forms:
   * https://www.unicode.org/cldr/charts/latest/supplemental/language_plural_rules.html#pl
   */
  addLanguage('pl', {
    'Queued {{product}}.': 'W kolejce: {{product}}.',
    'your song': 'twoja piosenka',
    '{{count}} songs_one': '{{count}} piosenka',
    '{{count}} songs_few': '{{count}} piosenki',
    '{{count}} songs_many': '{{count}} piosenek',
    '{{count}} songs_other': '{{count}} piosenki',
    'not done yet': '',
    'a: b. c': 'a: b. d',
  })
  const sayMany: (one: string, other: string, values: { count: number }) => string = Object.assign(sayCount)

  test('a sentence is said with its values', () => {
    speak('pl')
    expect(sayAny('Queued {{product}}.', { product: sayDeclared('your song') })).toBe(
      'W kolejce: twoja piosenka.',
    )
  })

  test.each([
    [1, '1 piosenka'],
    [3, '3 piosenki'],
    [5, '5 piosenek'],
    [22, '22 piosenki'],
  ])('a count of %d has the form that the language has for it', (count, said) => {
    speak('pl')
    expect(sayMany('{{count}} song', '{{count}} songs', { count })).toBe(said)
  })

  test.each([
    ['that it lacks', 'Left'],
    ['that is left empty', 'not done yet'],
  ])('a sentence %s is said in English', (_, text) => {
    speak('pl')
    expect(sayAny(text)).toBe(text)
  })

  test('a sentence may have what other keys are split at', () => {
    speak('pl')
    expect(sayAny('a: b. c')).toBe('a: b. d')
  })

  test('names in a row are joined by its own word', () => {
    expect(sayList(['A', 'B'])).toBe('A and B')
    speak('pl')
    expect(sayList(['A', 'B'])).toBe('A i B')
  })

  test('what is declared is known in all languages that have it', () => {
    addLanguage('de', { 'your song': 'dein Lied' })
    expect(languages()).toEqual(['en', 'pl', 'de'])
    const everywhere = [
      { language: 'en', text: 'your song' },
      { language: 'pl', text: 'twoja piosenka' },
      { language: 'de', text: 'dein Lied' },
    ]
    expect(inEveryLanguage('your song')).toEqual(everywhere)
    speak('de')
    expect(inEveryLanguage('your song')).toEqual(everywhere)
    expect(inEveryLanguage('Prompt')).toEqual([{ language: 'en', text: 'Prompt' }])
  })
})

test('the compiler takes what is written out alone, with the values that it names', () => {
  const computed: string = 'your song'
  // @ts-expect-error: a translator could not be told of it
  expect(say(computed)).toBe('your song')
  // @ts-expect-error: it names a value
  expect(say('A {{product}}.')).toBe('A {{product}}.')
  expect(declared('your song')).toBe('your song')
  expectTypeOf<ValuesOf<'{{one}} and {{two}}'>>().toEqualTypeOf<
    Readonly<Record<'one' | 'two', string | number>>
  >()
  expectTypeOf<ValuesOf<'none'>>().toEqualTypeOf<Readonly<Record<never, string | number>>>()
})

test.each([
  [1, '1st in the queue, after 1 job'],
  [2, '2nd in the queue, after 2 jobs'],
  [3, '3rd in the queue, after 3 jobs'],
  [4, '4th in the queue, after 4 jobs'],
  [21, '21st in the queue, after 21 jobs'],
])('a count of %d has its English form, which stands in the call', (count, said) => {
  const place = sayOrdinal(
    { one: '{{count}}st', two: '{{count}}nd', few: '{{count}}rd', other: '{{count}}th' },
    { count },
  )
  const jobs = sayCount('{{count}} job', '{{count}} jobs', { count })
  expect(say('{{place}} in the queue, after {{jobs}}', { place, jobs })).toBe(said)
})

test('a count that a language lacks is said as in English', () => {
  addLanguage('fr', {})
  speak('fr')
  expect(sayCount('{{count}} job', '{{count}} jobs', { count: 0 })).toBe('0 jobs')
})

describe('something done in the language of a member', () => {
  beforeAll(() => {
    addLanguage('eo', { 'your song': 'via kanto' })
    addLanguage('pt-BR', { 'your song': 'sua música' })
    speakBy(speech, new AsyncLocalStorage<string>())
  })
  afterAll(() => speakBy(speech))

  test.each([
    ['its catalogue', 'eo', 'via kanto'],
    ['the catalogue of all its kinds', 'eo-XX', 'via kanto'],
    ['its own kind', 'pt-BR', 'sua música'],
    ['another kind alone', 'pt-PT', 'your song'],
    ['no catalogue', 'tlh', 'your song'],
    ['no name', '', 'your song'],
    ['nothing known of it', undefined, 'your song'],
  ])('says it by %s', (_, locale, text) => {
    expect(inLanguage(locale, () => say('your song'))).toBe(text)
  })

  test('says all of it so, however late, and nothing beside it', async () => {
    const later = Promise.withResolvers<void>()
    const one = inLanguage('eo', async () => {
      await later.promise
      return say('your song')
    })
    expect(say('your song')).toBe('your song')
    const other = inLanguage('pt-BR', async () => {
      later.resolve()
      await one
      return say('your song')
    })
    expect(await Promise.all([one, other])).toEqual(['via kanto', 'sua música'])
  })

  test('says what is for others in the language of the installation', () => {
    expect(inLanguage('eo', () => inLanguage(undefined, () => say('your song')))).toBe('your song')
  })

  test('is noted with a job, unless it is that of the installation', () => {
    expect(inLanguage('eo-XX', languageNotes)).toEqual({ language: 'eo' })
    expect(inLanguage('en-GB', languageNotes)).toEqual({})
    expect(languageNotes()).toEqual({})
  })
})
