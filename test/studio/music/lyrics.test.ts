import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { randomFrom } from '../../../studio/music/random.ts'
import { sungLines, writeSong } from '../../../studio/music/words/lyricist.ts'
import type { Phrasebook } from '../../../studio/music/words/phrasebook.ts'
import { english } from '../../../studio/music/words/phrasebooks/english.ts'
import { french } from '../../../studio/music/words/phrasebooks/french.ts'
import { german } from '../../../studio/music/words/phrasebooks/german.ts'
import { spanish } from '../../../studio/music/words/phrasebooks/spanish.ts'
import { rhyme } from '../../support/audio/rhyme.ts'
import { isLong } from '../../support/suite/runs.ts'

const songOf = (prompt: string, variation = 1): string => writeSong(prompt, randomFrom(prompt, variation))

/** The stanzas of a song: the heading of each, and its lines. */
const stanzasOf = (
  song: string,
): readonly { readonly heading: string; readonly lines: readonly string[] }[] =>
  song.split('\n\n').map((stanza) => {
    const [heading = '', ...lines] = stanza.split('\n')
    return { heading, lines }
  })

// The words that a person would miss if the song did not have them.
const themes: readonly (readonly [prompt: string, language: string, words: readonly string[]])[] = [
  ['a folk song about lighthouses and lonely keepers', 'en-us', ['lighthouses', 'lonely', 'keepers']],
  ['Write me an upbeat pop song about my dog Charlie', 'en-us', ['dog', 'Charlie']],
  ['summer rain on a tin roof', 'en-us', ['summer', 'rain', 'tin', 'roof']],
  [
    'heartbreak in a small town, with a train leaving at midnight',
    'en-us',
    ['heartbreak', 'train', 'midnight'],
  ],
  ['debugging a race condition at 3 am', 'en-us', ['debugging', 'race', 'condition']],
  ['birthday song for grandmother Edith who loves gardening', 'en-us', ['grandmother', 'Edith', 'gardening']],
  ['a song about the sea and lost friends', 'en-us', ['sea', 'lost', 'friends']],
  ['pirates searching for treasure', 'en-us', ['pirates', 'searching', 'treasure']],
  ['The last astronaut', 'en-us', ['last', 'astronaut']],
  ['coffee', 'en-us', ['coffee']],
  ['forget-me-nots & thunderstorms!', 'en-us', ['forget-me-nots', 'thunderstorms']],
  [
    "fisherman's daughter; salt; ropes; gulls; harbour",
    'en-us',
    ['daughter', 'salt', 'ropes', 'gulls', 'harbour'],
  ],
  ['rock', 'en-us', ['rock']],
  ['x', 'en-us', ['x']],
  ['42', 'en-us', ['42']],
  ['🎉🔥', 'en-us', ['🎉', '🔥']],
  ['ein Lied über die Leuchttürme an der Küste', 'de', ['Leuchttürme', 'Küste']],
  ['ein trauriges Lied von der verlorenen Liebe im Herbst', 'de', ['verlorenen', 'Liebe', 'Herbst']],
  ['una canción sobre el mar y la luna llena', 'es', ['mar', 'luna', 'llena']],
  ['une chanson sur la mer et les oiseaux dans le vent', 'fr', ['mer', 'oiseaux', 'vent']],
  ['песня о далёкой звезде', 'en-us', ['далёкой', 'звезде']],
  ['雨の中の猫', 'en-us', ['雨', '猫']],
  ['我爱北京天安门', 'en-us', ['北京', '天安门']],
  ['사랑과 이별', 'en-us', ['사랑과', '이별']],
  ['أغنية عن البحر', 'en-us', ['البحر']],
  ['बारिश की रात', 'en-us', ['बारिश', 'रात']],
  ['เพลงรัก', 'en-us', ['รัก']],
]

/** A line, a wish, one word, signs, numbers, pictures, each language, and scripts with and without spaces. */
const oneOfEachKind = themes.filter(([prompt]) =>
  [
    'a folk song about lighthouses and lonely keepers',
    'Write me an upbeat pop song about my dog Charlie',
    'coffee',
    'forget-me-nots & thunderstorms!',
    '42',
    '🎉🔥',
    'ein Lied über die Leuchttürme an der Küste',
    'una canción sobre el mar y la luna llena',
    'une chanson sur la mer et les oiseaux dans le vent',
    'песня о далёкой звезде',
    '雨の中の猫',
    'أغنية عن البحر',
  ].includes(prompt),
)

describe('lyrics', () => {
  test.each(isLong ? themes : oneOfEachKind)(
    'of "%s" name what it is about and rhyme in %s',
    async (prompt, language, words) => {
      const song = songOf(prompt).normalize('NFC').toLowerCase()
      const missed = words.filter((word) => !song.includes(word.normalize('NFC').toLowerCase()))
      expect(missed).toEqual([])
      for (const { lines } of stanzasOf(songOf(prompt))) {
        for (let at = 0; at < lines.length; at += 2) {
          const [one = '', other = ''] = lines.slice(at, at + 2)
          expect([one, other, await rhyme(one, other, language)]).toEqual([one, other, true])
        }
      }
    },
  )

  test('have two verses, a bridge, and three choruses with the same words', () => {
    const stanzas = stanzasOf(songOf('a ship in a bottle'))
    expect(stanzas.map(({ heading, lines }) => `${heading} ${lines.length}`)).toEqual([
      '[Verse 1] 4',
      '[Chorus] 4',
      '[Verse 2] 4',
      '[Chorus] 4',
      '[Bridge] 2',
      '[Chorus] 4',
    ])
    const choruses = stanzas
      .filter(({ heading }) => heading === '[Chorus]')
      .map(({ lines }) => lines.join('\n'))
    expect(new Set(choruses).size).toBe(1)
    const others = stanzas.filter(({ heading }) => heading !== '[Chorus]').flatMap(({ lines }) => lines)
    expect(new Set(others).size).toBe(others.length)
  })

  test('of one prompt vary', () => {
    const songs = Array.from({ length: 50 }, (_empty, index) => songOf('a ship in a bottle', index))
    expect(new Set(songs).size).toBe(50)
    expect(songOf('a ship in a bottle', 3)).toBe(songs[3])
  })

  test('take no commands from their prompt: brackets, marks and codes do not come back', () => {
    const song = songOf('{topic} $& $1 \\n [Chorus] (spoken) <script>alert(1)</script> sailors')
    expect(song).toMatch(/sailors/i)
    expect(song).not.toMatch(/[{}$<>()\\]/)
    expect(stanzasOf(song)).toHaveLength(6)
  })

  test.each(['?', '…', '   ', '\u200b', '\u0000', '\ud800'])(
    'are written for %j, which names nothing',
    (prompt) => {
      expect(sungLines(songOf(prompt))).toHaveLength(22)
    },
  )

  test('of any prompt have all their lines, none of them endless', () => {
    const check = (prompt: string): void => {
      const song = songOf(prompt)
      expect(song).not.toContain('{')
      expect(sungLines(song)).toHaveLength(22)
      // Two topics of up to three words of 40 signs each, and the words around them.
      for (const line of sungLines(song)) expect(line.length).toBeLessThan(320)
    }
    const prompts = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1000 })
    fc.assert(fc.property(prompts, check), { numRuns: 150 })
    for (const sign of ['a', 'é', '猫', '🎉', 'e\u0301\u0302', 'ab ', 'x-'])
      check(sign.repeat(1000 / sign.length))
  })
})

const phrasebooks: readonly (readonly [string, Phrasebook])[] = [
  ['en-us', english],
  ['de', german],
  ['es', spanish],
  ['fr', french],
]

describe('the phrasebook', () => {
  test.each(phrasebooks)(
    'of %s has families of endings that rhyme, each with each',
    async (language, book) => {
      for (const family of book.endings) {
        for (const [index, one] of family.entries()) {
          for (const other of family.slice(index + 1)) {
            expect([one, other, await rhyme(one, other, language)]).toEqual([one, other, true])
          }
        }
      }
    },
  )

  test.each(phrasebooks)(
    'of %s takes its endings from different families for lines that do not rhyme',
    async (language, { endings }) => {
      const [one, other] = [endings[0][0], endings[1]?.[0] ?? '']
      expect(await rhyme(one, other, language)).toBe(false)
      expect(await rhyme(one, one, language)).toBe(false)
    },
  )
})
