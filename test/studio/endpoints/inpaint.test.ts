import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decodeClip } from '../../../studio/clips/decode.ts'
import { encodeWav } from '../../../studio/encode/wav.ts'
import { type Caller, type Fields, fetched, identifier, startCaller } from '../caller.ts'
import { music } from '../inpaint/sounds.ts'

const seconds = 4
const wavBytes = encodeWav(music('a folk song at 120 bpm', seconds).clip)
const clip = new Blob([wavBytes.slice()], { type: 'audio/wav' })
const range = { replace_start_at: '1', replace_end_at: '2.5' }
const url = 'http://127.0.0.1:1/a.wav'
const rangeText = 'audio_file or audio_url and valid replace range are required.'

let caller: Caller
beforeAll(async () => {
  caller = await startCaller()
})
afterAll(async () => await caller.close())

const inpaint = (fields: Fields, key?: string) => caller.post('/v1/inpaint', fields, key)
const ended = (taskId: unknown) => caller.ended(taskId, 'INPAINT')
const submitOnly = (fields: Fields) => caller.postOnly('/v1/inpaint', fields)

const heard = async (address: unknown) => await decodeClip(await fetched(address))

const isSame = (one: Float32Array, other: Float32Array): boolean =>
  one.every((sample, at) => sample === other[at])

describe('a range of a clip', () => {
  test.each([
    ['2 takes unless asked for one', {}, 0.12, identifier],
    ['one take', { num_outputs: '1' }, 0.06, /^$/],
    ['2 takes', { num_outputs: '2' }, 0.12, identifier],
  ])('is taken with the documented fields and nothing else: %s', async (_name, more, credits, second) => {
    const { status, body } = await submitOnly({ audio_file: clip, ...range, ...more })
    expect(status).toBe(200)
    expect(body).toEqual({
      success: true,
      message: expect.any(String),
      task_id: expect.stringMatching(identifier),
      conversion_id_1: expect.stringMatching(identifier),
      conversion_id_2: expect.stringMatching(second),
      is_flagged: false,
      reason: '',
      eta: expect.any(Number),
      status: 'IN_QUEUE',
      credit_estimate: credits,
      error_message: '',
      error_message_detail: '',
      missing_input_fields: '',
      predicted_user_intent: '',
    })
  })

  test('comes back as two clips that differ in it, with everything that was requested', async () => {
    const { body } = await inpaint({
      audio_file: clip,
      prompt: 'techno',
      ...range,
      lyrics: 'Row the boat\nAcross the bay\nSing a song',
      lyrics_section_to_replace: 'Down the stream',
      gender: 'female',
      title: 'Rowing',
      generate_album_cover: 'true',
      lyrics_timestamps: 'true',
      webhook_url: 'http://127.0.0.1:1/b',
    })
    const conversion = await ended(body.task_id)
    expect(conversion).toMatchObject({
      feature: 'INPAINT',
      status: 'COMPLETED',
      webhook_url: 'http://127.0.0.1:1/b',
      title_1: 'Rowing',
      title_2: 'Rowing (Take 2)',
      lyrics_1: expect.stringMatching(/^Row the boat\r?\nAcross the bay\r?\nSing a song$/),
      conversion_path_1: `${caller.cdnUrl}/${body.conversion_id_1}.mp3`,
      conversion_path_wav_2: `${caller.cdnUrl}/${body.conversion_id_2}.wav`,
      conversion_duration_1: seconds,
      conversion_duration_2: seconds,
      album_cover_path: expect.stringMatching(/\.png$/),
      conversion_cost: 0.12,
    })
    const lines = JSON.parse(String(conversion.lyrics_timestamped_2))
    expect(lines).toMatchObject([{ text: 'Down the stream', index: 0 }])
    expect(lines[0].start).toBeGreaterThanOrEqual(1000)
    expect(lines[0].end).toBeLessThanOrEqual(2500)

    const given = await decodeClip(wavBytes)
    const one = await heard(conversion.conversion_path_wav_1)
    const other = await heard(conversion.conversion_path_wav_2)
    for (const made of [one, other]) {
      for (const side of ['left', 'right'] as const) {
        expect(made[side].length).toBe(given[side].length)
        expect(isSame(made[side].subarray(0, 44_100), given[side].subarray(0, 44_100))).toBe(true)
        expect(isSame(made[side].subarray(110_250), given[side].subarray(110_250))).toBe(true)
      }
    }
    expect(one.left.subarray(44_100, 110_250)).not.toEqual(other.left.subarray(44_100, 110_250))
  })

  test('has no cover, lyrics or timestamps where none are wanted', async () => {
    const { body } = await inpaint({ audio_file: clip, num_outputs: '1', ...range })
    const none = { album_cover_path: '', lyrics_1: '', lyrics_timestamped_1: '', conversion_path_2: '' }
    expect(await ended(body.task_id)).toMatchObject({ ...none, status: 'COMPLETED', conversion_cost: 0.06 })
  })

  test.each([
    ['ends behind the clip', { replace_start_at: '1', replace_end_at: '4.001' }],
    ['lies behind the clip', { replace_start_at: '10', replace_end_at: '12' }],
  ])('that %s is found out when the clip is read, and costs nothing', async (_name, fields) => {
    const { body: before } = await caller.control('GET', '/account')
    const { body } = await inpaint({ audio_file: clip, ...fields })
    expect(await ended(body.task_id)).toMatchObject({ status: 'FAILED', message: rangeText })
    expect((await caller.control('GET', '/account')).body).toEqual(before)
  })

  test('may be named with an indexed file', async () => {
    expect((await submitOnly({ '0.audio_file': clip, ...range })).status).toBe(200)
  })
})

describe('a submission', () => {
  test.each<readonly [string, Fields]>([
    ['without a clip', range],
    ['with an empty address', { audio_url: '', ...range }],
    ['without a range', { audio_url: url }],
    ['without a start', { audio_url: url, replace_end_at: '2' }],
    ['without an end', { audio_url: url, replace_start_at: '1' }],
    ['with an empty end', { audio_url: url, replace_start_at: '1', replace_end_at: '' }],
    ['whose range ends before it starts', { audio_url: url, replace_start_at: '2', replace_end_at: '1' }],
    ['whose range is empty', { audio_url: url, replace_start_at: '1', replace_end_at: '1' }],
    ['whose range starts before the clip', { audio_url: url, replace_start_at: '-1', replace_end_at: '1' }],
    ['whose range is shorter than 10 ms', { audio_url: url, replace_start_at: '1', replace_end_at: '1.009' }],
    ['whose start is a word', { audio_url: url, replace_start_at: 'one', replace_end_at: '2' }],
    ['whose start is NaN', { audio_url: url, replace_start_at: 'NaN', replace_end_at: '2' }],
    ['whose end is endless', { audio_url: url, replace_start_at: '1', replace_end_at: 'Infinity' }],
    ['whose end is beyond all numbers', { audio_url: url, replace_start_at: '1', replace_end_at: '1e999' }],
    ['whose end is hexadecimal', { audio_url: url, replace_start_at: '1', replace_end_at: '0x10' }],
    ['whose end has a unit', { audio_url: url, replace_start_at: '1', replace_end_at: '2s' }],
    ['whose end is a time', { audio_url: url, replace_start_at: '1', replace_end_at: '0:02' }],
    ['whose start is a file', { audio_url: url, replace_start_at: clip, replace_end_at: '2' }],
  ])('%s is refused with the one text for that', async (_name, fields) => {
    expect(await inpaint(fields)).toEqual({ status: 422, body: { success: false, message: rangeText } })
  })

  test.each<readonly [string, Fields, string]>([
    ['a clip twice', { audio_file: clip }, 'Only one of audio_file and audio_url may be provided.'],
    [
      'too many words for the range',
      { lyrics_section_to_replace: 'a'.repeat(3001) },
      'lyrics_section_to_replace must have at most 3000 characters',
    ],
    ['no output', { num_outputs: '0' }, 'num_outputs must be from 1 to 2'],
    ['three outputs', { num_outputs: '3' }, 'num_outputs must be from 1 to 2'],
    ['half an output', { num_outputs: '1.5' }, 'num_outputs must be an integer'],
    ['an unknown gender', { gender: 'robot' }, 'gender must be one of male, female, neutral'],
    ['a flag that is none', { lyrics_timestamps: '1' }, 'lyrics_timestamps must be a boolean'],
    ['a bad callback', { webhook_url: 'ftp://a.test' }, 'webhook_url must be an http or https URL'],
  ])('is refused with a message for %s', async (_name, fields, message) => {
    const answer = await inpaint({ audio_url: url, ...range, ...fields })
    expect(answer).toEqual({ status: 422, body: { success: false, message } })
  })

  test.each([
    ['3000 characters, counted as people do', { lyrics_section_to_replace: '🎵'.repeat(3000) }],
    ['a range of 10 ms', { replace_start_at: '1.23', replace_end_at: '1.24' }],
    ['a range with an exponent', { replace_start_at: '1e0', replace_end_at: '2.5E0' }],
    ['a range with blanks around it', { replace_start_at: ' 1', replace_end_at: '2 ' }],
  ])('may have %s', async (_name, fields) => {
    expect((await submitOnly({ audio_url: url, ...range, ...fields })).status).toBe(200)
  })

  test.each(['male', 'female', 'neutral'])('may name the gender %s', async (gender) => {
    expect((await submitOnly({ audio_url: url, ...range, gender })).status).toBe(200)
  })

  test('that describes what the service does not make is flagged', async () => {
    const { status, body } = await inpaint({ audio_url: url, ...range, lyrics_section_to_replace: 'nsfw' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ success: false, is_flagged: true, task_id: '', credit_estimate: 0 })
  })

  test('without credits is refused', async () => {
    const body = { success: false, message: 'Insufficient credit balance' }
    const answer = await inpaint({ audio_url: url, ...range }, `${caller.apiKey}.no-credits`)
    expect(answer).toEqual({ status: 402, body })
  })

  test('meets a failure of the server under the key that the service misspells', async () => {
    const answer = await inpaint({ audio_url: url, ...range }, `${caller.apiKey}.server-failure`)
    expect(answer).toEqual({ status: 500, body: { success: false, messsage: 'Internal Server Error' } })
  })
})
