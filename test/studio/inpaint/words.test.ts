import { describe, expect, test } from 'vitest'
import { framesOf, type TimeRange } from '../../../studio/clips/range.ts'
import { composePart } from '../../../studio/inpaint/composing.ts'
import { inpaint } from '../../../studio/inpaint/inpaint.ts'
import { sliceOf } from '../../../studio/inpaint/level.ts'
import type { InpaintOrder } from '../../../studio/inpaint/order.ts'
import { linesInRange } from '../../../studio/inpaint/words.ts'
import { sampleRate } from '../../../studio/music/sound/stereo.ts'
import { distanceDb } from '../../support/audio/audio-analysis.ts'
import { isLong, runs } from '../../support/suite/runs.ts'
import { music } from './sounds.ts'

const seconds = 12
const { clip } = music('a folk song about lakes', seconds)

const compose = (rangeSeconds: TimeRange, change: Partial<InpaintOrder>) => {
  const order: InpaintOrder = {
    prompt: 'folk',
    lyrics: '',
    section: '',
    title: '',
    gender: 'female',
    take: 1,
    rangeSeconds,
    ...change,
  }
  return { order, ...composePart(clip, framesOf(rangeSeconds, 1, sampleRate), order) }
}

const section = '[Bridge]\nRow the boat\nAcross the bay\n(ooh)\nSing a song of home'

describe('the lines of a range', () => {
  test.each([
    ['in the middle', { start: 3, end: 9 }],
    ['at the start', { start: 0, end: 6 }],
    ['at the end', { start: 6, end: seconds }],
    ['of the whole clip', { start: 0, end: seconds }],
    ['that begins and ends off the beat', { start: 3.217, end: 8.731 }],
  ])('%s are sung one after the other, each once, inside of it', (_name, range) => {
    const { facts, stretchSeconds, score } = compose(range, { section })
    expect(facts.timedLines.map(({ text }) => text)).toEqual([
      'Row the boat',
      'Across the bay',
      'Sing a song of home',
    ])
    let before = range.start * 1000
    for (const { start, end } of facts.timedLines) {
      expect(start).toBeGreaterThanOrEqual(Math.floor(before))
      expect(end).toBeGreaterThan(start)
      before = end
    }
    expect(before).toBeLessThanOrEqual(range.end * 1000)
    const voice = score.tracks.find((track) => track.kind === 'voice')
    for (const note of voice?.notes ?? []) {
      expect(note.at).toBeGreaterThanOrEqual(stretchSeconds.start)
      expect(note.at + note.seconds).toBeLessThanOrEqual(stretchSeconds.end + 1e-9)
    }
    // The notes begin when the lines are said to, in milliseconds of the clip.
    const starts = (voice?.notes ?? []).map(({ at }) =>
      Math.round((at - stretchSeconds.start + range.start) * 1000),
    )
    for (const { start } of facts.timedLines) expect(starts).toContain(start)
  })

  test('are as many as have a beat for each', () => {
    const many = Array.from({ length: 200 }, (_empty, index) => `Line ${index}`).join('\n')
    const { facts } = compose({ start: 4, end: 6 }, { section: many })
    const beats = (2 * facts.beatsPerMinute) / 60
    expect(facts.timedLines.length).toBeGreaterThan(1)
    expect(facts.timedLines.length).toBeLessThanOrEqual(beats)
    expect(facts.timedLines.map(({ index }) => index)).toEqual(facts.timedLines.map((_line, index) => index))
  })

  test('are not sung where there is no time for a syllable', () => {
    const { facts, score } = compose({ start: 4, end: 4.01 }, { section })
    expect(facts.timedLines).toEqual([])
    expect(score.tracks.map(({ kind }) => kind)).not.toContain('voice')
  })

  test('make a difference to what is heard', () => {
    const range = { start: 3, end: runs(5, 9) }
    const frames = framesOf(range, 1, sampleRate)
    const play = (change: Partial<InpaintOrder>) => {
      const { sound } = inpaint(clip, frames, compose(range, change).order)
      return { ...sliceOf(sound, frames), seconds: range.end - range.start }
    }
    const [low, high] = [play({ section, gender: 'male' }), play({ section, gender: 'female' })]
    expect(distanceDb(low, high)).toBeGreaterThan(0.5)
    // inpaint.test.ts also shows that they differ from no words at all.
    if (isLong) expect(distanceDb(high, play({ section: '' }))).toBeGreaterThan(0.5)
  }, 180_000)
})

describe('lyrics of the whole clip', () => {
  const lyrics = '[Verse]\nOne\nTwo\nThree\nFour\n[Chorus]\nFive\nSix'

  test.each([
    ['the whole clip', { start: 0, end: 12 }, ['One', 'Two', 'Three', 'Four', 'Five', 'Six']],
    ['its first half', { start: 0, end: 6 }, ['One', 'Two', 'Three']],
    ['the middle of a line', { start: 4.9, end: 5.1 }, ['Three']],
    ['what lies between two middles', { start: 5.1, end: 6.9 }, []],
  ])('give %s the lines that fall into it when they are spread evenly', (_name, range, expected) => {
    expect(linesInRange({ section: '', lyrics, rangeSeconds: range }, 12)).toEqual(expected)
  })

  test('do not count where the range has words of its own', () => {
    const range = { start: 0, end: 12 }
    expect(linesInRange({ section: 'Seven', lyrics, rangeSeconds: range }, 12)).toEqual(['Seven'])
  })

  test('are told as they were given, and only lines that are really sung have times', () => {
    const { facts } = compose({ start: 3, end: 9 }, { lyrics, section: 'Seven' })
    expect(facts.lyrics).toBe(lyrics)
    expect(facts.timedLines.map(({ text }) => text)).toEqual(['Seven'])
  })

  test('that are missing leave those of the range', () => {
    expect(compose({ start: 3, end: 9 }, { section: 'Seven' }).facts.lyrics).toBe('Seven')
    expect(compose({ start: 3, end: 9 }, {}).facts).toMatchObject({ lyrics: '', timedLines: [] })
  })
})
