import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Cue, hasWords, readSrt, wordsOf, writeLrc, writeVtt } from '../../../src/core/clip/subtitles.ts'

// SubRip as https://www.loc.gov/preservation/digital/formats/fdd/fdd000569.shtml describes it.
const one = '1\n00:00:01,000 --> 00:00:02,500\nHeave\nho\n'
const cue: Cue = { startMs: 1000, endMs: 2500, text: 'Heave\nho' }

describe('subtitles', () => {
  test.each<[string, string, readonly Cue[]]>([
    ['of one cue', one, [cue]],
    ['without a last line end', one.trimEnd(), [cue]],
    ['with the line ends of Windows', one.replaceAll('\n', '\r\n'), [cue]],
    ['with a byte order mark', `\uFEFF${one}`, [cue]],
    ['with several blank lines between', `${one}\n\n\n${one}`, [cue, cue]],
    [
      'of more than a day',
      '1\n100:00:00,000 --> 100:00:00,001\nla',
      [{ startMs: 360_000_000, endMs: 360_000_001, text: 'la' }],
    ],
    ['of no cue with words', '1\n00:00:01,000 --> 00:00:02,500', []],
    ['beside a cue without words', `1\n00:00:00,000 --> 00:00:01,000\n\n${one}`, [cue]],
    ['beside a cue of blanks', `${one}\n2\n00:00:03,000 --> 00:00:04,000\n\u200b\n`, [cue]],
  ])('%s are read', (_, text, cues) => {
    expect(readSrt(text)).toEqual(cues)
  })

  test.each([
    ['nothing', ''],
    ['blanks', ' \n\n '],
    ['words', 'Heave ho'],
    ['JSON', '[]'],
    ['WebVTT', 'WEBVTT\n\n00:01.000 --> 00:02.000\nla'],
    ['a cue without a number', '00:00:01,000 --> 00:00:02,500\nla'],
    ['a cue with a point for the comma', one.replaceAll(',', '.')],
    ['a cue that ends before it begins', '1\n00:00:03,000 --> 00:00:02,500\nla'],
    ['a minute of 60 seconds', '1\n00:00:60,000 --> 00:01:02,500\nla'],
    ['something behind a good cue', `${one}\nand so on`],
  ])('are not read from %s', (_, text) => {
    expect(readSrt(text)).toBeUndefined()
  })

  const cues = fc.array(
    fc.record({
      startMs: fc.integer({ min: 0, max: 359_999_999 }),
      lengthMs: fc.nat(99_999),
      text: fc.stringMatching(/^[a-z<>&é ]{0,9}[a-z]$/),
    }),
    { minLength: 1, maxLength: 5 },
  )
  const clock = (ms: number) => new Date(ms % 3_600_000).toISOString().slice(14, 23).replace('.', ',')
  const time = (ms: number) => `${String(Math.floor(ms / 3_600_000)).padStart(2, '0')}:${clock(ms)}`

  test('that were written are read as they are', () => {
    fc.assert(
      fc.property(cues, (some) => {
        const wanted = some.map(({ startMs, lengthMs, text }) => ({
          startMs,
          endMs: startMs + lengthMs,
          text: text.trimStart(),
        }))
        const text = wanted
          .map((cue, index) => `${index + 1}\n${time(cue.startMs)} --> ${time(cue.endMs)}\n${cue.text}\n\n`)
          .join('')
        expect(readSrt(text)).toEqual(wanted)
      }),
    )
  })

  test('never make the reader fail', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'01:,->\n a') }), (text) => void readSrt(text)),
    )
  })
})

test.each([
  ['nothing', '', false],
  ['blanks', ' \n\n\u200b', false],
  ['words', 'Heave ho', true],
  ['a cue', one, true],
  ['a cue without words', '1\n00:00:00,000 --> 00:00:12,000\n\n', false],
  [
    'cues without words',
    '1\r\n00:00:00,000 --> 00:00:12,000\r\n\r\n2\r\n00:00:12,000 --> 00:00:13,000',
    false,
  ],
  ['a cue behind one without words', `1\n00:00:00,000 --> 00:00:01,000\n\n${one}`, true],
  ['the head of WebVTT', '\uFEFFWEBVTT\n\n', false],
  [
    'the head of WebVTT and a cue without words',
    'WEBVTT - en\n\n00:00.000 --> 00:12.000 align:start\n\n',
    false,
  ],
  ['WebVTT', 'WEBVTT\n\n00:00.000 --> 00:12.000\nla', true],
  ['a word above a time', 'la\n00:00:00,000 --> 00:00:12,000', true],
  ['a word that begins like WebVTT', 'WEBVTTS', true],
])('a transcript of %s has words (%#)', (_, text, has) => {
  expect(hasWords(text)).toBe(has)
})

// https://www.w3.org/TR/webvtt1/#cue-text has the signs that are written as references.
test('WebVTT has a head, points in its times, and no signs that mean something in it', () => {
  expect(writeVtt([{ startMs: 3_723_004, endMs: 3_723_005, text: 'a --> <b> & c' }])).toBe(
    'WEBVTT\n\n01:02:03.004 --> 01:02:03.005\na --&gt; &lt;b&gt; &amp; c\n',
  )
})

test.each<[readonly string[], string]>([
  [['Heave ho', 'la'], 'Heave ho\nla'],
  [['Heave', 'ho', 'la'], 'Heave ho la'],
  [['Heave'], 'Heave'],
])('the words of %j are %j', (texts, words) => {
  expect(wordsOf(texts.map((text) => ({ startMs: 0, endMs: 1, text })))).toBe(words)
})

test('lyrics for players have minutes, seconds and hundredths before each line', () => {
  const lines = [
    { startSeconds: 0.4, text: 'heave' },
    { startSeconds: 59.996, text: 'ho\nho' },
    { startSeconds: 6_001.25, text: '' },
  ]
  expect(writeLrc(lines)).toBe('[00:00.40]heave\n[01:00.00]ho ho\n[100:01.25]\n')
})
