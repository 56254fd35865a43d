/** The 23 values of `conversionType`, which are also the values of a conversion's `feature`. */
export const conversionTypes = [
  'MUSIC_AI',
  'TEXT_TO_SPEECH',
  'VOICE_CONVERSION',
  'EXTRACTION',
  'COVER',
  'STEMS_SEPARATION',
  'VOCAL_EXTRACTION',
  'DENOISING',
  'DEECHO',
  'DEREVERB',
  'SOUND_GENERATOR',
  'AUDIO_TRANSCRIPTION',
  'AUDIO_SPEED_CHANGER',
  'AUDIO_MASTERING',
  'AUDIO_CUTTER',
  'REMIX',
  'FILE_CONVERT',
  'KEY_BPM_EXTRACTION',
  'AUDIO_TO_MIDI',
  'EXTEND',
  'INPAINT',
  'SING_OVER_INSTRUMENTAL',
  'LYRICS_GENERATOR',
] as const

export type ConversionType = (typeof conversionTypes)[number]

/**
 * Where an endpoint is, how its parameters travel, and, for a submission, under
 * which type its task is looked up.
 */
type Endpoint = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly encoding: 'query' | 'json' | 'form'
  readonly conversionType?: ConversionType
}

const read = (path: string) => ({ method: 'GET', path, encoding: 'query' }) as const
const submit = <Encoding extends 'json' | 'form'>(
  path: string,
  encoding: Encoding,
  conversionType: ConversionType,
) => ({ method: 'POST', path, encoding, conversionType }) as const

/** The fourteen endpoints of the service, by the names that the rows use. */
export const endpoints = {
  byId: read('/v1/byId'),
  searchVoices: read('/v1/searchVoices'),
  getAllVoices: read('/v1/getAllVoices'),
  musicAiV1: submit('/v1/MusicAI', 'json', 'MUSIC_AI'),
  musicAiV2: submit('/v2/MusicAI', 'json', 'MUSIC_AI'),
  batch: submit('/v2/MusicAI/batch', 'json', 'MUSIC_AI'),
  voiceChanger: submit('/v1/VoiceChanger', 'form', 'VOICE_CONVERSION'),
  remix: submit('/v1/Remix', 'form', 'REMIX'),
  mastering: submit('/v1/audio_mastering', 'form', 'AUDIO_MASTERING'),
  cutter: submit('/v1/audio_cutter', 'form', 'AUDIO_CUTTER'),
  inpaint: submit('/v1/inpaint', 'form', 'INPAINT'),
  textToSpeech: submit('/v1/TextToSpeech', 'json', 'TEXT_TO_SPEECH'),
  transcribe: submit('/v1/audio_transcribe', 'form', 'AUDIO_TRANSCRIPTION'),
  promptToLyrics: read('/v1/prompt_to_lyrics'),
} as const satisfies Readonly<Record<string, Endpoint>>

export type EndpointName = keyof typeof endpoints

/** All endpoints, in the description's order. */
export const endpointNames = Object.keys(endpoints) as readonly EndpointName[]

/** An endpoint that takes work and is asked for the result later. */
export type SubmissionName = {
  [Name in EndpointName]: (typeof endpoints)[Name]['method'] extends 'POST' ? Name : never
}[EndpointName]

/** The endpoints that take work. */
export const submissionNames = endpointNames.filter(
  (name): name is SubmissionName => endpoints[name].method === 'POST',
)
