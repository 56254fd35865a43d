import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decodeMp3 } from '../../support/audio/audio-analysis.ts'
import { type Caller, fetched, identifier, startCaller } from '../caller.ts'

let caller: Caller
beforeAll(async () => {
  caller = await startCaller()
})
afterAll(async () => await caller.close())

const ended = (taskId: unknown) => caller.ended(taskId, 'TEXT_TO_SPEECH')

describe('a text', () => {
  test('is accepted with the documented fields and nothing else', async () => {
    const { status, body } = await caller.speak({ text: 'Good morning.' })
    expect(status).toBe(200)
    expect(body).toEqual({
      success: true,
      task_id: expect.stringMatching(identifier),
      conversion_id: expect.stringMatching(identifier),
      eta: expect.any(Number),
      credit_estimate: 0.01,
      message: expect.any(String),
      status: 'IN_QUEUE',
    })
    await ended(body.task_id)
  })

  test('ends as one output with its files, its length and no lyrics', async () => {
    const { body } = await caller.speak({
      text: 'Good morning, dear listeners.',
      webhook_url: 'http://a.test/b',
    })
    const conversion = await ended(body.task_id)
    expect(conversion).toMatchObject({
      feature: 'TEXT_TO_SPEECH',
      status: 'COMPLETED',
      webhook_url: 'http://a.test/b',
      conversion_id_1: body.conversion_id,
      title_1: 'Good morning, dear listeners.',
      lyrics_1: '',
      lyrics_timestamped_1: '',
      conversion_path_1: `${caller.cdnUrl}/${body.conversion_id}.mp3`,
      conversion_path_wav_1: `${caller.cdnUrl}/${body.conversion_id}.wav`,
      conversion_id_2: '',
      conversion_path_2: '',
      album_cover_path: '',
      conversion_cost: 0.01,
    })
    const { seconds } = await decodeMp3(await fetched(conversion.conversion_path_1))
    expect(Math.abs(seconds - Number(conversion.conversion_duration_1))).toBeLessThan(0.053)
    expect((await fetch(String(conversion.conversion_path_wav_1))).status).toBe(200)
  })

  test('is found by the id of its output as well', async () => {
    const { body } = await caller.speak({ text: 'Found.' })
    const path = `/v1/byId?conversionType=TEXT_TO_SPEECH&conversion_id=${body.conversion_id}`
    expect((await caller.get(path)).body.conversion).toMatchObject({ task_id: body.task_id })
    await ended(body.task_id)
  })

  test.each([
    [1, 0.01],
    [100, 0.01],
    [101, 0.02],
    [250, 0.03],
  ])('of %i words is priced by every hundred begun', async (words, credits) => {
    await caller.control('POST', '/next', { fail: 'not spoken here' })
    const { body } = await caller.speak({ text: 'a '.repeat(words) })
    expect(body.credit_estimate).toBe(credits)
    await ended(body.task_id)
  })

  test.each([
    ['no text', {}, 'Missing required field: text'],
    ['a blank text', { text: ' \n ' }, 'Missing required field: text'],
    ['a text that is none', { text: 7 }, 'Missing required field: text'],
    ['a text beyond memory', { text: 'a'.repeat(20_001) }, 'text must have at most 20000 characters'],
    ['an unknown voice', { text: 'x', voice_id: 'nobody' }, 'voice_id is not a known voice'],
    ['an unknown gender', { text: 'x', gender: 'robot' }, 'gender must be one of male, female, neutral'],
    [
      'a sample that is no address',
      { text: 'x', sample_audio_url: 'voice.mp3' },
      'sample_audio_url must be a URL',
    ],
    ['a callback that is no address', { text: 'x', webhook_url: 'here' }, 'webhook_url must be a URL'],
    [
      'a text nobody should hear',
      { text: 'nsfw' },
      'The request was flagged: The request asks for adult content',
    ],
  ])('is refused with a message for %s', async (_name, fields, message) => {
    expect(await caller.speak(fields)).toEqual({ status: 422, body: { success: false, message } })
  })

  test('is refused where credits are too few', async () => {
    await caller.control('POST', '/next', { refuse: 402 })
    const body = { success: false, message: 'Insufficient credit balance' }
    expect(await caller.speak({ text: 'x' })).toEqual({ status: 402, body })
  })

  test('with an unknown parameter is spoken, and the parameter is noted', async () => {
    const { body } = await caller.speak({ text: 'Spoken.', speed: 2 })
    const refusal = { kind: 'unknown_parameter', method: 'POST', path: '/v1/TextToSpeech', detail: 'speed' }
    const { body: noted } = await caller.control('GET', '/refusals')
    expect(noted.refusals).toContainEqual(expect.objectContaining(refusal))
    await ended(body.task_id)
  })

  test.each([
    ['is elsewhere', 'http://198.51.100.7/voice.mp3', /this machine only/],
    [
      'hides elsewhere behind a name of this machine',
      'http://localhost.example.com/a.mp3',
      /this machine only/,
    ],
    ['answers nothing', 'http://127.0.0.1:1/voice.mp3', /could not be fetched/],
  ])('fails with its reason when the sample %s', async (_name, address, reason) => {
    const { body } = await caller.speak({ text: 'x', sample_audio_url: address })
    expect(await ended(body.task_id)).toMatchObject({
      status: 'FAILED',
      message: expect.stringMatching(reason),
      conversion_path_1: '',
    })
  })

  test('is spoken after a sample from this machine', async () => {
    const first = await caller.speak({ text: 'This is how I speak, my friends.', gender: 'male' })
    const sample = await ended(first.body.task_id)
    const { body } = await caller.speak({ text: 'Copied.', sample_audio_url: sample.conversion_path_1 })
    expect(await ended(body.task_id)).toMatchObject({ status: 'COMPLETED' })
  })
})
