import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { clipBytesMax } from '../../../studio/http/form.ts'
import { type Caller, startCaller } from '../caller.ts'

let folder: string
let caller: Caller
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tunesmith-test-'))
  caller = await startCaller({ folder })
})
afterAll(async () => {
  await caller.close()
  await rm(folder, { recursive: true, force: true })
})

const clips = () => readdir(join(folder, 'clips'))
const clip = (bytes = 4) => new Blob([Buffer.alloc(bytes)])
const range = [
  ['start_time', '0'],
  ['end_time', '1000'],
] as const
type Part = readonly [name: string, value: string | Blob]

const cut = async (parts: readonly Part[]) => {
  const form = new FormData()
  for (const [name, value] of parts) form.append(name, value)
  const { baseUrl, apiKey } = caller
  const response = await fetch(`${baseUrl}/v1/audio_cutter`, {
    method: 'POST',
    headers: { authorization: apiKey },
    body: form,
  })
  return { status: response.status, body: await response.json() }
}

// That nothing is left behind matters: each of them may bring 64 MB.
afterEach(async () => expect(await clips()).toEqual([]))

test.each<[what: string, parts: readonly Part[], error: string]>([
  [
    'a file twice',
    [['audio_file', clip()], ['audio_file', clip()], ...range],
    'audio_file was given more than once',
  ],
  [
    'a text twice',
    [['audio_file', clip()], ...range, ['end_time', '9']],
    'end_time was given more than once',
  ],
  [
    'a file and a text',
    [['audio_file', clip()], ['audio_file', 'a'], ...range],
    'audio_file was given more than once',
  ],
  [
    'a text longer than a megabyte',
    [['audio_file', clip()], ['audio_url', 'a'.repeat(1_000_001)], ...range],
    'audio_url is too long',
  ],
  ['a file that is too large', [['audio_file', clip(clipBytesMax + 1)], ...range], 'request file too large'],
  [
    'more files than any endpoint has',
    ['a', 'b', 'c', 'd', 'e'].map((name) => [name, clip()] as const),
    'reach files limit',
  ],
  [
    'more than a hundred texts',
    Array.from({ length: 101 }, (_, index) => [`${index}`, 'x'] as const),
    'reach fields limit',
  ],
  [
    'a name of a prototype',
    [['__proto__', 'x'], ['audio_file', clip()], ...range],
    'prototype property is not allowed as field name',
  ],
  ['a text for a file', [['audio_file', 'RIFF'], ...range], 'audio_file must be a file'],
  ['no range', [['audio_file', clip()]], 'Invalid time range specified'],
  [
    'a range without an end',
    [
      ['audio_file', clip()],
      ['start_time', '0'],
      ['end_time', '1e999'],
    ],
    'Invalid time range specified',
  ],
  [
    'a range of no numbers',
    [
      ['audio_file', clip()],
      ['start_time', 'NaN'],
      ['end_time', 'Infinity'],
    ],
    'Invalid time range specified',
  ],
])('a form with %s is refused, and its files are gone', async (_, parts, error) => {
  expect(await cut(parts)).toEqual({ status: 400, body: { success: false, error } })
  expect((await caller.control('GET', '/account')).body).toEqual({ balance: 100 })
})
