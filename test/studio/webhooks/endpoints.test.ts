import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '../../../studio/endpoints.ts'
import { voices } from '../../../studio/voice-list/voices.ts'
import { anyClip } from '../../support/audio/any-clip.ts'
import { oneOfEachKind } from '../../support/suite/runs.ts'
import { type Caller, startCaller } from '../caller.ts'
import { startReceiver } from './receiver.ts'

type Fields = Readonly<Record<string, string>>

/**
 * What each endpoint is asked, beside the clip where it takes a form, and whose label its callback carries.
 * A clip is asked for the same as in test/audio-api/studio-endpoints.test.ts, for what was made once is kept.
 */
const calls: Readonly<Record<string, readonly [fields: Fields, label: string]>> = {
  '/v1/MusicAI': [{ prompt: 'a song' }, 'Music AI'],
  '/v2/MusicAI': [{ prompt: 'a song' }, 'Music AI'],
  '/v2/MusicAI/batch': [{ prompt: 'a song' }, 'Music AI'],
  '/v1/Remix': [{ prompt: 'techno', gender: 'neutral' }, 'Remix'],
  '/v1/inpaint': [
    { prompt: 'drums', num_outputs: '1', replace_start_at: '0.5', replace_end_at: '1' },
    'Inpaint',
  ],
  '/v1/TextToSpeech': [{ text: 'a word' }, 'Text To Speech'],
  '/v1/VoiceChanger': [
    { voice_id: voices[0]?.voiceId ?? '', pitch: '-2', remove_background: '1' },
    'Voice Conversion',
  ],
  '/v1/audio_mastering': [{ output_extension: 'wav' }, 'Audio Mastering'],
  '/v1/audio_cutter': [{ start_time: '500', end_time: '1500' }, 'Audio Cutter'],
  '/v1/audio_transcribe': [{}, 'Audio Transcription'],
}

let caller: Caller
let receiver: Awaited<ReturnType<typeof startReceiver>>
const clip = new Blob([anyClip()])
beforeAll(async () => {
  caller = await startCaller({ musicSeconds: 1 })
  receiver = await startReceiver(() => ({ status: 200 }))
})
afterAll(async () => {
  await caller.close()
  await receiver.close()
})

const speechToTranscribe = async (): Promise<Blob> => {
  const { body } = await caller.speak({ text: 'a word' })
  const { conversion_path_1: address } = await caller.ended(body.task_id, 'TEXT_TO_SPEECH')
  return await (await fetch(String(address))).blob()
}

const bodyOf = async (path: string, encoding: string, fields: Fields) => {
  const all = { ...fields, webhook_url: receiver.url }
  if (encoding === 'json')
    return { body: JSON.stringify(all), headers: { 'content-type': 'application/json' } }
  const form = new FormData()
  for (const [name, value] of Object.entries(all)) form.append(name, value)
  form.append('audio_file', path === '/v1/audio_transcribe' ? await speechToTranscribe() : clip, 'clip')
  return { body: form, headers: {} }
}

const submissions = endpoints.filter(({ parameters }) => 'webhook_url' in parameters)

/** The short form tries one that takes JSON and one that takes a form: the contract has all of them call back. */
const tried = oneOfEachKind(submissions, ({ encoding }) => encoding)

test.each(tried)('$path calls back', async ({ path, encoding }) => {
  const [fields = {}, label] = calls[path] ?? []
  const { body, headers } = await bodyOf(path, encoding, fields)
  const withClip = path === '/v1/audio_mastering' && body instanceof FormData
  if (withClip) body.append('reference_audio_file', clip, 'reference')
  const response = await fetch(`${caller.baseUrl}${path}`, {
    method: 'POST',
    body,
    headers: { ...headers, authorization: caller.apiKey },
  })
  const { task_id: taskId } = (await response.json()) as { task_id: string }
  await caller.control('GET', `/tasks/${taskId}/until/told`)
  const received = receiver.received.filter((call) => call.body.task_id === taskId)
  expect(received[0]?.body).toMatchObject({ success: true, conversion_type: label })
  expect(received.every((call) => call.body.success === true)).toBe(true)
})
