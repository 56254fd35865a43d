import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { voicesNamed } from '../../../studio/voice-list/voice-search.ts'
import { voiceById, voices, voicesListed } from '../../../studio/voice-list/voices.ts'
import { type Answer, type Caller, startCaller } from '../caller.ts'

let caller: Caller
beforeAll(async () => {
  caller = await startCaller()
})
afterAll(async () => await caller.close())

const records = voices.map(({ voiceId, name }) => ({ voice_id: voiceId, voice_name: name }))

const search = (parameters: Readonly<Record<string, string>>): Promise<Answer> =>
  caller.get(`/v1/searchVoices?${new URLSearchParams(parameters)}`)

const namesIn = ({ body }: Answer): readonly unknown[] =>
  Array.isArray(body.voices) ? body.voices.map((voice) => voice.voice_name) : []

describe('all voices', () => {
  test('come page by page, 20 unless asked otherwise, as identifiers and names and nothing else', async () => {
    const { status, body } = await caller.get('/v1/getAllVoices')
    expect(status).toBe(200)
    expect(body).toEqual({
      success: true,
      voices: records.slice(0, 20),
      limit: 20,
      page: 0,
      total: records.length,
    })
  })

  test.each([
    [7, 0],
    [7, 6],
    [1, 3],
    [1000, 0],
    [20, 3],
    [20, 1_000_000],
  ])('on pages of %i: page %i', async (limit, page) => {
    const { body } = await caller.get(`/v1/getAllVoices?limit=${limit}&page=${page}`)
    const wanted = records.slice(page * limit, (page + 1) * limit)
    expect(body).toEqual({ success: true, voices: wanted, limit, page, total: records.length })
  })

  test.each(['limit=0', 'limit=many', 'page=-1', 'page=1.5'])(
    'with %s are refused with a code',
    async (query) => {
      expect(await caller.get(`/v1/getAllVoices?${query}`)).toMatchObject({
        status: 422,
        body: { success: false, error_code: 'UNPROCESSABLE_CONTENT' },
      })
    },
  )
})

describe('a list that its dialect makes longer', () => {
  afterEach(async () => void (await caller.control('PUT', '/settings', { voices: {} })))

  test('has no more on a page than it says, each voice once, some of them nameless', async () => {
    await caller.control('PUT', '/settings', { voices: { count: 3_108, pageMax: 20, nameless: 2 } })
    const { body } = await caller.get('/v1/getAllVoices?limit=100&page=0')
    const [first, second] = records
    expect(body).toMatchObject({ limit: 20, page: 0, total: 3_108 })
    expect(body.voices).toEqual([
      { voice_id: first?.voice_id },
      { voice_id: second?.voice_id },
      ...records.slice(2, 20),
    ])
    const last = await caller.get('/v1/getAllVoices?limit=100&page=155')
    expect(last.body.voices).toHaveLength(8)
    expect(new Set(voicesListed({ count: 3_108 }).map(({ voiceId }) => voiceId)).size).toBe(3_108)
  })

  test('is searched as a whole, and each voice can be used', async () => {
    await caller.control('PUT', '/settings', { voices: { count: 200 } })
    const { body } = await search({ query: 'Una Byrne 4' })
    expect(body).toMatchObject({ total: 1 })
    const [voice] = voicesListed({ count: 200 }).filter(({ name }) => name === 'Una Byrne 4')
    expect(voiceById(voice?.voiceId ?? '')?.name).toBe('Una Byrne')
  })

  test('may have none', async () => {
    await caller.control('PUT', '/settings', { voices: { count: 0 } })
    expect((await caller.get('/v1/getAllVoices')).body).toMatchObject({ voices: [], total: 0 })
  })
})

describe('a search', () => {
  test('is answered with a page of what matches and the count of all that does', async () => {
    const { status, body } = await search({ query: 'quill' })
    expect(status).toBe(200)
    const voice = records.find(({ voice_name }) => voice_name === 'Mara Quill')
    expect(body).toEqual({ success: true, voices: [voice], limit: 20, page: 0, total: 1 })
  })

  test('goes through its pages, each match once and none past the end', async () => {
    const found: unknown[] = []
    const total = Number((await search({ query: 'a' })).body.total)
    expect(total).toBeGreaterThan(20)
    for (let page = 0; page * 8 < total + 8; page += 1) {
      const answer = await search({ query: 'a', limit: '8', page: `${page}` })
      expect(answer.body).toMatchObject({ limit: 8, page, total })
      found.push(...namesIn(answer))
    }
    expect(new Set(found).size).toBe(total)
    expect(found).toHaveLength(total)
  })

  test('for what no voice is called gives none', async () => {
    const body = { success: true, voices: [], limit: 20, page: 0, total: 0 }
    expect(await search({ query: 'qqqzzz' })).toEqual({ status: 200, body })
  })

  test.each([
    ['without a query', {}, 'query is required'],
    ['for blanks', { query: '  ' }, 'query is required'],
    ['for no voices at all', { query: 'a', limit: '0' }, 'limit must be 1 or more'],
    ['for too many at once', { query: 'a', limit: '1001' }, 'limit must be 1000 or less'],
    ['for a page before the first', { query: 'a', page: '-1' }, 'page must be 0 or more'],
    ['for half a page', { query: 'a', page: '0.5' }, 'page must be an integer'],
  ])('%s is refused with a code', async (_name, parameters, message) => {
    const body = { success: false, error_code: 'UNPROCESSABLE_CONTENT', message }
    expect(await search(parameters)).toEqual({ status: 422, body })
  })

  const named = (name: string) => ({ voiceId: name, name, gender: 'female' }) as const
  const some = ['Zoé Ann', 'Anna Zoe', 'Joanna Li', 'Ann', 'Ben Hanna', 'Øyvind Ångström'].map(named)
  test.each([
    ['ANN', ['Ann', 'Anna Zoe', 'Zoé Ann', 'Ben Hanna', 'Joanna Li']],
    ['zoe', ['Zoé Ann', 'Anna Zoe']],
    ['Ångstr', ['Øyvind Ångström']],
    ['angstrom', ['Øyvind Ångström']],
    ['zoe anna', ['Anna Zoe']],
    ['  ben   hanna ', ['Ben Hanna']],
    ['Zoe\u0301 a', ['Zoé Ann', 'Anna Zoe']],
    ['nobody', []],
    ['´', []],
  ])('for "%s" finds the best match first', (query, names) => {
    expect(voicesNamed(query, some).map(({ name }) => name)).toEqual(names)
  })
})

describe.each(['/v1/getAllVoices', '/v1/searchVoices?query=a'])('%s', (address) => {
  test('fails with a code where the server fails', async () => {
    const response = await fetch(`${caller.baseUrl}${address}`, {
      headers: { authorization: `${caller.apiKey}.server-failure` },
    })
    expect(response.status).toBe(500)
    expect(await response.json()).toEqual({
      success: false,
      error_code: 'INTERNAL_SERVER_ERROR',
      message: 'Internal Server Error',
    })
  })
})
