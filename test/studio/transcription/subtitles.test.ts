import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type TimedLine, toSrt, toVtt } from '../../../studio/transcription/subtitles.ts'
import { readSrt, readVtt } from '../../support/audio/subtitles.ts'

const line = (start: number, end: number, text: string): TimedLine => ({ start, end, text, words: [] })

const lines: readonly TimedLine[] = [
  {
    start: 62_003,
    end: 3_723_004,
    text: 'Row the boat',
    words: [
      { start: 62_003, end: 62_500, text: 'Row' },
      { start: 62_500, end: 62_900, text: 'the' },
      { start: 63_000, end: 64_000, text: 'boat' },
    ],
  },
  line(3_723_004, 3_724_000, 'Across <the> bay & back'),
]

describe('subtitles', () => {
  test('are written as SubRip', () => {
    expect(toSrt(lines)).toBe(
      '1\n00:01:02,003 --> 01:02:03,004\nRow the boat\n\n2\n01:02:03,004 --> 01:02:04,000\nAcross <the> bay & back\n\n',
    )
  })

  test('are written as WebVTT, with a time before each word but the first', () => {
    expect(toVtt(lines, true)).toBe(
      'WEBVTT\n\n00:01:02.003 --> 01:02:03.004\nRow <00:01:02.500>the <00:01:03.000>boat\n\n01:02:03.004 --> 01:02:04.000\nAcross &lt;the&gt; bay &amp; back\n\n',
    )
    expect(toVtt(lines, false)).not.toContain('<00:01:02.500>')
  })

  test('are put into their order, cut where the next begins, and never without length', () => {
    const given = [
      line(500, 900, 'third'),
      line(0, 400, 'first'),
      line(300, 300, 'second'),
      line(300, 350, '  '),
    ]
    const wanted = [
      { start: 0, end: 300, text: 'first' },
      { start: 300, end: 301, text: 'second' },
      { start: 500, end: 900, text: 'third' },
    ]
    expect(readSrt(toSrt(given))).toEqual(wanted)
    expect(readVtt(toVtt(given, false))).toEqual(wanted.map((cue) => ({ ...cue, times: [] })))
  })

  test('keep any text on its lines: blanks, arrows, marks and line ends of all kinds', () => {
    const hostile = [
      line(0, 1000, 'one\n\n2\n00:00:00,000 --> 00:00:01,000\ntwo'),
      line(1000, 2000, '\u2028 <b>&lt;-->'),
    ]
    expect(readSrt(toSrt(hostile)).map(({ text }) => text)).toEqual([
      'one 2 00:00:00,000 → 00:00:01,000 two',
      '<b>&lt;→',
    ])
    expect(readVtt(toVtt(hostile, false)).map(({ text }) => text)).toEqual([
      'one 2 00:00:00,000 --> 00:00:01,000 two',
      '<b>&lt;-->',
    ])
  })

  test('of no words are empty files of their form', () => {
    expect([toSrt([]), toVtt([], true)]).toEqual(['', 'WEBVTT\n\n'])
  })

  test('of any lines and words can be read by a strict reader', () => {
    const timed = fc.record({
      start: fc.integer({ min: 0, max: 350_000_000 }),
      end: fc.integer({ min: 0, max: 350_000_000 }),
      text: fc.string({ unit: 'binary' }),
    })
    const anyLines = fc.array(
      fc
        .record({ line: timed, words: fc.array(timed) })
        .map((given) => ({ ...given.line, words: given.words })),
    )
    const check = (given: readonly TimedLine[]): void => {
      const visible = given.filter(({ text }) => text.trim() !== '').length
      expect(readSrt(toSrt(given))).toHaveLength(visible)
      expect(readVtt(toVtt(given, true))).toHaveLength(visible)
    }
    fc.assert(fc.property(anyLines, check))
  })
})

describe('the strict reader', () => {
  test.each([
    ['a wrong number', '2\n00:00:00,000 --> 00:00:01,000\nx\n\n'],
    ['a point for a comma', '1\n00:00:00.000 --> 00:00:01.000\nx\n\n'],
    ['sixty seconds', '1\n00:00:60,000 --> 00:01:01,000\nx\n\n'],
    ['no length', '1\n00:00:01,000 --> 00:00:01,000\nx\n\n'],
    ['no text', '1\n00:00:00,000 --> 00:00:01,000\n\n'],
    [
      'one cue over another',
      '1\n00:00:00,000 --> 00:00:02,000\nx\n\n2\n00:00:01,000 --> 00:00:03,000\ny\n\n',
    ],
    ['no blank line', '1\n00:00:00,000 --> 00:00:02,000\nx\n'],
  ])('refuses SubRip with %s', (_name, file) => {
    expect(() => readSrt(file)).toThrow()
  })

  test.each([
    ['no header', '00:00:00.000 --> 00:00:01.000\nx\n\n'],
    ['a bare mark', 'WEBVTT\n\n00:00:00.000 --> 00:00:01.000\na < b\n\n'],
    ['a bare ampersand', 'WEBVTT\n\n00:00:00.000 --> 00:00:01.000\na & b\n\n'],
    ['a time outside its cue', 'WEBVTT\n\n00:00:00.000 --> 00:00:01.000\na <00:00:01.000>b\n\n'],
    ['times that go back', 'WEBVTT\n\n00:00:00.000 --> 00:00:09.000\na <00:00:02.000>b <00:00:01.000>c\n\n'],
  ])('refuses WebVTT with %s', (_name, file) => {
    expect(() => readVtt(file)).toThrow()
  })
})
