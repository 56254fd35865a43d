import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, identifier, startCaller } from '../caller.ts'

let caller: Caller
beforeAll(async () => {
  caller = await startCaller({ balance: 10 })
})
afterAll(async () => await caller.close())

const balance = async (): Promise<unknown> => (await caller.control('GET', '/account')).body.balance

describe('a submission', () => {
  test('is answered with the documented fields and nothing else', async () => {
    const { status, body } = await caller.submit({ prompt: 'a song' })
    expect(status).toBe(200)
    expect(body).toEqual({
      success: true,
      message: expect.any(String),
      task_id: expect.stringMatching(identifier),
      conversion_id_1: expect.stringMatching(identifier),
      conversion_id_2: expect.stringMatching(identifier),
      eta: expect.any(Number),
      is_flagged: false,
      reason: '',
      credit_estimate: 0.1,
    })
    expect(new Set([body.task_id, body.conversion_id_1, body.conversion_id_2]).size).toBe(3)
    expect(Number.isInteger(body.eta)).toBe(true)
    await caller.ended(body.task_id)
  })

  test('that has to wait says so in its eta, in seconds', async () => {
    await caller.control('POST', '/next', { delayMs: 60_000 })
    const { body } = await caller.submit({ prompt: 'much later' })
    expect(body.eta).toBeGreaterThan(60)
    expect(body.eta).toBeLessThan(120)
  })

  test('is made in its turn', async () => {
    const first = await caller.submit({ prompt: 'first in line' })
    const second = await caller.submit({ prompt: 'second in line' })
    const later = await caller.ended(second.body.task_id)
    const earlier = await caller.ended(first.body.task_id)
    expect([earlier.status, later.status]).toEqual(['COMPLETED', 'COMPLETED'])
    expect(`${earlier.generation_completed_at}` < `${later.generation_completed_at}`).toBe(true)
  })

  test.each([
    ['the default model', { model: undefined }, 0.1],
    ['a larger model', { model: 'v7-pro' }, 0.16],
    ['a larger model with vocals alone, which only v6 makes', { model: 'v7', vocal_only: true }, 0.1],
  ])('is priced by its model: %s', async (_name, fields, credits) => {
    const { body } = await caller.submit({ prompt: 'a song', ...fields })
    expect(body.credit_estimate).toBe(credits)
    await caller.ended(body.task_id)
  })

  test('with a chosen voice is made and priced as v6, whatever model it names', async () => {
    const { body: page } = await caller.get('/v1/getAllVoices?limit=1')
    const [voice] = page.voices as { voice_id: string }[]
    const { body } = await caller.submit({ prompt: 'x', model: 'v7-pro', voice_id: voice?.voice_id })
    expect(body.credit_estimate).toBe(0.1)
    await caller.ended(body.task_id)
  })

  test.each([
    ['nothing to make music of', {}],
    ['only a title', { title: 'Untitled' }],
    ['only blank texts', { prompt: '  ', lyrics: '' }],
    ['a prompt that is no text', { prompt: 7 }],
    ['a boolean written as text', { prompt: 'x', make_instrumental: 'true' }],
    ['an unknown model', { prompt: 'x', model: 'v8' }],
    ['an unknown gender', { prompt: 'x', gender: 'robot' }],
    ['an unknown voice', { prompt: 'x', voice_id: 'nobody' }],
    ['an instrumental of vocals only', { prompt: 'x', make_instrumental: true, vocal_only: true }],
    ['a callback that is no address', { prompt: 'x', webhook_url: 'localhost' }],
    ['a callback over another protocol', { prompt: 'x', webhook_url: 'ftp://example.com/' }],
  ])('is refused as unprocessable with %s', async (_name, fields) => {
    const { status, body } = await caller.submit(fields)
    expect(status).toBe(422)
    expect(body).toEqual({
      success: false,
      error_code: 'UNPROCESSABLE_CONTENT',
      message: expect.stringMatching(/./),
    })
  })

  test('that is no JSON is refused in the error form of the endpoint', async () => {
    const { status, body } = await caller.submit('{"prompt": ')
    expect(status).toBe(400)
    expect(body).toEqual({ success: false, error_code: 'BAD_REQUEST', message: expect.any(String) })
  })

  test('that describes what the service does not make is flagged, not made and not charged', async () => {
    const before = await balance()
    const { status, body } = await caller.submit({ prompt: 'an nsfw song' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ success: false, is_flagged: true, task_id: '', credit_estimate: 0 })
    expect(body.reason).toMatch(/adult/)
    expect(await balance()).toBe(before)
  })

  test('with an unknown parameter is answered like any other, and the parameter is noted', async () => {
    const { status, body } = await caller.submit({ prompt: 'a tune', modle: 'v7', wiht_lyrics: true })
    expect(status).toBe(200)
    const { body: noted } = await caller.control('GET', '/refusals')
    for (const detail of ['modle', 'wiht_lyrics']) {
      const refusal = { kind: 'unknown_parameter', method: 'POST', path: '/v2/MusicAI', detail }
      expect(noted.refusals).toContainEqual(expect.objectContaining(refusal))
    }
    await caller.ended(body.task_id)
  })
})

describe('credits', () => {
  test('are taken when a submission is accepted and refused when there are too few', async () => {
    await caller.control('PUT', '/account', { balance: 0.15 })
    const accepted = await caller.submit({ prompt: 'affordable' })
    expect(accepted.status).toBe(200)
    expect(await balance()).toBe(0.05)
    const { status, body } = await caller.submit({ prompt: 'too dear' })
    expect(status).toBe(402)
    expect(body).toEqual({
      success: false,
      error_code: 'INSUFFICIENT_CREDITS',
      message: 'Insufficient credit balance',
    })
    expect(await balance()).toBe(0.05)
    await caller.ended(accepted.body.task_id)
    await caller.control('PUT', '/account', { balance: 10 })
  })

  test('are given back for what fails', async () => {
    const before = await balance()
    await caller.control('POST', '/next', { fail: 'the singer has a cold' })
    const { body } = await caller.submit({ prompt: 'doomed' })
    const conversion = await caller.ended(body.task_id)
    expect(conversion).toMatchObject({
      status: 'ERROR',
      message: 'the singer has a cold',
      conversion_path_1: '',
    })
    expect(conversion).not.toHaveProperty('conversion_cost')
    expect(await balance()).toBe(before)
  })

  test('are settled at the final cost, which may differ from the estimate', async () => {
    const before = Number(await balance())
    await caller.control('POST', '/next', { cost: 0.04 })
    const { body } = await caller.submit({ prompt: 'a bargain' })
    const conversion = await caller.ended(body.task_id)
    expect(conversion.conversion_cost).toBe(0.04)
    expect(await balance()).toBeCloseTo(before - 0.04, 6)
  })
})
