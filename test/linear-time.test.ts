import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { analyse } from 'scslre'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CountedReader } from './support/commands/counted-readers.ts'
import { type ReaderName, readers } from './support/commands/readers.ts'

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

/** What people and attackers repeat. */
const repeated = [
  ...[
    'a',
    'ab ',
    ' ',
    '\n',
    '1',
    '1:',
    '.',
    ',',
    ':',
    'a:b ',
    'style:"',
    'style:"a" ',
    'style:"a", ',
    'style:a, ',
    'style: a ',
    'style: "a ',
    'length:1 ',
    'length:1 minute ',
    'lyrics:\n"a ',
    'title:\n"a ',
    'style: ',
    'style : a ',
    'style :a: ',
    'style ',
    'style：a ',
    'style:a "b" ',
    '**style:** a ',
    '**style: a ',
    '**style: a** ',
    '**style: ** a ',
    '**style:"a"** ',
    '**style:"a"* ',
    '**length:1 minute ',
    '_style',
    '"',
    '“',
    'style:„a" ',
    'style:« ',
    '\\',
    '`',
    '*',
    '|',
    '…',
  ],
  ...[
    '<',
    '>',
    '<@U1|',
    '<@U1> ',
    '<@1>',
    '<:a:1>',
    '</a b:',
    ':a:',
    ':a b:',
    '<https://',
    '[',
    '[a](https://',
    '[a](https://b)! ',
    '](https://)',
    'clip:[a b',
    '&lt;',
    '&',
    '#',
    '@',
    '/',
    'https://a.b ',
    'eyJ',
    'eyJhbGciOiJI.',
    'sk-',
    'MTk4NjIy',
    '-----BEGIN PRIVATE KEY-----',
    'hooks.slack.com/services/',
    '3f2akd7c.2 ',
    'é',
    'e\u0301',
  ],
  ...['🎵', '\u202e', '\0', '\u2028', '00:00:01,000 --> ', '1\n00:00:01,000 --> 00:00:02,000\na\n\n', '```'],
]

const lengthMax = 40_000
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

  test('and a reader that looks at every pair of characters is noticed', async () => {
    expect(await growthOf('every pair')).toBeGreaterThan(ratioMax)
  })
})
