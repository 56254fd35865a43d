import {
  answered,
  asked,
  completed,
  deaf,
  lenient,
  misreading,
  narrow,
  recorded,
  refusing,
  renaming,
  type Spoiling,
  setting,
  succeeding,
  without,
} from './spoiling.ts'

const plainMilliseconds = (value: unknown): string => `${value}`.replace(/\d{3}\+00:00$/, 'Z')

/** Names, types and forms of answers and records. */
export const spoiltAnswers: readonly Spoiling[] = [
  [
    'the id of a task has another name',
    'musicAiV2.response.task_id',
    succeeding('musicAiV2', renaming('task_id', 'taskId')),
  ],
  [
    'the estimate of a song is text',
    'musicAiV2.response.credit_estimate',
    succeeding('musicAiV2', setting('credit_estimate', String)),
  ],
  ['the eta of a song is text', 'musicAiV2.response.eta', succeeding('musicAiV2', setting('eta', String))],
  [
    'the eta of a remix has a fraction',
    'remix.response.eta',
    succeeding(
      'remix',
      setting('eta', () => 1.5),
    ),
  ],
  [
    'a remix lacks a field',
    'remix.response.predicted_user_intent',
    succeeding('remix', without('predicted_user_intent')),
  ],
  [
    'the flag of a remix is text',
    'remix.response.is_flagged',
    succeeding('remix', setting('is_flagged', String)),
  ],
  [
    'a remix is accepted with 201',
    'remix.response.success',
    answered('remix', (reply) => (reply.status === 200 ? { ...reply, status: 201 } : reply)),
  ],
  [
    'every remix is flagged',
    'remix.response.unflagged',
    succeeding(
      'remix',
      setting('is_flagged', () => true),
    ),
  ],
  [
    'speech has a first of two outputs',
    'textToSpeech.response.conversion_id',
    succeeding('textToSpeech', renaming('conversion_id', 'conversion_id_1')),
  ],
  [
    'speech waits under another name',
    'textToSpeech.response.IN_QUEUE',
    succeeding(
      'textToSpeech',
      setting('status', () => 'QUEUED'),
    ),
  ],
  [
    'the deprecated endpoint tells its price',
    'musicAiV1.response.noOther',
    succeeding('musicAiV1', (body) => ({ ...body, credit_estimate: 1 })),
  ],
  [
    'a cut has no message',
    'cutter.response.message',
    succeeding(
      'cutter',
      setting('message', () => null),
    ),
  ],
  [
    'a batch lacks its second output',
    'batch.response.conversion_id_2',
    succeeding('batch', without('conversion_id_2')),
  ],
  [
    'an inpainting lacks a field',
    'inpaint.response.missing_input_fields',
    succeeding('inpaint', without('missing_input_fields')),
  ],
  [
    'success of mastering is text',
    'mastering.response.success',
    succeeding('mastering', setting('success', String)),
  ],
  [
    'a transcription has no id',
    'transcribe.response.conversion_id',
    succeeding('transcribe', without('conversion_id')),
  ],
  [
    'a voice conversion has no id',
    'voiceChanger.conversionId',
    succeeding('voiceChanger', without('conversion_id')),
  ],
  [
    'lyrics have another name',
    'promptToLyrics.response.lyrics',
    succeeding('promptToLyrics', renaming('lyrics', 'text')),
  ],
  [
    'lyrics tell no price',
    'promptToLyrics.response.credit_estimate',
    succeeding('promptToLyrics', without('credit_estimate')),
  ],
  [
    'lyrics have no task',
    'promptToLyrics.response.task_id',
    succeeding('promptToLyrics', without('task_id')),
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
  [
    'a record has another name',
    'byId.response.conversion',
    succeeding('byId', renaming('conversion', 'data')),
  ],
  [
    'createdAt has milliseconds only',
    'conversion.createdAt.form',
    recorded(setting('createdAt', plainMilliseconds)),
  ],
  [
    'updatedAt has a space',
    'conversion.updatedAt.form',
    recorded(setting('updatedAt', (value) => `${value}`.replace('T', ' '))),
  ],
  [
    'the time of completion is ISO 8601',
    'conversion.generation_completed_at.form',
    recorded(setting('generation_completed_at', (value) => `${value}`.replace(' ', 'T').replace(' ', ''))),
  ],
  [
    'songs are updated before they are created',
    'conversion.times.order',
    recorded(setting('updatedAt', () => '2001-01-01T00:00:00.000000+00:00')),
  ],
  ['a title has another name', 'conversion.title_2', recorded(renaming('title_2', 'title2'))],
  [
    'durations are in milliseconds',
    'conversion.conversion_duration_1.seconds',
    recorded(setting('conversion_duration_1', (value) => Number(value) * 1000)),
  ],
  [
    'durations are text',
    'conversion.conversion_duration_2',
    recorded(setting('conversion_duration_2', String)),
  ],
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
    recorded(setting('lyrics_timestamped_1', (value) => (value === '' ? '' : JSON.parse(`${value}`)))),
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
    recorded(setting('is_streaming_request', String)),
  ],
  [
    'the record does not say whether it streams',
    'conversion.is_streaming_available',
    recorded(without('is_streaming_available')),
  ],
  ['there are no sounds', 'conversion.sounds_1', recorded(setting('sounds_1', () => null))],
  [
    'the feature is in other letters',
    'musicAiV2.conversionType',
    recorded(setting('feature', (value) => `${value}`.toLowerCase())),
  ],
  [
    'outputs have other ids than before',
    'conversion.conversion_id.match',
    recorded(setting('conversion_id_1', () => 'x')),
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
    recorded(setting('status', (value) => (value === 'IN_QUEUE' ? value : 'COMPLETED'))),
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
  [
    'the text for wrong parameters is another',
    'byId.exactlyOne.none',
    refusing(
      'byId',
      setting('message', () => 'Bad request'),
    ),
  ],
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
    recorded(setting('webhook_url', () => '')),
  ],
]
