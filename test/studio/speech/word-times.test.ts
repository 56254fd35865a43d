import { describe, expect, test } from 'vitest'
import { encodeMp3 } from '../../../studio/encode/mp3.ts'
import { speakTimed } from '../../../studio/speech/speech.ts'
import type { SpokenText } from '../../../studio/speech/utterance.ts'
import { decodeMp3, rootMeanSquare, type Sound } from '../../support/audio/audio-analysis.ts'
import { firstRows, runs } from '../../support/suite/runs.ts'

const speak = async (text: string): Promise<SpokenText & { readonly heard: Sound }> => {
  const spoken = await speakTimed({ text, samplePath: undefined, voice: '', gender: 'female' })
  return { ...spoken, heard: await decodeMp3(await encodeMp3(spoken.sound)) }
}

/** How loud it is between two times in milliseconds. */
const levelBetween = ({ left, sampleRate }: Sound, start: number, end: number): number =>
  rootMeanSquare(
    left.subarray(Math.round((start / 1000) * sampleRate), Math.round((end / 1000) * sampleRate)),
  )

const texts: readonly (readonly [text: string, words: readonly string[]])[] = [
  [
    'One sentence. Another one, with a pause; and a third!',
    ['One', 'sentence.', 'Another', 'one,', 'with', 'a', 'pause;', 'and', 'a', 'third!'],
  ],
  ['The party 🎉 — it was "great"', ['The', 'party', '🎉', 'it', 'was', '"great"']],
  // The synthesiser speaks some pairs of small words as one.
  ['It is to be of the one that was with it', 'It is to be of the one that was with it'.split(' ')],
  ['... — …word', ['…word']],
  ['42 cats and 1,234 dogs', ['42', 'cats', 'and', '1,234', 'dogs']],
  ['well-known\n\nnaïve   café', ['well-known', 'naïve', 'café']],
]

describe('the words of a spoken text', () => {
  test.each(firstRows(4, texts))('%j are timed where they are heard, and only there', async (text, words) => {
    const spoken = await speak(text)
    expect(spoken.words.map((word) => word.text)).toEqual(words)
    let before = 0
    for (const { start, end } of spoken.words) {
      expect(start).toBeGreaterThanOrEqual(before)
      expect(end).toBeGreaterThan(start)
      expect(levelBetween(spoken.heard, start, end)).toBeGreaterThan(0.05)
      // Stops such as the b in "bag" are silent before they burst, so short gaps count for nothing.
      if (start - before > 150) expect(levelBetween(spoken.heard, before + 60, start - 20)).toBeLessThan(0.01)
      before = end
    }
    expect(before / 1000).toBeLessThan(spoken.heard.seconds)
    expect(levelBetween(spoken.heard, before + 60, spoken.heard.seconds * 1000)).toBeLessThan(0.01)
  })

  test('of a long text are all timed, from its start to its end', async () => {
    const times = runs(6, 40)
    const { words, heard } = await speak('Bring the boat to the harbour! '.repeat(times))
    expect(words).toHaveLength(6 * times)
    const gaps = words.slice(1).map(({ start }, index) => [words[index]?.end ?? 0, start] as const)
    const pauses = gaps.filter(([end, start]) => start - end > 200)
    expect(pauses).toHaveLength(times - 1)
    for (const [end, start] of pauses) expect(levelBetween(heard, end + 60, start - 20)).toBeLessThan(0.01)
    for (const { start, end } of words) expect(levelBetween(heard, start, end)).toBeGreaterThan(0.03)
  })
})
