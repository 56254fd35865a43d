import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { LyricsOutcome, SubmitOutcome } from '../../src/core/job/audio-service.ts'
import { milliseconds, seconds } from '../../src/core/time.ts'
import { anyUse, createTestClient, type TestClient } from '../support/service/client.ts'
import {
  type Call,
  coded,
  documentedFailures,
  documentedRefusals,
  failed,
  unstated,
} from '../support/service/documented-errors.ts'
import { answers, type ScriptedServer, startScriptedServer } from '../support/service/scripted-server.ts'

// Every error of the service's interface description, from the endpoint that has it.

let server: ScriptedServer
let client: TestClient

beforeAll(async () => {
  server = await startScriptedServer()
  client = createTestClient({ baseUrl: server.url, apiKey: 'key', earlyAnswerMs: 1 })
})
afterAll(async () => {
  await client.close()
  await server.close()
})
beforeEach(() => {
  server.requests.length = 0
})

const link = 'https://example.com/a.mp3'
const part = { start_time: milliseconds(0), end_time: milliseconds(9) }

const calls = {
  'v1 MusicAI': () => client.musicV1({ prompt: 'a' }),
  'v2 MusicAI': () => client.music({ prompt: 'a' }),
  'v2 batch': () => client.musicBatch({ prompt: 'a' }),
  VoiceChanger: () => client.voiceChanger({ audio_url: link, voice_id: 'v' }),
  Remix: () => client.remix({ audio_url: link }),
  audio_mastering: () => client.mastering({ audio_url: link, reference_audio_url: link }),
  audio_cutter: () => client.cutter({ audio_url: link, ...part }),
  inpaint: () =>
    client.inpaint({ audio_url: link, replace_start_at: seconds(0), replace_end_at: seconds(1) }),
  TextToSpeech: () => client.speech({ text: 'a' }),
  audio_transcribe: () => client.transcription({ audio_url: link }),
  prompt_to_lyrics: () => client.lyrics({ prompt: 'a' }),
} as const satisfies Readonly<Record<Call, () => Promise<SubmitOutcome | LyricsOutcome>>>

const all = Object.keys(calls) as Call[]

describe('a refusal of', () => {
  test.each(documentedRefusals)(
    '%s with any of %j is known for what it is: %j',
    async (call, statuses, body, why, said) => {
      for (const status of statuses) {
        server.answer(answers(status, { success: false, ...body }))
        const credits = 'available_credits' in body ? { available: 250_000, required: 1_500_000 } : undefined
        const refusal = { status: 'refused', why, said, ...(credits && { credits }) }
        expect(await calls[call](), `${status}`).toEqual(refusal)
      }
      expect(server.requests).toHaveLength(statuses.length)
    },
  )

  // What other callers saw, of every endpoint: a status, and words that the description does not have.
  test.each(all)('%s is known by its status, whatever its words', async (call) => {
    const rows: readonly [number, object, object][] = [
      [402, { success: false, message: 'INSUFFICIENT FUNDS' }, { status: 'refused', why: 'balance' }],
      [400, { success: false, message: 'INSUFFICIENT FUNDS' }, { status: 'refused', why: 'balance' }],
      [401, { success: false, error: 'No.' }, { status: 'refused', why: 'key' }],
      [403, { detail: 'Forbidden' }, { status: 'refused', why: 'forbidden' }],
      [404, { success: false, message: 'No.' }, { status: 'refused', why: 'request' }],
      [409, { success: false, message: 'Twice.' }, { status: 'refused', why: 'request' }],
      [422, { detail: [{ loc: ['body', 'x'], msg: 'No.' }] }, { status: 'refused', said: 'x: No.' }],
      [429, { detail: 'SLOW DOWN - TOO MANY PARALLEL REQUESTS' }, { status: 'busy' }],
    ]
    for (const [status, body, outcome] of rows) {
      server.answer(answers(status, body))
      expect(await calls[call](), `${status}`).toMatchObject(outcome)
    }
    expect(server.requests).toHaveLength(rows.length)
  })
})

describe('a failure of the service', () => {
  test.each(documentedFailures)('at %s proves nothing, whatever its status: %j', async (call, body) => {
    for (const status of [500, ...unstated]) {
      server.answer(answers(status, { success: false, ...body }))
      expect(await calls[call](), `${status}`).toEqual({
        status: 'uncertain',
        reason: expect.stringMatching(new RegExp(`^HTTP ${status}`)),
      })
    }
    expect(server.requests).toHaveLength(6)
  })

  test.each(all)('at %s is never taken for an answer, in no form', async (call) => {
    for (const body of [
      '',
      '<html></html>',
      {},
      { detail: 'later' },
      { success: true, task_id: 't', lyrics: 'la' },
    ]) {
      server.answer(answers(500, body))
      expect(await calls[call]()).toMatchObject({ status: 'uncertain' })
    }
  })
})

describe('an error to a read', () => {
  test.each<[number, object, triesMax: number]>([
    [400, { success: false, message: 'Invalid request parameters' }, 1],
    [422, { success: false, ...coded('UNPROCESSABLE_CONTENT') }, 1],
    [500, { success: false, message: failed }, 3],
  ])('of byId with %d leaves the task as it was: %j', async (status, body, tries) => {
    server.answer(answers(status, body))
    expect(await client.lookUp('MUSIC_AI', 't', anyUse)).toEqual({
      status: 'unreadable',
      reason: `HTTP ${status}`,
      ...(status < 500 && { isUnknown: true }),
    })
    expect(server.requests).toHaveLength(tries)
  })

  test.each<[string, () => Promise<unknown>, object]>([
    [
      ...(['searchVoices', () => client.searchVoices({ query: 'a' })] as const),
      coded('INTERNAL_SERVER_ERROR'),
    ],
    ['getAllVoices', () => client.getAllVoices({}), coded('INTERNAL_SERVER_ERROR')],
    ['getAllVoices', () => client.getAllVoices({}), { error: failed }],
  ])('of %s is an error that is worth another try: %j', async (_, call, body) => {
    server.answer(answers(500, { success: false, ...body }))
    await expect(call()).rejects.toMatchObject({ code: 'service_answer_unreadable', retryable: true })
    expect(server.requests).toHaveLength(3)
  })

  test.each([401, 403])('with a key that is none (%d) is not asked for again at once', async (status) => {
    server.answer(answers(status, { success: false, error: 'Authentication failed' }))
    const unreadable = { code: 'service_answer_unreadable' }
    await expect(client.searchVoices({ query: 'a' })).rejects.toMatchObject(unreadable)
    await expect(client.getAllVoices({})).rejects.toMatchObject(unreadable)
    expect(await client.lookUp('MUSIC_AI', 't', anyUse)).toEqual({
      status: 'unreadable',
      reason: `HTTP ${status}`,
      isDenied: true,
    })
    expect(server.requests).toHaveLength(3)
  })

  // The key goes with a read as well, and nowhere else.
  test.each<[string, () => Promise<unknown>]>([
    ['byId', () => client.lookUp('MUSIC_AI', 't', anyUse)],
    ['searchVoices', () => client.searchVoices({ query: 'a' }).catch(() => undefined)],
    ['getAllVoices', () => client.getAllVoices({}).catch(() => undefined)],
    ['prompt_to_lyrics', () => client.lyrics({ prompt: 'a' })],
  ])('of %s that is a redirect is followed nowhere', async (_, call) => {
    const elsewhere = await startScriptedServer({ reply: answers(200, { success: true }) })
    server.answer(answers(302, '', { location: `${elsewhere.url}/v1/byId` }))
    await call()
    expect([server.requests.length, elsewhere.requests.length]).toEqual([1, 0])
    expect(server.requests[0]?.headers.authorization).toBe('key')
    await elsewhere.close()
  })
})
