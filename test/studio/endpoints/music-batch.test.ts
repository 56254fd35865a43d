import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decodeMp3 } from '../../support/audio/audio-analysis.ts'
import { firstRows } from '../../support/suite/runs.ts'
import { type Answer, type Caller, fetched, startCaller } from '../caller.ts'

let caller: Caller
beforeAll(async () => {
  caller = await startCaller({ balance: 10, musicSeconds: 1 })
})
afterAll(async () => await caller.close())

const submit = (body: unknown): Promise<Answer> => caller.postJson('/v2/MusicAI/batch', body)

const secondsAt = async (address: unknown): Promise<number> =>
  (await decodeMp3(await fetched(address))).seconds

describe('a batch', () => {
  test('is answered with the documented fields and nothing else, and makes two outputs unless told otherwise', async () => {
    const { status, body } = await submit({ prompt: 'a song' })
    expect(status).toBe(200)
    expect(body).toEqual({
      success: true,
      message: expect.any(String),
      task_id: expect.any(String),
      conversion_id_1: expect.stringMatching(/./),
      conversion_id_2: expect.stringMatching(/./),
      eta: expect.any(Number),
    })
    const conversion = await caller.ended(body.task_id)
    expect(conversion).toMatchObject({ status: 'COMPLETED', album_cover_path: '', conversion_cost: 0.1 })
    expect(conversion.conversion_path_2).toMatch(/\.mp3$/)
  })

  test.each([1, 2])('of %i outputs makes and charges as many', async (count) => {
    const { body } = await submit({ prompt: 'a song', num_outputs: count })
    expect(body.conversion_id_2 === '').toBe(count === 1)
    const conversion = await caller.ended(body.task_id)
    expect(conversion.conversion_cost).toBe(count * 0.05)
    expect(conversion.conversion_path_1).toMatch(/\.mp3$/)
    expect(conversion.conversion_path_2 === '').toBe(count === 1)
  })

  test.each(firstRows(2, [0.4, 2.567, 31, 7.123, 1]))(
    'of %d seconds is as long to a tenth of a second',
    async (seconds) => {
      const { body } = await submit({ prompt: 'a measured tune', output_length: seconds, num_outputs: 1 })
      const conversion = await caller.ended(body.task_id)
      expect(Math.abs((await secondsAt(conversion.conversion_path_1)) - seconds)).toBeLessThan(0.1)
      expect(Math.abs(Number(conversion.conversion_duration_1) - seconds)).toBeLessThan(0.1)
    },
  )

  test('takes the texts of a song, a voice and a cover', async () => {
    const { body: page } = await caller.get('/v1/getAllVoices?limit=1')
    const [voice] = page.voices as { voice_id: string }[]
    const { body } = await submit({
      prompt: 'x'.repeat(281),
      music_style: 'folk',
      lyrics: 'Row the boat\nAcross the bay',
      title: 'Ferry',
      voice_id: voice?.voice_id,
      vocal_only: true,
      generate_album_cover: true,
      num_outputs: 1,
      output_length: 2,
    })
    const conversion = await caller.ended(body.task_id)
    expect(conversion).toMatchObject({ title_1: 'Ferry', lyrics_1: 'Row the boat\nAcross the bay' })
    expect(conversion.album_cover_path).toMatch(/\.png$/)
  })

  test.each(['model', 'gender', 'lyrics_timestamps'])('does not know %s, and notes it', async (detail) => {
    const { status, body } = await submit({
      prompt: 'a song',
      [detail]: 'x',
      num_outputs: 1,
      output_length: 1,
    })
    expect(status).toBe(200)
    const { body: noted } = await caller.control('GET', '/refusals')
    const refusal = { kind: 'unknown_parameter', method: 'POST', path: '/v2/MusicAI/batch', detail }
    expect(noted.refusals).toContainEqual(expect.objectContaining(refusal))
    await caller.ended(body.task_id)
  })

  test.each([
    ['nothing to make music of', {}],
    ['no output', { prompt: 'x', num_outputs: 0 }],
    ['three outputs', { prompt: 'x', num_outputs: 3 }],
    ['half an output', { prompt: 'x', num_outputs: 1.5 }],
    ['a number written as text', { prompt: 'x', num_outputs: '2' }],
    ['no time', { prompt: 'x', output_length: 0 }],
    ['less than no time', { prompt: 'x', output_length: -1 }],
    ['a length written as text', { prompt: 'x', output_length: '10' }],
    ['an unknown voice', { prompt: 'x', voice_id: 'nobody' }],
    ['an instrumental of vocals only', { prompt: 'x', make_instrumental: true, vocal_only: true }],
  ])('is refused with %s', async (_name, fields) => {
    const { status, body } = await submit(fields)
    expect(status).toBe(422)
    expect(body).toEqual({ success: false, error: expect.stringMatching(/./) })
  })

  test.each([
    ['no-credits', 402, 'Insufficient credit balance'],
    ['server-failure', 500, 'Internal Server Error'],
  ])('with the key of %s is refused with %i', async (word, status, error) => {
    const headers = { authorization: `${caller.apiKey}.${word}`, 'content-type': 'application/json' }
    const response = await fetch(`${caller.baseUrl}/v2/MusicAI/batch`, {
      method: 'POST',
      headers,
      body: '{"prompt":"x"}',
    })
    expect([response.status, await response.json()]).toEqual([status, { success: false, error }])
  })
})
