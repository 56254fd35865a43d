import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Caller, startCaller } from '../caller.ts'

let caller: Caller
beforeAll(async () => {
  caller = await startCaller({ parallelMax: 2 })
})
afterAll(async () => await caller.close())

const voicesWith = async (key: string) => {
  const headers = { authorization: key }
  const response = await fetch(`${caller.baseUrl}/v1/getAllVoices`, { headers })
  return { status: response.status, body: await response.json() }
}

const musicWith = async (key: string) => {
  const headers = { authorization: key, 'content-type': 'application/json' }
  const options = { method: 'POST', headers, body: JSON.stringify({ prompt: 'a song' }) }
  const response = await fetch(`${caller.baseUrl}/v2/MusicAI`, options)
  return { status: response.status, body: await response.json() }
}

test('a test key of an account without credits buys nothing', async () => {
  expect(await musicWith(`${caller.apiKey}.no-credits`)).toEqual({
    status: 402,
    body: { success: false, error_code: 'INSUFFICIENT_CREDITS', message: 'Insufficient credit balance' },
  })
})

test('a test key meets failures of the server', async () => {
  expect(await voicesWith(`${caller.apiKey}.server-failure`)).toEqual({
    status: 500,
    body: { success: false, error_code: 'INTERNAL_SERVER_ERROR', message: 'Internal Server Error' },
  })
})

test('a test key meets a service that has too much to do', async () => {
  expect(await voicesWith(`${caller.apiKey}.busy`)).toEqual({
    status: 429,
    body: { detail: 'SLOW DOWN - TOO MANY PARALLEL REQUESTS' },
  })
})

test.each(['.no-credits', 'other.no-credits', '.unknown'])('a key %s is no test key', async (ending) => {
  expect((await voicesWith(ending.startsWith('.un') ? `${caller.apiKey}${ending}` : ending)).status).toBe(403)
})

test('more unfinished tasks than the plan has are refused, and cost nothing', async () => {
  for (let place = 0; place < 2; place += 1) {
    await caller.control('POST', '/next', { delayMs: 60_000 })
    expect((await musicWith(caller.apiKey)).status).toBe(200)
  }
  const { body: before } = await caller.control('GET', '/account')
  expect(await musicWith(caller.apiKey)).toEqual({
    status: 429,
    body: { detail: 'SLOW DOWN - TOO MANY PARALLEL REQUESTS' },
  })
  expect((await caller.control('GET', '/account')).body).toEqual(before)
})
