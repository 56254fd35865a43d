import { describe, expect, test } from 'vitest'
import { soundingParts, spread } from '../../../studio/transcription/spread.ts'
import { transcriptOf } from '../../../studio/transcription/transcript.ts'
import { untranslatableReason } from '../../../studio/transcription/translation.ts'
import { type TranscriptionFormat, write } from '../../../studio/transcription/written.ts'

const rate = 8000

/** Tones and silences by turns, beginning with a silence, in milliseconds each. */
const clip = (...lengths: readonly number[]): Float32Array => {
  const samples = new Float32Array((lengths.reduce((sum, length) => sum + length, 0) * rate) / 1000)
  let at = 0
  for (const [turn, length] of lengths.entries()) {
    const count = (length * rate) / 1000
    if (turn % 2 === 1)
      for (let index = at; index < at + count; index += 1) samples[index] = 0.3 * Math.sin(index)
    at += count
  }
  return samples
}

describe('the sounding parts of a clip', () => {
  test.each([
    ['leave its silent ends out', clip(500, 1000, 700), [{ start: 500, end: 1500 }]],
    ['join over a breath', clip(0, 1000, 200, 1000), [{ start: 0, end: 2200 }]],
    [
      'part at a pause',
      clip(100, 1000, 800, 600),
      [
        { start: 100, end: 1100 },
        { start: 1900, end: 2500 },
      ],
    ],
    ['are none in silence', clip(2000), []],
  ])('%s', (_name, samples, parts) => {
    expect(soundingParts(samples, rate)).toEqual(parts)
  })
})

describe('words without times', () => {
  test('get shares of the sounding parts by their syllables', () => {
    const parts = [
      { start: 1000, end: 4000 },
      { start: 6000, end: 7000 },
    ]
    // Three and one syllables in four seconds of sound.
    expect(spread(['banana', 'sun'], parts)).toEqual([
      { start: 1000, end: 4000, text: 'banana' },
      { start: 6000, end: 7000, text: 'sun' },
    ])
  })

  test('are told line by line, and word by word inside the lines', () => {
    const parts = soundingParts(clip(1000, 6000, 1000), rate)
    const transcript = transcriptOf({ lyrics: '[Verse]\nRow the boat\n\nOver the bay' }, parts)
    expect(transcript).toMatchObject({
      lineTimes: 'spread',
      wordTimes: 'spread',
      text: 'Row the boat\n\nOver the bay',
    })
    expect(transcript?.lines.map(({ start, end, text }) => [start, end, text])).toEqual([
      [1000, 3571, 'Row the boat'],
      [3571, 7000, 'Over the bay'],
    ])
    expect(transcript?.lines[0]?.words.map(({ start, text }) => [start, text])).toEqual([
      [1000, 'Row'],
      [1857, 'the'],
      [2714, 'boat'],
    ])
  })
})

describe('words with times', () => {
  test('of lines keep them', () => {
    const timedLyrics = [
      { start: 100, end: 900, text: 'Row the boat' },
      { start: 1000, end: 2000, text: 'Over the bay' },
    ]
    const transcript = transcriptOf({ lyrics: 'Row the boat\nOver the bay', timedLyrics }, [])
    expect(transcript).toMatchObject({ lineTimes: 'tagged', wordTimes: 'spread' })
    expect(transcript?.lines).toMatchObject(timedLyrics)
  })

  test('count where more is written than is heard, or less', () => {
    const timedLyrics = [
      { start: 100, end: 900, text: 'Row the boat' },
      { start: 1000, end: 2000, text: 'Row the boat' },
    ]
    const lyrics = '[Verse]\nRow the boat\nOver the bay\nHome again'
    expect(transcriptOf({ lyrics, timedLyrics }, [])?.text).toBe('Row the boat\nRow the boat')
  })

  test('of single words are joined into lines at sentences, pauses and full lines', () => {
    const words = ['Hello', 'there.', 'How', 'are', 'you'].map((text, index) => ({
      start: index * 300 + (index === 4 ? 900 : 0),
      end: index * 300 + 250 + (index === 4 ? 900 : 0),
      text,
    }))
    const transcript = transcriptOf({ lyrics: 'Hello there. How are you', timedLyrics: words }, [])
    expect(transcript).toMatchObject({ wordTimes: 'tagged', text: 'Hello there. How are you' })
    expect(transcript?.lines.map(({ text, start, end }) => [text, start, end])).toEqual([
      ['Hello there.', 0, 550],
      ['How are', 600, 1150],
      ['you', 2100, 2350],
    ])
    const many = Array.from({ length: 60 }, (_empty, index) => ({
      start: index * 9,
      end: index * 9 + 9,
      text: 'word',
    }))
    const lengths = transcriptOf({ timedLyrics: many }, [])?.lines.map(({ text }) => text.length) ?? []
    expect(Math.max(...lengths)).toBeLessThanOrEqual(84)
    expect(lengths.reduce((sum, length) => sum + length + 1, 0)).toBe(300)
  })
})

test.each([
  ['nothing', {}],
  ['empty texts', { lyrics: ' \n ', timedLyrics: [{ start: 0, end: 1, text: ' ' }] }],
  ['headings alone', { lyrics: '[Instrumental]' }],
])('tags with %s give no transcript', (_name, tags) => {
  expect(transcriptOf(tags, [{ start: 0, end: 1000 }])).toBeUndefined()
})

describe('a transcription is written', () => {
  const transcript = transcriptOf(
    {
      lyrics: '[Chorus]\nRow  the boat\n\n\n\nOver the bay',
      timedLyrics: [
        { start: 0, end: 900, text: 'Row the boat' },
        { start: 1000, end: 2000, text: 'Over the bay' },
      ],
    },
    [],
  )

  test.each<[TranscriptionFormat, boolean, string]>([
    ['plain_text', false, 'Row the boat Over the bay'],
    ['plain_text', true, 'Row the boat Over the bay'],
    ['formatted_text', false, 'Row  the boat\n\nOver the bay'],
    [
      'srt',
      false,
      '1\n00:00:00,000 --> 00:00:00,900\nRow the boat\n\n2\n00:00:01,000 --> 00:00:02,000\nOver the bay\n\n',
    ],
    [
      'vtt',
      false,
      'WEBVTT\n\n00:00:00.000 --> 00:00:00.900\nRow the boat\n\n00:00:01.000 --> 00:00:02.000\nOver the bay\n\n',
    ],
  ])('as %s, with word times %s', (format, withWords, text) => {
    expect(transcript && write(transcript, format, withWords)).toBe(text)
  })

  test('as subtitles with the time of each word', () => {
    const srt = (transcript && write(transcript, 'srt', true)) ?? ''
    expect(srt.match(/^\d+$/gm)).toHaveLength(6)
    const vtt = (transcript && write(transcript, 'vtt', true)) ?? ''
    expect(vtt).toContain('Row <00:00:00.300>the <00:00:00.600>boat')
  })
})

describe('a translation into English', () => {
  test.each([
    ['It was a dark and stormy night', ''],
    ['It was a dark and stormy night', 'en'],
    ['It was a dark and stormy night', 'en-GB'],
    ['Hello!', 'English'],
  ])('of "%s", language "%s", is the text itself', (text, language) => {
    expect(untranslatableReason(text, language)).toBeUndefined()
  })

  test.each([
    ['Es war eine dunkle und stürmische Nacht', ''],
    ['Es war eine dunkle und stürmische Nacht', 'en'],
    ['Era una noche oscura y tormentosa', ''],
    ["C'était une nuit sombre et orageuse", ''],
    ['Era una notte buia e tempestosa', ''],
    ['Это была тёмная и бурная ночь', ''],
    ['それは暗い嵐の夜だった', ''],
    ['كانت ليلة مظلمة وعاصفة', ''],
    ['It was a dark and stormy night', 'de'],
    ['Hello!', ''],
    ['Hallo!', 'de'],
  ])('of "%s", language "%s", is none that this studio can make', (text, language) => {
    expect(untranslatableReason(text, language)).toMatch(/cannot translate/)
  })
})
