import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ServiceLook } from '../../src/core/job/audio-service.ts'
import { createTestClient } from '../support/service/client.ts'
import {
  answers,
  breaks,
  type Reply,
  type ScriptedServer,
  startScriptedServer,
} from '../support/service/scripted-server.ts'

let server: ScriptedServer
beforeAll(async () => {
  server = await startScriptedServer()
})
afterAll(() => server.close())
beforeEach(() => {
  server.requests.length = 0
})

const lookAt = async (baseUrl: string, spend: 'spent' | 'wait' = 'spent'): Promise<ServiceLook> => {
  const spendLookup = () =>
    Promise.resolve(spend === 'spent' ? { status: spend } : { status: spend, waitMs: 5_000 })
  const reads = { spendLookup, random: () => 0, wait: () => Promise.resolve() }
  const client = createTestClient({ baseUrl, apiKey: 'key', reads })
  const looked = await client.look()
  await client.close()
  return looked
}

const failed = { success: false, error_code: 'INTERNAL_SERVER_ERROR', message: 'Server failure' }
const voices = { success: true, voices: [{ voice_id: 'v', voice_name: 'Ada' }], limit: 1, page: 0, total: 9 }

test.each<[string, Reply, Partial<ServiceLook>]>([
  ['a voice', answers(200, voices), { status: 'accepted' }],
  ['a list without a voice', answers(200, { success: true, voices: [] }), { status: 'accepted' }],
  ['401', answers(401, { success: false, error: 'No' }), { status: 'refused', why: 'key', said: 'No' }],
  ['403', answers(403, { success: false, message: 'No' }), { status: 'refused', why: 'key', said: 'No' }],
  [
    'the documented sentence',
    answers(400, { success: false, error: 'Authentication failed' }),
    { status: 'refused', why: 'key' },
  ],
  ['402', answers(402, { success: false, error: 'No' }), { status: 'refused', why: 'balance' }],
  [
    'an unknown path',
    answers(404, { success: false, error: 'Not found' }),
    { status: 'refused', why: 'address', said: 'HTTP 404' },
  ],
  ['a page', answers(200, '<html></html>'), { status: 'refused', why: 'address' }],
  ['a page that refuses', answers(403, '<html></html>'), { status: 'refused', why: 'address' }],
  ['other JSON', answers(200, { hello: 'world' }), { status: 'refused', why: 'address' }],
  ['a redirect', answers(301, '', { location: '/' }), { status: 'refused', why: 'address' }],
  ['503', answers(503, '<html></html>'), { status: 'away', reason: 'HTTP 503' }],
  ['429', answers(429, { detail: 'SLOW DOWN' }), { status: 'away', reason: 'HTTP 429' }],
  ['its own failure', answers(400, failed), { status: 'away', reason: 'HTTP 400' }],
  ['nothing', breaks, { status: 'away' }],
])('a service that answers with %s is recognized after one free request', async (_, reply, expected) => {
  server.answer(reply)
  expect(await lookAt(server.url)).toMatchObject(expected)
  expect(server.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'GET /v1/getAllVoices?limit=1&page=0',
  ])
})

test('a host that does not exist is a wrong address', async () => {
  expect(await lookAt('http://audio.invalid')).toMatchObject({ status: 'refused', why: 'address' })
})

test('an address that is none is a wrong address', async () => {
  expect(await lookAt('http://127.0.0.1:99999')).toEqual({
    status: 'refused',
    why: 'address',
    said: 'ERR_INVALID_URL',
  })
})

test('a port without HTTP over TLS is a wrong address', async () => {
  expect(await lookAt(server.url.replace('http:', 'https:'))).toMatchObject({
    status: 'refused',
    why: 'address',
  })
})

test('a service that is down is away', async () => {
  expect(await lookAt('http://127.0.0.1:1')).toEqual({ status: 'away', reason: 'ECONNREFUSED' })
})

test('without a look-up left nothing is asked', async () => {
  expect(await lookAt(server.url, 'wait')).toEqual({ status: 'later', waitMs: 5_000 })
  expect(server.requests).toEqual([])
})
