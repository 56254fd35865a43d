import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { LocalClip } from '../../src/core/clip/clip-reading.ts'
import { taskEndpoints } from '../../src/core/endpoints/audio-endpoints.ts'
import { conversionTypes } from '../../src/core/endpoints/conversion-type.ts'
import type { SubmitOutcome } from '../../src/core/job/audio-service.ts'
import { milliseconds, seconds } from '../../src/core/time.ts'
import { anyUse, createTestClient, type TestClient } from '../support/service/client.ts'
import { answers, type ScriptedServer, startScriptedServer } from '../support/service/scripted-server.ts'

const apiKey = 'bare-key-of-the-operator'
const link = 'https://example.com/a.mp3'

let folder: string
let server: ScriptedServer
let client: TestClient
let clip: LocalClip
const warnings: string[] = []

beforeAll(async () => {
  server = await startScriptedServer()
  client = createTestClient({
    baseUrl: server.url,
    apiKey,
    earlyAnswerMs: 1,
    warn: (warning) => warnings.push(warning),
  })
  folder = await mkdtemp(join(tmpdir(), 'tunesmith-test-'))
  clip = { path: join(folder, 'a'), name: 'a.wav', contentType: 'audio/wav', bytes: 4, seconds: 1 }
  await writeFile(clip.path, 'tune')
})
afterAll(async () => {
  await client.close()
  await server.close()
  await rm(folder, { recursive: true })
})
beforeEach(() => {
  server.requests.length = 0
  warnings.length = 0
})

// The answers that the service's description gives its endpoints.
const eta = { eta: 60, credit_estimate: 0.1 }
const twoIds = { conversion_id_1: 'c-1', conversion_id_2: 'c-2' }
const shapeA = {
  success: true,
  message: 'ok',
  task_id: 't',
  ...twoIds,
  is_flagged: false,
  reason: '',
  ...eta,
  status: 'IN_QUEUE',
  error_message: '',
  error_message_detail: '',
  missing_input_fields: '',
  predicted_user_intent: '',
}
const shapeB = { success: true, task_id: 't', conversion_id: 'c-1', ...eta, message: '', status: 'IN_QUEUE' }
const shapeC = { success: true, message: 'ok', task_id: 't', ...twoIds, eta: 60 }
const shapeD = { ...shapeC, is_flagged: false, reason: '', credit_estimate: 0.1 }

const takenWith = (conversionIds: readonly string[], estimate: number | undefined) => ({
  status: 'accepted',
  taskId: 't',
  etaSeconds: 60,
  flaggedFor: undefined,
  conversionIds,
  estimate,
})
const two = takenWith(['c-1', 'c-2'], 100_000)
const one = takenWith(['c-1'], 100_000)
const unpriced = takenWith(['c-1', 'c-2'], undefined)

interface Case {
  call: (client: TestClient) => Promise<SubmitOutcome>
  sent: Readonly<Record<string, unknown>>
  answer: object
  outcome: object
}

const hook = 'https://example.com/hook'
const song = {
  prompt: 'a',
  music_style: 'b',
  lyrics: 'c',
  title: 'd',
  make_instrumental: false,
  vocal_only: true,
  voice_id: 'v',
  generate_album_cover: false,
  webhook_url: hook,
}

const jsonCases: Readonly<Record<string, Case>> = {
  'POST /v1/MusicAI': {
    call: ({ musicV1 }) => musicV1({ ...song, gender: 'male' }),
    sent: { ...song, gender: 'male' },
    answer: shapeC,
    outcome: unpriced,
  },
  'POST /v2/MusicAI': {
    call: ({ music }) => music({ ...song, gender: 'male', lyrics_timestamps: true, model: 'v7-pro' }),
    sent: { ...song, gender: 'male', lyrics_timestamps: true, model: 'v7-pro' },
    answer: shapeD,
    outcome: two,
  },
  'POST /v2/MusicAI/batch': {
    call: ({ musicBatch }) => musicBatch({ ...song, output_length: seconds(30.5), num_outputs: 2 }),
    sent: { ...song, output_length: 30.5, num_outputs: 2 },
    answer: shapeC,
    outcome: unpriced,
  },
  'POST /v1/TextToSpeech': {
    call: ({ speech }) => speech({ text: 'a', sample_audio_url: link, voice_id: 'v', gender: 'male' }),
    sent: { text: 'a', sample_audio_url: link, voice_id: 'v', gender: 'male' },
    answer: shapeB,
    outcome: one,
  },
}

const formCases: Readonly<Record<string, Case>> = {
  'POST /v1/VoiceChanger': {
    call: ({ voiceChanger }) =>
      voiceChanger({ audio_file: clip, voice_id: 'v', remove_background: 1, pitch: -12 }),
    sent: { voice_id: 'v', remove_background: '1', pitch: '-12', audio_file: 'tune' },
    answer: shapeB,
    outcome: one,
  },
  'POST /v1/Remix': {
    call: ({ remix }) =>
      remix({ audio_url: link, prompt: 'a', lyrics: 'b', gender: 'neutral', generate_album_cover: false }),
    sent: { audio_url: link, prompt: 'a', lyrics: 'b', gender: 'neutral', generate_album_cover: 'false' },
    answer: shapeA,
    outcome: two,
  },
  'POST /v1/audio_mastering': {
    call: ({ mastering }) =>
      mastering({ audio_file: clip, reference_audio_file: clip, output_extension: 'flac' }),
    sent: { output_extension: 'flac', audio_file: 'tune', reference_audio_file: 'tune' },
    answer: shapeB,
    outcome: one,
  },
  'POST /v1/audio_cutter': {
    call: ({ cutter }) =>
      cutter({ audio_url: link, start_time: milliseconds(1500), end_time: milliseconds(9000) }),
    sent: { audio_url: link, start_time: '1500', end_time: '9000' },
    answer: shapeB,
    outcome: one,
  },
  'POST /v1/inpaint': {
    call: ({ inpaint }) =>
      inpaint({
        audio_url: link,
        replace_start_at: seconds(1.5),
        replace_end_at: seconds(9),
        num_outputs: 1,
      }),
    sent: { audio_url: link, replace_start_at: '1.5', replace_end_at: '9', num_outputs: '1' },
    answer: shapeA,
    outcome: two,
  },
  'POST /v1/audio_transcribe': {
    call: ({ transcription }) => transcription({ audio_file: clip, language: '', word_timestamps: true }),
    sent: { language: '', word_timestamps: 'true', audio_file: 'tune' },
    answer: shapeB,
    outcome: one,
  },
}

const bytesOf = (body: string) => Buffer.from(body, 'latin1')

const formReceived = async (): Promise<Record<string, string>> => {
  const { body = '', headers } = server.requests[0] ?? {}
  const type = headers?.['content-type'] ?? ''
  const form = await new Response(bytesOf(body), { headers: { 'content-type': type } }).formData()
  const parts = [...form].map(async ([name, value]) => [
    name,
    typeof value === 'string' ? value : await value.text(),
  ])
  return Object.fromEntries(await Promise.all(parts))
}

const jsonReceived = (): unknown => JSON.parse(bytesOf(server.requests[0]?.body ?? '').toString('utf8'))

describe('a call for a task', () => {
  test.each([
    ...Object.entries(jsonCases).map(([name, one]) => [name, 'JSON', one] as const),
    ...Object.entries(formCases).map(([name, one]) => [name, 'a form', one] as const),
  ])('%s sends what is set as %s, and reads the documented answer', async (name, encoding, one) => {
    server.answer(answers(200, one.answer))
    expect(await one.call(client)).toEqual(one.outcome)
    const [request, ...others] = server.requests
    expect([`${request?.method} ${request?.url}`, others]).toEqual([name, []])
    expect(request?.headers).toMatchObject({
      authorization: apiKey,
      connection: 'close',
      'accept-encoding': 'identity',
    })
    expect(encoding === 'JSON' ? jsonReceived() : await formReceived()).toEqual(one.sent)
  })

  test.each([
    ['A', shapeA, two],
    ['B', shapeB, one],
    ['C', shapeC, unpriced],
    ['D', shapeD, two],
  ])('for another voice, whose answer is not described, reads shape %s', async (_, answer, outcome) => {
    server.answer(answers(200, answer))
    expect(await client.voiceChanger({ audio_url: link, voice_id: 'v' })).toEqual(outcome)
  })

  test('for a master takes an address and a file together', async () => {
    server.answer(answers(200, shapeB))
    expect(await client.mastering({ audio_url: link, reference_audio_file: clip })).toEqual(one)
    expect(await formReceived()).toEqual({ audio_url: link, reference_audio_file: 'tune' })
  })

  test('exists for every endpoint that makes one', () => {
    const names = Object.keys(taskEndpoints) as (keyof typeof taskEndpoints)[]
    expect(names.filter((name) => typeof client[name] !== 'function')).toEqual([])
  })

  test('that breaks the description does not leave', async () => {
    const cut = { audio_url: link, start_time: milliseconds(9), end_time: milliseconds(3) }
    expect(await client.cutter(cut)).toEqual({
      status: 'refused',
      why: 'unsound',
      said: 'start_time (9) must come before end_time (3). Change one of them.',
    })
    expect(await client.speech({ text: '' })).toMatchObject({ why: 'unsound' })
    expect(server.requests).toEqual([])
  })

  test('that goes beyond guidance leaves, with a warning', async () => {
    server.answer(answers(200, shapeC))
    expect(await client.musicBatch({ prompt: 'a'.repeat(281) })).toEqual(unpriced)
    expect(warnings).toEqual([
      '/v2/MusicAI/batch: prompt is over 280 characters; the end of it may be ignored.',
    ])
  })

  test.each([
    ['/v1/Nowhere', 'json'],
    ['/v1/Remix', 'json'],
    ['/v1/byId', 'json'],
  ] as const)('to %s as %s is nothing that there is', async (path, encoding) => {
    const said = `There is no ${path} that takes a request as ${encoding}.`
    expect(await client.submit({ path, encoding, body: {} }, {})).toEqual({
      status: 'refused',
      why: 'unsound',
      said,
    })
    expect(server.requests).toEqual([])
  })
})

describe('a call for lyrics', () => {
  const written = { success: true, task_id: 't', message: 'ok', lyrics: 'la\nla', credit_estimate: 0.01 }

  test('asks once for the theme, on a connection of its own, and for no stored answer', async () => {
    server.answer(answers(200, written))
    expect(await client.lyrics({ prompt: 'rain & tea' })).toEqual({
      status: 'written',
      lyrics: 'la\nla',
      taskId: 't',
      estimate: 10_000,
    })
    const [request, ...others] = server.requests
    expect([request?.method, request?.url, others]).toEqual([
      'GET',
      '/v1/prompt_to_lyrics?prompt=rain+%26+tea',
      [],
    ])
    expect(request?.headers).toMatchObject({
      authorization: apiKey,
      connection: 'close',
      'accept-encoding': 'identity',
      'cache-control': 'no-store',
    })
  })

  test.each([1, 1000])('takes a theme of %d characters', async (length) => {
    server.answer(answers(200, written))
    expect(await client.lyrics({ prompt: 'a'.repeat(length) })).toMatchObject({ status: 'written' })
    expect(server.requests.map(({ url }) => url)).toEqual([
      `/v1/prompt_to_lyrics?prompt=${'a'.repeat(length)}`,
    ])
  })

  // Paid, so an answer that proves nothing is not followed by another request.
  test.each<[string, number, unknown, object]>([
    [
      '500',
      500,
      { success: false, error: 'Internal Server Error' },
      { status: 'uncertain', reason: 'HTTP 500' },
    ],
    ['429', 429, '', { status: 'busy' }],
    ['no lyrics', 200, { ...written, lyrics: '' }, { status: 'empty' }],
    ['HTML', 200, '<html></html>', { status: 'uncertain', reason: 'HTTP 200 without JSON' }],
    [
      ...(['a theme too long', 400] as const),
      { success: false, error: 'Prompt must be between 1 and 1000 characters.' },
      { status: 'refused', why: 'request', said: 'Prompt must be between 1 and 1000 characters.' },
    ],
  ])('that is answered with %s is not repeated', async (_, status, body, outcome) => {
    server.answer(answers(status, body))
    expect(await client.lyrics({ prompt: 'rain' })).toEqual(outcome)
    expect(server.requests).toHaveLength(1)
  })

  test.each(['', ' ', 'a'.repeat(1001)])('without a usable theme does not leave', async (prompt) => {
    expect(await client.lyrics({ prompt })).toMatchObject({ status: 'refused', why: 'unsound' })
    expect(server.requests).toEqual([])
  })
})

describe('a call for voices', () => {
  const page = { success: true, voices: [{ voice_id: 'v', voice_name: 'Ada' }], limit: 20, page: 0, total: 1 }
  const found = { voices: [{ value: 'v', label: 'Ada' }], unreadable: 0, total: 1 }

  test.each<[string, (client: TestClient) => Promise<unknown>]>([
    ['/v1/searchVoices?query=a+%26+b', ({ searchVoices }) => searchVoices({ query: 'a & b' })],
    [
      '/v1/searchVoices?query=ada&limit=5&page=2',
      ({ searchVoices }) => searchVoices({ query: 'ada', limit: 5, page: 2 }),
    ],
    ['/v1/getAllVoices?', ({ getAllVoices }) => getAllVoices({})],
    ['/v1/getAllVoices?limit=20&page=0', ({ getAllVoices }) => getAllVoices({ limit: 20, page: 0 })],
  ])('asks for %s', async (url, call) => {
    server.answer(answers(200, page))
    expect(await call(client)).toEqual(found)
    expect(server.requests.map((request) => request.url)).toEqual([url.replace(/\?$/, '')])
  })

  test('with values that break the description is a bug and throws', async () => {
    await expect(client.getAllVoices({ limit: 0 })).rejects.toThrow(
      '/v1/getAllVoices: limit is 0; it must be a whole number, 1 or more.',
    )
  })
})

describe('a call for a task that was made', () => {
  const conversion = { task_id: 't', status: 'IN_QUEUE' }

  test.each(conversionTypes)('finds one of the family %s', async (conversionType) => {
    server.answer(answers(200, { success: true, conversion: { ...conversion, feature: conversionType } }))
    expect(await client.byId({ conversionType, task_id: 't' }, anyUse)).toMatchObject({
      status: 'found',
      conversion: { taskId: 't', status: 'IN_QUEUE', feature: conversionType },
    })
    expect(await client.byId({ conversionType, conversion_id: 'c' }, anyUse)).toMatchObject({
      status: 'found',
    })
    expect(server.requests.map(({ url }) => url)).toEqual([
      `/v1/byId?conversionType=${conversionType}&task_id=t`,
      `/v1/byId?conversionType=${conversionType}&conversion_id=c`,
    ])
  })
})
