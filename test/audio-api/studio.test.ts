import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { classifySubmission } from '../../src/audio-api/submission.ts'
import { createTransport } from '../../src/audio-api/transport.ts'
import type { LocalClip } from '../../src/core/clip/clip-reading.ts'
import { clipValue, requestTo } from '../../src/core/endpoints/api-request.ts'
import { taskEndpoints } from '../../src/core/endpoints/audio-endpoints.ts'
import type { ConversionType } from '../../src/core/endpoints/conversion-type.ts'
import type { SubmitOutcome } from '../../src/core/job/audio-service.ts'
import { encodeWav } from '../../studio/encode/wav.ts'
import { soundsFolder } from '../../studio/kit/caches.ts'
import { type RunningStudio, startStudio } from '../../studio/server.ts'
import { testPrefix, testRedisUrl } from '../support/redis/redis.ts'
import { anyUse, createTestClient, type TestClient } from '../support/service/client.ts'

let studio: RunningStudio
let service: TestClient
let folder: string
let clip: LocalClip

const seconds = 3
const name = 'мелодия "1"\n.wav'

beforeAll(async () => {
  studio = await startStudio({
    redisUrl: testRedisUrl(),
    keyPrefix: testPrefix,
    musicSeconds: 1,
    cacheFolder: soundsFolder,
  })
  service = createTestClient({ baseUrl: studio.baseUrl, apiKey: studio.apiKey })
  folder = await mkdtemp(join(tmpdir(), 'tunesmith-test-'))
  const path = join(folder, 'clip')
  const tone = Float32Array.from({ length: seconds * 44_100 }, (_empty, index) => 0.5 * Math.sin(index / 16))
  const bytes = encodeWav({ left: tone, right: tone, sampleRate: 44_100 })
  await writeFile(path, bytes)
  clip = { path, name, contentType: 'audio/wav', bytes: bytes.length, seconds }
})
afterAll(async () => {
  await service.close()
  await studio.close()
  await rm(folder, { recursive: true })
})

const uploaded = clipValue('audio', {
  kind: 'upload',
  platform: 'discord',
  url: 'https://cdn.example/1',
  name,
  bytes: undefined,
  message: undefined,
})

const remix = requestTo(taskEndpoints.remix, {
  ...uploaded,
  prompt: 'techno',
  lyrics: 'la la\nla',
  generate_album_cover: true,
})

const speech = requestTo(taskEndpoints.speech, { text: 'Good evening.', gender: 'female' })

const taskIdOf = (outcome: SubmitOutcome): string => {
  if (outcome.status !== 'accepted') throw new Error(JSON.stringify(outcome))
  return outcome.taskId
}

/** Looks a task up when the studio is done with it. */
const lookUpAtEnd = async (conversionType: ConversionType, outcome: SubmitOutcome) => {
  const taskId = taskIdOf(outcome)
  await fetch(`${studio.baseUrl}/_studio/tasks/${taskId}/until/end`)
  return service.lookUp(conversionType, taskId, anyUse)
}

const file = (extension: string) => expect.stringMatching(new RegExp(`^${studio.cdnUrl}/.*\\.${extension}$`))

describe('the studio', () => {
  test('takes an uploaded clip for a remix, and finishes both takes of it', async () => {
    const outcome = await service.submit(remix, { audio_file: clip })
    expect(outcome).toMatchObject({ status: 'accepted', estimate: 100_000 })
    const output = {
      conversionId: expect.any(String),
      title: expect.any(String),
      lyrics: 'la la\nla',
      audioUrl: file('mp3'),
      wavUrl: file('wav'),
      durationSeconds: expect.any(Number),
    }
    expect(await lookUpAtEnd('REMIX', outcome)).toMatchObject({
      status: 'finished',
      outcome: { outputs: [output, output], coverUrl: file('(png|jpg|webp)') },
      cost: 100_000,
    })
  })

  test('speaks a text, and finishes the one take of it', async () => {
    const outcome = await service.submit(speech, {})
    expect(outcome).toMatchObject({ status: 'accepted', estimate: 10_000 })
    const looked = await lookUpAtEnd('TEXT_TO_SPEECH', outcome)
    expect(looked).toMatchObject({ status: 'finished', cost: 10_000 })
    if (looked.status !== 'finished') return
    expect(looked.outcome.outputs).toEqual([
      {
        conversionId: expect.any(String),
        title: 'Good evening.',
        lyrics: undefined,
        timedLyrics: [],
        audioUrl: file('mp3'),
        wavUrl: file('wav'),
        durationSeconds: expect.any(Number),
      },
    ])
  })

  test('takes a remix by address as a form without files', async () => {
    const clipAddress = clipValue('audio', { kind: 'link', url: `${studio.cdnUrl}/nothing.mp3` })
    const request = requestTo(taskEndpoints.remix, { ...clipAddress, prompt: 'techno' })
    expect(await lookUpAtEnd('REMIX', await service.submit(request, {}))).toMatchObject({ status: 'failed' })
  })

  test('refuses a form in its own words', async () => {
    // The client would not send it, so it goes past the client's own check.
    const transport = createTransport({
      baseUrl: studio.baseUrl,
      apiKey: studio.apiKey,
      earlyAnswerMs: 1,
      timeoutMs: 30_000,
      uploadTimeoutMs: 30_000,
      readTimeoutMs: 30_000,
    })
    expect(classifySubmission(await transport.postForm('/v1/Remix', { prompt: 'techno' }, {}))).toEqual({
      status: 'refused',
      why: 'request',
      said: 'Either audio_file or audio_url must be provided.',
    })
    await transport.close()
  })
})
