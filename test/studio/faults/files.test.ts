import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startClock } from '../../../studio/kit/clock.ts'
import { type Caller, startCaller } from '../caller.ts'
import { advanceUntil, callRaw } from '../raw-call.ts'

const clock = startClock()
let caller: Caller
let url: string
let whole: string
beforeAll(async () => {
  caller = await startCaller({ clock })
  const { body } = await caller.speak({ text: 'hm' })
  const conversion = await caller.ended(body.task_id, 'TEXT_TO_SPEECH')
  url = String(conversion.conversion_path_1)
  whole = (await callRaw(url)).body
})
afterEach(async () => {
  await caller.control('DELETE', '/faults')
})
afterAll(async () => {
  await caller.close()
  clock.stop()
})

const fail = async (fault: object): Promise<void> => {
  expect((await caller.control('POST', '/faults', { file: fault })).status).toBe(204)
}

/** What a download has to be guarded against. */
const failures: readonly [fault: object, seen: object][] = [
  [{ answer: 'http 404' }, { end: 'whole', status: 404 }],
  [{ answer: 'http 410' }, { end: 'whole', status: 410 }],
  [{ answer: 'http 503' }, { end: 'whole', status: 503 }],
  [{ answer: 'expired' }, { status: 403, body: expect.stringContaining('Request has expired') }],
  [
    { answer: 'html' },
    { status: 200, headers: { 'content-type': 'text/html' }, body: expect.stringMatching(/^<!D/) },
  ],
  [{ answer: 'empty' }, { end: 'whole', status: 200, body: '' }],
  [
    { answer: 'wrong type' },
    { status: 200, headers: { 'content-type': expect.stringContaining('text/plain') } },
  ],
  [{ answer: 'wrong length' }, { end: 'broken off', status: 200 }],
  [{ answer: 'redirect' }, { status: 302, headers: { location: '/elsewhere' } }],
  [
    { answer: 'redirect', location: 'http://10.0.0.1/x.mp3' },
    { headers: { location: 'http://10.0.0.1/x.mp3' } },
  ],
  [{ answer: 'lost' }, { end: 'ECONNRESET' }],
]

test.each(failures)('a file fails on request, once: %j', async (fault, seen) => {
  await fail(fault)
  expect(await callRaw(url)).toMatchObject(seen)
  expect(await callRaw(url)).toMatchObject({ end: 'whole', status: 200, body: whole })
})

test('half a file comes as if it were whole', async () => {
  await fail({ answer: 'truncated' })
  const { end, headers, body } = await callRaw(url)
  const bytes = Buffer.byteLength(whole)
  expect({ end, length: Number(headers['content-length']) < bytes }).toEqual({ end: 'whole', length: true })
  expect(whole.startsWith(body.slice(0, 20))).toBe(true)
})

test('a file is too big without saying so', async () => {
  await fail({ answer: 'too big', bytes: 3_000_000 })
  const response = await fetch(url)
  expect(response.headers.get('content-length')).toBeNull()
  expect((await response.arrayBuffer()).byteLength).toBe(3_000_000)
})

test('a slow file comes when its time is over', async () => {
  await fail({ answer: 'slow', ms: 60_000 })
  const turn = () => caller.control('GET', '/settings')
  expect(await advanceUntil(callRaw(url), clock, 10_000, turn)).toMatchObject({ status: 200, body: whole })
})

test('a fault may be for files of one ending only', async () => {
  await fail({ answer: 'http 410', ending: 'wav' })
  expect((await callRaw(url)).status).toBe(200)
  expect((await callRaw(url.replace(/mp3$/, 'wav'))).status).toBe(410)
})
