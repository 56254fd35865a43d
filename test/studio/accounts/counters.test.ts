import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Caller, startCaller } from '../caller.ts'

let caller: Caller
beforeAll(async () => {
  caller = await startCaller({ musicSeconds: 1 })
})
afterAll(async () => await caller.close())

const countersOf = async (key: unknown): Promise<unknown> => {
  const { body } = await caller.control('GET', '/counters')
  return (body.keys as { key: string }[]).find((counters) => counters.key === key)
}

const speakWith = async (
  key: string,
  text: string,
): Promise<{ status: number; body: { task_id?: string } }> => {
  const response = await fetch(`${caller.baseUrl}/v1/TextToSpeech`, {
    method: 'POST',
    headers: { authorization: key, 'content-type': 'application/json' },
    body: JSON.stringify({ text }),
  })
  return { status: response.status, body: (await response.json()) as { task_id?: string } }
}

test('the books of a key say what was called, taken on, charged and paid back, and nothing of other keys', async () => {
  const { body: issued } = await caller.control('POST', '/accounts', { balance: 0.02 })
  const key = String(issued.key)
  await caller.control('POST', '/next', { fail: 'Too loud' })
  for (const text of ['one', 'two', '']) {
    const { body } = await speakWith(key, text)
    if (body.task_id !== undefined) await caller.control('GET', `/tasks/${body.task_id}/until/end`)
  }
  await caller.get('/v1/getAllVoices')
  expect(await countersOf(key)).toEqual({
    key,
    calls: { 'POST /v1/TextToSpeech': 3 },
    accepted: { TEXT_TO_SPEECH: 2 },
    charged: 0.02,
    refunded: 0.01,
  })
  expect(await countersOf(caller.apiKey)).toMatchObject({
    calls: { 'GET /v1/getAllVoices': 1 },
    accepted: {},
  })
})

test('a key that the control issues buys for its own balance, which the control may change', async () => {
  const issued = await caller.control('POST', '/accounts', { key: 'of-a-test', balance: 0 })
  expect(issued).toMatchObject({ status: 200, body: { key: 'of-a-test', balance: 0 } })
  expect((await speakWith('of-a-test', 'a word')).status).toBe(402)
  expect((await caller.control('PUT', '/accounts/of-a-test', { balance: 5 })).status).toBe(204)
  const { status, body } = await speakWith('of-a-test', 'a word')
  expect(status).toBe(200)
  expect((await caller.control('GET', '/accounts/of-a-test')).body).toEqual({
    key: 'of-a-test',
    balance: 4.99,
  })
  await caller.control('GET', `/tasks/${body.task_id}/until/end`)
  expect((await caller.control('GET', '/accounts')).body.keys).toContain('of-a-test')
})

test('the list of tasks says what was paid for each: all until its end, and nothing for one that failed', async () => {
  await caller.control('POST', '/next', { neverEnds: true })
  await caller.control('POST', '/next', { fail: 'Too loud' })
  const waiting = (await speakWith(caller.apiKey, 'a word that waits')).body.task_id
  const failed = (await speakWith(caller.apiKey, 'a word too loud')).body.task_id
  await caller.control('GET', `/tasks/${failed}/until/end`)
  const { body } = await caller.control('GET', '/tasks')
  const about = { feature: 'TEXT_TO_SPEECH', webhookUrl: '' }
  expect((body.tasks as unknown[]).slice(-2)).toEqual([
    { ...about, taskId: waiting, status: 'IN_QUEUE', paid: 0.01 },
    { ...about, taskId: failed, status: 'ERROR', paid: 0 },
  ])
  await caller.control('POST', `/tasks/${waiting}/go`)
  await caller.control('GET', `/tasks/${waiting}/until/end`)
})

test('a key that was never issued has no account', async () => {
  expect((await caller.control('GET', '/accounts/nobody')).status).toBe(404)
  expect((await caller.control('PUT', '/accounts/nobody', { balance: 1 })).status).toBe(404)
  expect((await caller.control('PUT', '/accounts/nobody', { balance: -1 })).status).toBe(400)
})
