import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startClock } from '../../studio/kit/clock.ts'
import { type Caller, startCaller } from './caller.ts'

const clock = startClock()
let caller: Caller
beforeAll(async () => {
  caller = await startCaller({ clock, parallelMax: 1, lookUpsPerMinute: 3 })
})
afterEach(async () => {
  clock.advance(60_000)
  await caller.control('PUT', '/settings', { parallelMax: 1, lookUpsPerMinute: 3 })
})
afterAll(async () => {
  await caller.close()
  clock.stop()
})

/** The body was seen with more tasks than a plan has; that look-ups have the same one is a guess. */
const tooMany = { status: 429, body: { detail: 'SLOW DOWN - TOO MANY PARALLEL REQUESTS' } }

const lookUpWith = async (key: string): Promise<object> => {
  const url = `${caller.baseUrl}/v1/byId?conversionType=REMIX&task_id=none`
  const response = await fetch(url, { headers: { authorization: key } })
  return { status: response.status, body: await response.json() }
}
const lookUp = () => lookUpWith(caller.apiKey)
const statusOf = async (answer: Promise<object>): Promise<unknown> => Object.entries(await answer)[0]?.[1]

// 20, 200 and 500 a minute by plan are the vendor's numbers of 2026; which minute is meant is not said.
describe('look-ups of a key', () => {
  test('beyond the number of a minute are refused, until the minute since its first one is over', async () => {
    expect([await statusOf(lookUp()), await statusOf(lookUp()), await statusOf(lookUp())]).toEqual([
      404, 404, 404,
    ])
    expect(await lookUp()).toEqual(tooMany)
    clock.advance(50_000)
    expect(await lookUp()).toEqual(tooMany)
    clock.advance(10_000)
    expect(await statusOf(lookUp())).toBe(404)
  })

  test('count for themselves', async () => {
    const { body } = await caller.control('POST', '/accounts', { balance: 1 })
    for (let count = 0; count < 3; count += 1) await lookUp()
    expect(await lookUp()).toEqual(tooMany)
    expect(await statusOf(lookUpWith(String(body.key)))).toBe(404)
  })

  test('are refused so that a test run sees it', async () => {
    await caller.control('DELETE', '/refusals')
    for (let count = 0; count < 4; count += 1) await lookUp()
    const { body } = await caller.control('GET', '/refusals')
    expect(body.refusals).toContainEqual(
      expect.objectContaining({ path: '/v1/byId', detail: '429 SLOW DOWN - TOO MANY PARALLEL REQUESTS' }),
    )
  })

  test('have no limit where none is set', async () => {
    await caller.control('PUT', '/settings', { lookUpsPerMinute: null })
    for (let count = 0; count < 30; count += 1) expect(await statusOf(lookUp())).toBe(404)
  })
})

// 1, 3 and 10 tasks by plan are the vendor's numbers of 2026; that tasks count and not requests was seen.
describe('unfinished tasks of an account', () => {
  const speak = () => caller.speak({ text: 'a word' })

  test('beyond its number are refused, and a place is free again when one has ended', async () => {
    await caller.control('POST', '/next', { neverEnds: true })
    const { body: first } = await speak()
    expect(await speak()).toEqual(tooMany)
    const unfinished = async () => (await caller.control('GET', '/tasks/unfinished')).body
    expect(await unfinished()).toEqual({ tasks: [first.task_id] })
    await caller.control('POST', `/tasks/${first.task_id}/go`)
    await caller.control('GET', `/tasks/${first.task_id}/until/end`)
    expect(await unfinished()).toEqual({ tasks: [] })
    const { status, body: second } = await speak()
    expect(status).toBe(200)
    await caller.control('GET', `/tasks/${second.task_id}/until/end`)
  })

  test('may be more when the control says so', async () => {
    await caller.control('PUT', '/settings', { parallelMax: 2 })
    await caller.control('POST', '/faults', { task: { neverEnds: true }, times: 2 })
    const answers = [await speak(), await speak(), await speak()]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429])
    for (const { body } of answers.slice(0, 2)) {
      await caller.control('POST', `/tasks/${body.task_id}/go`)
      await caller.control('GET', `/tasks/${body.task_id}/until/end`)
    }
  })
})

test.each([
  [{ parallelMax: 0 }, 'parallelMax'],
  [{ lookUpsPerMinute: 1.5 }, 'lookUpsPerMinute'],
  [{ etaSeconds: -2 }, 'etaSeconds'],
  [{ volume: 11 }, 'volume'],
  [{ webhooks: { form: 'loud' } }, 'webhooks.form'],
])('settings %j make no sense', async (settings, field) => {
  expect(await caller.control('PUT', '/settings', settings)).toMatchObject({ status: 400, body: { field } })
})
