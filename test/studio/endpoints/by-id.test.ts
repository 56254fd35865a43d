import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isoTimestamp, spacedTimestamp } from '../../../studio/http/conversion-record.ts'
import { type Caller, startCaller } from '../caller.ts'

type Conversion = Readonly<Record<string, unknown>>

let caller: Caller
beforeAll(async () => {
  caller = await startCaller()
})
afterAll(async () => await caller.close())

const lookUp = async (taskId: unknown): Promise<Conversion> => {
  const { body } = await caller.get(`/v1/byId?conversionType=MUSIC_AI&task_id=${taskId}`)
  return body.conversion as Conversion
}

const pathNames = ['conversion_path_1', 'conversion_path_wav_1', 'conversion_path_2', 'conversion_path_wav_2']

describe('a conversion', () => {
  test('is in the queue with empty fields before anything is made', async () => {
    await caller.control('POST', '/next', { delayMs: 60_000 })
    const { body } = await caller.submit({ prompt: 'later', webhook_url: 'https://example.com/hook' })
    expect(await lookUp(body.task_id)).toEqual({
      task_id: body.task_id,
      feature: 'MUSIC_AI',
      status: 'IN_QUEUE',
      message: expect.stringMatching(/./),
      webhook_url: 'https://example.com/hook',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00$/),
      updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00$/),
      generation_completed_at: '',
      conversion_id_1: body.conversion_id_1,
      title_1: '',
      lyrics_1: '',
      lyrics_timestamped_1: '',
      sounds_1: '',
      conversion_path_1: '',
      conversion_path_wav_1: '',
      conversion_duration_1: 0,
      conversion_id_2: body.conversion_id_2,
      title_2: '',
      lyrics_2: '',
      lyrics_timestamped_2: '',
      sounds_2: '',
      conversion_path_2: '',
      conversion_path_wav_2: '',
      conversion_duration_2: 0,
      album_cover_path: '',
      album_cover_thumbnail: '',
      is_streaming_request: false,
      is_streaming_available: false,
    })
  })

  test('shows its first output before the second is made', async () => {
    // Made again, for what was kept is there at once.
    const fresh = await startCaller({ cacheFolder: undefined, musicSeconds: 4 })
    const { body } = await fresh.submit({ prompt: 'one after the other' })
    await fresh.control('GET', `/tasks/${body.task_id}/until/output`)
    const path = `/v1/byId?conversionType=MUSIC_AI&task_id=${body.task_id}`
    const early = (await fresh.get(path)).body.conversion as Conversion
    expect(early).toMatchObject({ status: 'IN_QUEUE', conversion_path_2: '', generation_completed_at: '' })
    expect(early.conversion_path_1).toMatch(/\.mp3$/)
    await fresh.close()
  })

  test('is completed with two outputs, their files and the final cost', async () => {
    const { body } = await caller.submit({ prompt: 'a song' })
    const conversion = await caller.ended(body.task_id)
    expect(conversion).toMatchObject({ status: 'COMPLETED', conversion_cost: 0.1 })
    expect(conversion.generation_completed_at).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} \+00:00$/)
    for (const name of pathNames) {
      expect(conversion[name]).toMatch(new RegExp(`^${caller.cdnUrl}/[\\w-]+\\.(mp3|wav)$`))
      expect((await fetch(String(conversion[name]))).status).toBe(200)
    }
    expect(conversion.title_1).not.toBe(conversion.title_2)
    expect(conversion).toMatchObject({ conversion_duration_1: 1, conversion_duration_2: 1 })
  })

  test('has no cover, timed lyrics or lyrics where none are wanted', async () => {
    const { body } = await caller.submit({
      prompt: 'a song',
      make_instrumental: true,
      lyrics_timestamps: true,
    })
    const none = { lyrics_1: '', lyrics_2: '', lyrics_timestamped_1: '', album_cover_path: '' }
    expect(await caller.ended(body.task_id)).toMatchObject(none)
  })

  test('has timed lyrics as JSON text in milliseconds where they are wanted', async () => {
    const lyrics = '[Verse]\nRow the boat\nAcross the bay\n\n[Chorus]\nRow, row away'
    const { body } = await caller.submit({ lyrics, lyrics_timestamps: true })
    const conversion = await caller.ended(body.task_id)
    expect(conversion.lyrics_1).toBe(lyrics)
    const lines = JSON.parse(String(conversion.lyrics_timestamped_1)) as { start: number; end: number }[]
    expect(lines[0]).toEqual({
      start: expect.any(Number),
      end: expect.any(Number),
      text: 'Row the boat',
      index: 0,
    })
    for (const [index, { start, end }] of lines.entries()) {
      expect(start).toBeLessThan(end)
      expect(start).toBeGreaterThanOrEqual(lines[index - 1]?.end ?? 0)
      expect(end).toBeLessThanOrEqual(1000)
    }
  })

  test('has a cover and a thumbnail where they are wanted', async () => {
    const { body } = await caller.submit({ prompt: 'a painted song', generate_album_cover: true })
    const conversion = await caller.ended(body.task_id)
    for (const name of ['album_cover_path', 'album_cover_thumbnail']) {
      const response = await fetch(String(conversion[name]))
      expect(response.headers.get('content-type')).toBe('image/png')
    }
  })

  test('is found by the id of either output as well', async () => {
    const { body } = await caller.submit({ prompt: 'a song' })
    for (const name of ['conversion_id_1', 'conversion_id_2']) {
      const path = `/v1/byId?conversionType=MUSIC_AI&conversion_id=${body[name]}`
      expect((await caller.get(path)).body.conversion).toMatchObject({ task_id: body.task_id })
    }
    await caller.ended(body.task_id)
  })

  test('can be made to fail in either of the two words for it', async () => {
    await caller.control('POST', '/next', { fail: 'no more strings', failStatus: 'FAILED' })
    const { body } = await caller.submit({ prompt: 'doomed' })
    expect(await caller.ended(body.task_id)).toMatchObject({
      status: 'FAILED',
      message: 'no more strings',
    })
  })
})

describe('a look-up', () => {
  const someId = '00000000-0000-4000-8000-000000000000'

  test.each([['an unknown id', `conversionType=MUSIC_AI&task_id=${someId}`, 404, 'Conversion not found']])(
    'with %s is refused with a message',
    async (_name, query, status, message) => {
      expect(await caller.get(`/v1/byId?${query}`)).toEqual({ status, body: { success: false, message } })
    },
  )

  test.each([
    ['no conversionType', `task_id=${someId}`],
    ['an unknown conversionType', `conversionType=MUSIC&task_id=${someId}`],
    ['neither id', 'conversionType=MUSIC_AI'],
    ['both ids', `conversionType=MUSIC_AI&task_id=${someId}&conversion_id=${someId}`],
  ])('with %s is refused with an error code', async (_name, query) => {
    const message = 'Invalid request parameters'
    const body = { success: false, error_code: 'UNPROCESSABLE_CONTENT', message }
    expect(await caller.get(`/v1/byId?${query}`)).toEqual({ status: 422, body })
  })

  test('with the type of another feature finds nothing', async () => {
    const { body } = await caller.submit({ prompt: 'a song' })
    const path = `/v1/byId?conversionType=TEXT_TO_SPEECH&task_id=${body.task_id}`
    expect((await caller.get(path)).status).toBe(404)
    await caller.ended(body.task_id)
  })
})

describe('the final cost', () => {
  test('can be written as text, as the service has been seen to do', async () => {
    const other = await startCaller({ lookUp: { cost: 'string' }, etaSeconds: -1 })
    const { body } = await other.submit({ prompt: 'a song' })
    expect(body.eta).toBe(-1)
    expect((await other.ended(body.task_id)).conversion_cost).toBe('0.1')
    await other.close()
  })
})

describe('timestamps', () => {
  const timeMs = Date.UTC(2026, 0, 31, 9, 5, 7, 123)

  test('of creation carry microseconds and an offset', () => {
    expect(isoTimestamp(timeMs)).toBe('2026-01-31T09:05:07.123000+00:00')
    expect(isoTimestamp(timeMs + 0.25)).toBe('2026-01-31T09:05:07.123250+00:00')
  })

  test('of completion have a space before the offset', () => {
    expect(spacedTimestamp(timeMs)).toBe('2026-01-31 09:05:07.123 +00:00')
  })
})
