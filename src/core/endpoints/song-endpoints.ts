import type { Endpoint } from './endpoint.ts'
import {
  callback,
  gender,
  json,
  off,
  on,
  oneOrTwo,
  text,
  timedLyrics,
  usualFailure,
  voice,
} from './field-kinds.ts'

const prompt = { ...text, guidanceLengthMax: 1000, help: 'What the music is like' } as const
const songWords = {
  prompt,
  music_style: { ...text, help: 'A style, such as the name of a genre' },
  lyrics: { ...text, help: 'Words to sing' },
} as const
const songKind = {
  title: text,
  make_instrumental: { ...off, help: 'Music without a voice' },
  vocal_only: { ...off, help: 'A voice without music' },
} as const

const song = { ...json, conversionType: 'MUSIC_AI', example: { prompt: 'a short sea shanty' } } as const
const songPrice = { most: '0.10', onPlan: '0.05' } as const
const ownVoice = { voice: { most: '0.15', onPlan: '0.05' } } as const

/** The endpoints that make songs. */
export const songEndpoints = {
  /** @deprecated The service has replaced it by `music`. */
  musicV1: {
    ...song,
    path: '/v1/MusicAI',
    does: 'Makes a song; use version 2 instead',
    deprecated: true,
    fields: {
      ...songWords,
      ...songKind,
      gender,
      voice_id: voice,
      generate_album_cover: on,
      webhook_url: callback,
    },
    price: { per: 'output', usual: songPrice, variants: ownVoice },
    response: 'C',
    // The machine-readable description has codes for three statuses, the reference none.
    failures: { ...usualFailure, shapes: ['E2', 'E1'], at: { 402: 'E1', 422: 'E1', 500: 'E1' } },
  },
  music: {
    ...song,
    path: '/v2/MusicAI',
    does: 'Makes a song, in two takes',
    fields: {
      ...songWords,
      ...songKind,
      gender,
      voice_id: voice,
      generate_album_cover: off,
      lyrics_timestamps: { ...timedLyrics, default: false },
      model: {
        kind: 'choice',
        choices: ['v6', 'v6-pro', 'v7', 'v7-pro'],
        help: 'v6 by default; always v6 with a chosen voice or with vocals only',
      },
      webhook_url: callback,
    },
    price: {
      per: 'output',
      variants: {
        v6: songPrice,
        'v6-pro': { most: '0.10', onPlan: '0.06' },
        v7: { most: '0.10', onPlan: '0.07' },
        'v7-pro': { most: '0.10', onPlan: '0.08' },
        ...ownVoice,
      },
    },
    response: 'D',
    failures: { ...usualFailure, shapes: ['E1'] },
  },
  musicBatch: {
    ...song,
    path: '/v2/MusicAI/batch',
    does: 'Makes a song of a given length, in one or two takes',
    fields: {
      ...songWords,
      prompt: { ...prompt, guidanceLengthMax: 280 },
      ...songKind,
      voice_id: voice,
      output_length: {
        kind: 'time',
        unit: 'seconds',
        help: 'Desired length of each take in seconds; experimental',
      },
      num_outputs: oneOrTwo,
      generate_album_cover: off,
      webhook_url: callback,
    },
    price: { per: 'output', usual: songPrice, variants: ownVoice },
    response: 'C',
    failures: { ...usualFailure, shapes: ['E2'] },
  },
} as const satisfies Readonly<Record<string, Endpoint>>
