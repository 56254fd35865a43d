import { clipEndpoints } from './clip-endpoints.ts'
import { conversionTypes } from './conversion-type.ts'
import type { Endpoint } from './endpoint.ts'
import {
  audio,
  callback,
  clipForm,
  gender,
  json,
  needed,
  off,
  text,
  usualFailure,
  voice,
} from './field-kinds.ts'
import { songEndpoints } from './song-endpoints.ts'

// Names, limits, choices and defaults come from the service's interface description. Nothing else is required here,
// with two exceptions: both ends of a cut, and a reference track for mastering, because a request without them
// would be paid for and fail.

const transcriptFormat = {
  kind: 'choice',
  choices: ['plain_text', 'formatted_text', 'srt', 'vtt'],
} as const

const voicePages = {
  limit: { kind: 'integer', min: 1, default: 20, help: 'Voices per page' },
  page: { kind: 'integer', min: 0, default: 0, help: 'Counts from 0' },
} as const

const read = { method: 'GET', encoding: 'query', deprecated: false, exactlyOneOf: [], ranges: [] } as const
const free = { ...read, conversionType: undefined, price: undefined } as const

/** The endpoints that turn a paid request into a task. */
export const taskEndpoints = {
  ...songEndpoints,
  ...clipEndpoints,
  speech: {
    ...json,
    path: '/v1/TextToSpeech',
    does: 'Reads a text aloud',
    conversionType: 'TEXT_TO_SPEECH',
    fields: {
      text: { ...needed, help: 'The text' },
      sample_audio_url: {
        kind: 'address',
        help: 'Address of a recording of the voice; takes precedence over voice_id',
      },
      voice_id: { ...voice, help: 'The voice, from getAllVoices; takes precedence over gender' },
      gender,
      webhook_url: callback,
    },
    price: { per: 'hundred_words', usual: { most: '0.07', onPlan: '0.01' } },
    response: 'B',
    failures: { ...usualFailure, shapes: ['E3'], texts: { text: 'Missing required field: text' } },
    example: { text: 'Good morning.' },
  },
  transcription: {
    ...clipForm,
    path: '/v1/audio_transcribe',
    does: 'Transcribes a clip, as text or subtitles',
    conversionType: 'AUDIO_TRANSCRIPTION',
    fields: {
      ...audio,
      language: {
        ...text,
        mayBeEmpty: true,
        help: 'The language spoken, by its code or its English name; detected by default',
      },
      translate: { ...off, help: 'Return the text in English' },
      transcription_format: { ...transcriptFormat, help: 'plain_text by default' },
      translation_format: { ...transcriptFormat, help: 'Without effect' },
      word_timestamps: { ...off, help: 'Give the time of each word' },
      webhook_url: callback,
    },
    price: { per: 'minute', usual: { most: '0.0686', onPlan: '0.02' } },
    response: 'B',
    failures: { ...usualFailure, shapes: ['E2'], status: 400 },
    example: { audio_file: 'music' },
  },
} as const satisfies Readonly<Record<string, Endpoint>>

const noTask = 'Invalid request parameters'
const noPrompt = 'Prompt must be between 1 and 1000 characters.'

/** The endpoints that answer at once. Only `lyrics` is paid. */
export const directEndpoints = {
  /** The description does not name its one field; the public samples send `prompt`. */
  lyrics: {
    ...read,
    path: '/v1/prompt_to_lyrics',
    does: 'Writes lyrics about a theme, different with each call',
    conversionType: 'LYRICS_GENERATOR',
    fields: { prompt: { ...needed, lengthMax: 1000, help: 'The theme' } },
    price: { per: 'request', usual: { most: '0.01', onPlan: '0.01' } },
    response: 'lyrics',
    failures: { ...usualFailure, shapes: ['E2'], status: 400, texts: { prompt: noPrompt } },
    example: { prompt: 'the sea' },
  },
  byId: {
    ...free,
    path: '/v1/byId',
    does: 'Looks up a task by exactly one of its ids',
    exactlyOneOf: [['task_id', 'conversion_id']],
    fields: {
      conversionType: {
        kind: 'choice',
        choices: conversionTypes,
        required: true,
        help: 'The family of the endpoint that made it',
      },
      task_id: text,
      conversion_id: text,
    },
    response: 'conversion',
    failures: {
      ...usualFailure,
      shapes: ['E3'],
      at: { 422: 'E1' },
      texts: { conversionType: noTask, task_id: noTask, conversion_id: noTask },
    },
    example: { conversionType: 'MUSIC_AI', task_id: '00000000-0000-4000-8000-000000000000' },
  },
  searchVoices: {
    ...free,
    path: '/v1/searchVoices',
    does: 'Searches the voices by name',
    fields: { query: { ...needed, help: 'Part of the name' }, ...voicePages },
    response: 'voices',
    failures: { ...usualFailure, shapes: ['E1', 'E2', 'E3'] },
    example: { query: 'a' },
  },
  getAllVoices: {
    ...free,
    path: '/v1/getAllVoices',
    does: 'Lists the voices',
    fields: voicePages,
    response: 'voices',
    failures: { ...usualFailure, shapes: ['E1', 'E2'] },
    example: {},
  },
} as const satisfies Readonly<Record<string, Endpoint>>

/** Every endpoint of the service, by the name of its call. */
export const endpointsByName = { ...taskEndpoints, ...directEndpoints } as const

/** Every endpoint of the service. */
export const audioEndpoints: readonly Endpoint[] = Object.values(endpointsByName)
