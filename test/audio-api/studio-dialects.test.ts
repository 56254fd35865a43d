import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { ConversionType } from '../../src/core/endpoints/conversion-type.ts'
import { audioNames } from '../../studio/dialects/audio-names.ts'
import { type RunningStudio, startStudio } from '../../studio/server.ts'
import { testPrefix, testRedisUrl } from '../support/redis/redis.ts'
import { anyUse, createTestClient, type TestClient } from '../support/service/client.ts'

// The description shows neither every status nor the record of a feature with one output. The studio tells of
// the same two tasks in each form that was seen elsewhere; the client finds the same in all of them.

const madeMs = 120_000

let studio: RunningStudio
let client: TestClient
const taskIds: Partial<Record<ConversionType, string>> = {}

const setDialect = async (lookUp: object): Promise<void> => {
  const response = await fetch(`${studio.baseUrl}/_studio/settings`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ lookUp }),
  })
  expect(response.status).toBe(200)
}

const lookUp = async (conversionType: ConversionType, dialect: object) => {
  await setDialect(dialect)
  return client.lookUp(conversionType, taskIds[conversionType] ?? '', anyUse)
}

beforeAll(async () => {
  studio = await startStudio({ redisUrl: testRedisUrl(), keyPrefix: testPrefix, musicSeconds: 2 })
  client = createTestClient({ baseUrl: studio.baseUrl, apiKey: studio.apiKey })
  const orders = {
    TEXT_TO_SPEECH: await client.speech({ text: 'Good evening.' }),
    MUSIC_AI: await client.music({ prompt: 'a quiet tune', lyrics: 'heave\nho', lyrics_timestamps: true }),
  } as const
  for (const [conversionType, outcome] of Object.entries(orders)) {
    if (outcome.status !== 'accepted') throw new Error(JSON.stringify(outcome))
    await fetch(`${studio.baseUrl}/_studio/tasks/${outcome.taskId}/until/end`)
    taskIds[conversionType as ConversionType] = outcome.taskId
  }
}, madeMs)
afterAll(async () => {
  await client.close()
  await studio.close()
})

describe('a result in another form', () => {
  test.each(audioNames)('has its one file under %s, and is otherwise the same', async (audioName) => {
    const documented = await lookUp('TEXT_TO_SPEECH', {})
    expect(documented).toMatchObject({
      status: 'finished',
      outcome: { outputs: [{ audioUrl: expect.stringMatching(/\.mp3$/) }] },
    })
    expect(await lookUp('TEXT_TO_SPEECH', { names: 'single', audioName })).toEqual(documented)
  })

  test.each<[string, object]>([
    ['null for nothing', { nothing: 'null' }],
    ['no names for nothing', { nothing: 'absent' }],
    ['a cost in a text', { cost: 'string' }],
    ['a stream beside it', { isStreaming: true }],
    ['small letters', { completedStatus: 'completed' }],
  ])('says the same with %s', async (_, dialect) => {
    for (const conversionType of ['MUSIC_AI', 'TEXT_TO_SPEECH'] as const)
      expect(await lookUp(conversionType, dialect)).toEqual(await lookUp(conversionType, {}))
  })

  test('may tell no cost', async () => {
    const documented = await lookUp('MUSIC_AI', {})
    expect(documented).toMatchObject({ cost: expect.any(Number) })
    expect(await lookUp('MUSIC_AI', { cost: 'absent' })).toEqual({ ...documented, cost: undefined })
  })

  test.each([
    ['first', [true, false]],
    ['second', [false, true]],
    ['none', [false, false]],
  ])('may have the files of its outputs: %s', async (files, isThere) => {
    const found = await lookUp('MUSIC_AI', { files })
    const outputs = found.status === 'finished' ? found.outcome.outputs : []
    expect(outputs.map(({ audioUrl }) => audioUrl !== undefined)).toEqual(isThere)
    expect(outputs.map(({ timedLyrics }) => timedLyrics.length > 0)).toEqual([true, true])
  })

  // Statuses that callers elsewhere know, and one that nobody does: none of them is an end.
  test.each(['IN_QUEUE', 'IN_PROGRESS', 'PARTIAL_COMPLETED', 'GENERATION_COMPLETED', 'ALMOST_THERE'])(
    'is not finished while it is %s, files or no files',
    async (completedStatus) => {
      expect(await lookUp('MUSIC_AI', { completedStatus })).toMatchObject({ status: 'pending' })
    },
  )
})

describe('a task that was made elsewhere', () => {
  const found = async (feature: ConversionType) => {
    await setDialect({})
    const body = JSON.stringify({ feature })
    const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
    const answer = await (await fetch(`${studio.baseUrl}/_studio/tasks`, request)).json()
    const looked = await client.lookUp(feature, z.object({ taskId: z.string() }).parse(answer).taskId, anyUse)
    return looked.status === 'finished' ? looked.outcome.findings : undefined
  }

  test('tells key and tempo', async () => {
    expect((await found('KEY_BPM_EXTRACTION'))?.facts).toEqual([
      { name: 'key_changes', value: '0-120: A# major; 120-140: D# major, G minor' },
      { name: 'dominant_key', value: 'A# major' },
      { name: 'bpm', value: '162' },
    ])
  })

  test('has files of other kinds, which can be fetched', async () => {
    const files = (await found('AUDIO_TO_MIDI'))?.files ?? []
    expect(files.map(({ name }) => name)).toEqual(['midi_file_path', 'sonify_file_path', 'notes_file_path'])
    const types = await Promise.all(
      files.map(async ({ url }) => (await fetch(url)).headers.get('content-type')),
    )
    expect(types).toEqual(['audio/midi', 'audio/wav', 'text/csv; charset=utf-8'])
  })

  test('can be listened to as a stream', async () => {
    expect((await found('SOUND_GENERATOR'))?.streams).toEqual([expect.stringMatching(/^http:.*\.wav$/)])
  })
})

test('a task that is asked for under another family is not found, and not taken for one that failed', async () => {
  await setDialect({})
  expect(await client.lookUp('VOICE_CONVERSION', taskIds.MUSIC_AI ?? '', anyUse)).toMatchObject({
    status: 'unreadable',
  })
})
