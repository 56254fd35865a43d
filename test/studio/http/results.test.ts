import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { audioFormats } from '../../../studio/encode/formats.ts'
import { createFaults } from '../../../studio/faults/faults.ts'
import { createStudioNetwork } from '../../../studio/faults/network.ts'
import { createPlans } from '../../../studio/faults/plans.ts'
import { readRange, serveResults } from '../../../studio/http/results.ts'
import { startClock } from '../../../studio/kit/clock.ts'
import { createStudioRecord } from '../../../studio/record.ts'

const app = fastify()
const clock = startClock()
const faults = createFaults({ network: createStudioNetwork(clock), plans: createPlans(), paths: [] })
const record = createStudioRecord(clock)
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'results-'))
  serveResults(app, folder, { faults, clock, record })
})

afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

const typeOf = async (name: string): Promise<unknown> => {
  await writeFile(join(folder, name), 'ü')
  const { statusCode, headers, body } = await app.inject(`/cdn/${name}`)
  expect([statusCode, body]).toEqual([200, 'ü'])
  return headers['content-type']
}

describe('a result', () => {
  // https://www.iana.org/assignments/media-types, and audio/wav, which browsers agree on.
  test.each([
    ['song.mp3', 'audio/mpeg'],
    ['song.wav', 'audio/wav'],
    ['song.flac', 'audio/flac'],
    ['song.ogg', 'audio/ogg'],
    ['song.aac', 'audio/aac'],
    ['song.webm', 'audio/webm'],
    ['cover.png', 'image/png'],
    ['words.txt', 'text/plain; charset=utf-8'],
    ['words.srt', 'text/plain; charset=utf-8'],
    ['words.vtt', 'text/vtt; charset=utf-8'],
  ])('named %s is sent as %s', async (name, type) => {
    expect(await typeOf(name)).toBe(type)
  })

  test.each(audioFormats)('in %s has a type of its own', async (format) => {
    expect(await typeOf(`song.${format}`)).toMatch(/^audio\//)
  })

  test('of another kind is not served', async () => {
    await writeFile(join(folder, 'order.json'), '{}')
    expect((await app.inject('/cdn/order.json')).statusCode).toBe(404)
  })
})

// Cases after https://www.rfc-editor.org/rfc/rfc9110#section-14.1.2 for a representation of 10 000 bytes.
test.each([
  ['bytes=0-499', { first: 0, last: 499 }],
  ['bytes=9500-', { first: 9500, last: 9999 }],
  ['bytes=-500', { first: 9500, last: 9999 }],
  ['bytes=-20000', { first: 0, last: 9999 }],
  ['bytes=500-20000', { first: 500, last: 9999 }],
  ['bytes=10000-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=5-2', undefined],
  ['bytes=0-1,5-6', undefined],
  ['lines=1-2', undefined],
  [undefined, undefined],
])('the range %s is read as the standard says', (header, range) => {
  expect(readRange(header, 10_000)).toEqual(range)
})
