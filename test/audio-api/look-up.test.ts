import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ConversionType } from '../../src/core/endpoints/conversion-type.ts'
import type { LookupOutcome } from '../../src/core/job/audio-service.ts'
import type { Output } from '../../src/core/outcome.ts'
import { anyUse, createTestClient, type TestClient } from '../support/service/client.ts'
import {
  answers,
  breaks,
  breaksHalfway,
  type Reply,
  type ScriptedServer,
  startScriptedServer,
  streams,
} from '../support/service/scripted-server.ts'

const apiKey = 'bare-key-of-the-operator'

let server: ScriptedServer
let service: TestClient

beforeAll(async () => {
  server = await startScriptedServer()
  service = createTestClient({ baseUrl: server.url, apiKey })
})
afterAll(async () => {
  await service.close()
  await server.close()
})
beforeEach(() => {
  server.requests.length = 0
})

const lookUp = (reply: Reply, family: ConversionType = 'MUSIC_AI'): Promise<LookupOutcome> => {
  server.answer(reply)
  return service.lookUp(family, 'task-1', anyUse)
}

/** A finished conversion with the fields that the service documents for byId. */
const finished = {
  task_id: 'task-1',
  feature: 'MUSIC_AI',
  status: 'COMPLETED',
  message: '',
  webhook_url: '',
  conversion_id_1: 'c-1',
  conversion_id_2: 'c-2',
  title_1: 'Tide',
  title_2: 'Ebb',
  lyrics_1: 'la la',
  lyrics_2: '',
  sounds_1: '',
  sounds_2: '',
  conversion_path_1: 'https://cdn.example/1.mp3',
  conversion_path_2: 'https://cdn.example/2.mp3',
  conversion_path_wav_1: 'https://cdn.example/1.wav',
  conversion_path_wav_2: null,
  conversion_duration_1: 123.45,
  conversion_duration_2: '98.7',
  album_cover_path: 'https://cdn.example/c.png',
  is_streaming_request: false,
}

const conversion = (changes: object): Reply =>
  answers(200, { success: true, conversion: { ...finished, ...changes } })

const outputs: readonly Output[] = [
  {
    conversionId: 'c-1',
    title: 'Tide',
    lyrics: 'la la',
    timedLyrics: [],
    durationSeconds: 123.45,
    sounds: undefined,
    audioUrl: 'https://cdn.example/1.mp3',
    wavUrl: 'https://cdn.example/1.wav',
  },
  {
    conversionId: 'c-2',
    title: 'Ebb',
    lyrics: undefined,
    timedLyrics: [],
    durationSeconds: 98.7,
    sounds: undefined,
    audioUrl: 'https://cdn.example/2.mp3',
    wavUrl: undefined,
  },
]

describe('a look-up', () => {
  test('asks by the task alone, with the bare key, for an answer that is not compressed', async () => {
    await lookUp(conversion({}))
    expect(server.requests).toHaveLength(1)
    const [request] = server.requests
    expect(request?.method).toBe('GET')
    expect(request?.url).toBe('/v1/byId?conversionType=MUSIC_AI&task_id=task-1')
    expect(request?.headers).toMatchObject({ authorization: apiKey, 'accept-encoding': 'identity' })
  })

  test('asks for what it is given, whatever that is', async () => {
    server.answer(conversion({}))
    await service.lookUp('MUSIC_AI', 'a&b=c#d/../ü', anyUse)
    expect(server.requests[0]?.url).toBe(
      '/v1/byId?conversionType=MUSIC_AI&task_id=a%26b%3Dc%23d%2F..%2F%C3%BC',
    )
  })

  test('finds a finished task with both takes and the cover', async () => {
    expect(await lookUp(conversion({}))).toEqual({
      status: 'finished',
      outcome: { outputs, coverUrl: 'https://cdn.example/c.png' },
      cost: undefined,
    })
  })

  test.each([
    ['completed', 'finished'],
    ['Completed', 'finished'],
    [' COMPLETED', 'pending'],
  ])('takes the status %j for %s', async (status, found) => {
    expect(await lookUp(conversion({ status }))).toMatchObject({ status: found })
  })

  // What statuses there are is not documented in full, so an unknown one is not an end.
  test.each([
    ['IN_QUEUE', undefined],
    ['IN_PROGRESS', undefined],
    ['PARTIAL_COMPLETED', undefined],
    ['generation_completed', undefined],
    ['SOMETHING_NEW', 'SOMETHING_NEW'],
    ['', ''],
    [null, ''],
    [undefined, ''],
    [7, ''],
  ])('takes the status %j for still running, and tells what nobody knows', async (status, unknownStatus) => {
    expect(await lookUp(conversion({ status }))).toEqual({
      status: 'pending',
      unknownStatus,
      soFar: { outputs, coverUrl: 'https://cdn.example/c.png' },
    })
  })

  test('tells of files only where there are some', async () => {
    const nothingYet = { conversion_path_1: '', conversion_path_2: null }
    const found = await lookUp(conversion({ status: 'IN_QUEUE', ...nothingYet }))
    expect(found).toMatchObject({ status: 'pending', soFar: undefined })
  })

  test.each([
    ['IN_QUEUE', 'pending'],
    ['COMPLETED', 'finished'],
    ['FAILED', 'failed'],
  ])('of a task that is %s tells at which address it calls back', async (status, found) => {
    const webhookUrl = 'https://tunes.example/webhooks/audio/code'
    const looked = await lookUp(conversion({ status, webhook_url: webhookUrl }))
    expect(looked).toMatchObject({ status: found, webhookUrl })
  })

  test.each([
    [{ status: 'FAILED', message: 'No voice of that name' }, 'No voice of that name'],
    [{ status: 'ERROR', message: '', status_msg: 'Out of tune' }, 'Out of tune'],
    [{ status: 'failed', error_message_detail: 'Detail', message: 'Message' }, 'Detail'],
    [{ status: 'error', message: null }, undefined],
  ])('tells a failure with the reason, wherever it stands: %j', async (changes, said) => {
    expect(await lookUp(conversion(changes))).toEqual({ status: 'failed', said })
  })

  // Other services end tasks like this; not knowing these words would mean waiting for half an hour.
  test.each(['CANCELLED', 'canceled', 'REJECTED', 'aborted', 'TIMED_OUT'])(
    'takes the status %j for an end, unless there is a file',
    async (status) => {
      const nothing = { conversion_path_1: '', conversion_path_2: '', message: null }
      const said = status.toUpperCase()
      expect(await lookUp(conversion({ status, ...nothing }))).toEqual({ status: 'failed', said })
      const reason = { ...nothing, message: 'Against the rules' }
      expect(await lookUp(conversion({ status, ...reason }))).toMatchObject({ said: 'Against the rules' })
      expect(await lookUp(conversion({ status }))).toMatchObject({ status: 'pending', unknownStatus: said })
    },
  )

  // A family's product, alone in its record.
  test.each<[ConversionType, object]>([
    ['AUDIO_TRANSCRIPTION', { transcription: 'Oh the sea' }],
    ['LYRICS_GENERATOR', { conversion_id: 'c', lyrics: 'Oh the sea' }],
    ['KEY_BPM_EXTRACTION', { bpm: 162 }],
    ['AUDIO_TO_MIDI', { midi_file_path: 'https://cdn.example/a.mid' }],
  ])('of %s has a result without any sound, which no word for an end denies', async (family, record) => {
    for (const status of ['DONE', 'CANCELLED']) {
      const reply = answers(200, { success: true, conversion: { task_id: 'task-1', status, ...record } })
      expect(await lookUp(reply, family)).toMatchObject({ status: 'pending', soFar: expect.any(Object) })
      expect(await lookUp(reply, 'MUSIC_AI')).not.toHaveProperty('soFar', expect.any(Object))
    }
  })

  test.each([
    ['0.78', 780_000],
    [0.12, 120_000],
    [0, 0],
    ['', undefined],
    ['free', undefined],
    [-1, undefined],
    [null, undefined],
  ])('reads the final cost %j as %s', async (conversion_cost, cost) => {
    expect(await lookUp(conversion({ conversion_cost }))).toMatchObject({ status: 'finished', cost })
  })
})

describe('a finished task', () => {
  const outputsOf = async (changes: object): Promise<readonly Output[]> => {
    const looked = await lookUp(conversion(changes))
    return looked.status === 'finished' ? looked.outcome.outputs : []
  }

  test.each([
    { conversion_path_1: '' },
    { conversion_path_1: null },
    { conversion_path_1: 7 },
    { conversion_path_1: ' ' },
  ])('may lack a file still: %j', async (changes) => {
    const [first, second] = await outputsOf(changes)
    expect([first?.audioUrl, second?.audioUrl]).toEqual([undefined, 'https://cdn.example/2.mp3'])
  })

  test('may have only one take', async () => {
    expect(await outputsOf({ conversion_id_2: undefined, conversion_path_2: '' })).toEqual([outputs[0]])
  })

  test('may have a take without an id: what was paid for is not dropped', async () => {
    expect(await outputsOf({ conversion_id_2: null })).toEqual([
      outputs[0],
      { ...outputs[1], conversionId: undefined },
    ])
  })

  test('may have none', async () => {
    const none = {
      conversion_id_1: '',
      conversion_id_2: null,
      conversion_path_1: '',
      conversion_path_2: null,
    }
    expect(await outputsOf({ ...none, conversion_path_wav_1: '' })).toEqual([])
  })

  // What a look-up says of a feature with one output is documented by a sample
  // only; some callers see other names.
  test.each([
    [
      'conversion_path',
      { conversion_path: 'https://cdn.example/a.mp3', audio_url: 'https://cdn.example/b.mp3' },
    ],
    ['audio_url', { audio_url: 'https://cdn.example/a.mp3' }],
  ])('may be the only one, in names without a number, its file as %s', async (_, file) => {
    const numbered = [
      'conversion_id_1',
      'conversion_id_2',
      'title_1',
      'conversion_path_1',
      'conversion_path_2',
      'conversion_path_wav_1',
    ]
    const changes = {
      ...Object.fromEntries(numbered.map((name) => [name, ''])),
      conversion_id: 'c-9',
      title: 'Hello',
      conversion_duration: '4.5',
      ...file,
    }
    expect(await outputsOf(changes)).toEqual([
      {
        conversionId: 'c-9',
        title: 'Hello',
        lyrics: undefined,
        timedLyrics: [],
        durationSeconds: 4.5,
        audioUrl: 'https://cdn.example/a.mp3',
        wavUrl: undefined,
      },
    ])
  })

  test('is never the file that was sent in', async () => {
    const bare = { conversion_id_2: '', conversion_path_1: '', conversion_path_2: '' }
    const changes = { ...bare, audio_url: 'https://cdn.example/input.mp3' }
    expect((await outputsOf(changes)).map(({ audioUrl }) => audioUrl)).toEqual([undefined])
  })

  test.each(['long', null, [], Number.NaN, '', 0, '0', 0.0004])(
    'has no length when it is told as %j',
    async (length) => {
      expect((await outputsOf({ conversion_duration_1: length }))[0]?.durationSeconds).toBeUndefined()
    },
  )

  // Times come in milliseconds, in JSON inside of a string.
  test.each<[unknown, Output['timedLyrics']]>([
    [
      '[{"index":0,"start":400,"end":900,"text":"heave"},{"start":1500,"text":"ho"}]',
      [
        { startSeconds: 0.4, text: 'heave' },
        { startSeconds: 1.5, text: 'ho' },
      ],
    ],
    ['[]', []],
    ['', []],
    ['[{"start":', []],
    ['{"start":1}', []],
    ['[{"start":"soon","text":"la"}]', []],
    [null, []],
    [[{ start: 1, text: 'la' }], []],
  ])('has its lyrics timed by %j', async (timed, lines) => {
    expect((await outputsOf({ lyrics_timestamped_1: timed }))[0]?.timedLyrics).toEqual(lines)
  })
})

describe('a look-up is unreadable, and worth another one, after', () => {
  test.each<[string, Reply]>([
    ['404 of a proxy', answers(404, '<html></html>')],
    ['429', answers(429, { detail: 'SLOW DOWN' })],
    ['500', answers(500, { success: false })],
    ['502 of a proxy', answers(502, '<html></html>')],
    ['HTML', answers(200, '<html></html>')],
    ['nothing', answers(200, '')],
    ['half an answer', answers(200, '{"success": true, "conversion": {"status": "COMP')],
    ['success=false', answers(200, { success: false, conversion: finished })],
    ['no conversion', answers(200, { success: true })],
    ['a list for a conversion', answers(200, { success: true, conversion: [] })],
    ['a redirect', answers(302, '', { location: 'http://127.0.0.1:1/' })],
    ['a broken connection', breaks],
    ['a body that breaks off', breaksHalfway('{"success": true')],
  ])('%s', async (_, reply) => {
    expect(await lookUp(reply)).toEqual({ status: 'unreadable', reason: expect.any(String) })
  })

  test('401, which says that the key is refused', async () => {
    const denied = { status: 'unreadable', reason: 'HTTP 401', isDenied: true }
    expect(await lookUp(answers(401, { success: false, error: 'Authentication failed' }))).toEqual(denied)
  })

  test('an answer over our limit, which is named with the call and the limit', async () => {
    expect(await lookUp(streams(2 * 1024 * 1024))).toEqual({
      status: 'unreadable',
      reason: 'the answer to GET /v1/byId has more than 1048576 bytes, so it is not read',
    })
  })

  test.each<[string, Reply]>([
    ['400', answers(400, { success: false, message: 'Invalid request parameters' })],
    ['404', answers(404, { success: false, message: 'not found' })],
    ['422', answers(422, { success: false, error_code: 'UNPROCESSABLE_CONTENT', message: 'Bad' })],
  ])('%s, by which the service says that it knows of no such task', async (_, reply) => {
    expect(await lookUp(reply)).toEqual({
      status: 'unreadable',
      reason: expect.any(String),
      isUnknown: true,
    })
  })

  test('no answer from anybody', async () => {
    const nobody = createTestClient({ baseUrl: 'http://127.0.0.1:1', apiKey })
    expect(await nobody.lookUp('MUSIC_AI', 'task-1', anyUse)).toEqual({
      status: 'unreadable',
      reason: 'ECONNREFUSED',
    })
    await nobody.close()
  })
})

// A proxy may answer with what it keeps of another look-up.
test.each([
  ['another task', 'task-1', { ...finished, task_id: 'task-2' }],
  ['another task that runs', 'task-1', { ...finished, task_id: 'task-2', status: 'IN_QUEUE' }],
  ['other outputs', { conversionId: 'c-9' }, finished],
])('a record of %s is not believed', async (_, task, record) => {
  server.answer(answers(200, { success: true, conversion: record }))
  expect(await service.lookUp('REMIX', task, anyUse)).toEqual({
    status: 'unreadable',
    reason: 'the answer is the record of another task',
  })
})

test.each([
  ['blanks around its id', 'task-1', { ...finished, task_id: ' task-1 ' }, 'finished'],
  ['no id of its own', 'task-1', { ...finished, task_id: undefined }, 'finished'],
  [
    'no ids of its outputs yet',
    { conversionId: 'c-9' },
    { task_id: 'task-1', status: 'IN_QUEUE' },
    'pending',
  ],
])('a record with %s is believed', async (_, task, record, status) => {
  server.answer(answers(200, { success: true, conversion: record }))
  expect(await service.lookUp('REMIX', task, anyUse)).toMatchObject({ status })
})

test.each([
  ['its own id', 'task-1', { task_id: 'task-1' }],
  ['that of an output', { conversionId: 'c-1' }, { conversion_id: 'c-1' }],
])('a task is looked up by %s alone', async (_, task, query) => {
  server.answer(answers(200, { success: true, conversion: finished }))
  expect(await service.lookUp('REMIX', task, anyUse)).toMatchObject({ status: 'finished' })
  const [asked] = server.requests
  expect(Object.fromEntries(new URL(asked?.url ?? '', server.url).searchParams)).toEqual({
    conversionType: 'REMIX',
    ...query,
  })
})
