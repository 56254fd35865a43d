import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LocalClip } from '../../src/core/clip/clip-reading.ts'
import { audioEndpoints, taskEndpoints } from '../../src/core/endpoints/audio-endpoints.ts'
import type { Endpoint } from '../../src/core/endpoints/endpoint.ts'
import type { SubmitOutcome } from '../../src/core/job/audio-service.ts'
import { milliseconds, seconds } from '../../src/core/time.ts'
import { endpoints } from '../../studio/endpoints.ts'
import { soundsFolder } from '../../studio/kit/caches.ts'
import { type RunningStudio, startStudio } from '../../studio/server.ts'
import { anyClip, anyClipSeconds } from '../support/audio/any-clip.ts'
import { testPrefix, testRedisUrl } from '../support/redis/redis.ts'
import { anyUse, createTestClient, type TestClient } from '../support/service/client.ts'
import { isLong } from '../support/suite/runs.ts'

// The client and the studio read the same records; here they meet.

const madeMs = 120_000

let studio: RunningStudio
let client: TestClient
let folder: string
let clip: LocalClip
const warnings: string[] = []

beforeAll(async () => {
  studio = await startStudio({
    redisUrl: testRedisUrl(),
    keyPrefix: testPrefix,
    musicSeconds: 1,
    cacheFolder: soundsFolder,
  })
  client = createTestClient({
    baseUrl: studio.baseUrl,
    apiKey: studio.apiKey,
    warn: (warning) => warnings.push(warning),
  })
  folder = await mkdtemp(join(tmpdir(), 'tunesmith-test-'))
  const bytes = anyClip()
  const contentType = 'audio/wav'
  clip = {
    path: join(folder, 'clip'),
    name: 'tone.wav',
    contentType,
    bytes: bytes.length,
    seconds: anyClipSeconds,
  }
  await writeFile(clip.path, bytes)
})
afterAll(async () => {
  await client.close()
  await studio.close()
  await rm(folder, { recursive: true })
})

/** The first voice of the studio. */
const anyVoiceId = async (): Promise<string> => (await client.voices(0)).voices[0]?.value ?? ''

/** A few seconds of speech, by its address. */
const speechUrl = async (): Promise<string> => {
  const outcome = await client.speech({ text: 'One, two, three.' })
  return (await conversionOf('TEXT_TO_SPEECH', outcome)).outputs[0]?.audioUrl ?? ''
}

const conversionOf = async (conversionType: Parameters<TestClient['lookUp']>[0], outcome: SubmitOutcome) => {
  if (outcome.status !== 'accepted') throw new Error(JSON.stringify(outcome))
  await fetch(`${studio.baseUrl}/_studio/tasks/${outcome.taskId}/until/end`)
  const found = await client.byId({ conversionType, task_id: outcome.taskId }, anyUse)
  if (found.status !== 'found') throw new Error(JSON.stringify(found))
  return found.conversion
}

type TaskName = keyof typeof taskEndpoints

/** The values of the example of a record, with what stands for its files and voices. */
const exampleOf = async ({ fields, example }: Endpoint): Promise<Readonly<Record<string, unknown>>> => {
  const values: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(example)) {
    const field = fields[name]
    if (field?.kind === 'file') values[name] = clip
    else values[name] = field?.kind === 'text' && field.idOf === 'voices' ? await anyVoiceId() : value
  }
  return values
}

/** What is sent besides the example, or in its place: some examples are of a longer clip. */
const changes: Readonly<Partial<Record<TaskName, () => Promise<object> | object>>> = {
  musicV1: () => ({ generate_album_cover: false }),
  music: () => ({ model: 'v7', make_instrumental: true }),
  musicBatch: () => ({ num_outputs: 1, output_length: seconds(1) }),
  voiceChanger: () => ({ pitch: -2, remove_background: 1 }),
  remix: () => ({ prompt: 'techno', gender: 'neutral' }),
  mastering: () => ({ output_extension: 'wav' }),
  cutter: () => ({
    start_time: milliseconds(500),
    end_time: milliseconds(1500),
    output_extension: undefined,
  }),
  inpaint: () => ({
    prompt: 'drums',
    num_outputs: 1,
    replace_start_at: seconds(0.5),
    replace_end_at: seconds(1),
  }),
  speech: () => ({ gender: 'female' }),
  transcription: async () => ({ audio_file: undefined, audio_url: await speechUrl(), language: 'en' }),
}

/** Calls an endpoint by its name, with values that its record says are valid. */
const call = async (name: TaskName, client: TestClient): Promise<SubmitOutcome> => {
  const values = { ...(await exampleOf(taskEndpoints[name])), ...(await changes[name]?.()) }
  return await client[name](values as never)
}

const outputsOf: Readonly<Partial<Record<TaskName, number>>> = { musicV1: 2, music: 2, remix: 2 }

const tasks = Object.entries(taskEndpoints).map(([name, endpoint]) => [name as TaskName, endpoint] as const)

/** The slowest sounds to make; every-command.test.ts has the client and the studio make them too. */
const costly: readonly TaskName[] = ['voiceChanger', 'remix', 'mastering', 'inpaint']

describe('the studio and the client', () => {
  test('have an endpoint for every record', () => {
    const namesOf = (list: readonly Pick<Endpoint, 'method' | 'path'>[]) =>
      list.map(({ method, path }) => `${method} ${path}`).toSorted()
    expect(namesOf(endpoints)).toEqual(namesOf(audioEndpoints))
  })

  test.each(tasks.filter(([name]) => isLong || !costly.includes(name)))(
    'carry a task through: %s',
    async (name, { conversionType }) => {
      const outcome = await call(name, client)
      expect(outcome).toMatchObject({ status: 'accepted' })
      const conversion = await conversionOf(conversionType, outcome)
      expect(conversion).toMatchObject({ status: 'COMPLETED', feature: conversionType })
      if (name === 'transcription') return expect(conversion.transcription).toEqual(expect.any(String))
      const files = conversion.outputs.map(({ audioUrl }) => audioUrl ?? '')
      expect(files).toHaveLength(outputsOf[name] ?? 1)
      for (const file of files) expect((await fetch(file)).status).toBe(200)
    },
    madeMs,
  )

  test('agree on every name: the studio had nothing to find fault with', async () => {
    const response = await fetch(`${studio.baseUrl}/_studio/refusals`)
    expect(await response.json()).toMatchObject({ refusals: [] })
    expect(warnings).toEqual([])
  })

  // What a key of the studio tries stands behind its point.
  test.each([
    ['no-credits', { status: 'refused', why: 'balance' }],
    ['server-failure', { status: 'uncertain', reason: 'HTTP 500' }],
    ['busy', { status: 'busy' }],
  ])(
    'mean the same by what goes wrong: %s',
    async (trouble, outcome) => {
      const troubled = createTestClient({
        baseUrl: studio.baseUrl,
        apiKey: `${studio.apiKey}.${trouble}`,
        earlyAnswerMs: 1,
      })
      for (const [name] of tasks) expect(await call(name, troubled), name).toMatchObject(outcome)
      expect(await troubled.lyrics({ prompt: 'rain' })).toMatchObject(outcome)
      await troubled.close()
    },
    madeMs,
  )

  test(
    'mean the same by a key that is none',
    async () => {
      // The studio hangs up on strangers: while a file is on its way, its answer
      // may be lost with the connection.
      const stranger = createTestClient({ baseUrl: studio.baseUrl, apiKey: 'nobody', earlyAnswerMs: 10_000 })
      for (const [name] of tasks)
        expect(await call(name, stranger), name).toMatchObject({ status: 'refused', why: 'key' })
      await stranger.close()
    },
    madeMs,
  )

  test('find a task by each of its outputs as well', async () => {
    const outcome = await client.speech({ text: 'Good evening.' })
    const { taskId, outputs } = await conversionOf('TEXT_TO_SPEECH', outcome)
    const [conversionId] = outcome.status === 'accepted' ? outcome.conversionIds : []
    expect(outputs[0]?.conversionId).toBe(conversionId)
    const byOutput = { conversionType: 'TEXT_TO_SPEECH', conversion_id: conversionId ?? '' } as const
    expect(await client.byId(byOutput, anyUse)).toMatchObject({ status: 'found', conversion: { taskId } })
  })

  test('write lyrics', async () => {
    expect(await client.lyrics({ prompt: 'rain on a tin roof' })).toMatchObject({
      status: 'written',
      lyrics: expect.stringMatching(/\w+\n\w+/),
      estimate: expect.any(Number),
    })
  })

  test('list the voices', async () => {
    const { voices, total } = await client.getAllVoices({ limit: 2 })
    expect(voices).toHaveLength(2)
    expect(await client.voices(0)).toMatchObject({ voices: { length: total }, unreadable: 0 })
  })

  test('find a voice by a part of its name', async () => {
    const [voice] = (await client.getAllVoices({ limit: 1 })).voices
    const found = await client.searchVoices({ query: voice?.label.slice(0, 3) ?? '' })
    expect(found.voices).toContainEqual(voice)
  })
})
