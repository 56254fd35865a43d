import { conversionTypes } from './conversion-type.ts'
import type { Endpoint } from './endpoint.ts'

// The names, limits, choices and defaults are those of the service's interface description. What it does not
// say is not asked for here either, but for two things: both ends of a cut, and a reference to master
// after, since a request without them could only be paid for and fail.

const text = { kind: 'text' } as const
const needed = { kind: 'text', required: true } as const
const address = { kind: 'address' } as const
const file = { kind: 'file' } as const
const toggle = { kind: 'toggle' } as const
const off = { kind: 'toggle', default: false } as const
const on = { kind: 'toggle', default: true } as const
const oneOrTwo = { kind: 'integer', min: 1, max: 2 } as const
const neededSeconds = { kind: 'time', unit: 'seconds', required: true } as const
const neededMilliseconds = { kind: 'time', unit: 'milliseconds', required: true } as const
const singer = { kind: 'choice', choices: ['male', 'female', 'neutral'] } as const
const fileFormat = { kind: 'choice', choices: ['mp3', 'wav', 'flac', 'ogg', 'aac', 'webm'] } as const
const transcriptFormat = {
  kind: 'choice',
  choices: ['plain_text', 'formatted_text', 'srt', 'vtt'],
} as const

const audio = { audio_url: address, audio_file: file } as const
const audioOnce = ['audio_url', 'audio_file'] as const
const songWords = { prompt: { ...text, guidanceLengthMax: 1000 }, music_style: text, lyrics: text } as const
const songKind = { title: text, make_instrumental: off, vocal_only: off } as const
const voicePages = {
  limit: { kind: 'integer', min: 1, default: 20 },
  page: { kind: 'integer', min: 0, default: 0 },
} as const

const paid = { method: 'POST', deprecated: false, exactlyOneOf: [], ranges: [] } as const
const unlisted = { deprecated: false, exactlyOneOf: [], ranges: [], conversionType: undefined } as const
const read = { ...unlisted, method: 'GET', encoding: 'query' } as const
const json = { ...paid, encoding: 'json' } as const
const form = { ...paid, encoding: 'form' } as const
const clipForm = { ...form, exactlyOneOf: [audioOnce] } as const

/** The endpoints that make a task out of a paid request. */
export const taskEndpoints = {
  /** @deprecated The service has `music` in its place. */
  musicV1: {
    ...json,
    path: '/v1/MusicAI',
    does: 'music from a prompt',
    conversionType: 'MUSIC_AI',
    deprecated: true,
    fields: {
      ...songWords,
      ...songKind,
      gender: text,
      voice_id: text,
      generate_album_cover: on,
      webhook_url: address,
    },
  },
  music: {
    ...json,
    path: '/v2/MusicAI',
    does: 'music from a prompt',
    conversionType: 'MUSIC_AI',
    fields: {
      ...songWords,
      ...songKind,
      gender: text,
      voice_id: text,
      generate_album_cover: off,
      lyrics_timestamps: off,
      model: { kind: 'choice', choices: ['v6', 'v6-pro', 'v7', 'v7-pro'] },
      webhook_url: address,
    },
  },
  musicBatch: {
    ...json,
    path: '/v2/MusicAI/batch',
    does: 'one or two songs',
    conversionType: 'MUSIC_AI',
    fields: {
      ...songWords,
      prompt: { ...text, guidanceLengthMax: 280 },
      ...songKind,
      voice_id: text,
      output_length: { kind: 'time', unit: 'seconds' },
      num_outputs: oneOrTwo,
      generate_album_cover: off,
      webhook_url: address,
    },
  },
  voiceChanger: {
    ...clipForm,
    path: '/v1/VoiceChanger',
    does: 'a clip in another voice',
    conversionType: 'VOICE_CONVERSION',
    fields: {
      ...audio,
      voice_id: needed,
      remove_background: { kind: 'integer', min: 0, max: 1, default: 0 },
      pitch: { kind: 'integer', min: -12, max: 12, default: 0 },
      webhook_url: address,
    },
  },
  remix: {
    ...clipForm,
    path: '/v1/Remix',
    does: 'a new version of a clip',
    conversionType: 'REMIX',
    fields: {
      ...audio,
      prompt: text,
      lyrics: { ...text, lengthMax: 5000 },
      title: text,
      gender: singer,
      generate_album_cover: toggle,
      lyrics_timestamps: toggle,
      webhook_url: address,
    },
  },
  mastering: {
    ...form,
    path: '/v1/audio_mastering',
    does: 'a clip mastered after another',
    conversionType: 'AUDIO_MASTERING',
    exactlyOneOf: [audioOnce, ['reference_audio_url', 'reference_audio_file']],
    fields: {
      ...audio,
      reference_audio_url: address,
      reference_audio_file: file,
      output_extension: fileFormat,
      webhook_url: address,
    },
  },
  cutter: {
    ...clipForm,
    path: '/v1/audio_cutter',
    does: 'a part of a clip',
    conversionType: 'AUDIO_CUTTER',
    ranges: [['start_time', 'end_time']],
    fields: {
      ...audio,
      start_time: neededMilliseconds,
      end_time: neededMilliseconds,
      output_extension: fileFormat,
      webhook_url: address,
    },
  },
  inpaint: {
    ...clipForm,
    path: '/v1/inpaint',
    does: 'a clip with a part remade',
    conversionType: 'INPAINT',
    ranges: [['replace_start_at', 'replace_end_at']],
    fields: {
      ...audio,
      prompt: text,
      replace_start_at: neededSeconds,
      replace_end_at: neededSeconds,
      lyrics: text,
      lyrics_section_to_replace: { ...text, lengthMax: 3000 },
      gender: singer,
      num_outputs: { ...oneOrTwo, default: 2 },
      title: text,
      generate_album_cover: toggle,
      lyrics_timestamps: toggle,
      webhook_url: address,
    },
  },
  speech: {
    ...json,
    path: '/v1/TextToSpeech',
    does: 'a text read aloud',
    conversionType: 'TEXT_TO_SPEECH',
    fields: {
      text: needed,
      sample_audio_url: address,
      voice_id: text,
      gender: text,
      webhook_url: address,
    },
  },
  transcription: {
    ...clipForm,
    path: '/v1/audio_transcribe',
    does: 'the words of a clip',
    conversionType: 'AUDIO_TRANSCRIPTION',
    fields: {
      ...audio,
      language: { ...text, mayBeEmpty: true },
      translate: off,
      transcription_format: transcriptFormat,
      translation_format: transcriptFormat,
      word_timestamps: off,
      webhook_url: address,
    },
  },
} as const satisfies Readonly<Record<string, Endpoint>>

/** The endpoints that answer at once. Only `lyrics` is paid. */
export const directEndpoints = {
  /** The name of its one field is not in the description; `prompt` is what the public samples send. */
  lyrics: {
    ...read,
    path: '/v1/prompt_to_lyrics',
    does: 'lyrics for a theme',
    conversionType: 'LYRICS_GENERATOR',
    fields: { prompt: { ...needed, lengthMax: 1000 } },
  },
  byId: {
    ...read,
    path: '/v1/byId',
    does: 'how a task stands',
    exactlyOneOf: [['task_id', 'conversion_id']],
    fields: {
      conversionType: { kind: 'choice', choices: conversionTypes, required: true },
      task_id: text,
      conversion_id: text,
    },
  },
  searchVoices: {
    ...read,
    path: '/v1/searchVoices',
    does: 'voices by a part of their name',
    fields: { query: needed, ...voicePages },
  },
  getAllVoices: {
    ...read,
    path: '/v1/getAllVoices',
    does: 'all voices',
    fields: voicePages,
  },
} as const satisfies Readonly<Record<string, Endpoint>>

/** Every endpoint of the service. */
export const audioEndpoints: readonly Endpoint[] = [
  ...Object.values(taskEndpoints),
  ...Object.values(directEndpoints),
]
