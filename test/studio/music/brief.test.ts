import { describe, expect, test } from 'vitest'
import { readBrief, styleOf } from '../../../studio/music/brief.ts'
import type { PieceOrder } from '../../../studio/music/order.ts'
import { styles } from '../../../studio/music/styles/all.ts'
import { isDark, keyName } from '../../../studio/music/theory.ts'

const order: PieceOrder = {
  prompt: '',
  musicStyle: '',
  lyrics: '',
  title: '',
  vocals: 'none',
  gender: 'neutral',
  voice: '',
  seconds: 20,
  take: 1,
}

const read = (prompt: string, change: Partial<PieceOrder> = {}): ReturnType<typeof readBrief> =>
  readBrief({ ...order, prompt, ...change })

describe('the style', () => {
  test.each(styles.flatMap((style) => style.words.map((word) => [word, style.name])))(
    'of "%s" is %s',
    (word, name) => {
      expect(styleOf({ ...order, prompt: `a ${word} piece about rivers` }).name).toBe(name)
    },
  )

  test.each([
    ['a word of the style before the prompt', { musicStyle: 'jazz', prompt: 'a techno night' }, 'jazz'],
    ['the longer word before the shorter', { prompt: 'hip hop on a sea shanty' }, 'sea shanty'],
    ['a word before a hint', { prompt: 'a birthday anthem in metal' }, 'metal'],
    ['a hint where there is no word', { prompt: 'for the birthday of my cat' }, 'pop'],
    ['a whole word only', { prompt: 'a popular rapture, jazz' }, 'jazz'],
    ['capital letters too', { musicStyle: 'REGGAE' }, 'reggae'],
  ])('is %s', (_name, change, name) => {
    expect(styleOf({ ...order, ...change }).name).toBe(name)
  })
})

describe('the tempo', () => {
  test.each([
    ['techno at 120 bpm', 120],
    ['ambient, 90BPM', 90],
    ['a waltz of 200 bpm', 200],
  ])('of "%s" is %i', (prompt, tempo) => {
    expect([1, 2].map((take) => read(prompt, { take }).beatsPerMinute)).toEqual([tempo, tempo])
  })

  test.each(styles.map((style) => [style.name, style] as const))(
    'of %s lies in its range',
    (_name, style) => {
      for (const take of [1, 2, 3]) {
        const { beatsPerMinute } = read(`${style.words[0]} number ${take}`, { take })
        expect(beatsPerMinute).toBeGreaterThanOrEqual(style.tempo[0])
        expect(beatsPerMinute).toBeLessThanOrEqual(style.tempo[1])
      }
    },
  )

  test('is lower for a slow piece than for a fast one', () => {
    for (const { words } of styles) {
      const [slow, fast] = [read(`slow ${words[0]}`), read(`fast ${words[0]}`)]
      expect(slow.beatsPerMinute).toBeLessThan(fast.beatsPerMinute)
    }
  })

  test('out of all reason is not taken', () => {
    expect(read('techno at 999 bpm').beatsPerMinute).toBeLessThan(200)
  })
})

describe('the key', () => {
  test.each([
    ['a song in D minor', 'D minor'],
    ['in f# minor please', 'F# minor'],
    ['Bb major swing', 'Bb major'],
    ['E-flat major', 'Eb major'],
    ['C sharp dorian', 'C# dorian'],
    ['jazz in A minor', 'A minor'],
  ])('of "%s" is %s', (prompt, name) => {
    expect(keyName(read(prompt).key)).toBe(name)
  })

  test('of a bare letter keeps the mode open', () => {
    expect(keyName(read('a happy folk song in G').key)).toBe('G major')
    expect(keyName(read('a sad folk song in G').key)).toMatch(/^G (minor|dorian)$/)
  })

  test('is not read from the article', () => {
    const tonics = ['forest', 'river', 'city', 'dream'].map((place) => read(`lost in a ${place}`).key.tonic)
    expect(new Set(tonics).size).toBeGreaterThan(1)
  })

  test.each([
    ['sad', true],
    ['happy', false],
  ])('of a %s piece has the third that fits', (mood, dark) => {
    for (const { words } of styles) expect(isDark(read(`${mood} ${words[0]}`).key.mode)).toBe(dark)
  })
})

describe('two takes', () => {
  test.each(styles.map((style) => [style.name, style] as const))(
    'of %s have different keys and tempos',
    (_name, style) => {
      const [one, other] = [1, 2].map((take) => read(`${style.words[0]} about rivers`, { take }))
      expect(one?.key.tonic).not.toBe(other?.key.tonic)
      expect(one?.beatsPerMinute).not.toBe(other?.beatsPerMinute)
    },
  )
})
