import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Caller, startCaller } from './caller.ts'

let caller: Caller
beforeAll(async () => {
  caller = await startCaller({ apiKey: 'the-key' })
})
afterAll(async () => await caller.close())

describe('the API key', () => {
  const call = (authorization?: string): Promise<Response> =>
    fetch(
      `${caller.baseUrl}/v1/getAllVoices`,
      authorization === undefined ? {} : { headers: { authorization } },
    )

  test.each([
    ['is missing', undefined, 401],
    ['is wrong', 'another-key', 403],
    ['has a scheme before it', 'Bearer the-key', 403],
    ['is right', 'the-key', 200],
  ])('that %s', async (_name, key, status) => {
    expect((await call(key)).status).toBe(status)
  })

  test.each([
    ['GET', '/v1/byId', { success: false, message: 'Authentication failed' }],
    ['POST', '/v2/MusicAI', { success: false, error_code: 'FORBIDDEN', message: 'Authentication failed' }],
  ])('is checked before anything else, in the error form of %s %s', async (method, path, body) => {
    const headers = { authorization: 'wrong', 'content-type': 'application/json' }
    const content = method === 'POST' ? { body: '{' } : {}
    const response = await fetch(`${caller.baseUrl}${path}`, { method, headers, ...content })
    expect(response.status).toBe(403)
    expect(await response.json()).toEqual(body)
  })
})

test('what a caller asked for is listed as it came, without the key', async () => {
  await caller.get('/v1/getAllVoices?limit=3&page=0')
  const { body } = await caller.control('GET', '/requests')
  expect(body.requests).toContainEqual({
    method: 'GET',
    path: '/v1/getAllVoices',
    given: { limit: '3', page: '0' },
  })
})

describe('what the studio refused', () => {
  beforeEach(async () => {
    await caller.control('DELETE', '/refusals')
  })

  test.each([
    ['an unknown address', '/v1/byID?task_id=1', { kind: 'unknown_route', path: '/v1/byID' }],
    ['an unknown parameter', '/v1/getAllVoices?size=3', { kind: 'unknown_parameter', detail: 'size' }],
    ['a refused call', '/v1/byId?conversionType=COVER', { kind: 'refused', path: '/v1/byId' }],
  ])('is noted: %s', async (_name, path, refusal) => {
    await caller.get(path)
    const { body } = await caller.control('GET', '/refusals')
    expect(body.refusals).toEqual([expect.objectContaining(refusal)])
  })

  test('is nothing after good calls', async () => {
    await caller.get('/v1/getAllVoices')
    expect((await caller.control('GET', '/refusals')).body).toEqual({ refusals: [] })
  })

  test('has an answer of its own for an unknown address', async () => {
    const { status, body } = await caller.get('/v3/MusicAI')
    expect({ status, body }).toEqual({ status: 404, body: { success: false, message: 'Not Found' } })
  })
})

describe('plans for the next submission', () => {
  test.each([
    ['a refusal for want of credits', { refuse: 402 }, 402, { error_code: 'INSUFFICIENT_CREDITS' }],
    ['a server failure', { refuse: 500 }, 500, { error_code: 'INTERNAL_SERVER_ERROR' }],
    ['a flag', { flag: 'too loud' }, 200, { is_flagged: true, reason: 'too loud' }],
  ])('serve one submission: %s', async (_name, plan, status, body) => {
    await caller.control('POST', '/next', plan)
    expect(await caller.submit({ prompt: 'planned' })).toMatchObject({ status, body })
    const next = await caller.submit({ prompt: 'a song' })
    expect(next).toMatchObject({ status: 200, body: { success: true } })
    await caller.ended(next.body.task_id)
  })

  test('are served in their order and can be dropped', async () => {
    await caller.control('POST', '/next', { refuse: 402 })
    await caller.control('POST', '/next', { refuse: 500 })
    await caller.control('POST', '/next', { refuse: 403 })
    expect((await caller.submit({ prompt: 'one' })).status).toBe(402)
    expect((await caller.submit({ prompt: 'two' })).status).toBe(500)
    await caller.control('DELETE', '/next')
    const third = await caller.submit({ prompt: 'a song' })
    expect(third.status).toBe(200)
    await caller.ended(third.body.task_id)
  })

  test.each([{ refuse: 418 }, { fail: true }, { delayMs: -1 }, { fial: 'x' }])('refuse %j', async (plan) => {
    expect((await caller.control('POST', '/next', plan)).status).toBe(400)
  })
})

describe('the files of a result', () => {
  let audioUrl: string
  let wavUrl: string
  beforeAll(async () => {
    const { body } = await caller.submit({ prompt: 'a song' })
    const conversion = await caller.ended(body.task_id)
    audioUrl = String(conversion.conversion_path_1)
    wavUrl = String(conversion.conversion_path_wav_1)
  })

  test('come with their type and length, and need no key', async () => {
    const response = await fetch(audioUrl)
    const bytes = await response.arrayBuffer()
    expect(response.headers.get('content-type')).toBe('audio/mpeg')
    expect(response.headers.get('content-length')).toBe(String(bytes.byteLength))
    expect(bytes.byteLength).toBeGreaterThan(192_000 / 8)
  })

  test('are a WAV of 16-bit stereo at 44.1 kHz in high quality', async () => {
    const response = await fetch(wavUrl)
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(response.headers.get('content-type')).toBe('audio/wav')
    expect(bytes.toString('latin1', 0, 4) + bytes.toString('latin1', 8, 16)).toBe('RIFFWAVEfmt ')
    expect([bytes.readUInt16LE(22), bytes.readUInt32LE(24), bytes.readUInt16LE(34)]).toEqual([2, 44_100, 16])
    expect(bytes.readUInt32LE(40)).toBe(44_100 * 4)
    // What the file says about itself is behind the samples.
    expect(bytes.length).toBeGreaterThan(44 + 44_100 * 4)
    expect(bytes.readUInt32LE(4)).toBe(bytes.length - 8)
  })

  test('can be read in parts', async () => {
    const whole = Buffer.from(await (await fetch(audioUrl)).arrayBuffer())
    const part = await fetch(audioUrl, { headers: { range: 'bytes=1000-1999' } })
    expect(part.status).toBe(206)
    expect(part.headers.get('content-range')).toBe(`bytes 1000-1999/${whole.length}`)
    expect(Buffer.from(await part.arrayBuffer())).toEqual(whole.subarray(1000, 2000))
    const beyond = await fetch(audioUrl, { headers: { range: `bytes=${whole.length}-` } })
    expect(beyond.status).toBe(416)
  })

  test('tell their length to a HEAD request', async () => {
    const response = await fetch(audioUrl, { method: 'HEAD' })
    expect(response.status).toBe(200)
    expect(Number(response.headers.get('content-length'))).toBeGreaterThan(0)
  })

  test.each(['nothing.mp3', '..%2Fserver.ts', '.mp3'])('do not include %s', async (name) => {
    expect((await fetch(`${caller.cdnUrl}/${name}`)).status).toBe(404)
  })
})

describe('a studio on a port that is taken', () => {
  test('does not start', async () => {
    const port = Number(new URL(caller.baseUrl).port)
    await expect(startCaller({ port })).rejects.toThrow('EADDRINUSE')
  })
})

describe('a studio that closes', () => {
  test('answers no more, while work is still waiting', async () => {
    const other = await startCaller()
    await other.control('POST', '/next', { delayMs: 60_000 })
    await other.submit({ prompt: 'never made' })
    await other.submit({ prompt: 'being made' })
    await other.close()
    await expect(fetch(`${other.baseUrl}/v1/getAllVoices`)).rejects.toThrow()
  })
})
