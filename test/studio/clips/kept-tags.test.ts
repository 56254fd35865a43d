import { describe, expect, test } from 'vitest'
import { keptTagsWithin } from '../../../studio/clips/kept-tags.ts'

const lines = [
  { start: 1000, end: 2000, text: 'Down the stream' },
  { start: 2500, end: 4000, text: 'the lights go out' },
  { start: 4000, end: 5500, text: 'Down the stream' },
]
const clip = {
  title: 'Lights',
  durationSeconds: 6,
  lyrics: '[Verse]\nDown the stream\nthe lights go out\n\n[Chorus]\nDown the stream',
  timedLyrics: lines,
}

describe('a part of a clip keeps of its words', () => {
  test.each([
    ['all, where it is all of the clip', { start: 0, end: 6000 }, lines, clip.lyrics.slice(8)],
    [
      'those inside of it, by its own time',
      { start: 900, end: 2300 },
      [{ start: 100, end: 1100, text: 'Down the stream' }],
      'Down the stream',
    ],
    [
      'those that reach into it, cut',
      { start: 1500, end: 3000 },
      [
        { start: 0, end: 500, text: 'Down the stream' },
        { start: 1000, end: 1500, text: 'the lights go out' },
      ],
      'Down the stream\nthe lights go out',
    ],
    [
      'what lies between two of them',
      { start: 3000, end: 6000 },
      [
        { start: 0, end: 1000, text: 'the lights go out' },
        { start: 1000, end: 2500, text: 'Down the stream' },
      ],
      'the lights go out\n\n[Chorus]\nDown the stream',
    ],
  ])('%s', (_name, range, timedLyrics, lyrics) => {
    expect(keptTagsWithin(clip, range)).toEqual({ title: 'Lights', lyrics, timedLyrics })
  })

  test.each([
    ['one that ends as it starts', { start: 2000, end: 2500 }],
    ['one behind the last word', { start: 5500, end: 6000 }],
  ])('none, for %s', (_name, range) => {
    expect(keptTagsWithin(clip, range)).toEqual({ title: 'Lights' })
  })

  test('none where no times tell which are heard', () => {
    const { timedLyrics: _, ...untimed } = clip
    expect(keptTagsWithin(untimed, { start: 0, end: 6000 })).toEqual({ title: 'Lights' })
  })

  test('a line each, where the lyrics are not the words that have times', () => {
    const tags = keptTagsWithin({ ...clip, lyrics: 'la la la' }, { start: 2400, end: 6000 })
    expect(tags.lyrics).toBe('the lights go out\nDown the stream')
  })
})
