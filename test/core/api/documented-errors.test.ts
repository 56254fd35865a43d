import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { LyricsOutcome, SubmitOutcome } from '../../../src/core/audio-service.ts'
import { milliseconds, seconds } from '../../../src/core/endpoints/units.ts'
import { createTestClient, type TestClient } from '../../support/service/client.ts'
import { answers, type ScriptedServer, startScriptedServer } from '../../support/service/scripted-server.ts'

// Every error of the service's interface description, in its shape, from the endpoint that has it. Where a status is
// documented it is that one; where none is, the meaning may not depend on it.

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
} as const satisfies Readonly<Record<string, () => Promise<SubmitOutcome | LyricsOutcome>>>

type Call = keyof typeof calls
const all = Object.keys(calls) as Call[]

const unstated = [200, 400, 404, 409, 422]
const coded = (error_code: string) => ({ error_code, message: 'In words.' })
const tooLittle = 'Insufficient credits for this operation'
const sums = { required_credits: 1.5, available_credits: 0.25 }
const noPlan = 'User subscription plan not found'
const balance = 'Insufficient credit balance'

type Why = 'request' | 'balance' | 'key'

const refusals: readonly [Call, readonly number[], object, Why, said: string][] = [
  ['v1 MusicAI', [402], coded('INSUFFICIENT_CREDITS'), 'balance', 'In words.'],
  ['v1 MusicAI', [402, ...unstated], { error: balance }, 'balance', balance],
  ['v1 MusicAI', [422], coded('UNPROCESSABLE_CONTENT'), 'request', 'In words.'],
  ['v2 MusicAI', [402, 400], coded('INSUFFICIENT_CREDITS'), 'balance', 'In words.'],
  ['v2 MusicAI', [422], coded('UNPROCESSABLE_CONTENT'), 'request', 'In words.'],
  ['v2 MusicAI', [422], coded('SOMETHING_NEW'), 'request', 'In words.'],
  ['v2 batch', [402, ...unstated], { error: balance }, 'balance', balance],
  [
    ...(['Remix', unstated, { message: 'Either audio_file or audio_url must be provided.' }] as const),
    ...(['request', 'Either audio_file or audio_url must be provided.'] as const),
  ],
  [
    ...(['audio_mastering', unstated, { error: 'Invalid output format specified' }] as const),
    ...(['request', 'Invalid output format specified'] as const),
  ],
  [
    ...(['audio_cutter', unstated, { error: 'Invalid time range specified' }] as const),
    ...(['request', 'Invalid time range specified'] as const),
  ],
  ...(['audio_mastering', 'audio_cutter'] as const).flatMap((call): typeof refusals => [
    [call, [401, 403, ...unstated], { error: 'Authentication failed' }, 'key', 'Authentication failed'],
    [
      ...([call, [402, ...unstated], { error: tooLittle, ...sums }, 'balance'] as const),
      `${tooLittle}. Required: 1.50 credits. Available: 0.25.`,
    ],
    [call, [403, ...unstated], { error: noPlan }, 'balance', noPlan],
  ]),
  [
    ...(['inpaint', unstated] as const),
    { message: 'audio_file or audio_url and valid replace range are required.' },
    ...(['request', 'audio_file or audio_url and valid replace range are required.'] as const),
  ],
  ['TextToSpeech', [402, ...unstated], { message: balance }, 'balance', balance],
  [
    ...(['TextToSpeech', unstated, { message: 'Missing required field: text' }] as const),
    ...(['request', 'Missing required field: text'] as const),
  ],
  [
    ...(['prompt_to_lyrics', unstated] as const),
    { error: 'Prompt must be between 1 and 1000 characters.' },
    ...(['request', 'Prompt must be between 1 and 1000 characters.'] as const),
  ],
]

describe('a refusal of', () => {
  test.each(refusals)(
    '%s with any of %j is known for what it is: %j',
    async (call, statuses, body, why, said) => {
      for (const status of statuses) {
        server.answer(answers(status, { success: false, ...body }))
        expect(await calls[call](), `${status}`).toEqual({ status: 'refused', why, said })
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
      [403, { detail: 'Forbidden' }, { status: 'refused', why: 'key' }],
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

const failed = 'Internal Server Error'
const failures: readonly [Call, object][] = [
  ['v1 MusicAI', coded('INTERNAL_SERVER_ERROR')],
  ['v2 MusicAI', coded('INTERNAL_SERVER_ERROR')],
  ['v2 batch', { error: failed }],
  ['Remix', { message: failed }],
  ['audio_mastering', { error: 'Internal server error during mastering' }],
  ['audio_cutter', { error: 'Internal server error during audio trimming' }],
  ['inpaint', { messsage: failed }],
  ['TextToSpeech', { message: failed }],
  ['audio_transcribe', { error: failed }],
  ['prompt_to_lyrics', { error: failed }],
]

describe('a failure of the service', () => {
  test.each(failures)('at %s proves nothing, whatever its status: %j', async (call, body) => {
    for (const status of [500, ...unstated]) {
      server.answer(answers(status, { success: false, ...body }))
      expect(await calls[call](), `${status}`).toEqual({
        ...{ status: 'uncertain', reason: expect.stringMatching(new RegExp(`^HTTP ${status}`)) },
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
    expect(await client.lookUp('MUSIC_AI', 't')).toEqual({
      ...{ status: 'unreadable', reason: `HTTP ${status}` },
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
    expect(await client.lookUp('MUSIC_AI', 't')).toEqual({ status: 'unreadable', reason: `HTTP ${status}` })
    expect(server.requests).toHaveLength(3)
  })

  // The key goes with a read as well, and nowhere else.
  test.each<[string, () => Promise<unknown>]>([
    ['byId', () => client.lookUp('MUSIC_AI', 't')],
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
