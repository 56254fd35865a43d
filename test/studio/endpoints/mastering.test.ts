import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decodeClip } from '../../../studio/clips/decode.ts'
import { clipFormatOf } from '../../../studio/clips/format.ts'
import { type AudioFormat, audioFormats } from '../../../studio/encode/formats.ts'
import { encodeWav } from '../../../studio/encode/wav.ts'
import { loudness } from '../../../studio/music/sound/loudness.ts'
import { silence } from '../../../studio/music/sound/stereo.ts'
import { amplified, hiss, play, stretch } from '../../support/audio/mastering-material.ts'
import { firstRows } from '../../support/suite/runs.ts'
import { type Caller, type Fields, fetched, identifier, startCaller } from '../caller.ts'

const blob = (bytes: Uint8Array): Blob => new Blob([bytes.slice()], { type: 'audio/wav' })
const soft = amplified(stretch(play('folk', 4), 1, 3), -20)
const loud = play('metal', 3)
const audio_file = blob(encodeWav(soft))
const reference_audio_file = blob(encodeWav(loud))
const url = 'http://127.0.0.1:1/a.wav'

let caller: Caller
beforeAll(async () => {
  caller = await startCaller()
})
afterAll(async () => await caller.close())

const master = (fields: Fields, key?: string) => caller.post('/v1/audio_mastering', fields, key)
const ended = (taskId: unknown) => caller.ended(taskId, 'AUDIO_MASTERING')
const submitOnly = (fields: Fields) => caller.postOnly('/v1/audio_mastering', fields)

/** Every form of audio, one that loses something and one that does not first. */
const wantedFormats = [...new Set<AudioFormat>(['mp3', 'flac', ...audioFormats])]

describe('a mastering', () => {
  test.each<readonly [string, Fields]>([
    ['two files', { audio_file, reference_audio_file }],
    ['two addresses', { audio_url: url, reference_audio_url: url }],
    // Other descriptions of the service have no mixed form; this one does not forbid it.
    ['a file and an address', { audio_file, reference_audio_url: url }],
    ['an address and a file', { audio_url: url, reference_audio_file }],
    [
      'the first of indexed files',
      { '0.audio_file': audio_file, '0.reference_audio_file': reference_audio_file },
    ],
    ['other indexed files', { '1.audio_file': audio_file, '1.reference_audio_file': reference_audio_file }],
  ])('is taken with %s and answered with the documented fields', async (_name, fields) => {
    const { status, body } = await submitOnly(fields)
    expect(status).toBe(200)
    expect(body).toEqual({
      success: true,
      task_id: expect.stringMatching(identifier),
      conversion_id: expect.stringMatching(identifier),
      eta: expect.any(Number),
      credit_estimate: 0.01,
      message: expect.any(String),
      status: 'IN_QUEUE',
    })
  })

  test('is as loud as its reference, in the form of the clip, and a sample as long', async () => {
    const { body } = await master({ audio_file, reference_audio_file, webhook_url: 'http://127.0.0.1:1/b' })
    const conversion = await ended(body.task_id)
    expect(conversion).toMatchObject({
      feature: 'AUDIO_MASTERING',
      status: 'COMPLETED',
      webhook_url: 'http://127.0.0.1:1/b',
      conversion_id_1: body.conversion_id,
      conversion_path_1: `${caller.cdnUrl}/${body.conversion_id}.wav`,
      conversion_path_wav_1: `${caller.cdnUrl}/${body.conversion_id}.wav`,
      conversion_duration_1: 2,
      conversion_id_2: '',
      conversion_cost: 0.01,
    })
    const sound = await decodeClip(await fetched(conversion.conversion_path_1))
    expect(sound.left).toHaveLength(soft.left.length)
    expect(Math.abs(loudness(sound) - loudness(loud))).toBeLessThan(1)
  })

  test.each(firstRows(2, wantedFormats))('may be wanted as %s', async (format) => {
    const { body } = await master({ audio_file, reference_audio_file, output_extension: format })
    const conversion = await ended(body.task_id)
    expect(conversion.conversion_path_1).toBe(`${caller.cdnUrl}/${body.conversion_id}.${format}`)
    const file = await fetched(conversion.conversion_path_1)
    expect(clipFormatOf(file)).toBe(format === 'ogg' ? 'vorbis' : format)
    const sound = await decodeClip(file)
    // AAC has no place for the number of its samples.
    const tolerance = format === 'aac' ? 1100 : 0
    expect(Math.abs(sound.left.length - soft.left.length)).toBeLessThanOrEqual(tolerance)
    expect(Math.abs(loudness(sound) - loudness(loud))).toBeLessThan(1)
    expect(clipFormatOf(await fetched(conversion.conversion_path_wav_1))).toBe('wav')
  })

  test.each<readonly [string, Fields, string]>([
    [
      'a silent clip',
      { audio_file: blob(encodeWav(silence(44_100))), reference_audio_file },
      'The clip is silent',
    ],
    [
      'a silent reference',
      { audio_file, reference_audio_file: blob(encodeWav(hiss(1, 0.0001))) },
      'The reference is silent',
    ],
  ])('of %s fails with the reason, and costs nothing', async (_name, fields, message) => {
    const { body: before } = await caller.control('GET', '/account')
    const { body } = await master(fields)
    expect(await ended(body.task_id)).toMatchObject({ status: 'FAILED', message })
    expect((await caller.control('GET', '/account')).body).toEqual(before)
  })
})

describe('a submission', () => {
  test.each<readonly [string, Fields, string]>([
    ['without a clip', { reference_audio_file }, 'Either audio_file or audio_url must be provided.'],
    [
      'without a reference',
      { audio_file },
      'Either reference_audio_file or reference_audio_url must be provided.',
    ],
    [
      'with a clip twice',
      { audio_file, audio_url: url, reference_audio_file },
      'Only one of audio_file and audio_url may be provided.',
    ],
    [
      'with a reference twice',
      { audio_file, reference_audio_file, reference_audio_url: url },
      'Only one of reference_audio_file and reference_audio_url may be provided.',
    ],
    [
      'of another format',
      { audio_file, reference_audio_file, output_extension: 'midi' },
      'Invalid output format specified',
    ],
    [
      'of a format in capitals',
      { audio_file, reference_audio_file, output_extension: 'MP3' },
      'Invalid output format specified',
    ],
  ])('%s is refused', async (_name, fields, error) => {
    expect(await master(fields)).toEqual({ status: 400, body: { success: false, error } })
  })

  test.each([
    ['no-such-key', 403, { success: false, error: 'Authentication failed' }],
    ['', 401, { success: false, error: 'Authentication failed' }],
    ['.no-plan', 404, { success: false, error: 'User subscription plan not found' }],
    ['.server-failure', 500, { success: false, error: 'Internal server error during mastering' }],
    [
      '.no-credits',
      402,
      {
        success: false,
        error: 'Insufficient credits for this operation',
        required_credits: 0.01,
        available_credits: expect.any(Number),
      },
    ],
  ])('with the key "%s" is refused with %i', async (key, status, body) => {
    const whole = key.startsWith('.') ? `${caller.apiKey}${key}` : key
    expect(await master({ audio_file, reference_audio_file }, whole)).toEqual({ status, body })
  })
})
