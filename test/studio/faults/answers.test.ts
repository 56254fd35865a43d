import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startClock } from '../../../studio/kit/clock.ts'
import { type Caller, startCaller } from '../caller.ts'
import { advanceUntil, callRaw, type RawAnswer } from '../raw-call.ts'

const clock = startClock()
let caller: Caller
beforeAll(async () => {
  caller = await startCaller({ clock, musicSeconds: 1 })
})
afterEach(async () => {
  await caller.control('DELETE', '/faults')
})
afterAll(async () => {
  await caller.close()
  clock.stop()
})

const speech = '/v1/TextToSpeech'

const fail = async (fault: object): Promise<void> => {
  expect(await caller.control('POST', '/faults', { respond: { path: speech, ...fault } })).toMatchObject({
    status: 204,
  })
}

const speak = (text = 'a word'): Promise<RawAnswer> =>
  callRaw(`${caller.baseUrl}${speech}`, { key: caller.apiKey, body: { text } })

/** How many tasks the studio has taken on: what a caller pays for, whatever it was told. */
const acceptedTasks = async (): Promise<number> => {
  const { body } = await caller.control('GET', '/counters')
  const [counters] = body.keys as { accepted: Record<string, number> }[]
  return counters?.accepted.TEXT_TO_SPEECH ?? 0
}

const refusalsOf = async (): Promise<unknown> => (await caller.control('GET', '/refusals')).body.refusals

/** What a caller sees of a failed submission, and whether there is a task that it does not know of. */
const failures: readonly [fault: object, seen: object, accepted: 0 | 1][] = [
  [{ answer: 'lost' }, { end: 'ECONNRESET', status: undefined }, 1],
  [{ answer: 'lost', after: 'before' }, { end: 'ECONNRESET', status: undefined }, 0],
  [{ answer: 'reset' }, { end: 'broken off', status: 200 }, 1],
  [{ answer: 'html' }, { end: 'whole', status: 200, body: expect.stringMatching(/^<!DOCTYPE html>/) }, 0],
  [{ answer: 'html', after: 'acting' }, { status: 200, body: expect.stringMatching(/^</) }, 1],
  [{ answer: 'empty' }, { end: 'whole', status: 200, body: '' }, 0],
  [{ answer: 'empty', after: 'acting' }, { end: 'whole', status: 200, body: '' }, 1],
  [
    { answer: 'truncated' },
    { end: 'whole', status: 200, body: expect.stringMatching(/^\{"success":true.*[^}]$/) },
    1,
  ],
  [{ answer: 'no task id' }, { status: 200, body: expect.not.stringContaining('task_id') }, 1],
  [{ answer: 'success as text' }, { status: 200, body: expect.stringMatching(/^\{"success":"true",/) }, 1],
  [{ answer: 'in data' }, { status: 200, body: expect.stringMatching(/^\{"data":\{"success":true,/) }, 1],
  [{ answer: 'page 502' }, { status: 502, body: expect.stringMatching(/^<!DOCTYPE html>.*502/) }, 0],
  [{ answer: 'page 504', after: 'acting' }, { status: 504, body: expect.stringMatching(/^</) }, 1],
  [{ answer: 'http 503' }, { status: 503, body: expect.stringContaining('Internal Server Error') }, 0],
  [
    { answer: 'http 500', after: 'acting' },
    { status: 500, body: expect.stringContaining('"success":false') },
    1,
  ],
  [{ answer: 'redirect' }, { status: 307, body: '', headers: { location: '/elsewhere' } }, 0],
]

describe('an answer fails on request', () => {
  test.each(failures)('%j', async (fault, seen, accepted) => {
    const before = await acceptedTasks()
    await fail(fault)
    expect(await speak()).toMatchObject(seen)
    expect((await acceptedTasks()) - before).toBe(accepted)
    expect(await speak()).toMatchObject({ end: 'whole', status: 200 })
  })

  // Documented statuses and texts; 403, 404, 409 and 429 as the vendor's error
  // page lists them, 429 as it was seen.
  test.each([
    ['http 400', 400, { success: false, message: 'Invalid request parameters' }],
    ['http 402', 402, { success: false, message: 'Insufficient credit balance' }],
    ['http 403', 403, { success: false, message: 'Authentication failed' }],
    ['http 404', 404, { success: false, message: 'Not Found' }],
    ['http 409', 409, { success: false, message: 'Conflict' }],
    ['http 422', 422, { success: false, message: 'Invalid request parameters' }],
    ['http 429', 429, { detail: 'SLOW DOWN - TOO MANY PARALLEL REQUESTS' }],
    ['http 200', 200, { success: false, message: 'OK' }],
  ])('%s comes in the shape of the endpoint, and nothing is taken on', async (answer, status, body) => {
    const before = await acceptedTasks()
    await fail({ answer })
    const { status: seen, body: text } = await speak()
    expect({ status: seen, body: JSON.parse(text) }).toEqual({ status, body })
    expect(await acceptedTasks()).toBe(before)
  })

  test('a refusal may have other words, as that for want of credits was seen with', async () => {
    await fail({ answer: 'http 402', text: 'INSUFFICIENT FUNDS' })
    expect(JSON.parse((await speak()).body)).toEqual({ success: false, message: 'INSUFFICIENT FUNDS' })
  })

  test('a requested fault is no refusal, and a client that follows a redirect goes on', async () => {
    await caller.control('DELETE', '/refusals')
    await fail({ answer: 'http 500' })
    await speak()
    expect(await refusalsOf()).toEqual([])
    await fail({ answer: 'redirect' })
    await fetch(`${caller.baseUrl}${speech}`, { method: 'POST', headers: { authorization: caller.apiKey } })
    expect(await refusalsOf()).toMatchObject([{ kind: 'unknown_route', path: '/elsewhere' }])
  })
})

describe('an answer takes its time', () => {
  const turn = () => caller.control('GET', '/settings')

  test('slow: it comes whole, when the time is over', async () => {
    await fail({ answer: 'slow', ms: 60_000 })
    const before = await acceptedTasks()
    const answer = speak()
    expect(await advanceUntil(answer, clock, 10_000, turn)).toMatchObject({ end: 'whole', status: 200 })
    expect((await acceptedTasks()) - before).toBe(1)
  })

  test('drip: it comes byte by byte', async () => {
    await fail({ answer: 'drip', ms: 1_000 })
    const answer = await advanceUntil(speak(), clock, 1_000, turn)
    expect(JSON.parse(answer.body)).toMatchObject({ success: true })
    expect(answer.chunks).toBeGreaterThan(10)
  })

  test('after the end: the task has ended before its caller knows its id', async () => {
    await fail({ answer: 'after the end' })
    const { task_id: taskId } = JSON.parse((await speak()).body)
    const { body } = await caller.get(`/v1/byId?conversionType=TEXT_TO_SPEECH&task_id=${taskId}`)
    expect(body.conversion).toMatchObject({ status: 'COMPLETED' })
  })

  test('never: the caller has to hang up', async () => {
    await fail({ answer: 'never' })
    const hangUp = new AbortController()
    const call = fetch(`${caller.baseUrl}${speech}`, {
      method: 'POST',
      headers: { authorization: caller.apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ text: 'a word' }),
      signal: hangUp.signal,
    })
    const outcome = call.then(
      () => 'answered',
      () => 'no answer',
    )
    expect(await speak()).toMatchObject({ end: 'whole', status: 200 })
    clock.advance(60 * 60_000)
    await turn()
    hangUp.abort()
    expect(await outcome).toBe('no answer')
  })
})

test('faults happen in their order, as often as was requested, to their own endpoint or to any', async () => {
  await fail({ answer: 'http 500', times: 2 })
  await caller.control('POST', '/faults', { respond: { path: 'any', answer: 'http 409' } })
  const statuses = async () => [(await speak()).status, (await caller.get('/v1/getAllVoices')).status]
  expect(await statuses()).toEqual([500, 409])
  expect(await statuses()).toEqual([500, 200])
  expect(await statuses()).toEqual([200, 200])
})

test('no fault happens any more once they are cleared', async () => {
  await fail({ answer: 'http 500', times: 1000 })
  await caller.control('DELETE', '/faults')
  expect(await speak()).toMatchObject({ status: 200 })
})

test.each([
  [{ respond: { path: '/v1/Nothing', answer: 'lost' } }, 'respond.path'],
  [{ respond: { path: speech, answer: 'gone' } }, 'respond.answer'],
  [{ respond: { path: speech, answer: 'http 199' } }, 'respond.answer'],
  [{ respond: { path: speech, answer: 'http 402', after: 'acting' } }, 'respond.after'],
  [{ respond: { path: speech, answer: 'drip', after: 'before' } }, 'respond.after'],
  [{ respond: { path: speech, answer: 'lost', ms: 5 } }, 'respond.ms'],
  [{ respond: { path: speech, answer: 'lost', location: '/x' } }, 'respond.location'],
  [{ respond: { path: speech, answer: 'html', text: 'x' } }, 'respond.text'],
  [{ respond: { path: speech, answer: 'lost', times: 0 } }, 'respond.times'],
  [{ respond: { path: speech, answer: 'lost', when: 'now' } }, 'respond.when'],
  [{ respond: { path: speech, answer: 'lost' }, network: 'cut' }, 'respond'],
  [{ explode: true }, ''],
  [{ network: 'slow' }, 'network'],
  [{ lookUp: { nothing: 'nil' } }, 'lookUp.nothing'],
  [{ task: { fial: 'x' } }, 'task.fial'],
  [{ webhooks: 'eat' }, 'webhooks'],
  [{ webhooks: 'lose', ms: 5 }, 'ms'],
  [{ webhooks: 'lose', as: 'other task' }, 'as'],
  [{ file: { answer: 'melted' } }, 'file.answer'],
  [{ file: { answer: 'html', ms: 5 } }, 'file.ms'],
  [{ file: { answer: 'html', bytes: 5 } }, 'file.bytes'],
  [{ file: { answer: 'html', location: '/x' } }, 'file.location'],
])('%j makes no sense, and the answer names the field', async (fault, field) => {
  expect(await caller.control('POST', '/faults', fault)).toMatchObject({ status: 400, body: { field } })
})
