import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { analyse } from 'scslre'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { repeated } from './hostile/pieces.ts'
import type { CountedReader } from './support/commands/counted-readers.ts'
import { type ReaderName, readers } from './support/commands/readers.ts'
import { runs } from './support/suite/runs.ts'

// A text of 40,000 characters, which Slack lets a member send, must not keep the process from everybody else.

const root = fileURLToPath(new URL('..', import.meta.url))

interface Pattern {
  readonly source: string
  readonly flags: string
}

/** A regular expression literal, told from a division by the character before it. */
const literal =
  /(?<=[=(:,?&|![]\s*|^\s*|\breturn )\/((?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([dgimsuvy]*)/gm

const withoutComments = (text: string): string =>
  text.replaceAll(/\/\*.*?\*\//gs, '').replaceAll(/(?<=^|\s)\/\/ .*$/gm, '')

const patterns = globSync('src/**/*.ts', { cwd: root }).flatMap((path) =>
  [...withoutComments(readFileSync(`${root}/${path}`, 'utf8')).matchAll(literal)].map(
    ([written, source = '', flags = '']): readonly [string, Pattern] => [
      `${path}: ${written}`,
      { source, flags },
    ],
  ),
)

const isSlow = (pattern: Pattern): boolean => analyse(pattern).reports.length > 0

describe('a regular expression', () => {
  test.each([/x+$/, /\s*\n/, /^(a*)*b/, /^<?(https?:\/\/[^\s<>|]+?)[>,.;!?]*$/])(
    'such as %s takes more than linear time, and is noticed',
    ({ source, flags }) => {
      expect(isSlow({ source, flags })).toBe(true)
    },
  )

  test('of src takes linear time', () => {
    expect(patterns.length).toBeGreaterThan(100)
    expect(patterns.filter(([, pattern]) => isSlow(pattern)).map(([name]) => name)).toEqual([])
  })
})

/** The longest message on Slack, or an eighth of it in the short form. */
const lengthMax = runs(5_000, 40_000)
const shorter = 8
/** A quadratic reader takes 64 times as many steps for 8 times the length. */
const ratioMax = 16

const textsOf = (length: number): readonly string[] =>
  repeated.map((piece) => `${piece.repeat(Math.ceil(length / piece.length))}x`)

describe('reading takes steps in proportion to the length', () => {
  let worker: Worker
  beforeAll(() => {
    worker = new Worker(new URL('./support/commands/counted-readers.ts', import.meta.url))
  })
  afterAll(() => worker.terminate())

  const stepsOf = async (reader: CountedReader, length: number): Promise<number> => {
    worker.postMessage({ reader, texts: textsOf(length) })
    const [steps] = await once(worker, 'message')
    return steps
  }
  const growthOf = async (reader: CountedReader): Promise<number> => {
    const few = await stepsOf(reader, lengthMax / shorter)
    return (await stepsOf(reader, lengthMax)) / few
  }

  test.each(Object.keys(readers) as ReaderName[])('of %s', async (reader) => {
    expect(await growthOf(reader)).toBeLessThan(ratioMax)
  })

  test('of a refused word, whatever it is', async () => {
    const few = await stepsOf('a text with refused words', lengthMax)
    expect((await stepsOf('a text with a hostile refused word', lengthMax)) / few).toBeLessThan(4)
  })

  test('of many words that expand, as of any full list', async () => {
    const few = await stepsOf('a text with hostile refused phrases', lengthMax)
    expect((await stepsOf('a text with many words that expand', lengthMax)) / few).toBeLessThan(4)
  })

  test('of a list of words once, not for each text', async () => {
    const once = await stepsOf('words again and again', 1)
    expect((await stepsOf('words for the first time', 1)) / once).toBeGreaterThan(3)
  })

  test.each(['a budget of names', 'a master of names', 'a sponsor of names', 'a mention of names'] as const)(
    'of %s, as of a prompt',
    async (reader) => {
      const prompt = await stepsOf('a prompt of names', lengthMax / shorter)
      expect((await stepsOf(reader, lengthMax / shorter)) / prompt).toBeLessThan(2)
    },
  )

  test('and a reader that looks at every pair of characters is noticed', async () => {
    expect(await growthOf('every pair')).toBeGreaterThan(ratioMax)
  })
})
