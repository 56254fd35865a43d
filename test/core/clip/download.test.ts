import { describe, expect, test } from 'vitest'
import { isAtOrigin, readSource } from '../../../src/core/clip/download.ts'
import { AppError } from '../../../src/core/errors.ts'
import type { AiMark } from '../../../src/core/outcome.ts'

const mark: AiMark = { job: 'b07x3f2akd7cabcdefghijklmnopq', source: 'trainedAlgorithmicMedia' }
const [url, smallerUrl] = ['https://cdn.example/1.wav', 'https://cdn.example/1.mp3']

/** Reads whole files of so many bytes; what is read says how. */
const reading = (sizes: Readonly<Record<string, number>>) => ({
  async download(from: string, bytesMax: number, by?: AiMark) {
    if ((sizes[from] ?? 0) > bytesMax) throw new AppError('file_too_large', 'the file has more bytes')
    return new TextEncoder().encode(`${from} for ${by?.job ?? 'nobody'}`)
  },
})
const textOf = (data: Uint8Array) => new TextDecoder().decode(data)

describe('a file of a result', () => {
  const smaller = { url: smallerUrl, name: '1.mp3', mark }

  test('is read with its mark', async () => {
    const read = await readSource(reading({ [url]: 100 }), { kind: 'remote', url, mark, smaller }, 100)
    expect(read.smaller).toBeUndefined()
    expect(textOf(read.data)).toBe(`${url} for ${mark.job}`)
  })

  test('is read in its smaller form with its mark, where it is too large', async () => {
    const sizes = { [url]: 101, [smallerUrl]: 10 }
    const read = await readSource(reading(sizes), { kind: 'remote', url, mark, smaller }, 100)
    expect(read.smaller).toEqual(smaller)
    expect(textOf(read.data)).toBe(`${smallerUrl} for ${mark.job}`)
  })
})

const origins = ['https://cdn.example.com', 'http://127.0.0.1:8701']

test.each([
  ['https://cdn.example.com/a.mp3?b=c', true],
  ['https://cdn.example.com:443/a.mp3', true],
  ['http://127.0.0.1:8701/a.mp3', true],
  ['http://cdn.example.com/a.mp3', false],
  ['https://cdn.example.com:8443/a.mp3', false],
  ['https://cdn.example.com.evil.example/a.mp3', false],
  ['https://cdn.example.com@evil.example/a.mp3', false],
  ['https://evil.example/https://cdn.example.com', false],
  ['cdn.example.com/a.mp3', false],
  ['', false],
])('that %j lies at one of our origins is %s', (url, isThere) => {
  expect(isAtOrigin(url, origins)).toBe(isThere)
})
