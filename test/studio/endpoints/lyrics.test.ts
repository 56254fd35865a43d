import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, type Caller, startCaller } from '../caller.ts'

let caller: Caller
beforeAll(async () => {
  caller = await startCaller({ balance: 10 })
})
afterAll(async () => await caller.close())

const ask = (prompt: string): Promise<Answer> =>
  caller.get(`/v1/prompt_to_lyrics?prompt=${encodeURIComponent(prompt)}`)

const balance = async (): Promise<number> => Number((await caller.control('GET', '/account')).body.balance)

const wrongLength = { success: false, error: 'Prompt must be between 1 and 1000 characters.' }

describe('lyrics from a prompt', () => {
  test('are answered at once with the documented fields and nothing else, and charged', async () => {
    const before = await balance()
    const { status, body } = await ask('a lighthouse in winter')
    expect(status).toBe(200)
    expect(body).toEqual({
      success: true,
      task_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      message: expect.stringMatching(/./),
      lyrics: expect.stringMatching(/^\[Verse 1\]\n[\s\S]*lighthouse[\s\S]*\[Chorus\]\n/i),
      credit_estimate: 0.01,
    })
    expect(await balance()).toBeCloseTo(before - 0.01, 6)
  })

  test('can be looked up by the id of their task', async () => {
    const { body } = await ask('a lighthouse in winter')
    const { body: found } = await caller.get(
      `/v1/byId?conversionType=LYRICS_GENERATOR&task_id=${body.task_id}`,
    )
    expect(found.conversion).toMatchObject({
      task_id: body.task_id,
      feature: 'LYRICS_GENERATOR',
      status: 'COMPLETED',
      lyrics_1: body.lyrics,
      lyrics_2: '',
      conversion_path_1: '',
      conversion_cost: 0.01,
    })
  })

  test('vary where a prompt is repeated, and each call is charged', async () => {
    const before = await balance()
    const answers = [await ask('the same sea'), await ask('the same sea'), await ask('the same sea')]
    expect(new Set(answers.map(({ body }) => body.lyrics)).size).toBe(3)
    expect(new Set(answers.map(({ body }) => body.task_id)).size).toBe(3)
    expect(await balance()).toBeCloseTo(before - 0.03, 6)
  })

  test('do not wait for music that is being made', async () => {
    await caller.control('POST', '/next', { delayMs: 3_600_000 })
    const { body: music } = await caller.submit({ prompt: 'an hour later' })
    expect((await ask('meanwhile')).status).toBe(200)
    const { body } = await caller.get(`/v1/byId?conversionType=MUSIC_AI&task_id=${music.task_id}`)
    expect(body.conversion).toMatchObject({ status: 'IN_QUEUE' })
  })

  // A thousand code points of four bytes each, 12,000 characters in the address.
  test.each(['a', 'é', '我', '🎉'])('are written for one and for a thousand "%s"', async (sign) => {
    for (const prompt of [sign, sign.repeat(1000)]) {
      const { status, body } = await ask(prompt)
      expect([status, body.success]).toEqual([200, true])
      expect(`${body.lyrics}`.length).toBeLessThan(10_000)
    }
  })

  test.each([
    ['no prompt', '/v1/prompt_to_lyrics'],
    ['an empty one', '/v1/prompt_to_lyrics?prompt='],
    ['a blank one', '/v1/prompt_to_lyrics?prompt=%20%20'],
    ['two', '/v1/prompt_to_lyrics?prompt=one&prompt=two'],
    ['one of 1001 characters', `/v1/prompt_to_lyrics?prompt=${'a'.repeat(1001)}`],
    ['one of 1001 pictures', `/v1/prompt_to_lyrics?prompt=${encodeURIComponent('🎉'.repeat(1001))}`],
  ])('are refused with %s, and nothing is charged', async (_name, path) => {
    const before = await balance()
    const { status, body } = await caller.get(path)
    expect([status, body]).toEqual([400, wrongLength])
    expect(await balance()).toBe(before)
  })

  test('are refused without credits', async () => {
    const url = `${caller.baseUrl}/v1/prompt_to_lyrics?prompt=sea`
    const response = await fetch(url, { headers: { authorization: `${caller.apiKey}.no-credits` } })
    expect(response.status).toBe(402)
    expect(await response.json()).toEqual({ success: false, error: 'Insufficient credit balance' })
  })

  test('that fail in the service are answered as a failure of the server and given back', async () => {
    const before = await balance()
    await caller.control('POST', '/next', { fail: 'out of ink' })
    const { status, body } = await ask('a song')
    expect([status, body]).toEqual([500, { success: false, error: 'Internal Server Error' }])
    expect(await balance()).toBe(before)
  })

  test('that are flagged are refused and not charged', async () => {
    const before = await balance()
    const { status, body } = await ask('an nsfw song')
    expect(status).toBe(400)
    expect(body).toEqual({ success: false, error: expect.stringMatching(/flagged.*adult/) })
    expect(await balance()).toBe(before)
  })
})
