import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { UploadedClip } from '../../src/core/clip/clip.ts'
import type { LocalClip } from '../../src/core/clip/clip-reading.ts'
import type { ApiBody, ApiRequest } from '../../src/core/endpoints/api-request.ts'
import { audioEndpoints } from '../../src/core/endpoints/audio-endpoints.ts'
import { createTestClient, type TestClient } from '../support/service/client.ts'
import { answers, type ScriptedServer, startScriptedServer } from '../support/service/scripted-server.ts'

const link = 'https://example.com/a.mp3'
const page = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'
const hook = 'https://example.com/hook'
const upload: UploadedClip = {
  kind: 'upload',
  platform: 'discord',
  url: 'https://cdn.example/1',
  name: 'a.wav',
  bytes: undefined,
  message: undefined,
}

let folder: string
let clip: LocalClip
let server: ScriptedServer
let client: TestClient
const warnings: string[] = []

beforeAll(async () => {
  server = await startScriptedServer({ reply: answers(200, { success: true, task_id: 't' }) })
  client = createTestClient({
    baseUrl: server.url,
    apiKey: 'key',
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

type Value = ApiBody[string] | UploadedClip
type Values = Readonly<Record<string, Value>>

interface Row {
  path: string
  encoding: 'json' | 'form'
  /** A request with nothing that could be left out. */
  least: Values
  /**
   * Every field, with values at its borders and each of its choices; defaults that are set are among them.
   */
  fields: Readonly<Record<string, readonly Value[]>>
}

const yesNo = [true, false]
const genders = ['male', 'female', 'neutral']
const formats = ['mp3', 'wav', 'flac', 'ogg', 'aac', 'webm']
const transcripts = ['plain_text', 'formatted_text', 'srt', 'vtt']
const audio = { audio_url: [link, page], audio_file: [upload] }
const song = {
  prompt: ['a'],
  music_style: ['b'],
  lyrics: ['c\nd'],
  title: ['e'],
  make_instrumental: yesNo,
  vocal_only: yesNo,
  voice_id: ['v'],
  generate_album_cover: yesNo,
  webhook_url: [hook],
}
const covered = { generate_album_cover: yesNo, lyrics_timestamps: yesNo, webhook_url: [hook] }

// The field tables of the service's interface description, endpoint by endpoint.
const rows: readonly Row[] = [
  {
    path: '/v1/MusicAI',
    encoding: 'json',
    least: {},
    fields: { ...song, prompt: ['a'.repeat(1000), 'a'.repeat(1001)], gender: ['male'] },
  },
  {
    path: '/v2/MusicAI',
    encoding: 'json',
    least: {},
    fields: {
      ...song,
      prompt: ['a'.repeat(1000), 'a'.repeat(1001)],
      gender: ['female'],
      lyrics_timestamps: yesNo,
      model: ['v6', 'v6-pro', 'v7', 'v7-pro'],
    },
  },
  {
    path: '/v2/MusicAI/batch',
    encoding: 'json',
    least: {},
    fields: {
      ...song,
      prompt: ['a'.repeat(280), 'a'.repeat(281)],
      output_length: [1, 30.5],
      num_outputs: [1, 2],
    },
  },
  {
    path: '/v1/VoiceChanger',
    encoding: 'form',
    least: { audio_url: link, voice_id: 'v' },
    fields: {
      ...audio,
      voice_id: ['w'],
      remove_background: [0, 1],
      pitch: [-12, 0, 12],
      webhook_url: [hook],
    },
  },
  {
    path: '/v1/Remix',
    encoding: 'form',
    least: { audio_url: link },
    fields: {
      ...audio,
      prompt: ['a'],
      lyrics: ['b'.repeat(5000)],
      title: ['c'],
      gender: genders,
      ...covered,
    },
  },
  {
    path: '/v1/audio_mastering',
    encoding: 'form',
    least: { audio_url: link, reference_audio_url: link },
    fields: {
      ...audio,
      reference_audio_url: [link, page],
      reference_audio_file: [upload],
      output_extension: formats,
      webhook_url: [hook],
    },
  },
  {
    path: '/v1/audio_cutter',
    encoding: 'form',
    least: { audio_url: link, start_time: 1500, end_time: 9000 },
    fields: {
      ...audio,
      start_time: [0, 1.5],
      end_time: [1501],
      output_extension: formats,
      webhook_url: [hook],
    },
  },
  {
    path: '/v1/inpaint',
    encoding: 'form',
    least: { audio_url: link, replace_start_at: 1.5, replace_end_at: 9 },
    fields: {
      ...audio,
      prompt: ['a'],
      replace_start_at: [0, 0.25],
      replace_end_at: [1.75],
      lyrics: ['b'.repeat(9000)],
      lyrics_section_to_replace: ['c'.repeat(3000)],
      gender: genders,
      num_outputs: [1, 2],
      title: ['d'],
      ...covered,
    },
  },
  {
    path: '/v1/TextToSpeech',
    encoding: 'json',
    least: { text: 'a' },
    fields: {
      text: ['b'],
      sample_audio_url: [link],
      voice_id: ['v'],
      gender: ['male', 'female'],
      webhook_url: [hook],
    },
  },
  {
    path: '/v1/audio_transcribe',
    encoding: 'form',
    least: { audio_url: link },
    fields: {
      ...audio,
      language: ['', 'en'],
      translate: yesNo,
      transcription_format: transcripts,
      translation_format: transcripts,
      word_timestamps: yesNo,
      webhook_url: [hook],
    },
  },
]

const isUpload = (value: Value): value is UploadedClip => typeof value === 'object'

/** Sends the values that are set; a file goes in place of the address of its pair. */
const send = (path: string, encoding: Row['encoding'], values: Values) => {
  const given = Object.entries(values)
  const body = Object.fromEntries(
    given.filter((pair): pair is [string, ApiBody[string]] => !isUpload(pair[1])),
  )
  const files = Object.fromEntries(given.filter((pair): pair is [string, UploadedClip] => isUpload(pair[1])))
  const request: ApiRequest = encoding === 'json' ? { path, encoding, body } : { path, encoding, body, files }
  return client.submit(request, Object.fromEntries(Object.keys(files).map((name) => [name, clip])))
}

const withField = (least: Values, field: string, value: Value): Values => {
  const replaced = isUpload(value) ? field.replace(/_file$/, '_url') : undefined
  return {
    ...Object.fromEntries(Object.entries(least).filter(([name]) => name !== replaced)),
    [field]: value,
  }
}

/**
 * A form carries text: whole and broken numbers in decimals, true and false in words, a file byte by byte.
 */
const asText = (value: Value): string => (isUpload(value) ? 'tune' : String(value))

const asSent = (encoding: Row['encoding'], values: Values): unknown =>
  encoding === 'json'
    ? values
    : Object.fromEntries(Object.entries(values).map(([name, value]) => [name, asText(value)]))

const received = async (encoding: Row['encoding']): Promise<unknown> => {
  const [request, ...others] = server.requests
  expect(others).toEqual([])
  const body = Buffer.from(request?.body ?? '', 'latin1')
  if (encoding === 'json') return JSON.parse(body.toString())
  const type = request?.headers['content-type'] ?? ''
  const form = await new Response(body, { headers: { 'content-type': type } }).formData()
  const parts = [...form].map(async ([name, value]) => [
    name,
    typeof value === 'string' ? value : await value.text(),
  ])
  return Object.fromEntries(await Promise.all(parts))
}

describe('a request', () => {
  test('has a row below for every endpoint that makes a task, and for each of its fields', () => {
    const declared = audioEndpoints.filter(({ encoding }) => encoding !== 'query')
    const namesOf = (fields: object) => Object.keys(fields).sort()
    expect(rows.map(({ path, fields }) => [path, namesOf(fields)])).toEqual(
      declared.map(({ path, fields }) => [path, namesOf(fields)]),
    )
  })

  test.each(rows.map((row) => [row.path, row] as const))(
    'to %s has no default in it that nobody set',
    async (path, { encoding, least }) => {
      expect(await send(path, encoding, least)).toMatchObject({ status: 'accepted' })
      expect(await received(encoding)).toEqual(asSent(encoding, least))
    },
  )

  const single = rows.flatMap(({ fields, ...row }) =>
    Object.entries(fields).flatMap(([field, values]) =>
      values.map((value) => ({
        ...row,
        field,
        value,
        shown: isUpload(value) ? 'a file' : JSON.stringify(value).slice(0, 30),
      })),
    ),
  )

  test.each(single)(
    'to $path takes $field along by its name, and nothing besides: $shown',
    async ({ path, encoding, least, field, value }) => {
      const values = withField(least, field, value)
      expect(await send(path, encoding, values)).toMatchObject({ status: 'accepted' })
      expect(server.requests[0]).toMatchObject({ method: 'POST', url: path })
      expect(await received(encoding)).toEqual(asSent(encoding, values))
    },
  )
})

// The limits of the service's interface description, one step beyond.
describe('a request beyond a limit does not leave:', () => {
  test.each<[path: string, field: string, value: Value]>([
    ['/v1/Remix', 'lyrics', 'b'.repeat(5001)],
    ['/v1/inpaint', 'lyrics_section_to_replace', 'c'.repeat(3001)],
    ['/v1/inpaint', 'num_outputs', 0],
    ['/v1/inpaint', 'num_outputs', 3],
    ['/v2/MusicAI/batch', 'num_outputs', 0],
    ['/v2/MusicAI/batch', 'num_outputs', 3],
    ['/v1/VoiceChanger', 'pitch', -13],
    ['/v1/VoiceChanger', 'pitch', 13],
    ['/v1/VoiceChanger', 'remove_background', 2],
    ['/v2/MusicAI', 'model', 'v5'],
    ['/v1/audio_cutter', 'output_extension', 'm4a'],
    ['/v1/audio_mastering', 'output_extension', 'MP3'],
    ['/v1/audio_transcribe', 'transcription_format', 'json'],
    ['/v1/audio_cutter', 'end_time', 1500],
    ['/v1/inpaint', 'replace_end_at', 1.5],
  ])('%s with %s', async (path, field, value) => {
    const row = rows.find((one) => one.path === path)
    expect(await send(path, row?.encoding ?? 'json', withField(row?.least ?? {}, field, value))).toEqual({
      status: 'refused',
      why: 'unsound',
      said: expect.stringContaining(field),
    })
    expect(server.requests).toEqual([])
  })
})

test.each([
  ['/v1/MusicAI', 1000],
  ['/v2/MusicAI', 1000],
  ['/v2/MusicAI/batch', 280],
] as const)(
  'guidance of %s is %d characters of prompt: more of it leaves with a warning',
  async (path, most) => {
    await send(path, 'json', { prompt: 'a'.repeat(most) })
    expect(warnings).toEqual([])
    await send(path, 'json', { prompt: 'a'.repeat(most + 1) })
    expect([warnings.length, server.requests.length]).toEqual([1, 2])
  },
)
