import { describe, expect, test } from 'vitest'
import { builtInPrices, priceNames, readPrices } from '../../../src/core/ledger/prices.ts'

const problemsOf = (text: string) => {
  const read = readPrices(text)
  return read.ok ? [] : read.problems
}

// One price of each kind, as docs/ledger.md gives them.
test.each([
  ['music.v6', 'output', 100_000],
  ['music.voice', 'output', 150_000],
  ['remix', 'output', 140_000],
  ['speech', 'hundred_words', 70_000],
  ['transcription', 'minute', 68_600],
  ['lyrics', 'request', 10_000],
] as const)('the built-in price %s is by the %s, %d millionths', (name, per, credits) => {
  expect(builtInPrices[name]).toMatchObject({ per, credits })
})

test('no built-in price is free', () => {
  for (const name of priceNames) expect(builtInPrices[name].credits).toBeGreaterThan(0)
})

describe('an operator’s own prices', () => {
  test.each([
    ['none', '{}', {}],
    ['one', '{"speech": "0.031"}', { speech: { ...builtInPrices.speech, credits: 31_000 } }],
    ['a free one', '{"lyrics": "0"}', { lyrics: { ...builtInPrices.lyrics, credits: 0 } }],
    [
      'the largest',
      '{"remix": "1000000"}',
      { remix: { ...builtInPrices.remix, credits: 1_000_000_000_000 } },
    ],
    ['the smallest', '{"remix": "0.000001"}', { remix: { ...builtInPrices.remix, credits: 1 } }],
  ])('(%s) take the place of the built-in ones', (_, text, changes) => {
    expect(readPrices(text)).toEqual({ ok: true, prices: { ...builtInPrices, ...changes } })
  })

  test('leave the built-in ones as they are for others', () => {
    readPrices('{"speech": "9"}')
    expect(builtInPrices.speech.credits).toBe(70_000)
  })

  test.each(['', 'speech: 0.07', '[]', '"0.07"', 'null', '0.07', '{"speech": "0.07"'])(
    'have to be an object: %s',
    (text) => {
      expect(problemsOf(text)).toEqual(['must be a JSON object of prices, such as {"speech": "0.07"}'])
    },
  )

  test.each([
    ['"-0.07"', 'a negative one'],
    ['"0.0000001"', 'too many decimals'],
    ['"12345678"', 'too many digits'],
    ['"1000000.000001"', 'more than a million'],
    ['"1e-2"', 'an exponent'],
    ['"0x10"', 'another base'],
    ['"0,07"', 'a comma'],
    ['"٠.٠٧"', 'other digits'],
    ['"free"', 'a word'],
    ['""', 'nothing'],
    ['0.07', 'a number, which JSON keeps no decimals of'],
    ['null', 'null'],
    ['{"credits": "0.07"}', 'an object'],
  ])('refuse the amount %s (%s) by its entry, with the mend', (value) => {
    expect(problemsOf(`{"speech": ${value}, "remix": "1"}`)).toEqual([
      'has an entry "speech" that must be an amount in quotes such as "0.07": no sign, at most six decimals, at most a million credits',
    ])
  })

  test.each([
    ['speach', /^has an entry "speach" that is not a price; did you mean "speech"\?$/],
    ['music.v8', /^has an entry "music\.v8" that is not a price; did you mean "music\.v6"\?$/],
    [
      'music',
      /^has an entry "music" that is not a price; remove it, or use one of music\.v6, .*, music\.voice$/,
    ],
    ['melody', /^has an entry "melody" that is not a price; remove it, or use one of musicV1, .*, lyrics$/],
    ['__proto__', /^has an entry "__proto__" that is not a price; remove it/],
    ['toString', /^has an entry "toString" that is not a price; remove it/],
    ['a\nb', /^has an entry "a b" that is not a price; remove it/],
    ['x'.repeat(200), /^has an entry "x{39}…" that is not a price; remove it/],
  ])('refuse the name %j', (name, problem) => {
    expect(problemsOf(`{${JSON.stringify(name)}: "0.07"}`)).toEqual([expect.stringMatching(problem)])
  })

  test('are told every problem at once', () => {
    expect(problemsOf('{"a": "1", "speech": 1, "lyrics": "1"}')).toHaveLength(2)
  })
})
