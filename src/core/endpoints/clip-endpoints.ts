import type { Endpoint } from './endpoint.ts'
import {
  audio,
  audioOnce,
  callback,
  clipForm,
  cover,
  fileFormat,
  oneOrTwo,
  singer,
  text,
  timedLyrics,
  usualFailure,
  voice,
} from './field-kinds.ts'

const noCut = 'Invalid time range specified'
const noPart = 'audio_file or audio_url and valid replace range are required.'

/** Texts of mastering and cutting. */
const utility = {
  shapes: ['E2'],
  status: 400,
  noCredits: 'Insufficient credits for this operation',
  tellsCredits: true,
  noPlan: 'User subscription plan not found',
} as const

const clip = { audio_file: 'music' } as const

/** The endpoints that make something from a clip. */
export const clipEndpoints = {
  voiceChanger: {
    ...clipForm,
    path: '/v1/VoiceChanger',
    does: 'Changes the voice in a clip, keeping words and melody',
    conversionType: 'VOICE_CONVERSION',
    fields: {
      ...audio,
      voice_id: { ...voice, required: true },
      remove_background: {
        kind: 'integer',
        min: 0,
        max: 1,
        default: 0,
        help: '1 removes steady noise',
      },
      pitch: { kind: 'integer', min: -12, max: 12, default: 0, help: 'Semitones up' },
      webhook_url: callback,
    },
    price: { per: 'minute', usual: { most: '0.05', onPlan: '0.05' } },
    response: 'B',
    // The description has neither its answers nor its errors; these statuses were seen on other endpoints.
    failures: { ...usualFailure, shapes: ['E3', 'E1', 'E2'], clipStatus: 400 },
    example: { ...clip, voice_id: 'first' },
  },
  remix: {
    ...clipForm,
    path: '/v1/Remix',
    does: 'Makes two new versions of a clip from a description',
    conversionType: 'REMIX',
    fields: {
      ...audio,
      prompt: { ...text, help: 'What to turn the clip into' },
      lyrics: { ...text, lengthMax: 5000, help: 'Words to sing' },
      title: text,
      gender: singer,
      generate_album_cover: cover,
      lyrics_timestamps: timedLyrics,
      webhook_url: callback,
    },
    price: { per: 'output', usual: { most: '0.14', onPlan: '0.05' } },
    response: 'A',
    failures: {
      ...usualFailure,
      shapes: ['E3'],
      texts: { audio_file: 'Either audio_file or audio_url must be provided.' },
    },
    example: { ...clip, prompt: 'as a slow waltz' },
  },
  mastering: {
    ...clipForm,
    path: '/v1/audio_mastering',
    does: 'Masters a clip to match a reference track',
    conversionType: 'AUDIO_MASTERING',
    exactlyOneOf: [audioOnce, ['reference_audio_url', 'reference_audio_file']],
    fields: {
      ...audio,
      reference_audio_url: {
        kind: 'address',
        help: 'Address of the track to match; either this or reference_audio_file',
      },
      reference_audio_file: {
        kind: 'file',
        help: 'The reference as a file; the clip may still be an address',
      },
      output_extension: fileFormat,
      webhook_url: callback,
    },
    price: { per: 'minute', usual: { most: '0.016', onPlan: '0.01' } },
    response: 'B',
    failures: {
      ...utility,
      texts: { output_extension: 'Invalid output format specified' },
      broken: 'Internal server error during mastering',
    },
    example: { ...clip, reference_audio_file: 'loud', output_extension: 'mp3' },
  },
  cutter: {
    ...clipForm,
    path: '/v1/audio_cutter',
    does: 'Trims a clip to one part',
    conversionType: 'AUDIO_CUTTER',
    ranges: [['start_time', 'end_time']],
    fields: {
      ...audio,
      start_time: {
        kind: 'time',
        unit: 'milliseconds',
        required: true,
        help: 'Start of the part, in milliseconds',
      },
      end_time: {
        kind: 'time',
        unit: 'milliseconds',
        required: true,
        help: 'End of the part, in milliseconds; past the end of the clip the task fails',
      },
      output_extension: fileFormat,
      webhook_url: callback,
    },
    price: { per: 'minute', usual: { most: '0.016', onPlan: '0.01' } },
    response: 'B',
    failures: {
      ...utility,
      texts: { start_time: noCut, end_time: noCut },
      broken: 'Internal server error during audio trimming',
    },
    example: { ...clip, start_time: 0, end_time: 1000, output_extension: 'mp3' },
  },
  inpaint: {
    ...clipForm,
    path: '/v1/inpaint',
    does: 'Replaces part of a clip with new music, with lyrics if there are any',
    conversionType: 'INPAINT',
    ranges: [['replace_start_at', 'replace_end_at']],
    fields: {
      ...audio,
      prompt: { ...text, help: 'What the part sounds like' },
      replace_start_at: {
        kind: 'time',
        unit: 'seconds',
        required: true,
        help: 'Start of the part, in seconds',
      },
      replace_end_at: { kind: 'time', unit: 'seconds', required: true, help: 'End of the part, in seconds' },
      lyrics: { ...text, help: 'The words of the whole song' },
      lyrics_section_to_replace: { ...text, lengthMax: 3000, help: 'Words to sing in the part' },
      gender: singer,
      num_outputs: { ...oneOrTwo, default: 2 },
      title: text,
      generate_album_cover: cover,
      lyrics_timestamps: timedLyrics,
      webhook_url: callback,
    },
    price: { per: 'output', usual: { most: '0.20', onPlan: '0.06' } },
    response: 'A',
    failures: {
      ...usualFailure,
      shapes: ['E3'],
      at: { 500: 'misspelt' },
      texts: { audio_file: noPart, replace_start_at: noPart, replace_end_at: noPart },
    },
    example: { ...clip, prompt: 'a short violin solo', replace_start_at: 1, replace_end_at: 2 },
  },
} as const satisfies Readonly<Record<string, Endpoint>>
