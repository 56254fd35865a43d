import { describe, expect, test } from 'vitest'
import { classifyLyrics, classifySubmission } from '../../src/audio-api/submission.ts'
import { type Conversion, findConversion, taskStatusOf } from '../../src/audio-api/task-result.ts'
import type { Exchange } from '../../src/audio-api/transport.ts'
import { voicesIn } from '../../src/audio-api/voice-list.ts'
import type { ConversionType } from '../../src/core/endpoints/conversion-type.ts'
import { at } from '../support/service/conversions.ts'

// Every field of every answer that the service's interface description shows: what it is read as, and what
// its absence does. Elsewhere "" and null were seen for what is not there.

const answered = (answer: object): Exchange => ({
  kind: 'answered',
  status: 200,
  body: JSON.stringify(answer),
})

const without = (answer: object, name: string): object =>
  Object.fromEntries(Object.entries(answer).filter(([other]) => other !== name))

/** The answer without a field, and with it as something that it never is. */
const lacking = (answer: object, name: string): readonly object[] => [
  without(answer, name),
  ...[null, '', [], {}].map((nothing) => ({ ...answer, [name]: nothing })),
]

const start = { success: true, message: 'Queued', task_id: 't' }
const twoIds = { conversion_id_1: 'c-1', conversion_id_2: 'c-2' }
const flags = { is_flagged: false, reason: 'none' }
const queued = { eta: 60, status: 'IN_QUEUE', credit_estimate: 0.1 }
const remarks = {
  error_message: 'a',
  error_message_detail: 'b',
  missing_input_fields: 'c',
  predicted_user_intent: 'd',
}
const shapeC = { ...start, ...twoIds, eta: 60 }

const shapes = {
  A: { ...start, ...twoIds, ...flags, ...queued, ...remarks },
  B: { ...start, conversion_id: 'c-1', ...queued },
  C: shapeC,
  D: { ...shapeC, ...flags, credit_estimate: 0.1 },
} as const

/**
 * What the absence of a field changes; a field that is not here changes nothing:
 * it is for people, or said twice.
 */
const readAs: Readonly<Record<string, object>> = {
  task_id: { status: 'uncertain', reason: 'HTTP 200 without a task id' },
  conversion_id: { conversionIds: [] },
  conversion_id_1: { conversionIds: ['c-2'] },
  conversion_id_2: { conversionIds: ['c-1'] },
  eta: { etaSeconds: undefined },
  credit_estimate: { estimate: undefined },
}

describe('an answer to a submission', () => {
  const fieldsOf = Object.entries(shapes).flatMap(([shape, answer]) =>
    Object.keys(answer).map((name) => ({ shape, name, answer })),
  )

  test('is read in all four shapes', () => {
    const common = { status: 'accepted', taskId: 't', etaSeconds: 60, flaggedFor: undefined }
    const two = { ...common, conversionIds: ['c-1', 'c-2'] }
    const outcomes = Object.values(shapes).map((answer) => classifySubmission(answered(answer)))
    expect(outcomes).toEqual([
      { ...two, estimate: 100_000 },
      { ...common, conversionIds: ['c-1'], estimate: 100_000 },
      { ...two, estimate: undefined },
      { ...two, estimate: 100_000 },
    ])
  })

  test.each(fieldsOf)('in shape $shape may lack $name', ({ shape, name, answer }) => {
    const whole = classifySubmission(answered(answer))
    // Shape A names an error as well, which counts unless success is true.
    const change = readAs[name === 'success' && shape === 'A' ? 'task_id' : name] ?? {}
    const expected = 'status' in change ? change : { ...whole, ...change }
    for (const lacked of lacking(answer, name)) {
      expect(classifySubmission(answered(lacked))).toEqual(expected)
    }
  })

  // The task was taken, and may be paid for: what became of it, a look-up tells.
  test.each([
    { status: 'FAILED' },
    { status: 'COMPLETED' },
    { status: 'in a state that nobody knows' },
    { error_message: 'Odd.', error_message_detail: 'Very odd.' },
    { missing_input_fields: 'lyrics', predicted_user_intent: 'cover' },
    { reason: 'Not that.' },
    { is_flagged: 'false', reason: 'Not that.' },
  ])('with a task is accepted, whatever else it says: %j', (changes) => {
    expect(classifySubmission(answered({ ...shapes.A, ...changes }))).toMatchObject({
      status: 'accepted',
      taskId: 't',
      flaggedFor: undefined,
    })
  })

  test('may name more outputs than requested', () => {
    const answer = { ...shapes.A, conversion_id_3: 'c-3', conversion_id_9: 'c-9' }
    expect(classifySubmission(answered(answer))).toMatchObject({
      conversionIds: ['c-1', 'c-2', 'c-3', 'c-9'],
    })
  })

  test.each([-1, 0, 1, 17, 300])('may estimate %d seconds', (eta) => {
    expect(classifySubmission(answered({ ...shapes.B, eta }))).toMatchObject({
      etaSeconds: eta === -1 ? undefined : eta,
    })
  })
})

describe('an answer with lyrics', () => {
  const lyrics = { ...start, lyrics: 'la\nla', credit_estimate: 10 }
  const written = { status: 'written', lyrics: 'la\nla', taskId: 't', estimate: 10_000_000 }

  test.each<[string, object]>([
    ['success', { status: 'uncertain', reason: 'HTTP 200 without lyrics' }],
    ['lyrics', { status: 'empty' }],
    ['task_id', { ...written, taskId: undefined }],
    ['credit_estimate', { ...written, estimate: undefined }],
    ['message', written],
  ])('may lack %s', (name, outcome) => {
    expect(classifyLyrics(answered(lyrics))).toEqual(written)
    for (const lacked of lacking(lyrics, name)) expect(classifyLyrics(answered(lacked))).toEqual(outcome)
  })

  test.each<[object, string]>([
    [{ lyrics: ' \n' }, 'empty'],
    [{ lyrics: ['la'] }, 'empty'],
    [{ lyrics: { verse: 'la' } }, 'empty'],
    [{ lyrics: '', is_flagged: true, reason: 'Not that.' }, 'refused'],
    [{ lyrics: '', message: 'Internal Server Error' }, 'uncertain'],
    [{ lyrics: '', success: false }, 'refused'],
  ])('that says %j is %s', (changes, status) => {
    expect(classifyLyrics(answered({ ...lyrics, ...changes }))).toMatchObject({ status })
  })
})

describe('an answer with voices', () => {
  const page = {
    success: true,
    limit: 20,
    page: 0,
    total: 1,
    voices: [{ voice_id: 'v', voice_name: 'Ada', language: 'en' }],
  }
  const read = { voices: [{ value: 'v', label: 'Ada' }], unreadable: 0, total: 1 }

  test.each(['limit', 'page', 'total'])('may lack %s', (name) => {
    expect(voicesIn(answered(page))).toEqual(read)
    for (const lacked of lacking(page, name))
      expect(voicesIn(answered(lacked))).toEqual(name === 'total' ? { ...read, total: undefined } : read)
  })

  test.each(['success', 'voices'])('is none without %s', (name) => {
    for (const lacked of [without(page, name), { ...page, [name]: null }, { ...page, [name]: 'yes' }])
      expect(() => voicesIn(answered(lacked))).toThrow('voices: HTTP 200')
  })

  test.each(['voice_id', 'voice_name'])(
    'leaves out and counts a voice without %s; with no other it is none',
    (name) => {
      const [voice = {}] = page.voices
      for (const lacked of lacking(voice, name)) {
        expect(voicesIn(answered({ ...page, voices: [lacked, voice, lacked] }))).toEqual({
          ...read,
          unreadable: 2,
        })
        expect(() => voicesIn(answered({ ...page, voices: [lacked] }))).toThrow('voices: HTTP 200')
      }
    },
  )
})

/** The record with everything in it that the description names. */
const record = {
  task_id: 't',
  feature: 'MUSIC_AI',
  status: 'COMPLETED',
  message: 'Done',
  webhook_url: 'https://example.com/hook',
  createdAt: '2026-03-01T10:00:00.123456+00:00',
  updatedAt: '2026-03-01T10:03:46.000001+00:00',
  generation_completed_at: '2026-03-01 10:03:40.250 +00:00',
  conversion_id_1: 'c-1',
  title_1: 'Tide',
  lyrics_1: 'heave',
  sounds_1: 'strings',
  lyrics_timestamped_1: '[{"start":400,"end":900,"text":"heave","index":0}]',
  conversion_path_1: at('1.mp3'),
  conversion_path_wav_1: at('1.wav'),
  conversion_duration_1: 155.95,
  conversion_id_2: 'c-2',
  title_2: 'Ebb',
  lyrics_2: 'ho',
  sounds_2: 'drums',
  lyrics_timestamped_2: '[{"start":1500,"end":1900,"text":"ho","index":0}]',
  conversion_path_2: at('2.mp3'),
  conversion_path_wav_2: at('2.wav'),
  conversion_duration_2: 98.7,
  album_cover_path: at('c.jpg'),
  album_cover_thumbnail: at('c_thumb.jpg'),
  is_streaming_request: true,
  is_streaming_available: true,
}

const first = {
  conversionId: 'c-1',
  title: 'Tide',
  lyrics: 'heave',
  sounds: 'strings',
  timedLyrics: [{ startSeconds: 0.4, text: 'heave' }],
  durationSeconds: 155.95,
  audioUrl: at('1.mp3'),
  wavUrl: at('1.wav'),
}
const second = {
  conversionId: 'c-2',
  title: 'Ebb',
  lyrics: 'ho',
  sounds: 'drums',
  timedLyrics: [{ startSeconds: 1.5, text: 'ho' }],
  durationSeconds: 98.7,
  audioUrl: at('2.mp3'),
  wavUrl: at('2.wav'),
}
const whole = {
  taskId: 't',
  feature: 'MUSIC_AI',
  status: 'COMPLETED',
  message: 'Done',
  webhookUrl: 'https://example.com/hook',
  outputs: [first, second],
  createdAtMs: Date.UTC(2026, 2, 1, 10, 0, 0, 123),
  updatedAtMs: Date.UTC(2026, 2, 1, 10, 3, 46, 0),
  generatedAtMs: Date.UTC(2026, 2, 1, 10, 3, 40, 250),
  coverUrl: at('c.jpg'),
  coverThumbnailUrl: at('c_thumb.jpg'),
  isStreamingRequested: true,
  isStreamingAvailable: true,
  transcription: undefined,
  translation: undefined,
  cost: undefined,
}

const read = (conversion: object): Omit<Conversion, 'answer'> => {
  const found = findConversion(answered({ success: true, conversion }))
  if (found.status !== 'found') throw new Error(found.reason)
  const { answer, ...known } = found.conversion
  expect(answer).toEqual(conversion)
  return known
}

describe('the record of a conversion', () => {
  test('is read to its last field', () => {
    expect(Object.keys(record)).toHaveLength(28)
    expect(read(record)).toEqual(whole)
  })

  // What each field is read as; no field stands in for another.
  test.each<[string, object]>([
    ['task_id', { taskId: undefined }],
    ['feature', { feature: undefined }],
    ['status', { status: '' }],
    ['message', { message: undefined }],
    ['webhook_url', { webhookUrl: undefined }],
    ['createdAt', { createdAtMs: undefined }],
    ['updatedAt', { updatedAtMs: undefined }],
    ['generation_completed_at', { generatedAtMs: undefined }],
    ['conversion_id_1', { outputs: [{ ...first, conversionId: undefined }, second] }],
    ['title_1', { outputs: [{ ...first, title: undefined }, second] }],
    ['lyrics_1', { outputs: [{ ...first, lyrics: undefined }, second] }],
    ['lyrics_timestamped_1', { outputs: [{ ...first, timedLyrics: [] }, second] }],
    ['sounds_1', { outputs: [{ ...first, sounds: undefined }, second] }],
    ['conversion_path_1', { outputs: [{ ...first, audioUrl: undefined }, second] }],
    ['conversion_path_wav_1', { outputs: [{ ...first, wavUrl: undefined }, second] }],
    ['conversion_duration_1', { outputs: [{ ...first, durationSeconds: undefined }, second] }],
    ['conversion_id_2', { outputs: [first, { ...second, conversionId: undefined }] }],
    ['title_2', { outputs: [first, { ...second, title: undefined }] }],
    ['lyrics_2', { outputs: [first, { ...second, lyrics: undefined }] }],
    ['lyrics_timestamped_2', { outputs: [first, { ...second, timedLyrics: [] }] }],
    ['sounds_2', { outputs: [first, { ...second, sounds: undefined }] }],
    ['conversion_path_2', { outputs: [first, { ...second, audioUrl: undefined }] }],
    ['conversion_path_wav_2', { outputs: [first, { ...second, wavUrl: undefined }] }],
    ['conversion_duration_2', { outputs: [first, { ...second, durationSeconds: undefined }] }],
    ['album_cover_path', { coverUrl: undefined }],
    ['album_cover_thumbnail', { coverThumbnailUrl: undefined }],
    ['is_streaming_request', { isStreamingRequested: false }],
    ['is_streaming_available', { isStreamingAvailable: false }],
  ])('may lack %s', (name, change) => {
    expect(record).toHaveProperty(name)
    for (const lacked of lacking(record, name)) expect(read(lacked)).toEqual({ ...whole, ...change })
  })

  test('may have more takes than requested, with gaps between their numbers', () => {
    const named = (from: string, to: string) =>
      Object.entries(record).flatMap(([name, value]) =>
        name.endsWith(from) ? [[name.replace(from, to), value]] : [],
      )
    const more = Object.fromEntries([...named('_1', '_3'), ...named('_2', '_9')])
    expect(read({ ...record, ...more })).toEqual({ ...whole, outputs: [first, second, first, second] })
  })

  test('of one output has it under names without numbers: its lyrics, its times, its length as well', () => {
    const names = Object.entries(record).filter(([name]) => !name.endsWith('_2'))
    const single = Object.fromEntries(names.map(([name, value]) => [name.replace(/_1$/, ''), value]))
    expect(read(single)).toEqual({ ...whole, outputs: [first] })
  })

  test('that lacks what nobody waits for is finished anyway', () => {
    const known = { outputs: [], coverUrl: undefined }
    const found = findConversion(answered({ success: true, conversion: { status: 'COMPLETED' } }))
    const taskStatus = found.status === 'found' ? taskStatusOf(found.conversion) : found
    expect(taskStatus).toEqual({ status: 'finished', outcome: known, cost: undefined })
  })

  test('may be of another family than was asked for: the task is the one that was named', () => {
    const feature: ConversionType = 'VOICE_CONVERSION'
    expect(read({ ...record, feature })).toEqual({ ...whole, feature })
  })
})
