import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startHttpServer } from '../../../src/app/http/http-server.ts'
import type { ServedFile } from '../../../src/core/clip/clip-reading.ts'
import { readyServer } from '../../support/suite/ready-server.ts'

const sound = Buffer.from('ID3 a voice')

let folder: string
let url: string
let close: () => Promise<void>
let asked: string[]
let found: ServedFile
let discarded: number
let isDiscarded: Promise<void>

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tunesmith-files-'))
  const path = join(folder, 'voice')
  await writeFile(path, sound)
  asked = []
  discarded = 0
  const { promise, resolve } = Promise.withResolvers<void>()
  isDiscarded = promise
  found = {
    status: 'found',
    clip: { path, name: 'voice.mp3', contentType: 'audio/mpeg', bytes: sound.length, seconds: 1 },
    async discard() {
      discarded += 1
      resolve()
    },
  }
  const files = {
    path: '/files',
    async open(code: string) {
      asked.push(code)
      return found
    },
  }
  const server = await startHttpServer({ host: '127.0.0.1', port: 0, ...readyServer, files })
  url = server.url
  close = server.close
})
afterEach(async () => {
  await close()
  await rm(folder, { recursive: true })
})

test('GET answers with the file as it is, which is discarded then', async () => {
  const response = await fetch(`${url}/files/a-code`)
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'audio/mpeg',
    'content-length': String(sound.length),
    'content-disposition': 'attachment',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
  expect(Buffer.from(await response.arrayBuffer())).toEqual(sound)
  await isDiscarded
  expect([asked, discarded]).toEqual([['a-code'], 1])
})

test('HEAD answers without it, and it is discarded anyway', async () => {
  const response = await fetch(`${url}/files/a-code`, { method: 'HEAD' })
  expect([response.status, await response.text()]).toEqual([200, ''])
  await isDiscarded
  expect(discarded).toBe(1)
})

test('a client that goes away in the middle leaves nothing behind', async () => {
  const leaving = new AbortController()
  const response = fetch(`${url}/files/a-code`, { signal: leaving.signal })
  await response
  leaving.abort()
  await isDiscarded
  expect(discarded).toBe(1)
})

test.each([
  ['there is none', 'unknown', 404, null],
  ['it cannot be read right now', 'later', 503, '10'],
] as const)('where %s, nothing is told', async (_, status, code, retryAfter) => {
  found = { status }
  const response = await fetch(`${url}/files/a-code`)
  expect([response.status, await response.text(), response.headers.get('retry-after')]).toEqual([
    code,
    '',
    retryAfter,
  ])
})

test.each(['POST', 'PUT', 'DELETE'])('%s finds nothing', async (method) => {
  expect((await fetch(`${url}/files/a-code`, { method })).status).toBe(404)
  expect(asked).toEqual([])
})
