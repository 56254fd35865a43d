import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { LookupUse } from '../../src/core/job/concurrency.ts'
import { createTestClient, type TestClient } from '../support/service/client.ts'
import { answers, type ScriptedServer, startScriptedServer } from '../support/service/scripted-server.ts'

// A task belongs to the account of the key that paid for it.

let server: ScriptedServer
let service: TestClient
const counted: LookupUse[] = []

const conversion = { success: true, conversion: { task_id: 'task-1', status: 'IN_QUEUE' } }
const unknown = { success: false, message: 'Invalid request parameters' }
const denied = { success: false, error: 'Authentication failed' }

beforeAll(async () => {
  server = await startScriptedServer()
  const spendLookup = (use: LookupUse) => {
    counted.push(use)
    return Promise.resolve({ status: 'spent' } as const)
  }
  service = createTestClient({
    baseUrl: server.url,
    apiKey: 'current-key',
    keyId: 'current',
    olderKeys: new Map([['older', 'older-key']]),
    reads: { spendLookup, random: () => 0, wait: () => Promise.resolve() },
  })
})
afterAll(async () => {
  await service.close()
  await server.close()
})
beforeEach(() => {
  server.requests.length = 0
  counted.length = 0
})

const use = (keyId: string | undefined): LookupUse => ({
  for: 'result',
  account: 'discord:server-1',
  jobId: 'job-1',
  keyId,
})

test.each([
  ['of the current key', 'current', 'current-key', undefined],
  ['of an older key', 'older', 'older-key', 'older'],
  ['of a key that is gone', 'gone', 'current-key', undefined],
  ['from before keys were kept', undefined, 'current-key', undefined],
])(
  'a task %s is looked up with the key that fits, and counts among its look-ups',
  async (_, keyId, key, counts) => {
    server.answer(answers(200, conversion))
    expect(await service.lookUp('MUSIC_AI', 'task-1', use(keyId))).toMatchObject({ status: 'pending' })
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([key])
    expect(counted).toMatchObject([{ keyId: counts }])
  },
)

test.each([
  ['unknown to the service', 'gone', 404, unknown, true],
  ['unknown as the interface has it', 'gone', 422, unknown, true],
  ['kept from the current key', 'gone', 403, denied, true],
  ['with an older key that is refused', 'older', 401, denied, true],
  ['unknown though its key is there', 'older', 404, unknown, undefined],
  ['unknown with the current key', 'current', 404, unknown, undefined],
  ['kept from its own key', 'current', 403, denied, undefined],
  ['from before keys were kept', undefined, 404, unknown, undefined],
  ['asked for in an outage', 'gone', 503, unknown, undefined],
])(
  'a task that is %s has lost its key only where another key was refused it',
  async (_, keyId, status, body, isGone) => {
    server.answer(answers(status, body))
    const found = await service.lookUp('MUSIC_AI', 'task-1', use(keyId))
    expect(found).toMatchObject({ status: 'unreadable' })
    expect('isKeyGone' in found ? found.isKeyGone : undefined).toBe(isGone)
  },
)

test('paid requests are sent with the current key', async () => {
  server.answer(answers(200, { success: true, task_id: 'task-2' }))
  await service.music({ prompt: 'a sea shanty' })
  expect(server.requests.map(({ headers }) => headers.authorization)).toEqual(['current-key'])
})
