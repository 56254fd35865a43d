import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ReadDeps } from '../../src/audio-api/reads.ts'
import { anyUse, createTestClient, type TestClient } from '../support/service/client.ts'
import {
  answers,
  breaks,
  breaksHalfway,
  type Reply,
  type ScriptedServer,
  startScriptedServer,
  staysSilent,
} from '../support/service/scripted-server.ts'

const voicesPage = { success: true, voices: [{ voice_id: 'v', voice_name: 'Ada' }], total: 1 }
const conversion = { success: true, conversion: { task_id: 't', status: 'IN_QUEUE' } }
const away = answers(503, { success: false, error: 'later' })

let server: ScriptedServer
let client: TestClient
/** It does not wait long for what never comes. */
let impatient: TestClient
const waitedMs: number[] = []
const deps = { lookUps: 0, refillMs: 0, chance: 1 }

/** As many look-ups as a test gives; a wait of a minute brings one more. */
const reads: ReadDeps = {
  spendLookup() {
    if (deps.lookUps === 0) return Promise.resolve({ status: 'wait', waitMs: deps.refillMs })
    deps.lookUps -= 1
    return Promise.resolve({ status: 'spent' })
  },
  random: () => deps.chance,
  wait(spanMs) {
    waitedMs.push(spanMs)
    if (spanMs === deps.refillMs) deps.lookUps += 1
    return Promise.resolve()
  },
}

beforeAll(async () => {
  server = await startScriptedServer()
  client = createTestClient({ baseUrl: server.url, apiKey: 'key', reads })
  impatient = createTestClient({ baseUrl: server.url, apiKey: 'key', reads, readTimeoutMs: 1_000 })
})
afterAll(async () => {
  await client.close()
  await impatient.close()
  await server.close()
})
beforeEach(() => {
  server.requests.length = 0
  waitedMs.length = 0
  Object.assign(deps, { lookUps: 100, refillMs: 60_000, chance: 1 })
})

/** Replies in turn; the last one stays. */
const answerInTurn = (...replies: readonly Reply[]): void => {
  let asked = 0
  server.answer((response, request) => {
    const reply = replies[Math.min(asked, replies.length - 1)]
    asked += 1
    reply?.(response, request)
  })
}

const lookUp = (by = client) => by.lookUp('MUSIC_AI', 't', anyUse)
const spent = () => 100 - deps.lookUps

describe('a look-up', () => {
  test.each<[string, Reply]>([
    ['503', away],
    ['500 of a proxy', answers(500, '<html></html>')],
    ['429', answers(429, { detail: 'SLOW DOWN' })],
    ['a broken connection', breaks],
    ['half an answer', breaksHalfway('{')],
    ['silence', staysSilent],
  ])('that meets %s is tried again, each try for a look-up', async (_, reply) => {
    answerInTurn(reply, answers(200, conversion))
    expect(await lookUp(reply === staysSilent ? impatient : client)).toMatchObject({ status: 'pending' })
    expect([server.requests.length, spent(), waitedMs.length]).toEqual([2, 2, 1])
  })

  test.each<[string, Reply]>([
    ['400', answers(400, { success: false, message: 'Invalid request parameters' })],
    ['404', answers(404, { success: false, message: 'Conversion not found' })],
    ['401', answers(401, { success: false, error: 'Authentication failed' })],
    ['a redirect', answers(302, '', { location: 'http://127.0.0.1:1/' })],
    ['HTML', answers(200, '<html></html>')],
  ])('that meets %s is not tried again at once', async (_, reply) => {
    answerInTurn(reply)
    expect(await lookUp()).toMatchObject({ status: 'unreadable' })
    expect([server.requests.length, spent(), waitedMs]).toEqual([1, 1, []])
  })

  test('is tried three times at most, and says what it met last', async () => {
    answerInTurn(away, breaks, away)
    expect(await lookUp()).toEqual({ status: 'unreadable', reason: 'HTTP 503' })
    expect([server.requests.length, spent()]).toEqual([3, 3])
  })

  // Full jitter: anything from nothing to all of a span that doubles.
  test.each([
    [1, [500, 1000]],
    [0.5, [250, 500]],
    [0, [0, 0]],
  ])('pauses by chance: with %d for %j milliseconds', async (chance, pauses) => {
    deps.chance = chance
    answerInTurn(away)
    await lookUp()
    expect(waitedMs).toEqual(pauses)
  })

  test('asks nobody while there are no look-ups left', async () => {
    Object.assign(deps, { lookUps: 0, refillMs: 1234 })
    expect(await lookUp()).toEqual({ status: 'later', waitMs: 1234 })
    expect([server.requests.length, waitedMs]).toEqual([0, []])
  })

  test('is not tried again without one more look-up', async () => {
    deps.lookUps = 1
    answerInTurn(away)
    expect(await lookUp()).toEqual({ status: 'unreadable', reason: 'HTTP 503' })
    expect(server.requests).toHaveLength(1)
  })
})

describe('the voices', () => {
  const page = { voices: [{ value: 'v', label: 'Ada' }], unreadable: 0, total: 1 }

  test('are tried again as well', async () => {
    answerInTurn(away, breaks, answers(200, voicesPage))
    expect(await client.voices(0)).toEqual(page)
    expect([server.requests.length, spent()]).toEqual([3, 3])
  })

  test('wait for a look-up', async () => {
    deps.lookUps = 0
    answerInTurn(answers(200, voicesPage))
    expect(await client.voices(0)).toEqual(page)
    expect([server.requests.length, waitedMs]).toEqual([1, [60_000]])
  })

  test.each<[string, (by: TestClient) => Promise<unknown>, number]>([
    ['of a list are given up when there are no look-ups for minutes', (by) => by.voices(3), 10],
    ['by a name are given up at once without a look-up', (by) => by.findVoices('ada'), 0],
  ])('%s', async (_, ask, waits) => {
    deps.lookUps = 0
    let waited = 0
    const wait = () => {
      waited += 1
      return Promise.resolve()
    }
    const empty = createTestClient({ baseUrl: server.url, apiKey: 'key', reads: { ...reads, wait } })
    await expect(ask(empty)).rejects.toMatchObject({ code: 'service_unreachable' })
    expect([server.requests.length, waited]).toEqual([0, waits])
    await empty.close()
  })
})

test('a paid request is sent once, whatever it meets, and takes no look-up', async () => {
  for (const reply of [away, answers(429, ''), breaks]) {
    server.requests.length = 0
    answerInTurn(reply)
    await client.music({ prompt: 'a' })
    await client.lyrics({ prompt: 'a' })
    expect(server.requests).toHaveLength(2)
  }
  expect([spent(), waitedMs]).toEqual([0, []])
})
