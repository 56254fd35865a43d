import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestClient, type TestClient } from '../../support/service/client.ts'
import {
  answers,
  breaks,
  type Reply,
  type ScriptedServer,
  startScriptedServer,
} from '../../support/service/scripted-server.ts'

describe('all voices', () => {
  let server: ScriptedServer
  let service: TestClient

  beforeAll(async () => {
    server = await startScriptedServer()
    service = createTestClient({ baseUrl: server.url, apiKey: 'key' })
  })
  afterAll(async () => {
    await service.close()
    await server.close()
  })
  beforeEach(() => {
    server.requests.length = 0
  })

  const voice = (number: number) => ({
    voice_id: `id-${number}`,
    voice_name: `Voice ${number}`,
    mood: 'sunny',
  })

  /** A service that has `total` voices and never gives out more than `pageMax` of them at once. */
  const paged =
    (total: number, pageMax: number): Reply =>
    (response, { url }) => {
      const query = new URL(url, 'http://host').searchParams
      const limit = Math.min(pageMax, Number(query.get('limit')))
      const from = limit * Number(query.get('page'))
      const count = Math.max(0, Math.min(limit, total - from))
      const voices = Array.from({ length: count }, (_, index) => voice(from + index))
      answers(200, { success: true, voices, limit, page: 0, total })(response, {
        url,
        method: '',
        headers: {},
        body: '',
      })
    }

  test.each([
    [0, 100, 1],
    [3, 100, 1],
    [100, 100, 1],
    [101, 100, 2],
    [250, 100, 3],
    [45, 20, 3],
    [40, 20, 2],
  ])('%d of them, at most %d at once, take %d requests', async (total, pageMax, requests) => {
    server.answer(paged(total, pageMax))
    const voices = await service.voices()
    expect(voices.map(({ value }) => value)).toEqual(
      Array.from({ length: total }, (_, index) => `id-${index}`),
    )
    expect(server.requests).toHaveLength(requests)
  })

  test('are named as the service names them', async () => {
    server.answer(paged(1, 100))
    expect(await service.voices()).toEqual([{ value: 'id-0', label: 'Voice 0' }])
  })

  test('end at some point, even if the service repeats itself for ever', async () => {
    server.answer(
      answers(200, { success: true, voices: Array.from({ length: 100 }, (_, index) => voice(index)) }),
    )
    await service.voices()
    expect(server.requests.length).toBeLessThanOrEqual(50)
  })

  test.each<[string, Reply, string]>([
    ['a broken connection', breaks, 'service_unreachable'],
    ['HTML', answers(200, '<html></html>'), 'service_answer_unreadable'],
    [
      'an error',
      answers(500, { success: false, error: 'Internal Server Error' }),
      'service_answer_unreadable',
    ],
    [
      'voices without ids',
      answers(200, { success: true, voices: [{ voice_name: 'A' }] }),
      'service_answer_unreadable',
    ],
  ])('are not known after %s', async (_, reply, code) => {
    server.answer(reply)
    await expect(service.voices()).rejects.toMatchObject({ code })
  })
})
