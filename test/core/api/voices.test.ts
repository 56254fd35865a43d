import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createVoiceList } from '../../../src/core/api/voice-list.ts'
import { AppError } from '../../../src/core/errors.ts'
import type { Choice } from '../../../src/core/field.ts'
import { createTestClient, type TestClient } from '../../support/client.ts'
import { createTestClock } from '../../support/clock.ts'
import { createRecordingLog } from '../../support/recording-log.ts'
import {
  answers,
  breaks,
  type Reply,
  type ScriptedServer,
  startScriptedServer,
} from '../../support/scripted-server.ts'

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

describe('the list of voices that is kept', () => {
  const ada: Choice = { value: 'id-ada', label: 'Ada' }
  const bob: Choice = { value: 'id-bob', label: 'Bob' }

  const world = () => {
    const clock = createTestClock()
    const log = createRecordingLog()
    const pending: PromiseWithResolvers<readonly Choice[]>[] = []
    const service = {
      voices: () => {
        const asked = Promise.withResolvers<readonly Choice[]>()
        pending.push(asked)
        return asked.promise
      },
    }
    const list = createVoiceList({ service, now: clock.now, log })
    return { clock, log, pending, list }
  }

  const down = new AppError('service_unreachable', 'voices: ECONNREFUSED', { retryable: true })

  test('is fetched once for all who ask at first', async () => {
    const { pending, list } = world()
    const asking = [list(), list(), list()]
    pending[0]?.resolve([ada])
    expect(await Promise.all(asking)).toEqual([[ada], [ada], [ada]])
    expect(pending).toHaveLength(1)
  })

  test('is fetched anew after ten minutes, while the old one is handed out at once', async () => {
    const { pending, list, clock } = world()
    const first = list()
    pending[0]?.resolve([ada])
    await first
    clock.advance(10 * 60_000 - 1)
    expect(await list()).toEqual([ada])
    expect(pending).toHaveLength(1)
    clock.advance(1)
    expect(await list()).toEqual([ada])
    expect(pending).toHaveLength(2)
    pending[1]?.resolve([ada, bob])
    await pending[1]?.promise
    expect(await list()).toEqual([ada, bob])
  })

  test('is empty while the service is down, asked for again after half a minute, and no error for anybody', async () => {
    const { pending, list, clock, log } = world()
    const first = list()
    pending[0]?.reject(down)
    expect(await first).toEqual([])
    expect(log.warnings()).toEqual(['the list of voices could not be read'])
    expect(await list()).toEqual([])
    expect(pending).toHaveLength(1)
    clock.advance(30_000)
    const second = list()
    pending[1]?.resolve([bob])
    expect(await second).toEqual([bob])
  })

  test('outlives a service that goes down later', async () => {
    const { pending, list, clock } = world()
    const first = list()
    pending[0]?.resolve([ada])
    await first
    clock.advance(10 * 60_000)
    await list()
    pending[1]?.reject(down)
    await pending[1]?.promise.catch(() => undefined)
    expect(await list()).toEqual([ada])
  })
})
