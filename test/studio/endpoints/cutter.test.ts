import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decodeClip } from '../../../studio/clips/decode.ts'
import { clipFormatOf } from '../../../studio/clips/format.ts'
import { encodeSound } from '../../../studio/encode/encode.ts'
import { type AudioFormat, audioFormats } from '../../../studio/encode/formats.ts'
import { type Stereo, sampleRate } from '../../../studio/music/sound/stereo.ts'
import { encodeOpus } from '../../support/audio/opus-files.ts'
import { firstRows } from '../../support/suite/runs.ts'
import { type Caller, type Fields, fetched, identifier, startCaller } from '../caller.ts'
import { readWave, testSamples, waveOf } from '../cutter/wave-files.ts'
import { tone } from '../inpaint/sounds.ts'

const samples = testSamples(2 * sampleRate, 16)
const clip = new Blob([waveOf(samples, { bits: 16, rate: sampleRate }).slice()], { type: 'audio/wav' })
const range = { start_time: '500', end_time: '1250.5' }
const url = 'http://127.0.0.1:1/a.wav'
const invalid = { status: 400, body: { success: false, error: 'Invalid time range specified' } }

let caller: Caller
beforeAll(async () => {
  caller = await startCaller()
})
afterAll(async () => await caller.close())

const cut = (fields: Fields, key?: string) => caller.post('/v1/audio_cutter', fields, key)
const ended = (taskId: unknown) => caller.ended(taskId, 'AUDIO_CUTTER')
const submitOnly = (fields: Fields) => caller.postOnly('/v1/audio_cutter', fields)

/** Every form of audio, one that loses something and one that does not first. */
const wantedFormats: readonly AudioFormat[] = [...new Set<AudioFormat>(['mp3', 'flac', ...audioFormats])]

type Coded = readonly [name: string, encode: (sound: Stereo) => Promise<Uint8Array>, format: AudioFormat]

describe('a cut', () => {
  test('is taken with the documented fields and nothing else', async () => {
    const { status, body } = await submitOnly({ audio_file: clip, ...range })
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

  test.each([
    ['a minute', '60000', 0.01],
    ['a minute and a bit', '60000.1', 0.02],
    ['ten minutes', '600000', 0.1],
    ['more than there can be', '1e12', 0.1],
  ])('of %s costs by the minute', async (_name, end_time, credits) => {
    const { body } = await submitOnly({ audio_url: url, start_time: '0', end_time })
    expect(body.credit_estimate).toBe(credits)
  })

  test('has the frames of its range and no others', async () => {
    const { body } = await cut({ audio_file: clip, ...range, webhook_url: 'http://127.0.0.1:1/b' })
    const conversion = await ended(body.task_id)
    expect(conversion).toMatchObject({
      feature: 'AUDIO_CUTTER',
      status: 'COMPLETED',
      webhook_url: 'http://127.0.0.1:1/b',
      conversion_id_1: body.conversion_id,
      conversion_path_1: `${caller.cdnUrl}/${body.conversion_id}.wav`,
      conversion_path_wav_1: `${caller.cdnUrl}/${body.conversion_id}.wav`,
      conversion_duration_1: (55_147 - 22_050) / sampleRate,
      conversion_id_2: '',
      conversion_path_2: '',
      conversion_cost: 0.01,
    })
    const { channels } = readWave(await fetched(conversion.conversion_path_1))
    for (const [at, channel] of channels.entries()) {
      expect(channel.length).toBe(55_147 - 22_050)
      expect(channel.every((sample, index) => sample === samples[at]?.[22_050 + index])).toBe(true)
    }
  })

  test.each(firstRows(2, wantedFormats))('may be wanted as %s', async (format) => {
    const { body } = await cut({ audio_file: clip, ...range, output_extension: format })
    const conversion = await ended(body.task_id)
    expect(conversion.conversion_path_1).toBe(`${caller.cdnUrl}/${body.conversion_id}.${format}`)
    const file = await fetched(conversion.conversion_path_1)
    expect(clipFormatOf(file)).toBe(format === 'ogg' ? 'vorbis' : format)
    // AAC has no place for the number of its samples.
    const tolerance = format === 'aac' ? 1100 : 0
    expect(Math.abs((await decodeClip(file)).left.length - (55_147 - 22_050))).toBeLessThanOrEqual(tolerance)
    const beside = readWave(await fetched(conversion.conversion_path_wav_1))
    expect(beside.channels[0]).toEqual(samples[0]?.slice(22_050, 55_147))
  })

  test.each(
    firstRows<Coded>(4, [
      ['an MP3', (sound) => encodeSound(sound, 'mp3'), 'mp3'],
      ['a WAV', (sound) => encodeSound(sound, 'wav'), 'wav'],
      ['Opus in OGG', async (sound) => await encodeOpus(sound, 'ogg'), 'ogg'],
      ['an AAC', (sound) => encodeSound(sound, 'aac'), 'aac'],
      ['a FLAC', (sound) => encodeSound(sound, 'flac'), 'flac'],
      ['an OGG', (sound) => encodeSound(sound, 'ogg'), 'ogg'],
      ['a WebM', (sound) => encodeSound(sound, 'webm'), 'webm'],
    ]),
  )('of %s is one again where nothing else is wanted', async (_name, encode, format) => {
    const sound = tone(440, 0.5, 1.4)
    const audio_file = new Blob([(await encode(sound)).slice()])
    const { body } = await cut({ audio_file, ...range })
    const conversion = await ended(body.task_id)
    expect(conversion.conversion_path_1).toBe(`${caller.cdnUrl}/${body.conversion_id}.${format}`)
    const made = await decodeClip(await fetched(conversion.conversion_path_1))
    expect(Math.abs(made.left.length / sampleRate - 0.7505)).toBeLessThan(0.03)
  })

  test.each(firstRows(2, [11_025, 48_000, 22_050, 32_000]))(
    'of a clip at %i samples a second lasts as long',
    async (rate) => {
      const whole = testSamples(rate, 16)
      const audio_file = new Blob([waveOf(whole, { bits: 16, rate }).slice()])
      for (const output_extension of ['wav', 'mp3']) {
        const { body } = await cut({ audio_file, start_time: '250', end_time: '750', output_extension })
        const conversion = await ended(body.task_id)
        const file = await fetched(conversion.conversion_path_1)
        expect(Math.abs((await decodeClip(file)).left.length - 22_050)).toBeLessThanOrEqual(2)
        if (output_extension === 'wav') expect(readWave(file).rate).toBe(rate)
      }
    },
  )

  test.each([
    ['ends behind the clip', { start_time: '0', end_time: '2001' }],
    ['lies behind the clip', { start_time: '3000', end_time: '4000' }],
    ['holds no frame', { start_time: '1000', end_time: '1000.001' }],
  ])('that %s is found out when the clip is read, and costs nothing', async (_name, fields) => {
    const { body: before } = await caller.control('GET', '/account')
    const { body } = await cut({ audio_file: clip, ...fields })
    expect(await ended(body.task_id)).toMatchObject({ status: 'FAILED', message: invalid.body.error })
    expect((await caller.control('GET', '/account')).body).toEqual(before)
  })

  test('may be of an indexed file', async () => {
    expect((await submitOnly({ '1.audio_file': clip, ...range })).status).toBe(200)
  })
})

describe('a submission', () => {
  test.each<readonly [string, Fields]>([
    ['without a range', {}],
    ['without a start', { end_time: '2' }],
    ['without an end', { start_time: '1' }],
    ['with an empty end', { start_time: '1', end_time: '' }],
    ['whose end comes before its start', { start_time: '2', end_time: '1' }],
    ['whose range is empty', { start_time: '1000', end_time: '1000' }],
    ['that starts before the clip', { start_time: '-1', end_time: '1000' }],
    ['that starts a little before the clip', { start_time: '-1e-9', end_time: '1000' }],
    ['whose start is a word', { start_time: 'start', end_time: '1000' }],
    ['whose start is NaN', { start_time: 'NaN', end_time: '1000' }],
    ['whose end is endless', { start_time: '0', end_time: 'Infinity' }],
    ['whose end is beyond all numbers', { start_time: '0', end_time: '1e999' }],
    ['whose end is hexadecimal', { start_time: '0', end_time: '0x10' }],
    ['whose end has a unit', { start_time: '0', end_time: '1000ms' }],
    ['whose end has a decimal comma', { start_time: '0', end_time: '1000,5' }],
    ['whose end is a list', { start_time: '0', end_time: '[1000]' }],
    ['whose end is a file', { start_time: '0', end_time: clip }],
  ])('%s is refused with the one text for that', async (_name, fields) => {
    expect(await cut({ audio_url: url, ...fields })).toEqual(invalid)
  })

  test.each<readonly [string, Fields, string]>([
    ['no clip', range, 'Either audio_file or audio_url must be provided.'],
    [
      'a clip twice',
      { ...range, audio_file: clip, audio_url: url },
      'Only one of audio_file and audio_url may be provided.',
    ],
    [
      'another form',
      { ...range, audio_url: url, output_extension: 'midi' },
      'output_extension must be one of mp3, wav, flac, ogg, aac, webm',
    ],
    [
      'a bad callback',
      { ...range, audio_url: url, webhook_url: 'ftp://a.test' },
      'webhook_url must be an http or https URL',
    ],
  ])('is refused with its error for %s', async (_name, fields, error) => {
    expect(await cut(fields)).toEqual({ status: 400, body: { success: false, error } })
  })

  test('without a key is refused', async () => {
    const body = { success: false, error: 'Authentication failed' }
    expect(await cut({ audio_url: url, ...range }, 'none')).toEqual({ status: 403, body })
  })

  test.each([
    [
      'no-credits',
      402,
      {
        error: 'Insufficient credits for this operation',
        required_credits: 0.01,
        available_credits: 0,
      },
    ],
    ['no-plan', 404, { error: 'User subscription plan not found' }],
    ['server-failure', 500, { error: 'Internal server error during audio trimming' }],
  ])('of an account with %s is refused with %i', async (word, status, body) => {
    const answer = await cut({ audio_url: url, ...range }, `${caller.apiKey}.${word}`)
    expect(answer).toEqual({ status, body: { success: false, ...body } })
  })
})
