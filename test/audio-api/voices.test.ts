import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestClient, type TestClient } from '../support/service/client.ts'
import {
  answers,
  breaks,
  type Reply,
  type ScriptedServer,
  startScriptedServer,
  streams,
} from '../support/service/scripted-server.ts'

describe('the voices', () => {
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

  test('are requested page by page, and named as the service names them', async () => {
    const voices = [{ voice_id: 'id-0', voice_name: 'Voice 0', mood: 'sunny' }]
    server.answer(answers(200, { success: true, voices, limit: 100, page: 7, total: 701 }))
    const page = { voices: [{ value: 'id-0', label: 'Voice 0' }], unreadable: 0, total: 701 }
    expect(await service.voices(7)).toEqual(page)
    expect(await service.findVoices('Voice 0')).toEqual(page)
    expect(server.requests.map(({ url }) => url)).toEqual([
      '/v1/getAllVoices?limit=100&page=7',
      '/v1/searchVoices?query=Voice+0&limit=100',
    ])
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
    await expect(service.voices(0)).rejects.toMatchObject({ code })
  })

  test('are not known after an answer over our limit, which is named with the call and the limit', async () => {
    server.answer(streams(2 * 1024 * 1024))
    const why = 'has more than 1048576 bytes, so it is not read'
    await expect(service.voices(0)).rejects.toThrow(`voices: the answer to GET /v1/getAllVoices ${why}`)
    await expect(service.findVoices('Ada')).rejects.toThrow(
      `voices: the answer to GET /v1/searchVoices ${why}`,
    )
  })
})
