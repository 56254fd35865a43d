import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { writeFile } from '../../../src/core/message/written-file.ts'

const anyMax = 100_000_000

const textOf = async (...texts: string[]): Promise<string> => {
  const file = await writeFile('mine.json', texts, anyMax)
  return new TextDecoder().decode(file?.data)
}

/** How many turns of the process there were, until it is ended. */
const countTurns = () => {
  let turns = 0
  let isDone = false
  const count = () => {
    turns += 1
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  return {
    now: () => turns,
    end() {
      isDone = true
    },
  }
}

describe('a written file', () => {
  test('has all texts one after the other, whatever characters meet the end of a slice', async () => {
    const letter = fc.constantFrom('a', 'é', '歌', '🎵', '\n')
    const text = fc.tuple(letter, fc.integer({ min: 0, max: 130_000 }))
    await fc.assert(
      fc.asyncProperty(fc.array(text, { maxLength: 6 }), fc.nat(3), async (parts, odd) => {
        const texts = ['x'.repeat(odd), ...parts.map(([of, times]) => of.repeat(times))]
        expect((await textOf(...texts)) === texts.join('')).toBe(true)
      }),
      { numRuns: 30 },
    )
  })

  test('keeps a character whose halves come in two texts', async () => {
    expect(await textOf('\uD83C', '\uDFB5')).toBe('🎵')
  })

  test('is written in slices, between which everything else gets its turn', async () => {
    const turns = countTurns()
    const encoded = vi.spyOn(TextEncoder.prototype, 'encode')
    await textOf('x'.repeat(20_000_000))
    turns.end()
    const lengths = encoded.mock.calls.map(([text = '']) => text.length)
    encoded.mockRestore()
    expect(Math.max(...lengths)).toBe(100_000)
    expect(lengths).toHaveLength(200)
    expect(turns.now()).toBeGreaterThanOrEqual(400)
  })

  test('is given up where it gets too large, and no more texts are taken', async () => {
    let taken = 0
    const texts = function* () {
      for (; taken < 50; taken += 1) yield 'é'.repeat(100_000)
    }
    expect(await writeFile('mine.json', texts(), 1_000_000)).toBeUndefined()
    expect(taken).toBeLessThan(10)
    const exact = await writeFile('mine.json', ['é'.repeat(500_000)], 1_000_000)
    expect(exact?.data).toHaveLength(1_000_000)
    expect(await writeFile('mine.json', ['é'.repeat(500_000), '.'], 1_000_000)).toBeUndefined()
  })

  test('is compressed once for all who need it so, who get it one after the other', async () => {
    const file = await writeFile('mine.json', ['la '.repeat(100_000)], anyMax)
    const turns = countTurns()
    const all = await Promise.all(
      [1, 2, 3, 4].map(async () => ({ bytes: await file?.gzipped(), turn: turns.now() })),
    )
    turns.end()
    expect(new Set(all.map(({ bytes }) => bytes)).size).toBe(1)
    expect(gunzipSync(all[0]?.bytes ?? '').toString()).toBe('la '.repeat(100_000))
    expect(new Set(all.map(({ turn }) => turn)).size).toBe(4)
  })
})
