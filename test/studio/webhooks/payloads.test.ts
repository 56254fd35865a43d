import { describe, expect, test } from 'vitest'
import { type ConversionType, conversionTypes } from '../../../src/core/endpoints/conversion-type.ts'
import { createTask, type Task, withOutput } from '../../../studio/tasks/task.ts'
import type { WebhookDialect } from '../../../studio/webhooks/dialect.ts'
import { newsBetween } from '../../../studio/webhooks/news.ts'
import { labelOf, payloadOf } from '../../../studio/webhooks/payloads.ts'

const nowMs = Date.UTC(2026, 0, 31, 9, 5, 7, 123)

const taskOf = (feature: ConversionType, outputCount: 1 | 2): Task =>
  createTask(
    {
      accountKey: 'key',
      feature,
      webhookUrl: 'http://127.0.0.1/hook',
      creditEstimate: 0.78,
      outputCount,
      work: { kind: 'any', order: {} },
      plan: {},
    },
    nowMs,
  )

const withFiles = (task: Task, index: number): Task =>
  withOutput(task, index, {
    title: `Take ${index + 1}`,
    lyrics: 'la',
    timedLyrics: '[{"start":0,"end":900,"text":"la","index":0}]',
    audioUrl: `http://cdn/${index}.mp3`,
    wavUrl: `http://cdn/${index}.wav`,
    durationSeconds: 27.78,
  })

const completed = (task: Task): Task => ({ ...task, status: 'COMPLETED', message: 'Done', cost: 0.68 })

/** All calls that a task makes on its way through these states. */
const callsOf = (states: readonly Task[], dialect: WebhookDialect = {}) =>
  states.flatMap((after, at) => {
    const before = states[at - 1]
    if (before === undefined) return []
    return newsBetween(before, after, dialect).map((news) => payloadOf(after, news, dialect))
  })

const wholeWay = (feature: ConversionType): readonly Task[] => {
  const begun = taskOf(feature, 2)
  const first = withFiles(begun, 0)
  const both = withFiles(first, 1)
  const covered = { ...both, coverUrl: 'http://cdn/c.png', thumbnailUrl: 'http://cdn/t.png' }
  return [begun, first, both, covered, completed(covered)]
}

const subtypesOf = (states: readonly Task[], dialect: WebhookDialect = {}) =>
  callsOf(states, dialect).map(({ subtype }) => subtype)

// The vendor's pages of music, remixes and inpainting, and its changelog of May 2026.
describe('features with two outputs', () => {
  test('music makes seven calls where it can be streamed, told apart by their subtype', () => {
    expect(subtypesOf(wholeWay('MUSIC_AI'), { isStreaming: true })).toEqual([
      'audio_streaming',
      'music_ai',
      'lyrics_timestamped',
      'audio_streaming',
      'music_ai',
      'lyrics_timestamped',
      'album_cover_generation',
    ])
  })

  test.each(['REMIX', 'INPAINT'] as const)('%s makes five, and both say remix', (feature) => {
    const subtypes = ['remix', 'lyrics_timestamped', 'remix', 'lyrics_timestamped', 'album_cover_generation']
    expect(subtypesOf(wholeWay(feature), { isStreaming: true })).toEqual(subtypes)
  })

  test('an instrumental makes no calls about words', () => {
    const silent = wholeWay('MUSIC_AI').map((task) => ({
      ...task,
      outputs: task.outputs.map((output) => ({ ...output, timedLyrics: '' })),
    }))
    expect(subtypesOf(silent)).toEqual(['music_ai', 'music_ai', 'album_cover_generation'])
  })

  test('a call about audio has one output in names without numbers', () => {
    const [call] = callsOf(wholeWay('MUSIC_AI'))
    expect(call).toMatchObject({
      success: true,
      conversion_type: 'Music AI',
      conversion_id: expect.any(String),
      conversion_path: 'http://cdn/0.mp3',
      conversion_path_wav: 'http://cdn/0.wav',
      conversion_duration: 27.78,
      is_flagged: false,
      reason: '',
      lyrics: 'la',
      lyrics_timestamped: '[{"start":0,"end":900,"text":"la","index":0}]',
      title: 'Take 1',
      subtype: 'music_ai',
    })
    expect(call).not.toHaveProperty('status')
  })

  test('a call about a cover names both outputs and has no conversion_id', () => {
    const states = wholeWay('REMIX')
    const cover = callsOf(states).at(-1)
    const [one, two] = states[0]?.outputs ?? []
    expect(cover).toEqual({
      success: true,
      conversion_type: 'Remix',
      task_id: states[0]?.taskId,
      image_paths: ['http://cdn/c.png'],
      thumbnail_paths: ['http://cdn/t.png'],
      image_path: 'http://cdn/c.png',
      thumbnail_path: 'http://cdn/t.png',
      conversion_id_1: one?.conversionId,
      conversion_id_2: two?.conversionId,
      album_cover_generator_output: true,
      subtype: 'album_cover_generation',
    })
  })

  test('older calls have no subtype', () => {
    expect(subtypesOf(wholeWay('REMIX'), { hasSubtype: false })).toEqual(Array.from({ length: 5 }))
  })
})

const singleCall = (feature: ConversionType, dialect: WebhookDialect = {}) => {
  const begun = taskOf(feature, 1)
  const made = { ...withFiles(begun, 0), transcription: 'some words' }
  const calls = callsOf([begun, made, completed(made)], dialect)
  const id = begun.outputs[0]?.conversionId ?? ''
  return { calls, head: { success: true, task_id: begun.taskId, conversion_id: id }, id }
}

// The vendor's pages of each feature.
describe('features with one output make one call, at the end', () => {
  const spoken = { conversion_cost: '0.68', conversion_duration: 27.78, message: 'Conversion Completed' }
  test.each<[ConversionType, object]>([
    ['TEXT_TO_SPEECH', { conversion_type: 'Text To Speech', conversion_path: 'http://cdn/0.mp3', ...spoken }],
    [
      'VOICE_CONVERSION',
      { conversion_type: 'Voice Conversion', conversion_path: 'http://cdn/0.mp3', ...spoken },
    ],
    [
      'AUDIO_MASTERING',
      {
        conversion_type: 'Audio Mastering',
        output_file: 'http://cdn/0.mp3',
        message: 'Audio Mastering Completed',
      },
    ],
    [
      'AUDIO_CUTTER',
      { conversion_type: 'Audio Cutter', output_file: 'http://cdn/0.mp3', message: 'Audio cutter completed' },
    ],
    [
      'AUDIO_TRANSCRIPTION',
      {
        conversion_type: 'Audio Transcription',
        transcription: 'some words',
        translation: null,
        word_timestamps: [{ start: 0, end: 900, text: 'la', index: 0 }],
      },
    ],
  ])('%s in its own names', (feature, fields) => {
    const { calls, head } = singleCall(feature)
    expect(calls).toEqual([{ ...head, ...fields }])
  })

  test.each([
    ['audio_url', { audio_url: 'http://cdn/0.mp3' }],
    ['audio_url as JSON', { audio_url: '{"audio":"http://cdn/0.mp3"}' }],
    ['output_file', { output_file: 'http://cdn/0.mp3' }],
  ] as const)('with the file as %s, when that is requested', (audioName, fields) => {
    expect(singleCall('TEXT_TO_SPEECH', { audioName }).calls).toMatchObject([fields])
    expect(singleCall('AUDIO_TRANSCRIPTION', { audioName }).calls).toMatchObject([fields])
  })

  test('with the file in a map by its id, when that is requested', () => {
    const { calls, id } = singleCall('VOICE_CONVERSION', { audioName: 'conversion_paths' })
    expect(calls).toMatchObject([{ conversion_paths: { [id]: 'http://cdn/0.mp3' } }])
  })

  test.each([
    ['string', { conversion_cost: '0.68' }],
    ['number', { conversion_cost: 0.68 }],
  ] as const)('with the cost as a %s, when that is requested', (cost, fields) => {
    expect(singleCall('AUDIO_CUTTER', { cost }).calls).toMatchObject([fields])
  })

  test('without the cost, when that is requested', () => {
    expect(singleCall('TEXT_TO_SPEECH', { cost: 'absent' }).calls[0]).not.toHaveProperty('conversion_cost')
  })
})

// The vendor's general page of webhooks.
test.each(['MUSIC_AI', 'TEXT_TO_SPEECH'] as const)(
  'in the general form %s makes one call with a status',
  (feature) => {
    const { calls, id } = singleCall(feature, { form: 'general' })
    expect(calls).toEqual([
      {
        task_id: expect.any(String),
        conversion_id: id,
        status: 'COMPLETED',
        status_msg: 'Done',
        conversion_type: feature,
        audio_url: 'http://cdn/0.mp3',
        title: 'Take 1',
        transcription: 'some words',
        conversion_cost: 0.68,
        createdAt: '2026-01-31T09:05:07.123000+00:00',
        updatedAt: '2026-01-31T09:05:07.123000+00:00',
      },
    ])
  },
)

// No sample of a failure was seen; these names are those that callers look for.
describe('a failed task', () => {
  const failed = (feature: ConversionType, outputCount: 1 | 2, dialect: WebhookDialect = {}) => {
    const begun = taskOf(feature, outputCount)
    return callsOf([begun, { ...begun, status: 'FAILED', message: 'Too loud' }], dialect)
  }

  test.each(['reason', 'status_msg', 'error', 'message'] as const)('says why under %s', (failure) => {
    expect(failed('TEXT_TO_SPEECH', 1, { failure })).toEqual([
      {
        success: false,
        conversion_type: 'Text To Speech',
        task_id: expect.any(String),
        conversion_id: expect.any(String),
        [failure]: 'Too loud',
      },
    ])
  })

  test('names both outputs where there would have been two', () => {
    expect(failed('MUSIC_AI', 2)).toMatchObject([
      {
        success: false,
        conversion_id_1: expect.any(String),
        conversion_id_2: expect.any(String),
        reason: 'Too loud',
      },
    ])
  })

  test('says its status in the general form', () => {
    expect(failed('MUSIC_AI', 2, { form: 'general' })).toMatchObject([
      { status: 'FAILED', status_msg: 'Too loud' },
    ])
  })

  test('says nothing where that is wanted', () => {
    expect(failed('MUSIC_AI', 2, { failure: 'silent' })).toEqual([])
  })
})

test('every feature has a label of its own', () => {
  expect(new Set(conversionTypes.map(labelOf)).size).toBe(conversionTypes.length)
  expect(labelOf('SOUND_GENERATOR')).toBe('Sound Creator')
  expect(labelOf('KEY_BPM_EXTRACTION')).toBe('Key BPM Extraction')
})
