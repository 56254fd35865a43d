import type { EndpointName } from './endpoints.ts'
import type { FieldValue, KeyUse, ServiceRequest } from './requests.ts'

const clip = { audio_file: { upload: 'music' } } as const

const fields: Readonly<Record<EndpointName, Readonly<Record<string, FieldValue>>>> = {
  byId: { conversionType: 'MUSIC_AI', task_id: '00000000-0000-4000-8000-000000000000' },
  searchVoices: { query: 'a' },
  getAllVoices: {},
  musicAiV1: { prompt: 'a short sea shanty' },
  musicAiV2: { prompt: 'a short sea shanty' },
  batch: { prompt: 'a short sea shanty' },
  voiceChanger: { ...clip, voice_id: { voice: 'first' } },
  remix: { ...clip, prompt: 'as a slow waltz' },
  mastering: { ...clip, reference_audio_file: { upload: 'loud' }, output_extension: 'mp3' },
  cutter: { ...clip, start_time: 0, end_time: 1000, output_extension: 'mp3' },
  inpaint: { ...clip, prompt: 'a short violin solo', replace_start_at: 1, replace_end_at: 2 },
  textToSpeech: { text: 'Good morning.' },
  transcribe: clip,
  promptToLyrics: { prompt: 'the sea' },
}

/**
 * A request that an endpoint takes from an account in good standing, with some fields changed or left out.
 */
export const validRequest = <Name extends EndpointName>(
  endpoint: Name,
  key: KeyUse = 'own',
  changes: Readonly<Record<string, FieldValue | undefined>> = {},
): ServiceRequest & { readonly endpoint: Name } => {
  const merged = Object.entries({ ...fields[endpoint], ...changes })
  const given = merged.filter((entry): entry is [string, FieldValue] => entry[1] !== undefined)
  return { endpoint, key, fields: Object.fromEntries(given) }
}
