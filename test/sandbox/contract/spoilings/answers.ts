import type { Spoils } from '../spoiling-proxy.ts'
import {
  answered,
  asked,
  completed,
  deaf,
  giving,
  lenient,
  misreading,
  narrow,
  recorded,
  refusing,
  renaming,
  retelling,
  type Spoiling,
  setting,
  succeeding,
  without,
} from './spoiling.ts'

const plainMilliseconds = (value: unknown): string => `${value}`.replace(/\d{3}\+00:00$/, 'Z')

/** A record has another value in a field. */
const inRecord = (name: string, change: (value: unknown) => unknown): Spoils =>
  recorded(setting(name, change))

const missingFields: readonly Spoiling[] = (
  [
    ['remix', 'predicted_user_intent'],
    ['batch', 'conversion_id_2'],
    ['inpaint', 'missing_input_fields'],
    ['transcribe', 'conversion_id'],
    ['promptToLyrics', 'credit_estimate'],
    ['promptToLyrics', 'task_id'],
  ] as const
).map(([endpoint, name]) => [
  'a field is missing',
  `${endpoint}.response.${name}`,
  succeeding(endpoint, without(name)),
])

const renamedFields: readonly Spoiling[] = (
  [
    ['musicAiV2', 'task_id', 'taskId'],
    ['textToSpeech', 'conversion_id', 'conversion_id_1'],
    ['promptToLyrics', 'lyrics', 'text'],
    ['byId', 'conversion', 'data'],
  ] as const
).map(([endpoint, name, other]) => [
  `a field is called ${other}`,
  `${endpoint}.response.${name}`,
  succeeding(endpoint, renaming(name, other)),
])

const textFields: readonly Spoiling[] = (
  [
    ['musicAiV2', 'credit_estimate'],
    ['musicAiV2', 'eta'],
    ['remix', 'is_flagged'],
    ['mastering', 'success'],
  ] as const
).map(([endpoint, name]) => [
  'a field is text',
  `${endpoint}.response.${name}`,
  succeeding(endpoint, setting(name, String)),
])

/** Names, types and forms of answers and records. */
export const spoiltAnswers: readonly Spoiling[] = [
  ...missingFields,
  ...renamedFields,
  ...textFields,
  ['the eta of a remix has a fraction', 'remix.response.eta', giving('remix', 'eta', 1.5)],
  [
    'a remix is accepted with 201',
    'remix.response.success',
    answered('remix', (reply) => (reply.status === 200 ? { ...reply, status: 201 } : reply)),
  ],
  ['every remix is flagged', 'remix.response.unflagged', giving('remix', 'is_flagged', true)],
  [
    'speech waits under another name',
    'textToSpeech.response.IN_QUEUE',
    giving('textToSpeech', 'status', 'QUEUED'),
  ],
  [
    'the deprecated endpoint tells its price',
    'musicAiV1.response.noOther',
    succeeding('musicAiV1', (body) => ({ ...body, credit_estimate: 1 })),
  ],
  ['a cut has no message', 'cutter.response.message', giving('cutter', 'message', null)],
  [
    'a voice conversion has no id',
    'voiceChanger.conversionId',
    succeeding('voiceChanger', without('conversion_id')),
  ],
  [
    'answers are not called JSON',
    'getAllVoices.path',
    answered('getAllVoices', (reply) => ({ ...reply, type: 'text/plain' })),
  ],
  [
    'an endpoint has moved',
    'searchVoices.path',
    answered('searchVoices', (reply) => ({ ...reply, status: 404 })),
  ],
  ['createdAt has milliseconds only', 'conversion.createdAt.form', inRecord('createdAt', plainMilliseconds)],
  [
    'updatedAt has a space',
    'conversion.updatedAt.form',
    inRecord('updatedAt', (value) => `${value}`.replace('T', ' ')),
  ],
  [
    'the time of completion is ISO 8601',
    'conversion.generation_completed_at.form',
    inRecord('generation_completed_at', (value) => `${value}`.replace(' ', 'T').replace(' ', '')),
  ],
  [
    'songs are updated before they are created',
    'conversion.times.order',
    inRecord('updatedAt', () => '2001-01-01T00:00:00.000000+00:00'),
  ],
  ['a title has another name', 'conversion.title_2', recorded(renaming('title_2', 'title2'))],
  [
    'durations are in milliseconds',
    'conversion.conversion_duration_1.seconds',
    inRecord('conversion_duration_1', (value) => Number(value) * 1000),
  ],
  ['durations are text', 'conversion.conversion_duration_2', inRecord('conversion_duration_2', String)],
  [
    'timed lyrics are in seconds',
    'conversion.lyrics_timestamped_1.milliseconds',
    recorded(
      setting('lyrics_timestamped_1', (value) =>
        `${value}`.replaceAll(/"(start|end)":(\d+)/g, (_all, name, ms) => `"${name}":${Number(ms) / 1000}`),
      ),
    ),
  ],
  [
    'timed lyrics are a list, not text',
    'conversion.lyrics_timestamped_1',
    inRecord('lyrics_timestamped_1', (value) => (value === '' ? '' : JSON.parse(`${value}`))),
  ],
  [
    'the thumbnail is the cover',
    'conversion.album_cover_thumbnail.smaller',
    recorded((record) => ({ ...record, album_cover_thumbnail: record.album_cover_path })),
  ],
  [
    'the WAV file is the other one',
    'conversion.conversion_path_wav_1.wav',
    recorded((record) => ({ ...record, conversion_path_wav_1: record.conversion_path_1 })),
  ],
  [
    'the cover is sound',
    'conversion.album_cover_path.picture',
    recorded((record) => ({ ...record, album_cover_path: record.conversion_path_1 })),
  ],
  [
    'the wish for streaming is text',
    'conversion.is_streaming_request',
    inRecord('is_streaming_request', String),
  ],
  [
    'the record does not say whether it streams',
    'conversion.is_streaming_available',
    recorded(without('is_streaming_available')),
  ],
  ['there are no sounds', 'conversion.sounds_1', inRecord('sounds_1', () => null)],
  [
    'the feature is in other letters',
    'musicAiV2.conversionType',
    inRecord('feature', (value) => `${value}`.toLowerCase()),
  ],
  [
    'outputs have other ids than before',
    'conversion.conversion_id.match',
    inRecord('conversion_id_1', () => 'x'),
  ],
  [
    'the end has another name',
    'status.COMPLETED',
    {
      reply: (reply, call) => {
        if (call.endpoint === 'musicAiV2') return { ...reply, body: { ...reply.body, eta: 0 } }
        return completed(setting('status', () => 'DONE')).reply?.(reply, call) ?? reply
      },
    },
  ],
  [
    'what failed is called complete',
    'status.failed',
    inRecord('status', (value) => (value === 'IN_QUEUE' ? value : 'COMPLETED')),
  ],
  [
    'sound cannot be fetched',
    'conversion.conversion_path_2.audio',
    { file: (bytes, path) => (path.endsWith('.mp3') ? bytes.subarray(0, 0) : bytes) },
  ],
  [
    'a cover is no picture',
    'musicAiV2.generate_album_cover',
    { file: (bytes, path) => (path.endsWith('.png') ? Buffer.from('<html>') : bytes) },
  ],
  [
    'both ids are allowed',
    'byId.exactlyOne.both',
    asked('byId', (fields) => ('task_id' in fields ? without('conversion_id')(fields) : fields)),
  ],
  ['no id is needed', 'byId.exactlyOne.none', lenient('byId')],
  ['the text for wrong parameters is another', 'byId.exactlyOne.none', retelling('byId', 'Bad request')],
  [
    'conversionType may be missing',
    'byId.conversionType.required',
    asked('byId', (fields) => ({ conversionType: 'MUSIC_AI', ...fields })),
  ],
  [
    'any conversionType will do',
    'byId.conversionType.unknown',
    misreading('byId', 'conversionType', () => 'MUSIC_AI'),
  ],
  ['the error code is missing', 'byId.conversionType.unknown', refusing('byId', without('error_code'))],
  [
    'one conversionType is not known',
    'byId.conversionType.DEECHO',
    narrow('byId', ({ conversionType }) => conversionType === 'DEECHO'),
  ],
  ['only tasks are found', 'byId.conversion_id.conversion_id_2', deaf('byId', 'conversion_id')],
  ['a task that nobody knows is found', 'byId.task_id.unknown', lenient('byId')],
  [
    'the record forgets the address for callbacks',
    'remix.webhook_url.record',
    inRecord('webhook_url', () => ''),
  ],
]
