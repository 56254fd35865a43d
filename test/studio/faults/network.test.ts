import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startClock } from '../../../studio/kit/clock.ts'
import { type Caller, startCaller } from '../caller.ts'
import { callRaw } from '../raw-call.ts'

const clock = startClock()
let caller: Caller
beforeAll(async () => {
  caller = await startCaller({ clock })
})
const control = async (method: 'POST' | 'DELETE' | 'GET', path: string, body?: object): Promise<number> =>
  (await caller.control(method, path, body)).status
afterEach(async () => {
  expect(await control('DELETE', '/faults')).toBe(204)
})
afterAll(async () => {
  await caller.close()
  clock.stop()
})

const voices = () => callRaw(`${caller.baseUrl}/v1/getAllVoices`, { key: caller.apiKey })

test.each([
  ['refused', 'ECONNREFUSED'],
  ['cut', 'ECONNRESET'],
])('the network fails on request (%s), until faults are cleared', async (network, end) => {
  await control('POST', '/faults', { network })
  expect(await voices()).toMatchObject({ end })
  expect(await voices()).toMatchObject({ end })
  await control('DELETE', '/faults')
  expect(await voices()).toMatchObject({ end: 'whole', status: 200 })
})

test('over a network that stalls nothing goes, and what was sent meanwhile arrives when it is over', async () => {
  await control('POST', '/faults', { network: 'stall', ms: 60_000 })
  let isAnswered = false
  const answer = voices().finally(() => {
    isAnswered = true
  })
  await control('GET', '/settings')
  expect(isAnswered).toBe(false)
  clock.advance(60_000)
  expect(await answer).toMatchObject({ end: 'whole', status: 200 })
})

test('a network that is refused for a while is in order after it', async () => {
  await control('POST', '/faults', { network: 'refused', ms: 60_000 })
  expect(await voices()).toMatchObject({ end: 'ECONNREFUSED' })
  expect(await control('POST', '/clock', { advanceMs: 60_000 })).toBe(200)
  expect(await voices()).toMatchObject({ end: 'whole', status: 200 })
})

test('the second door leads to the control only', async () => {
  const { origin } = new URL(caller.controlUrl)
  expect((await callRaw(`${origin}/v1/getAllVoices`, { key: caller.apiKey })).status).toBe(404)
})

test('a studio whose network is refused can be closed', async () => {
  const other = await startCaller()
  await other.control('POST', '/faults', { network: 'refused' })
  await other.close()
  expect((await callRaw(`${other.baseUrl}/openapi.json`)).end).toBe('ECONNREFUSED')
})
