import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, type Caller, startCaller } from '../caller.ts'

let caller: Caller
beforeAll(async () => {
  caller = await startCaller({ balance: 10 })
})
afterAll(async () => await caller.close())

const submit = (body: unknown): Promise<Answer> => caller.postJson('/v1/MusicAI', body)

describe('version 1 of music', () => {
  test('is answered with the documented fields and nothing else', async () => {
    const { status, body } = await submit({ prompt: 'a song', generate_album_cover: false })
    expect(status).toBe(200)
    expect(body).toEqual({
      success: true,
      message: expect.any(String),
      task_id: expect.any(String),
      conversion_id_1: expect.any(String),
      conversion_id_2: expect.any(String),
      eta: expect.any(Number),
    })
    const conversion = await caller.ended(body.task_id)
    expect(conversion).toMatchObject({ status: 'COMPLETED', feature: 'MUSIC_AI', album_cover_path: '' })
    expect(conversion.conversion_path_2).toMatch(/\.mp3$/)
  })

  test('draws a cover unless told not to', async () => {
    const { body } = await submit({ prompt: 'a song' })
    expect((await caller.ended(body.task_id)).album_cover_path).toMatch(/\.png$/)
  })

  test('knows neither model nor timed lyrics, and ignores them', async () => {
    const { status, body } = await submit({
      prompt: 'a song',
      model: 'v7-pro',
      lyrics_timestamps: true,
      generate_album_cover: false,
    })
    expect(status).toBe(200)
    expect(await caller.ended(body.task_id)).toMatchObject({ lyrics_timestamped_1: '', conversion_cost: 0.1 })
    const { body: noted } = await caller.control('GET', '/refusals')
    for (const detail of ['model', 'lyrics_timestamps']) {
      const refusal = { kind: 'unknown_parameter', method: 'POST', path: '/v1/MusicAI', detail }
      expect(noted.refusals).toContainEqual(expect.objectContaining(refusal))
    }
  })

  const withKey = async (key: string, body: string): Promise<Answer> => {
    const headers = { authorization: key, 'content-type': 'application/json' }
    const response = await fetch(`${caller.baseUrl}/v1/MusicAI`, { method: 'POST', headers, body })
    return { status: response.status, body: (await response.json()) as Answer['body'] }
  }

  test.each([
    [
      'no credits',
      '.no-credits',
      '{"prompt":"x"}',
      402,
      { error_code: 'INSUFFICIENT_CREDITS', message: 'Insufficient credit balance' },
    ],
    [
      'wrong parameters',
      '',
      '{"prompt":7}',
      422,
      { error_code: 'UNPROCESSABLE_CONTENT', message: 'prompt must be a string' },
    ],
    [
      'a failing server',
      '.server-failure',
      '{"prompt":"x"}',
      500,
      { error_code: 'INTERNAL_SERVER_ERROR', message: 'Internal Server Error' },
    ],
    ['a broken body', '', '{"prompt": ', 400, { error: expect.any(String) }],
    ['a wrong key', 'x', '{"prompt":"x"}', 403, { error: 'Authentication failed' }],
  ])('refuses for %s in the shape of that status', async (_name, ending, body, status, shape) => {
    expect(await withKey(`${caller.apiKey}${ending}`, body)).toEqual({
      status,
      body: { success: false, ...shape },
    })
  })

  test('says with every answer that it is deprecated, and its successor does not', async () => {
    const headersOf = async (path: string, key: string): Promise<Headers> => {
      const headers = { authorization: key, 'content-type': 'application/json' }
      return (await fetch(`${caller.baseUrl}${path}`, { method: 'POST', headers, body: '{}' })).headers
    }
    // A date as RFC 9745 has it: an @ before the seconds since 1970.
    for (const key of [caller.apiKey, 'wrong']) {
      expect((await headersOf('/v1/MusicAI', key)).get('deprecation')).toMatch(/^@\d+$/)
      expect((await headersOf('/v2/MusicAI', key)).get('deprecation')).toBeNull()
    }
  })
})
