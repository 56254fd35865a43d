import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { divideIntoSections } from '../../../studio/music/form.ts'
import type { PieceOrder } from '../../../studio/music/order.ts'
import { composePiece } from '../../../studio/music/piece.ts'
import type { Score, Track } from '../../../studio/music/score.ts'
import { styles } from '../../../studio/music/styles/all.ts'
import { keyPitchClasses, pitchClassOf, readChord } from '../../../studio/music/theory.ts'
import { voiceChord } from '../../../studio/music/voicing.ts'
import { syllablesOf } from '../../../studio/music/words/syllables.ts'

const order: PieceOrder = {
  prompt: 'a song about rivers',
  musicStyle: '',
  lyrics: '',
  title: '',
  vocals: 'sung',
  gender: 'female',
  voice: '',
  seconds: 20,
  take: 1,
}

const kindsOf = ({ tracks }: Score): string[] => tracks.map(({ kind }) => kind)
const pitchesOf = (track: Track): number[] => ('notes' in track ? track.notes.map(({ pitch }) => pitch) : [])

describe('every style', () => {
  test.each(styles.map((style) => [style.name, style] as const))(
    '%s has bars of one length',
    (_name, style) => {
      const steps = style.beatsPerBar * style.stepsPerBeat
      const patterns = [
        ...style.layers.flatMap((layer) => layer.patterns),
        ...(style.bass === undefined ? [] : [...style.bass.verse, ...style.bass.chorus]),
        ...[...(style.drums?.verse ?? []), ...(style.drums?.chorus ?? [])].flatMap((pattern) =>
          Object.values(pattern),
        ),
      ]
      expect(patterns.filter((pattern) => pattern.length !== steps)).toEqual([])
    },
  )

  test('has words of its own', () => {
    const words = styles.flatMap((style) => [...style.words, ...style.hints])
    expect(words.filter((word, index) => words.indexOf(word) !== index)).toEqual([])
  })

  test.each(styles.map((style) => [style.name]))('%s plays mostly tones of its key', (name) => {
    const { score } = composePiece({ ...order, musicStyle: name })
    const scale = keyPitchClasses(score.key)
    const pitches = score.tracks.flatMap(pitchesOf)
    const inKey = pitches.filter((pitch) => scale.includes(pitchClassOf(pitch)))
    // Approach tones of the bass and dominant chords lie outside.
    expect(inKey.length / pitches.length).toBeGreaterThan(0.85)
  })
})

describe('a piece', () => {
  test('is the same for the same order', () => {
    expect(composePiece(order)).toEqual(composePiece(order))
  })

  test.each([
    ['prompt', { prompt: 'a song about mountains' }],
    ['style', { musicStyle: 'jazz' }],
    ['lyrics', { lyrics: 'Row the boat' }],
    ['take', { take: 2 }],
  ])('is another for another %s', (_name, change) => {
    const [one, other] = [composePiece(order), composePiece({ ...order, ...change })]
    expect(other.score.tracks.map(pitchesOf)).not.toEqual(one.score.tracks.map(pitchesOf))
  })

  test('has another title in the second take', () => {
    const titles = [1, 2].map((take) => composePiece({ ...order, take }).facts.title)
    expect(titles[0]).not.toBe(titles[1])
    const given = [1, 2].map((take) => composePiece({ ...order, title: 'Rivers', take }).facts.title)
    expect(given).toEqual(['Rivers', 'Rivers (Take 2)'])
  })

  test.each([
    ['sung', true, true],
    ['none', false, true],
    ['only', true, false],
  ] as const)('with vocals "%s" has the parts it should have', (vocals, hasVoice, hasBand) => {
    const { score, facts } = composePiece({ ...order, vocals })
    expect(kindsOf(score).includes('voice')).toBe(hasVoice)
    expect(kindsOf(score).includes('tonal')).toBe(hasBand)
    expect(facts.lyrics !== '').toBe(hasVoice)
  })

  test('is sung lower by a man than by a woman', () => {
    const middle = (gender: PieceOrder['gender']): number => {
      const { score } = composePiece({ ...order, gender })
      const pitches = score.tracks.filter(({ kind }) => kind === 'voice').flatMap(pitchesOf)
      return pitches.reduce((sum, pitch) => sum + pitch, 0) / pitches.length
    }
    expect(middle('female') - middle('male')).toBeGreaterThan(9)
  })

  test('of any order and length lies within its time', () => {
    const orders = fc.record({
      prompt: fc.string({ unit: 'grapheme' }),
      lyrics: fc.string({ unit: 'grapheme' }),
      musicStyle: fc.constantFrom('', ...styles.map(({ name }) => name)),
      seconds: fc.double({ min: 0.5, max: 90, noNaN: true }),
      take: fc.integer({ min: 1, max: 4 }),
    })
    const check = (change: Partial<PieceOrder>): void => {
      const { score, facts } = composePiece({ ...order, ...change })
      const ends = score.tracks.flatMap((track) =>
        'notes' in track
          ? track.notes.map(({ at, seconds }) => at + seconds)
          : 'hits' in track
            ? track.hits.map(({ at }) => at)
            : [track.sound.left.length / track.sound.sampleRate],
      )
      expect(Math.max(0, ...ends)).toBeLessThanOrEqual(score.seconds + 1e-9)
      for (const { start, end } of facts.timedLines) expect(end).toBeGreaterThan(start)
    }
    fc.assert(fc.property(orders, check), { numRuns: 150 })
  })
})

describe('lyrics', () => {
  test('that are given are sung line by line, without their headings', () => {
    const lyrics = '[Verse 1]\nOne morning\nTwo candles\n\n[Chorus]\nThree birds'
    const { facts } = composePiece({ ...order, lyrics })
    expect(facts.lyrics).toBe(lyrics)
    expect(facts.timedLines.slice(0, 3).map(({ text }) => text)).toEqual([
      'One morning',
      'Two candles',
      'Three birds',
    ])
  })

  test('that are written name what the prompt is about and rhyme', () => {
    const { facts } = composePiece({ ...order, prompt: 'a folk song about lighthouses' })
    expect(facts.lyrics).toMatch(/^\[Verse\]\n/)
    expect(facts.lyrics).toMatch(/lighthouses/i)
    expect(facts.lyrics).not.toMatch(/folk|song|\{/i)
  })

  test('are timed where their syllables are sung', () => {
    const { facts, score } = composePiece(order)
    const [voice] = score.tracks.filter((track) => track.kind === 'voice')
    const starts = voice?.notes.map(({ at }) => Math.round(at * 1000)) ?? []
    for (const { start } of facts.timedLines) expect(starts).toContain(start)
  })

  test.each([
    ['table', 2],
    ['river', 2],
    ['time', 1],
    ['birthday', 2],
    ['debugging', 3],
    ['you', 1],
    ['rhythm', 1],
    ['hmm', 1],
    ['…', 0],
    ['42', 2],
    ['2night', 2],
    ['Москва', 2],
    ['θάλασσα', 3],
    ['さくら', 3],
    ['きょう', 2],
    ['사랑', 2],
    ['北京', 2],
    ['नमस्ते', 2],
    ['🎉', 0],
  ])('have in "%s" %i syllables', (word, count) => {
    expect(syllablesOf(word)).toHaveLength(count)
  })

  // As long as a request can be: what takes quadratic time for it does not end within that of a test.
  test.each(['a', 'b'])('are told in a word of 500,000 times the letter %s', (letter) => {
    expect(syllablesOf(letter.repeat(500_000))).toHaveLength(1)
  })
})

describe('the form', () => {
  test('fills any length without gaps, and leaves time for the last chord', () => {
    const lengths = fc.record({
      seconds: fc.integer({ min: 6, max: 240 }),
      bar: fc.double({ min: 0.8, max: 4, noNaN: true }),
    })
    const check = ({ seconds, bar }: { seconds: number; bar: number }): void => {
      const sections = divideIntoSections(seconds, bar)
      let next = 0
      for (const { firstBar, bars } of sections) {
        expect(firstBar).toBe(next)
        expect(bars).toBeGreaterThan(0)
        next = firstBar + bars
      }
      const ending = sections.at(-1)
      expect(ending?.kind).toBe('ending')
      expect(seconds - (ending?.firstBar ?? 0) * bar).toBeGreaterThanOrEqual(1.7 - 1e-9)
    }
    fc.assert(fc.property(lengths, check))
  })

  test('has a chorus as soon as there is room for one', () => {
    expect(divideIntoSections(20, 2).map(({ kind, bars }) => `${kind} ${bars}`)).toEqual([
      'intro 1',
      'verse 4',
      'chorus 4',
      'ending 1',
    ])
  })
})

describe('chords', () => {
  const key = { tonic: 0, mode: 'major' } as const

  test.each([
    ['1', [0, 4, 7]],
    ['27', [2, 5, 9, 0]],
    ['5D', [7, 11, 2, 5]],
    ['6M', [9, 1, 4]],
    ['4p', [5, 0]],
    ['19', [0, 4, 11, 2]],
  ])('read %s in C major', (symbol, pitchClasses) => {
    expect(readChord(key, symbol).pitchClasses).toEqual(pitchClasses)
  })

  test('follow one another with small steps', () => {
    const first = voiceChord(readChord(key, '1'), 60, [])
    const second = voiceChord(readChord(key, '4'), 60, first)
    const steps = second.map((pitch) => Math.min(...first.map((other) => Math.abs(other - pitch))))
    expect(Math.max(...steps)).toBeLessThanOrEqual(2)
  })
})
