import { describe, expect, test } from 'vitest'
import { classifySubmission } from '../../src/audio-api/submission.ts'
import type { SubmitOutcome } from '../../src/core/job/audio-service.ts'

const outcomeOf = (status: number, body: unknown): SubmitOutcome =>
  classifySubmission({
    kind: 'answered',
    status,
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

const saidOf = (body: unknown, status = 422): string | undefined => {
  const outcome = outcomeOf(status, body)
  if (outcome.status !== 'refused') throw new Error(JSON.stringify(outcome))
  return outcome.said
}

// Conditions and texts of the service's description; where it documents no status, the likeliest.
describe('the documented errors', () => {
  test.each<[string, number, object, 'request' | 'balance' | 'key']>([
    ['byId', 422, { error_code: 'UNPROCESSABLE_CONTENT', message: 'Invalid request parameters' }, 'request'],
    [
      'MusicAI',
      402,
      { error_code: 'INSUFFICIENT_CREDITS', message: 'Insufficient credit balance' },
      'balance',
    ],
    ['batch', 400, { error: 'Insufficient credit balance' }, 'balance'],
    ['Remix', 422, { message: 'Either audio_file or audio_url must be provided.' }, 'request'],
    ['audio_mastering', 400, { error: 'Invalid output format specified' }, 'request'],
    ['audio_mastering', 401, { error: 'Authentication failed' }, 'key'],
    ['audio_cutter', 400, { error: 'Authentication failed' }, 'key'],
    ['audio_cutter', 404, { error: 'User subscription plan not found' }, 'balance'],
    ['audio_cutter', 400, { error: 'Invalid time range specified' }, 'request'],
    ['inpaint', 422, { message: 'audio_file or audio_url and valid replace range are required.' }, 'request'],
    ['TextToSpeech', 402, { message: 'Insufficient credit balance' }, 'balance'],
    ['TextToSpeech', 422, { message: 'Missing required field: text' }, 'request'],
    ['prompt_to_lyrics', 400, { error: 'Prompt must be between 1 and 1000 characters.' }, 'request'],
  ])('of %s with %d are refusals in its own words: %j', (_, status, body, why) => {
    const said = Object.entries(body).find(([name]) => name !== 'error_code')?.[1]
    expect(outcomeOf(status, { success: false, ...body })).toEqual({ status: 'refused', why, said })
  })

  test.each([
    { error: 'Internal server error during mastering' },
    { error: 'Internal server error during audio trimming' },
    { messsage: 'Internal Server Error' },
    { message: 'Internal Server Error' },
  ])('of a server that failed prove nothing: %j', (body) => {
    expect(outcomeOf(500, { success: false, ...body })).toEqual({ status: 'uncertain', reason: 'HTTP 500' })
  })

  test('with the sums say them, and are about money whatever their status', () => {
    const sums = { required_credits: 1.5, available_credits: '0.25' }
    const error = 'Insufficient credits for this operation'
    const said = `${error}. Required: 1.50 credits. Available: 0.25 credits.`
    for (const status of [200, 400, 402]) {
      expect(outcomeOf(status, { success: false, error, ...sums })).toEqual({
        status: 'refused',
        why: 'balance',
        said,
        credits: { available: 250_000, required: 1_500_000 },
      })
    }
    expect(saidOf({ success: false, required_credits: 2 })).toBe('Required: 2 credits.')
    expect(saidOf({ success: false, error, available_credits: 1 })).toBe(`${error}. Available: 1 credit.`)
    expect(saidOf({ success: false, error: 'No.', required_credits: 'much' })).toBe('No.')
    expect(outcomeOf(402, { success: false, error, available_credits: 0 })).toMatchObject({
      credits: { available: 0, required: undefined },
    })
  })

  test('that other callers saw are known by their status', () => {
    expect(outcomeOf(402, { success: false, message: 'INSUFFICIENT FUNDS' })).toMatchObject({
      why: 'balance',
    })
    expect(outcomeOf(403, { message: 'No.' })).toMatchObject({ why: 'forbidden' })
  })
})

describe('what the service says', () => {
  test.each<[string, object, string | undefined]>([
    ['the detail of an error', { error_message_detail: 'a', error_message: 'b', message: 'c' }, 'a'],
    ['an error before its message', { error_message: 'b', message: 'c' }, 'b'],
    ['a message', { message: 'c', error: 'd' }, 'c'],
    ['an error', { error: 'd', messsage: 'e' }, 'd'],
    ['a misspelt message', { messsage: 'e', detail: 'f' }, 'e'],
    ['a detail', { detail: 'f', reason: 'g' }, 'f'],
    ['a reason', { success: false, reason: 'g' }, 'g'],
    ['a reason first, where it flagged the request', { is_flagged: true, reason: 'g', message: 'c' }, 'g'],
    ['another text, where a flag has no reason', { is_flagged: true, reason: '', message: 'c' }, 'c'],
    ['nothing', { success: false, message: null, error: 7 }, undefined],
    [
      'a list of problems with their places',
      {
        detail: [
          { loc: ['body', 'prompt'], msg: 'field required', type: 'value_error.missing' },
          { loc: ['body', 'tracks', 0], msg: 'too short' },
          'and so on',
          null,
        ],
      },
      'prompt: field required; tracks.0: too short; and so on',
    ],
    ['one problem', { detail: { msg: 'no' } }, 'no'],
    ['a problem in other words', { success: false, error: { message: 'no', code: 7 } }, 'no'],
    ['an empty list', { success: false, detail: [] }, undefined],
    ['problems without words', { success: false, detail: [{ loc: ['body'] }] }, undefined],
  ])('is %s', (_, body, said) => {
    expect(saidOf(body)).toBe(said)
  })

  // The fields of submission response A.
  test.each<[object, string]>([
    [{ message: 'No', missing_input_fields: 'lyrics, title' }, 'No. Missing: lyrics, title.'],
    [{ message: 'No.', missing_input_fields: ['lyrics', 7, ''] }, 'No. Missing: lyrics.'],
    [{ message: 'No!', missing_input_fields: '["lyrics","title"]' }, 'No! Missing: lyrics, title.'],
    [
      { message: 'No', missing_input_fields: '', predicted_user_intent: 'cover' },
      'No. Understood as: cover.',
    ],
    [{ message: 'No', missing_input_fields: '[]', predicted_user_intent: null }, 'No'],
    [{ success: false, missing_input_fields: 'lyrics' }, 'Missing: lyrics.'],
  ])('comes with what was missing and what it understood: %j', (body, said) => {
    expect(saidOf(body)).toBe(said)
  })
})

describe('no refusal', () => {
  test.each<[string, number, unknown]>([
    ['a redirect in its own words', 302, { success: false, message: 'moved' }],
    ['a server that gave up waiting', 408, { success: false, message: 'Request Timeout' }],
    ['a foreign error', 422, { errors: [{ code: 1 }] }],
    ['an error that is no text', 400, { error: { code: 7, message: 'Bad' } }],
    ['problems without words', 422, { detail: [{ loc: ['body'] }] }],
    ['a list', 400, [{ success: false }]],
    ['a text', 400, '"No."'],
    ['a prototype that would like to be read', 400, '{"__proto__":{"success":false,"message":"No."}}'],
  ])('is %s (%d)', (_, status, body) => {
    expect(outcomeOf(status, body)).toMatchObject({ status: 'uncertain' })
  })
})

describe('a flag', () => {
  const accepted = { success: true, task_id: 't', conversion_id_1: 'c', eta: 9, credit_estimate: 0.1 }

  test('without a task is a refusal with its reason', () => {
    expect(outcomeOf(200, { success: true, is_flagged: true, reason: 'Not that.' })).toEqual({
      status: 'refused',
      why: 'request',
      said: 'Not that.',
    })
  })

  test.each([
    ['Not that.', 'Not that.'],
    [null, ''],
  ])('with a task is no refusal, since the task may be paid for (%j)', (reason, flaggedFor) => {
    expect(outcomeOf(200, { ...accepted, is_flagged: true, reason })).toMatchObject({
      status: 'accepted',
      taskId: 't',
      flaggedFor,
    })
  })
})

test('a byte order mark before the answer does not matter', () => {
  const body = `\uFEFF${JSON.stringify({ success: true, task_id: 't' })}`
  expect(outcomeOf(200, body)).toMatchObject({ status: 'accepted', taskId: 't' })
})

test('a task id that is only inherited is none', () => {
  expect(outcomeOf(200, '{"success":true,"__proto__":{"task_id":"t"}}')).toMatchObject({
    status: 'uncertain',
  })
})
